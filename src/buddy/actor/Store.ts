/**
 * What the actors read from Postgres. Each function is one statement for many keys; the callers collect the keys. The
 * statements are functions of sql/0005_journal.sql where a plan has to be pinned.
 */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import type { Effects, TraceRow } from "../../engine/core/Decision.ts"
import type { BuddyState } from "../../engine/core/State.ts"
import { within } from "../../platform/requests/Deadline.ts"
import { execute, rows } from "../../platform/postgres/Sql.ts"
import { traceFromStored } from "../journal/StoredTrace.ts"
import { type BuddyReply, noEffects } from "../Protocol.ts"

/** What this service wrote itself; checked for its outline only, because every waking buddy is read through it. */
const own = <A>() => Schema.Unknown as unknown as Schema.Codec<A>

/** A row of journal_wake. */
const BuddyRow = Schema.Struct({
  customer_id: Schema.String,
  buddy_id: Schema.String,
  user_id: Schema.String,
  audience: Schema.String,
  status: Schema.Literals(["active", "archived"]),
  version: Schema.BigInt,
  state: own<BuddyState>(),
  config_version_id: Schema.String,
  /** newest ledger entries by unit; the moment is epoch ms */
  heads: own<Readonly<Record<string, readonly [seq: number, hash: string, created_at: number]>> | null>(),
  /** the signed head, whoever wrote it */
  signed: Schema.Unknown,
  /** by unit, the hash of the entry the signed head names */
  anchors: own<Readonly<Record<string, string>> | null>(),
  uniques: own<ReadonlyArray<readonly [rule_id: string, unique_key: string]> | null>()
})
export type BuddyRow = typeof BuddyRow.Type

const BuddyKey = Schema.Struct({ customer_id: Schema.String, buddy_id: Schema.String })
export type BuddyKey = typeof BuddyKey.Type
const first_key: BuddyKey = {
  customer_id: "00000000-0000-0000-0000-000000000000",
  buddy_id: "00000000-0000-0000-0000-000000000000"
}

/** What is known of an event or command that was executed before. */
export type StoredAnswer =
  | {
      readonly event_id: string
      readonly payload_hash: string
      readonly effects: Effects
      readonly trace: ReadonlyArray<unknown>
      readonly config_version_id: string | null
    }
  | { readonly command_id: string; readonly reply: StoredReply; readonly trace: ReadonlyArray<unknown> }

/** The column `reply` of commands. `asked`: as the request said; absent where nothing did, or before it was kept. */
export type StoredReply = Pick<BuddyReply, "reply" | "effects" | "config_version_id" | "state_version"> & {
  readonly asked?: string
}

/** Key of an answer in maps: events and commands are numbered by different people. */
export const answerKey = (kind: "event" | "command", id: string): string => `${kind}/${id}`

export const storedKey = (stored: StoredAnswer): string =>
  "event_id" in stored ? answerKey("event", stored.event_id) : answerKey("command", stored.command_id)

/** Whether a repetition under the same id asks for something else, as far as both say what they ask for. */
export const isOther = (first: string | null | undefined, now: string | null) =>
  now !== null && first != null && first !== now

/** The first answer again. `mark`: of the repetition. */
export const repeatedAnswer = (stored: StoredAnswer, mark: string | null): BuddyReply => {
  const trace: ReadonlyArray<TraceRow> = traceFromStored(stored.trace)
  if ("event_id" in stored) {
    return {
      reply: { _tag: "Event" },
      effects: stored.effects ?? noEffects,
      trace,
      config_version_id: stored.config_version_id,
      state_version: 0,
      duplicate: true,
      payload_mismatch: mark !== null && mark !== stored.payload_hash
    }
  }
  const { asked, ...reply } = stored.reply
  return { ...reply, trace, duplicate: true, payload_mismatch: isOther(asked, mark) }
}

export interface RouteKey {
  readonly customer_id: string
  readonly user_id: string
  readonly audience: string
  /** a buddy the event names; it is taken when it is the user's and active, whatever its audience */
  readonly buddy_id: string | null
}

export interface BudgetKey {
  readonly customer_id: string
  readonly rule_id: string
  readonly period_key: string
}

/** A connection that is half open answers nothing; whoever waits here has a caller with a deadline of his own. */
const read_timeout = "10 seconds"
const silence = "the database did not answer in time"
const silent = new SqlError.SqlError({
  reason: new SqlError.ConnectionError({ cause: new Error(silence), message: silence, operation: "query" })
})
const read: typeof rows = (schema) => {
  const run = rows(schema)
  return (statement) => within(run(statement), { duration: read_timeout, orElse: () => Effect.die(silent) })
}

const UsedRow = Schema.Struct({ used: Schema.BigInt })
const RouteRow = Schema.Struct({ buddy_id: Schema.NullOr(Schema.String) })
const ContentRow = Schema.Struct({ content: Schema.Unknown, status: Schema.String })
const SignalRow = Schema.Struct({
  customer_id: Schema.String,
  signal_id: Schema.String,
  buddy_id: Schema.String,
  body: Schema.Unknown,
  /** as Postgres writes it */
  since: Schema.String
})
const StoredRow = Schema.Struct({ stored: own<ReadonlyArray<StoredAnswer> | null>() })

export class BuddyStore extends Context.Service<
  BuddyStore,
  {
    load(keys: ReadonlyArray<BuddyKey>): Effect.Effect<ReadonlyArray<BuddyRow>>
    /** buddies of all tenants behind one, in the order of their keys, for what an operator asks of all of them */
    after(last: BuddyKey | undefined, rows_max: number): Effect.Effect<ReadonlyArray<BuddyKey>>
    /** signs a ledger that was verified as the buddy was at that version; answers whether it still was */
    signLedger(key: BuddyKey, version: bigint, ledger_head: string): Effect.Effect<boolean>
    stored(
      customer_id: string,
      event_ids: ReadonlyArray<string>,
      command_ids: ReadonlyArray<string>
    ): Effect.Effect<ReadonlyArray<StoredAnswer>>
    /** coins used, in the order of the keys */
    budgets(keys: ReadonlyArray<BudgetKey>): Effect.Effect<ReadonlyArray<number>>
    /** new events of a month (`2026-11`), all slots */
    usage(customer_id: string, month: string): Effect.Effect<number>
    /** buddy ids in the order of the keys; null: the user has no such active buddy */
    routes(keys: ReadonlyArray<RouteKey>): Effect.Effect<ReadonlyArray<string | null>>
    /** a config version, undefined when it does not exist */
    content(customer_id: string, config_version_id: string): Effect.Effect<typeof ContentRow.Type | undefined>
    /** signals written before a moment and not closed yet, oldest first, behind the last one somebody has */
    openSignals(
      before: Date,
      last: Pick<typeof SignalRow.Type, "since" | "signal_id"> | undefined,
      rows_max: number
    ): Effect.Effect<ReadonlyArray<typeof SignalRow.Type>>
    closeSignal(customer_id: string, signal_id: string): Effect.Effect<void>
  }
>()("hatchery/buddy/Store") {
  static readonly layer = Layer.effect(
    BuddyStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return BuddyStore.of({
        load: (keys) =>
          read(BuddyRow)(sql`
          SELECT * FROM journal_wake(
            ${keys.map((key) => key.customer_id)}::uuid[], ${keys.map((key) => key.buddy_id)}::uuid[])`),
        after: (last = first_key, rows_max) =>
          read(BuddyKey)(sql`
          SELECT customer_id, buddy_id FROM buddy_states
          WHERE (customer_id, buddy_id) > (${last.customer_id}::uuid, ${last.buddy_id}::uuid)
          ORDER BY customer_id, buddy_id LIMIT ${rows_max}`),
        signLedger: ({ buddy_id, customer_id }, version, ledger_head) =>
          Effect.map(
            execute(sql`
            UPDATE buddy_states SET ledger_head = ${ledger_head}::json
            WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid AND version = ${version}
            RETURNING buddy_id`),
            (count) => count > 0
          ),
        stored: (customer_id, event_ids, command_ids) =>
          Effect.map(
            read(StoredRow)(sql`
            SELECT journal_stored(
              ${customer_id}::uuid, ${JSON.stringify(event_ids)}::json, ${JSON.stringify(command_ids)}::json
            ) AS stored`),
            (found) => found[0]?.stored ?? []
          ),
        budgets: (keys) =>
          Effect.map(read(UsedRow)(sql`SELECT used FROM journal_budgets(${JSON.stringify(keys)}::json)`), (found) =>
            found.map((row) => Number(row.used))
          ),
        usage: (customer_id, month) =>
          Effect.map(
            read(UsedRow)(sql`
            SELECT coalesce(sum(used), 0)::bigint AS used FROM event_usage
            WHERE customer_id = ${customer_id}::uuid AND month = ${month}`),
            (found) => Number(found[0]!.used)
          ),
        routes: (keys) =>
          Effect.map(read(RouteRow)(sql`SELECT buddy_id FROM journal_routes(${JSON.stringify(keys)}::json)`), (found) =>
            found.map((row) => row.buddy_id)
          ),
        content: (customer_id, config_version_id) =>
          Effect.map(
            read(ContentRow)(sql`
            SELECT content, status FROM config_versions
            WHERE customer_id = ${customer_id}::uuid AND config_version_id = ${config_version_id}::uuid`),
            (found) => found[0]
          ),
        openSignals: (before, last, rows_max) =>
          read(SignalRow)(sql`
          SELECT customer_id, signal_id, buddy_id, body, created_at::text AS since FROM buddy_signals
          WHERE created_at < ${before} AND (${last?.since ?? null}::timestamptz IS NULL
            OR (created_at, signal_id) > (${last?.since ?? null}::timestamptz, ${last?.signal_id ?? null}::uuid))
          ORDER BY created_at, signal_id LIMIT ${rows_max}`),
        closeSignal: (customer_id, signal_id) =>
          Effect.orDie(
            Effect.asVoid(sql`
          DELETE FROM buddy_signals WHERE customer_id = ${customer_id}::uuid AND signal_id = ${signal_id}::uuid`)
          )
      })
    })
  )
}
