/** Which buddies are counted together. */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { rows } from "../../platform/postgres/Sql.ts"
import type { Whose } from "../journal/Recount.ts"
import { onTestClock } from "../../platform/postgres/TestClockSql.ts"

export interface CountedBuddy extends Whose {
  readonly buddy_id: string
  /** epoch ms; null: it is gone, and what only its state told was kept when it went */
  readonly hatched_at: number | null
}

/** Buddies of one page, whose entries are held together with the steps that tell of them; one with more is alone. */
export const buddies_at_once = 50
const entries_at_once = 50_000

/** Before all others. */
export const nobody = "00000000-0000-0000-0000-000000000000"

const EntriesRow = Schema.Struct({ buddy_id: Schema.String, entries: Schema.Int })

/** Parts of a page whose entries are not too many to be held. */
export const parted = Effect.fnUntraced(function* (customer_id: string, buddies: ReadonlyArray<CountedBuddy>) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* rows(EntriesRow)(sql`
    SELECT buddy_id, count(*)::int AS entries FROM ledger
    WHERE customer_id = ${customer_id}::uuid AND buddy_id = ANY(${buddies.map(({ buddy_id }) => buddy_id)}::uuid[])
    GROUP BY buddy_id`)
  const entries = new Map(found.map((one) => [one.buddy_id, one.entries]))
  const parts: Array<Array<CountedBuddy>> = []
  let held = Infinity
  for (const buddy of buddies) {
    const own = entries.get(buddy.buddy_id) ?? 0
    if (held + own > entries_at_once) {
      parts.push([])
      held = 0
    }
    parts.at(-1)!.push(buddy)
    held += own
  }
  return parts
})

const BuddyRow = Schema.Struct({
  buddy_id: Schema.String,
  user_id: Schema.String,
  audience: Schema.String,
  hatched_at: Schema.Number,
  on_test_clock: Schema.Boolean
})

/** Every buddy of a workspace or of one user, a page behind another. */
export const countedBuddies = Effect.fnUntraced(function* (
  customer_id: string,
  after: string | undefined,
  user_id: string | null = null
) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* rows(BuddyRow)(sql`
    SELECT i.buddy_id, i.user_id, i.audience, (s.state ->> 'hatched_at')::float8 AS hatched_at,
      ${sql.literal(onTestClock("i"))} AS on_test_clock
    FROM buddy_identities AS i JOIN buddy_states AS s ON s.customer_id = i.customer_id AND s.buddy_id = i.buddy_id
    WHERE i.customer_id = ${customer_id}::uuid AND i.buddy_id > ${after ?? nobody}::uuid
      AND (${user_id}::text IS NULL OR i.user_id = ${user_id})
    ORDER BY i.buddy_id LIMIT ${buddies_at_once}`)
  return found.map(({ on_test_clock, ...one }): CountedBuddy => ({ ...one, isOnTestClock: on_test_clock }))
})
