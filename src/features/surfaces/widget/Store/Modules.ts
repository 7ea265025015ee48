/** What there is for the players of a workspace beside its config version: a line for each kind of campaign. */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { nowDate, rows } from "../../../../platform/postgres/Sql.ts"
import type { Capability } from "../../../../wire/Plans.ts"

type SocialModule = "campaigns" | "community"

interface Kind {
  readonly module: SocialModule
  readonly capability: Capability
  /** another one it shows nothing without */
  readonly within?: Capability
  /** SQL: whether the workspace `$1` has any at the moment `$2` or later */
  readonly there: string
}

const live = (table: string, condition: string) =>
  `EXISTS (SELECT FROM ${table} WHERE customer_id = $1::uuid AND ${condition})`

const kinds: ReadonlyArray<Kind> = [
  {
    module: "campaigns",
    capability: "buddies",
    there: live("booster_grants", "deleted_at IS NULL AND ends_at > $2::timestamptz")
  },
  {
    module: "campaigns",
    capability: "flash_sales",
    within: "marketplace",
    there: live("flash_sales", "deleted_at IS NULL AND ends_at > $2::timestamptz")
  },
  {
    module: "campaigns",
    capability: "group_quests",
    there: live("group_quests", "deleted_at IS NULL AND status = 'active'")
  },
  {
    module: "campaigns",
    capability: "lotteries",
    there: live("lotteries", "deleted_at IS NULL AND status = 'active'")
  },
  {
    module: "campaigns",
    capability: "surprise_drops",
    there: live("mystery_boxes", "deleted_at IS NULL AND content ->> 'status' = 'active'")
  },
  {
    module: "campaigns",
    capability: "buddies",
    there: live("event_badges", "deleted_at IS NULL AND content ->> 'status' = 'active'")
  },
  {
    module: "campaigns",
    capability: "buddies",
    there: live("campaign_receipts", "source = 'free_lunch'")
  },
  { module: "community", capability: "kudos", there: live("kudo_types", "status = 'active'") },
  { module: "community", capability: "teams", there: live("teams", "deleted_at IS NULL") },
  { module: "community", capability: "mentors", there: live("mentor_visibility", "enabled") },
  { module: "community", capability: "causes", there: live("causes", "status = 'active'") },
  {
    module: "community",
    capability: "buddies",
    there: live("mission_anchors", "enabled AND statement IS NOT NULL")
  },
  // Outfits are made of what there is to wear.
  { module: "community", capability: "marketplace", there: live("marketplace_items", "status = 'active'") }
]

const statement = kinds.map(({ there }, place) => `SELECT ${place} AS place WHERE ${there}`).join(" UNION ALL ")

const Row = Schema.Struct({ place: Schema.Int })

/** Which of the two modules have anything in them, where the workspace may use it. */
export const socialModules = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (customer_id: string, may: (capability: Capability) => boolean) {
    const found = yield* rows(Row)(sql.unsafe(statement, [customer_id, yield* nowDate]))
    const on = found
      .flatMap(({ place }) => kinds[place] ?? [])
      .filter(({ capability, within = capability }) => may(capability) && may(within))
    return {
      campaigns: on.some(({ module }) => module === "campaigns"),
      community: on.some(({ module }) => module === "community")
    }
  })
