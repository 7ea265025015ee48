/** A buddy as everybody sees it who may. Contract part 2 (Buddy). */
import { Schema } from "effect"
import { stageMax } from "../content/EvolutionRules.ts"
import { Id, Metadata, Timestamp } from "../Ids.ts"

/** What a user may watch of a buddy's life. */
export const CeremonyKind = Schema.Literals(["hatch", "evolution", "prestige"])
export type CeremonyKind = typeof CeremonyKind.Type

export const Ceremony = Schema.Struct({
  ceremony: CeremonyKind,
  evolution_stage: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: stageMax }))
}).annotate({ identifier: "Ceremony" })
export const CeremonyRecorded = Schema.Struct({
  recorded: Schema.Literal(true),
  already_recorded: Schema.Boolean
}).annotate({ identifier: "CeremonyRecorded" })

export const BuddyStatus = Schema.Literals(["active", "archived"])

export const SkillView = Schema.Struct({
  level: Schema.Int,
  points: Schema.Finite,
  next_level_points: Schema.NullOr(Schema.Finite)
})

export const Buddy = Schema.Struct({
  buddy_id: Id,
  user_id: Schema.String,
  egg_id: Id,
  name: Schema.String,
  audience: Schema.String,
  status: BuddyStatus,
  evolution_stage: Schema.Int,
  prestige_level: Schema.Int,
  coins: Schema.Int,
  tokens: Schema.Record(Schema.String, Schema.Int),
  skills: Schema.Record(Schema.String, SkillView),
  equipped_items: Schema.Array(Schema.Struct({ item_id: Id, category: Schema.String })),
  image_url: Schema.NullOr(Schema.String),
  thumb_url: Schema.NullOr(Schema.String),
  base_image_url: Schema.NullOr(Schema.String),
  appearance: Schema.Struct({
    status: Schema.String,
    error_code: Schema.NullOr(Schema.String),
    retry_at: Schema.NullOr(Timestamp)
  }),
  is_mentor: Schema.Boolean,
  is_naked: Schema.Boolean,
  config_version_id: Id,
  metadata: Metadata,
  created_at: Timestamp,
  archived_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "Buddy" })
export type Buddy = typeof Buddy.Type
