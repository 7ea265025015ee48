/** Reads what is stored of eggs and of buddies as they stand, and tells what the figures learnt of it. */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { rows } from "../../platform/postgres/Sql.ts"
import { Recount } from "../journal/Recount.ts"
import { nobody } from "./Counted.ts"
import { paged, type Scope, type Take } from "./Recounts.ts"
import { onTestClock } from "../../platform/postgres/TestClockSql.ts"

const rows_at_once = 2_000

const EggRow = Schema.Struct({
  egg_id: Schema.String,
  user_id: Schema.String,
  audience: Schema.String,
  status: Schema.String,
  created_at: Schema.Date,
  updated_at: Schema.Date,
  on_test_clock: Schema.Boolean
})

const endOf: Readonly<Record<string, "eggs_cancelled" | "eggs_hatched">> = {
  cancelled: "eggs_cancelled",
  hatched: "eggs_hatched"
}

/** All eggs of a workspace, or these. */
export const recountEggs = Effect.fnUntraced(function* <R>(
  { customer_id, zoneAt }: Scope,
  egg_ids: ReadonlyArray<string> | null,
  take: Take<R>
) {
  const sql = yield* SqlClient.SqlClient
  const which = egg_ids === null ? sql`true` : sql`g.egg_id = ANY(${egg_ids}::uuid[])`
  const next = (last: typeof EggRow.Type | undefined) =>
    rows(EggRow)(sql`
      SELECT g.egg_id, g.user_id, g.audience, g.status, g.created_at, g.updated_at,
        ${sql.literal(onTestClock("g"))} AS on_test_clock
      FROM eggs AS g
      WHERE g.customer_id = ${customer_id}::uuid AND ${which} AND g.egg_id > ${last?.egg_id ?? nobody}::uuid
      ORDER BY g.egg_id LIMIT ${rows_at_once}`)
  yield* paged(
    next,
    rows_at_once
  )((found) => {
    const recount = new Recount()
    for (const { audience, created_at, on_test_clock, status, updated_at, user_id } of found) {
      const at = (moment: Date) => {
        const now = moment.getTime()
        return { audience, user_id, isOnTestClock: on_test_clock, zone: zoneAt(now), now }
      }
      recount.egg(at(created_at), "eggs_created")
      const end = endOf[status]
      if (end !== undefined) recount.egg(at(updated_at), end)
    }
    return take(recount.delta())
  })
})

const ArchivedRow = Schema.Struct({
  user_id: Schema.String,
  audience: Schema.String,
  archived_at: Schema.Date,
  coins: Schema.Number,
  tokens: Schema.Unknown,
  on_test_clock: Schema.Boolean
})

/** Those of these buddies that are archived: nothing changes what they hold. */
export const recountArchived = Effect.fnUntraced(function* <R>(
  { customer_id, zoneAt }: Scope,
  buddy_ids: ReadonlyArray<string>,
  take: Take<R>
) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* rows(ArchivedRow)(sql`
    SELECT i.user_id, i.audience, i.archived_at, (s.state #>> '{coins,balance}')::float8 AS coins,
      s.state -> 'tokens' AS tokens, ${sql.literal(onTestClock("i"))} AS on_test_clock
    FROM buddy_identities AS i JOIN buddy_states AS s ON s.customer_id = i.customer_id AND s.buddy_id = i.buddy_id
    WHERE i.customer_id = ${customer_id}::uuid AND i.buddy_id = ANY(${buddy_ids}::uuid[])
      AND i.status = 'archived' AND i.archived_at IS NOT NULL`)
  const recount = new Recount()
  for (const { archived_at, audience, coins, on_test_clock, tokens, user_id } of found) {
    const now = archived_at.getTime()
    const at = { audience, user_id, isOnTestClock: on_test_clock, zone: zoneAt(now), now }
    recount.archived(at, { coins: { balance: coins }, tokens: tokens as Held })
  }
  yield* take(recount.delta())
})

type Held = Parameters<Recount["archived"]>[1]["tokens"]

const AgeRow = Schema.Struct({
  user_id: Schema.String,
  audience: Schema.String,
  hatched_at: Schema.Number,
  created_at: Schema.Date,
  key: Schema.String,
  body: Schema.Unknown,
  on_test_clock: Schema.Boolean
})

/** How old these buddies were when they evolved: that alone. */
export const recountAges = Effect.fnUntraced(function* <R>(
  { customer_id, zoneAt }: Scope,
  buddy_ids: ReadonlyArray<string>,
  take: Take<R>
) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* rows(AgeRow)(sql`
    SELECT i.user_id, i.audience, (s.state ->> 'hatched_at')::float8 AS hatched_at, h.created_at, h.key, h.body,
      ${sql.literal(onTestClock("i"))} AS on_test_clock
    FROM buddy_identities AS i JOIN buddy_states AS s ON s.customer_id = i.customer_id AND s.buddy_id = i.buddy_id
    JOIN buddy_history AS h ON h.customer_id = i.customer_id AND h.buddy_id = i.buddy_id AND h.kind = 'evolution'
    WHERE i.customer_id = ${customer_id}::uuid AND i.buddy_id = ANY(${buddy_ids}::uuid[])`)
  const recount = new Recount()
  for (const { audience, created_at, on_test_clock, user_id, ...told } of found) {
    const now = created_at.getTime()
    recount.age({ audience, user_id, isOnTestClock: on_test_clock, zone: zoneAt(now), now }, told)
  }
  yield* take(recount.delta())
})
