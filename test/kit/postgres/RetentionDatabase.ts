/** A database at a fixed moment whose old rows are swept by a test. */
import { NodeCrypto } from "@effect/platform-node"
import { PgClient } from "@effect/sql-pg"
import { it } from "@effect/vitest"
import { Effect, Layer, type Redacted, type Scope } from "effect"
import { ShardingConfig, SqlMessageStorage } from "effect/cluster"
import type { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { policies } from "../../../src/platform/retention/Policies.ts"
import type { Policy } from "../../../src/platform/retention/Policy.ts"
import { testDatabase } from "./PgTemplate.ts"

export const now = Date.UTC(2026, 10, 20)
export const day_ms = 86_400_000

/** Connects in real time, whatever the test's clock does. */
export const client = (url: Redacted.Redacted, maxConnections = 4) =>
  PgClient.layer({ url, maxConnections, connectTimeout: "3650 days", idleTimeout: "3650 days" })

/** The tables the cluster's library makes for itself. */
const clusterTables = SqlMessageStorage.layer.pipe(
  Layer.provide([NodeCrypto.layerDigest, ShardingConfig.layerDefaults])
)

/** A database at a fixed moment; the test gets its address for further connections. */
export const at = (
  name: string,
  body: (url: Redacted.Redacted) => Effect.Effect<void, unknown, SqlClient.SqlClient | Scope.Scope>,
  connections?: number
) =>
  it.effect(name, () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now)
      const url = yield* testDatabase
      const database = clusterTables.pipe(Layer.provideMerge(client(url, connections)))
      yield* Effect.scoped(Effect.flatMap(Layer.build(database), (services) => Effect.provide(body(url), services)))
    })
  )

export const policyOf = (table: Policy["table"]) => policies.filter((policy) => policy.table === table)
export const of = (table: Policy["table"]) => ({ policies: policyOf(table) })
