/**
 * What a check costs on a tenant with many players: no step of its plan may hold a row for every pair of them. Counted
 * in rows, which a slow machine does not change.
 */
import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { webhooks } from "../../../src/platform/invariants/webhooks.ts"
import { nowDate, rows } from "../../../src/platform/postgres/Sql.ts"
import { uuid } from "../../../src/platform/postgres/Ids.ts"
import { hatched } from "../../kit/players/StoredBuddy.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const players = 400

/** Each of them hatched and earned today, and an endpoint was told. */
const crowd = Effect.fnUntraced(function* (customer_id: string) {
  const sql = yield* SqlClient.SqlClient
  const [{ buddy_id }, endpoint, now] = [yield* hatched(customer_id), yield* uuid, yield* nowDate]
  yield* sql`INSERT INTO buddies (customer_id, buddy_id, egg_id, user_id, audience, name, status, version, coins,
      evolution_stage, state, config_version_id, visual_variant, theme, metadata, created_at, updated_at)
    SELECT customer_id, uuidv7(), uuidv7(), user_id || n, audience, name, status, version, coins, evolution_stage,
      state, config_version_id, visual_variant, theme, metadata, created_at, updated_at
    FROM buddies, generate_series(2, ${players}::int) AS n
    WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid`
  yield* sql`INSERT INTO webhook_configs (customer_id, webhook_config_id, url, events, enabled, disabled_at, secret,
      created_at, updated_at)
    VALUES (${customer_id}::uuid, ${endpoint}::uuid, 'https://example.com', '{"*"}', false, ${now}, '', ${now}, ${now})`
  yield* sql`INSERT INTO webhook_deliveries (customer_id, delivery_id, webhook_config_id, event, body, status, attempts,
      next_attempt_at, created_at)
    SELECT customer_id, uuidv7(), ${endpoint}::uuid, 'coins.earned',
      json_build_object('buddy_id', buddy_id, 'ledger_id', uuidv7())::text, 'pending', 0, ${now}, ${now}
    FROM buddies WHERE customer_id = ${customer_id}::uuid`
  yield* sql`ANALYZE buddy_states, buddy_identities, webhook_configs, webhook_deliveries`
})

interface Step {
  readonly "Actual Rows": number
  readonly "Actual Loops": number
  readonly Plans?: ReadonlyArray<Step>
}

const Explained = Schema.Struct({ "QUERY PLAN": Schema.Unknown })

/** Rows of the largest step: planned as the checker has it planned, and carried out. */
const largestStep = Effect.fnUntraced(function* (query: string) {
  const sql = yield* SqlClient.SqlClient
  const planned = Effect.gen(function* () {
    yield* sql`SELECT set_config('enable_nestloop', 'off', true), set_config('enable_mergejoin', 'off', true)`
    return yield* rows(Explained)(
      sql.unsafe(`EXPLAIN (ANALYZE, FORMAT JSON) WITH moment AS MATERIALIZED (SELECT now() AS now) ${query}`)
    )
  })
  const [found] = yield* sql.withTransaction(planned)
  const largest = (step: Step): number =>
    Math.max(step["Actual Rows"] * step["Actual Loops"], ...(step.Plans ?? []).map(largest))
  return largest((found!["QUERY PLAN"] as readonly [{ readonly Plan: Step }])[0].Plan)
})

layer(TestApp.layer(), { excludeTestServices: true })("what was told is checked", (it) => {
  it.effect("without pairing every delivery of a tenant with every buddy", () =>
    Effect.gen(function* () {
      const { customer_id } = yield* (yield* TestApp).tenant()
      yield* crowd(customer_id)
      const { queries } = webhooks.find(({ id }) => id === "told_change_happened")!
      assert.isTrue(typeof queries === "object" && "population" in queries)
      const { population } = queries as { readonly population: string }
      assert.isAtMost(yield* largestStep(population), 10 * players)
    })
  )
})
