/** A group quest, how it is written, and who takes part. */
import { Schema } from "effect"
import { contributionMax } from "../../../../wire/campaigns/Quests.ts"
import {
  absentAs,
  AudienceKey,
  EventTypeName,
  Filters,
  Key,
  listOf,
  Match,
  NewKey,
  orNull,
  PropertyName,
  Reward,
  whole
} from "../../../../wire/content/Shared.ts"
import { displayName, Id, Instant, parseInstant, text, Timestamp } from "../../../../wire/Ids.ts"

const statuses = ["draft", "active", "succeeded", "failed", "cancelled"] as const
export const QuestStatus = Schema.Literals(statuses)
export type QuestStatus = typeof QuestStatus.Type
const Outcome = Schema.Literals(["succeeded", "failed", "cancelled"])
export type Outcome = typeof Outcome.Type
const Participants = Schema.Literals(["opt_in", "all"]).annotate({
  description: "all: whoever contributes takes part; opt_in: whoever has joined"
})

export const Goal = Schema.Struct({
  event_type: EventTypeName,
  filters: Filters,
  match: Match,
  metric: absentAs(Schema.Literals(["count", "sum"]), "count").annotate({
    description: "sum: the whole part of the value of `property`, from 0 on"
  }),
  property: orNull(PropertyName),
  target: whole(1, contributionMax)
})
  .check(
    Schema.makeFilter<{ readonly metric: string; readonly property: string | null }>(({ metric, property }) =>
      metric === "sum" && property === null ? { path: ["property"], issue: "sum needs a property" } : undefined
    )
  )
  .annotate({ identifier: "QuestGoal" })

/** No streak earned it, so there is none whose freezes could grow. */
const withoutFreezes = Schema.makeFilter<Reward>(({ streak_freezes }) =>
  streak_freezes > 0 ? { path: ["streak_freezes"], issue: "a quest hands out no streak freezes" } : undefined
)
const Tier = Schema.Struct({
  min_contribution: whole(0, contributionMax),
  reward: Reward.check(withoutFreezes)
})
const Rewards = listOf(Tier, 10).check(
  Schema.makeFilter<ReadonlyArray<{ readonly min_contribution: number }>>((tiers) =>
    new Set(tiers.map(({ min_contribution }) => min_contribution)).size === tiers.length
      ? undefined
      : "each min_contribution may stand once"
  )
)

const Name = displayName({ max: 200 })
const Description = text({ max: 2_000 })
const TeamId = text({ min: 1, max: 64 }).annotate({ description: "members of this team only" })
const Cap = whole(1, contributionMax).annotate({ description: "nobody's part counts beyond it" })
const Places = whole(1, 1_000_000_000)

const fields = {
  name: Name,
  description: absentAs(Description, ""),
  audience: AudienceKey,
  team_id: orNull(TeamId),
  starts_at: orNull(Instant).annotate({ description: "null: with its publication" }),
  ends_at: orNull(Instant).annotate({ description: "null: when its target is met" }),
  participants: absentAs(Participants, "opt_in"),
  max_participants: orNull(Places),
  goal: Goal,
  contribution_cap_per_buddy: orNull(Cap),
  rewards: absentAs(Rewards, []).annotate({ description: "the highest min_contribution reached pays" })
}

export const isWindow = (starts_at: string | null, ends_at: string | null): boolean =>
  starts_at === null || ends_at === null || parseInstant(starts_at) < parseInstant(ends_at)

export const QuestInput = Schema.Struct({
  quest_key: orNull(NewKey).annotate({ description: "absent: made of the name" }),
  status: absentAs(Schema.Literal("draft"), "draft"),
  ...fields
})
  .check(
    Schema.makeFilter<{ readonly starts_at: string | null; readonly ends_at: string | null }>(
      ({ ends_at, starts_at }) =>
        isWindow(starts_at, ends_at) ? undefined : { path: ["ends_at"], issue: "ends_at must lie after starts_at" }
    )
  )
  .annotate({ identifier: "GroupQuestInput" })
export type QuestInput = typeof QuestInput.Type

export const QuestPatch = Schema.Struct({
  name: Schema.optionalKey(Name),
  description: Schema.optionalKey(Schema.NullOr(Description)),
  audience: Schema.optionalKey(Schema.NullOr(Key)),
  team_id: Schema.optionalKey(Schema.NullOr(TeamId)),
  starts_at: Schema.optionalKey(Schema.NullOr(Instant)),
  ends_at: Schema.optionalKey(Schema.NullOr(Instant)),
  participants: Schema.optionalKey(Participants),
  max_participants: Schema.optionalKey(Schema.NullOr(Places)),
  goal: Schema.optionalKey(Goal),
  contribution_cap_per_buddy: Schema.optionalKey(Schema.NullOr(Cap)),
  rewards: Schema.optionalKey(Rewards)
}).annotate({ identifier: "GroupQuestPatch" })
export type QuestPatch = typeof QuestPatch.Type

export const ForceResolve = Schema.Struct({
  outcome: Outcome,
  reason: text({ min: 1, max: 200 })
}).annotate({ identifier: "ForceResolveQuest" })
export type ForceResolve = typeof ForceResolve.Type

const Resolution = Schema.Struct({
  outcome: Outcome,
  reason: Schema.NullOr(Schema.String).annotate({ description: "of who forced it; null: target or time decided" }),
  at: Timestamp,
  operation_id: Id.annotate({ description: "pays the rewards" })
})

export const GroupQuest = Schema.Struct({
  quest_id: Id,
  quest_key: Schema.String,
  name: Schema.String,
  description: Schema.String,
  status: QuestStatus,
  audience: Schema.NullOr(Schema.String),
  team_id: Schema.NullOr(Schema.String),
  starts_at: Schema.NullOr(Timestamp),
  ends_at: Schema.NullOr(Timestamp),
  participants: Participants,
  max_participants: Schema.NullOr(Schema.Int),
  goal: Goal,
  contribution_cap_per_buddy: Schema.NullOr(Schema.Int),
  rewards: Schema.Array(Tier),
  total: Schema.Int.annotate({ description: "what all have brought together, who has left included" }),
  participant_count: Schema.Int,
  resolution: Schema.NullOr(Resolution),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "GroupQuest" })
export type GroupQuest = typeof GroupQuest.Type

export const QuestMember = Schema.Struct({
  buddy_id: Id,
  user_id: Schema.String,
  name: Schema.String,
  joined_at: Timestamp,
  contribution: Schema.Int
}).annotate({ identifier: "GroupQuestMember" })
export type QuestMember = typeof QuestMember.Type

export const QuestJoined = Schema.Struct({
  quest_id: Id,
  buddy_id: Id,
  joined_at: Timestamp,
  contribution: Schema.Int,
  participants: Schema.Int,
  already_joined: Schema.Boolean
}).annotate({ identifier: "GroupQuestJoined" })
export type QuestJoined = typeof QuestJoined.Type

export const QuestLeft = Schema.Struct({
  quest_id: Id,
  buddy_id: Id,
  contribution: Schema.Int.annotate({ description: "stays in the total, and counts again after a new join" }),
  participants: Schema.Int,
  already_left: Schema.Boolean
}).annotate({ identifier: "GroupQuestLeft" })
export type QuestLeft = typeof QuestLeft.Type
