/** Every table that names a person is in the registry of erasures, or says why it need not be. */
import { PgClient } from "@effect/sql-pg"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { registry } from "../../src/features/tenant/erasures/Store/Registry.ts"
import { testDatabase } from "../kit/postgres/PgTemplate.ts"

const exempt: Readonly<Record<string, string>> = {
  ledger: "amounts stay; what tenants wrote into it is redacted by a step of its own",
  erased_buddies: "what an erasure leaves: balances, under an id that stands for nobody"
}

const columns = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const found = yield* sql`
    SELECT c.relname AS name, a.attname AS column
    FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND a.attname ~ '^(user_id|buddy_ids?|.*_buddy_ids?|egg_id|player_id|sealed_user_id)$' ORDER BY 1, 2`
  return found as unknown as ReadonlyArray<{ readonly name: string; readonly column: string }>
})

it.effect("a table that names a person is declared", () =>
  Effect.gen(function* () {
    const url = yield* testDatabase
    const found = yield* Effect.provide(columns, PgClient.layer({ url, maxConnections: 1 }))
    assert.isAbove(found.length, 35)
    const declared = new Set(registry.map(({ table }) => table))
    const kept = new Set([...Object.keys(exempt), "erasures"])
    assert.deepStrictEqual(
      found.filter(({ name }) => !declared.has(name) && !kept.has(name)),
      []
    )
    const ofTwo = found.filter(({ column, name }) => column.endsWith("_buddy_id") && declared.has(name))
    const columnsDeclared = new Set(registry.map(({ by, column = `${by}_id`, table }) => `${table}.${column}`))
    assert.deepStrictEqual(
      ofTwo.filter(({ column, name }) => !columnsDeclared.has(`${name}.${column}`)),
      []
    )
    const existing = new Set(found.map(({ name }) => name))
    const byNumber = ["analytics_user_years", "analytics_user_months"]
    const byText = [
      "analytics_hours",
      "analytics_deltas",
      "economy_alerts",
      "cluster_replies",
      "campaign_receipts",
      "operations",
      "notifications",
      "idempotency_keys"
    ]
    const others = ["visit_counts", "visit_marks", "webhook_outbox", "webhook_deliveries", "webhook_inbox_requests"]
    assert.deepStrictEqual(
      [...declared].filter((name) => !existing.has(name) && ![...byNumber, ...byText, ...others].includes(name)),
      []
    )
  })
)
