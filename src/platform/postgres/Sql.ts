/**
 * One way to Postgres. Every connection carries the same limits: a statement, a lock wait or an idle transaction may
 * never outlive the lease of a shard, or a frozen runner could hold a row against its successor.
 *
 * Failures of SQL are defects here (`rows`, `row`, ...): no caller can act on them. The edge turns them into 503 or 500
 * in one place, `databaseFault`.
 */
import { PgClient } from "@effect/sql-pg"
import { Clock, Effect, Option, type Redacted, Schema } from "effect"
import { type SqlClient, SqlError } from "effect/sql"
import type { PlacesOptions } from "../requests/FairPlaces.ts"
import { metered } from "./MeteredSql.ts"

interface ClientOptions {
  readonly url: Redacted.Redacted
  readonly maxConnections: number
  readonly applicationName: string
  /** after which Postgres gives a statement up; 15 s where nothing else is said */
  readonly statementTimeoutMs?: number
  /** what a statement may hold of what it sorts and groups before it goes to disk; by itself what Postgres says */
  readonly workMemory?: string
  /** whether one statement may take several processors; for who is alone with the database */
  readonly parallel?: boolean
}

/** A connection is given up after 5 s, unless the address says otherwise (`?connect_timeout=` in seconds). */
const poolOf = ({
  applicationName,
  maxConnections,
  parallel = false,
  statementTimeoutMs = 15_000,
  url,
  workMemory
}: ClientOptions) => ({
  url,
  maxConnections,
  applicationName,
  idleTimeout: "5 minutes" as const,
  startupParameters: {
    timezone: "UTC",
    statement_timeout: String(statementTimeoutMs),
    lock_timeout: "5000",
    idle_in_transaction_session_timeout: "15000",
    synchronous_commit: "on",
    // Short statements over many small tables look dear to the planner: starting workers or compiling would cost more
    // than all they do, and who asks for much must not get the processors of the others too.
    ...(parallel ? {} : { max_parallel_workers_per_gather: "0" }),
    // Whoever needs much memory looks at much: a plan for any question would be a slow one.
    ...(workMemory === undefined ? {} : { work_mem: workMemory, plan_cache_mode: "force_custom_plan" }),
    jit: "off"
  }
})

/** Connections idle in wall time, whatever clock the service was given. */
const pool = (options: ClientOptions) =>
  Effect.provideService(PgClient.make(poolOf(options)), Clock.Clock, Clock.Clock.defaultValue())

export const postgresClient = (options: ClientOptions) => PgClient.layerFrom(pool(options))

interface SharedOptions {
  readonly url: Redacted.Redacted
  readonly applicationName: string
  readonly statements: PlacesOptions
  readonly transactions: PlacesOptions
}

/**
 * What requests and workflows share: connections for statements and others for transactions, each with a share for
 * every tenant, and figures about them (metrics hatchery_database_*).
 */
export const sharedClient = ({ applicationName, statements, transactions, url }: SharedOptions) =>
  PgClient.layerFrom(
    Effect.gen(function* () {
      // One more hears of changes for as long as the node lives.
      const ear = 1
      const client = yield* pool({ url, applicationName, maxConnections: statements.places + ear })
      const own = { url, applicationName: `${applicationName}-transactions`, maxConnections: transactions.places }
      return yield* metered({ client, share: statements }, { client: yield* pool(own), share: transactions })
    })
  )

export type Rows = Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>

/** Runs a statement and decodes every row. */
export const rows = <S extends Schema.Constraint & { readonly DecodingServices: never }>(schema: S) => {
  const decode = Schema.decodeUnknownEffect(
    Schema.Array(schema) as unknown as Schema.Codec<ReadonlyArray<S["Type"]>, unknown>
  )
  return (statement: Rows): Effect.Effect<ReadonlyArray<S["Type"]>> =>
    Effect.orDie(Effect.flatMap(statement, (found) => decode(found)))
}

/** Runs a statement and decodes its first row, if there is one. */
export const row = <S extends Schema.Constraint & { readonly DecodingServices: never }>(schema: S) => {
  const all = rows(schema)
  return (statement: Rows): Effect.Effect<Option.Option<S["Type"]>> =>
    Effect.map(all(statement), (found) => Option.fromNullishOr(found[0]))
}

/** Runs a statement for its effect and answers how many rows it returned (use `RETURNING`). */
export const execute = (statement: Rows): Effect.Effect<number> =>
  Effect.orDie(Effect.map(statement, (found) => found.length))

/** All of it or nothing; inside another transaction a part of that one. Failures of SQL are defects. */
export const transactionOf =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.catchIf(sql.withTransaction(effect), SqlError.isSqlError, Effect.die) as Effect.Effect<A, E, R>

/** The service's clock as a value Postgres takes for timestamptz. */
export const nowDate: Effect.Effect<Date> = Effect.map(Clock.currentTimeMillis, (ms) => new Date(ms))

const sqlState = (error: unknown): string | undefined => {
  let current: unknown = error
  for (let depth = 0; depth < 6 && typeof current === "object" && current !== null; depth++) {
    const code = (current as { code?: unknown }).code
    if (typeof code === "string" && /^[0-9A-Z]{5}$/.test(code)) return code
    current = (current as { reason?: unknown }).reason ?? (current as { cause?: unknown }).cause
  }
  return undefined
}

const reasonTag = (error: unknown): string | undefined => {
  const reason = (error as { reason?: { _tag?: unknown } } | null)?.reason
  return typeof reason?._tag === "string" ? reason._tag : undefined
}

export type DatabaseFault =
  /** away, overloaded, restarting, or a conflict that a retry resolves */
  | { readonly _tag: "Transient"; readonly sqlState: string | undefined }
  /** a value Postgres cannot store: the edge should have refused it */
  | { readonly _tag: "BadValue"; readonly sqlState: string }
  | { readonly _tag: "Conflict"; readonly sqlState: string }
  | { readonly _tag: "Bug"; readonly sqlState: string | undefined }

/**
 * The one map from Postgres errors to what they mean for a request; undefined when the value is not a database error.
 */
export const databaseFault = (error: unknown): DatabaseFault | undefined => {
  if (typeof error !== "object" || error === null) return undefined
  const { _tag } = error as { readonly _tag?: unknown }
  // Pictures may be kept elsewhere, and are waited for in the same way.
  if (_tag === "AssetsUnavailable") return { _tag: "Transient", sqlState: undefined }
  if (_tag !== "SqlError") return undefined
  const state = sqlState(error)
  const tag = reasonTag(error)
  if (tag === "ConnectionError" || tag === "LockTimeoutError" || tag === "StatementTimeoutError") {
    return { _tag: "Transient", sqlState: state }
  }
  if (state === undefined) return { _tag: "Bug", sqlState: state }
  if (/^(08|53|57|40)/.test(state) || ["55P03", "25P03", "25006"].includes(state))
    return { _tag: "Transient", sqlState: state }
  if (state.startsWith("22")) return { _tag: "BadValue", sqlState: state }
  if (state.startsWith("23")) return { _tag: "Conflict", sqlState: state }
  return { _tag: "Bug", sqlState: state }
}

export const isTransient = (error: unknown): boolean => databaseFault(error)?._tag === "Transient"

/** Postgres was told to give a statement up after so long, and did. */
export const isTimedOut = (error: unknown): boolean =>
  isTransient(error) && (reasonTag(error) === "StatementTimeoutError" || sqlState(error) === "57014")

export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === "23505"
