/** Every row of a tenant is found under its tenant: the primary key of every table begins with customer_id. */
import { PgClient } from "@effect/sql-pg"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { testDatabase } from "../kit/postgres/PgTemplate.ts"

/** Tables that belong to no tenant, and why. */
const global: Readonly<Record<string, string>> = {
  app_migrations: "which migrations this database has seen",
  assets: "pictures by their content; the same picture of two tenants is one",
  auth_attempts: "tries at an address, which may be nobody's",
  cdn_files: "what browsers load, the same for everybody",
  cluster_messages: "what the cluster has on its way, made by its library",
  cluster_migrations: "of the two tables of the cluster",
  cluster_replies: "what the cluster was answered",
  mails: "mails of a machine to try things on, kept instead of sent",
  onboarding_waitlist: "people who have no workspace yet",
  service_keys: "keys of the service itself",
  visit_salts: "what marks of all visitors of a day are made under"
}

const primaryKeys = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const found = yield* sql`
    SELECT c.relname AS name, (
      SELECT a.attname::text FROM pg_index AS i JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
      WHERE i.indrelid = coalesce(keyed_by, c.oid) AND i.indisprimary) AS first,
      EXISTS (SELECT FROM pg_attribute AS a WHERE a.attrelid = c.oid AND a.attname = 'customer_id') AS of_tenant
    FROM pg_class AS c
    -- events are known by ids in a table of their own; entries and changes by what each of their months knows them by
    LEFT JOIN LATERAL (
      SELECT 'event_keys'::regclass::oid AS keyed_by WHERE c.relname = 'events'
      UNION ALL
      SELECT min(p.inhrelid) FROM pg_inherits AS p
      WHERE p.inhparent = c.oid AND c.relname IN ('ledger', 'buddy_changes') HAVING count(*) > 0) AS month ON true
    WHERE NOT c.relispartition AND c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') ORDER BY 1`
  return found as unknown as ReadonlyArray<{
    readonly name: string
    readonly first: string | null
    readonly of_tenant: boolean
  }>
})

it.effect("the primary key of every table begins with its tenant, except for those that have none", () =>
  Effect.gen(function* () {
    const url = yield* testDatabase
    const tables = yield* Effect.provide(primaryKeys, PgClient.layer({ url, maxConnections: 1 }))
    assert.isAbove(tables.length, 30)
    assert.deepStrictEqual(
      tables.filter(({ first }) => first !== "customer_id").map(({ name }) => name),
      Object.keys(global)
    )
    assert.deepStrictEqual(
      tables.filter(({ name, of_tenant }) => of_tenant && name in global),
      []
    )
  })
)
