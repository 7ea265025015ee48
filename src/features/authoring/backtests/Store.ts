/** The record backtests are played from. Nothing of it is written. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { rows } from "../../../platform/postgres/Sql.ts"
import { limits } from "../../../wire/Limits.ts"
import type { RecordedBuddy, RecordedEvent } from "./Rules/Replay.ts"

/** Times are epoch ms. */
export const Plan = Schema.Struct({
  config_version_id: Schema.String,
  compared_with: Schema.String,
  from: Schema.NullOr(Schema.Number),
  to: Schema.NullOr(Schema.Number),
  buddy_ids: Schema.NullOr(Schema.Array(Schema.String)),
  max_events: Schema.Int
})
export type Plan = typeof Plan.Type

/** An event on record with what it paid when it came in. */
export interface PastEvent extends Omit<RecordedEvent, "buddy_id"> {
  readonly sequence: string
  /** null: its user had no active buddy */
  readonly buddy_id: string | null
  readonly is_reversed: boolean
  readonly coins: number
  readonly tokens: ReadonlyArray<{ readonly token_key: string; readonly amount: number }>
  /** what it set off that belongs to no version */
  readonly live: ReadonlyArray<LiveKind>
}

export type LiveKind = "surprise_drops" | "event_badges" | "boosters"

/** How the trace of an event tells of it. */
const liveSigns: Readonly<Record<LiveKind, string>> = {
  surprise_drops: '\\["surprise_drop","[^"]*","fired"',
  event_badges: '\\["event_badge","[^"]*","fired"',
  boosters: '"booster_ids":'
}

/** Changes of buddies that no event made. */
export interface ByHand {
  readonly postings: number
  readonly evolutions: number
  readonly items: number
  readonly gates: number
  readonly decays: number
  readonly streaks: number
  readonly sub_steps: number
  /** completed on a path that is not the active one of the buddy's audience by now */
  readonly other_paths: number
}

/** What buddies had lived through before the period that is replayed. */
export interface Earlier {
  readonly events: number
  readonly postings: number
}

export class BacktestStore extends Context.Service<
  BacktestStore,
  {
    /** how many events there are to replay, at most one more than wanted */
    size(customer_id: string, plan: Plan): Effect.Effect<number>
    /** the next events in order of arrival: up to `count`, fewer when they are large, none only at the end */
    events(customer_id: string, plan: Plan, after: string, count: number): Effect.Effect<ReadonlyArray<PastEvent>>
    buddies(customer_id: string, ids: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<RecordedBuddy>>
    /** of at most a few hundred buddies at once */
    byHand(customer_id: string, plan: Plan, ids: ReadonlyArray<string>): Effect.Effect<ByHand>
    earlier(customer_id: string, before: number, ids: ReadonlyArray<string>): Effect.Effect<Earlier>
  }
>()("hatchery/features/backtests/BacktestStore") {
  static readonly layer = Layer.effect(
    BacktestStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return BacktestStore.of({ ...reading(sql), ...counting(sql) })
    })
  )
}

type Service = BacktestStore["Service"]

/** The record is what the journal wrote: its documents are taken as they are, a check of each would cost the most. */
const own = <A>() => Schema.Unknown as unknown as Schema.Codec<A>
const EventRow = own<
  Omit<PastEvent, "occurred_at" | "received_at" | "coins"> & {
    readonly occurred_at: Date
    readonly received_at: Date
    readonly coins: string
  }
>()
const BuddyRow = own<Omit<RecordedBuddy, "hatched_at"> & { readonly hatched_at: string }>()
const SizeRow = Schema.Struct({ events: Schema.Int })
const ByHandRow = Schema.Struct({
  postings: Schema.Int,
  evolutions: Schema.Int,
  items: Schema.Int,
  gates: Schema.Int,
  decays: Schema.Int,
  streaks: Schema.Int,
  sub_steps: Schema.Int,
  other_paths: Schema.Int
})
const EarlierRow = Schema.Struct({ events: Schema.Int, postings: Schema.Int })

/** Rows of the replayed period, by a column of theirs. */
const periodOf =
  (sql: SqlClient.SqlClient) =>
  ({ from, to }: Plan, column: string) => {
    const [first, end] = [from, to].map((at) => (at === null ? null : new Date(at)))
    return sql`(${first}::timestamptz IS NULL OR ${sql.literal(column)} >= ${first})
        AND (${end}::timestamptz IS NULL OR ${sql.literal(column)} < ${end})`
  }

const reading = (sql: SqlClient.SqlClient): Pick<Service, "size" | "events" | "buddies"> => {
  const within = periodOf(sql)
  const selected = (customer_id: string, plan: Plan) =>
    sql`e.customer_id = ${customer_id}::uuid AND ${within(plan, "e.received_at")}
        AND (${plan.buddy_ids}::uuid[] IS NULL OR e.buddy_id = ANY(${plan.buddy_ids}::uuid[]))`
  return {
    size: Effect.fn("BacktestStore.size")(function* (customer_id, plan) {
      const found = yield* rows(SizeRow)(sql`
        SELECT count(*)::int AS events
        FROM (SELECT 1 FROM events AS e WHERE ${selected(customer_id, plan)} LIMIT ${plan.max_events + 1}) AS found`)
      return found[0]!.events
    }),
    events: Effect.fnUntraced(function* (customer_id, plan, after, count) {
      const page = rows(EventRow)(sql`
        SELECT place::text AS sequence, event_id, buddy_id, type, occurred_at, received_at, properties, coins, tokens,
          is_reversed, live
        FROM (SELECT found.*, sum(bytes) OVER (ORDER BY place) - bytes AS bytes_before FROM (
          SELECT e.sequence AS place, e.event_id, e.buddy_id, e.type, e.occurred_at, e.received_at, e.properties,
            e.effects ->> 'coins' AS coins, e.effects -> 'tokens' AS tokens,
            octet_length(e.properties::text) AS bytes,
            ARRAY(SELECT sign.key FROM json_each_text(${JSON.stringify(liveSigns)}::json) AS sign
              WHERE e.trace::text ~ sign.value) AS live,
            EXISTS (SELECT 1 FROM buddy_history AS h
              WHERE h.customer_id = e.customer_id AND h.key = e.event_id AND h.kind = 'reversal') AS is_reversed
          FROM events AS e WHERE ${selected(customer_id, plan)} AND e.sequence > ${after}::bigint
          ORDER BY e.sequence LIMIT ${count}) AS found) AS weighed
        WHERE bytes_before < ${limits.page_bytes_max} ORDER BY place`)
      // Along the order of arrival: a planner that knows the table badly sorts all that is left, for every page.
      const found = yield* Effect.orDie(sql.withTransaction(Effect.andThen(sql`SET LOCAL enable_sort = off`, page)))
      return found.map((event) => ({
        ...event,
        occurred_at: event.occurred_at.getTime(),
        received_at: event.received_at.getTime(),
        coins: Number(event.coins)
      }))
    }),
    buddies: Effect.fnUntraced(function* (customer_id, ids) {
      const found = yield* rows(BuddyRow)(sql`
        SELECT b.buddy_id, b.user_id, b.audience, b.state ->> 'hatched_at' AS hatched_at,
          g.metadata ->> 'timezone' AS timezone
        FROM buddies AS b JOIN eggs AS g ON g.customer_id = b.customer_id AND g.egg_id = b.egg_id
        WHERE b.customer_id = ${customer_id}::uuid AND b.buddy_id = ANY(${ids}::uuid[])`)
      return found.map((buddy) => ({ ...buddy, hatched_at: Number(buddy.hatched_at) }))
    })
  }
}

/** What the replay is not given. */
const counting = (sql: SqlClient.SqlClient): Pick<Service, "byHand" | "earlier"> => {
  const within = periodOf(sql)
  return {
    byHand: Effect.fnUntraced(function* (customer_id, plan, ids) {
      const found = yield* rows(ByHandRow)(sql`
        SELECT (SELECT count(*)::int FROM ledger AS l
            WHERE l.customer_id = ${customer_id}::uuid AND l.buddy_id = ANY(${ids}::uuid[])
              AND l.reference_type = 'command' AND ${within(plan, "l.created_at")}) AS postings,
          (count(*) FILTER (WHERE h.kind = 'evolution'))::int AS evolutions,
          (count(*) FILTER (WHERE h.kind = 'item'))::int AS items,
          (count(*) FILTER (WHERE h.kind = 'gate'))::int AS gates,
          (count(*) FILTER (WHERE h.kind = 'decay'))::int AS decays,
          (count(*) FILTER (WHERE h.kind = 'streak' AND h.body ->> 'type'
            IN ('restored', 'frozen', 'vacation_taken', 'vacation_ended', 'vacation_cancelled')))::int AS streaks,
          (count(*) FILTER (WHERE h.kind = 'path' AND h.body ->> 'how' = 'manual'))::int AS sub_steps,
          (count(*) FILTER (WHERE h.kind = 'path' AND NOT EXISTS (
            SELECT FROM buddy_identities AS b
            JOIN path_definitions AS p ON p.customer_id = b.customer_id AND p.audience = b.audience AND p.is_active
            WHERE b.customer_id = h.customer_id AND b.buddy_id = h.buddy_id AND p.path_key = h.key
          )))::int AS other_paths
        FROM buddy_history AS h
        WHERE h.customer_id = ${customer_id}::uuid AND h.buddy_id = ANY(${ids}::uuid[])
          AND ${within(plan, "h.created_at")}`)
      return found[0]!
    }),
    earlier: Effect.fnUntraced(function* (customer_id, before, ids) {
      const found = yield* rows(EarlierRow)(sql`
        SELECT (SELECT count(*)::int FROM buddy_identities AS b
            JOIN events AS e ON e.customer_id = b.customer_id AND e.user_id = b.user_id AND e.buddy_id = b.buddy_id
            WHERE b.customer_id = ${customer_id}::uuid AND b.buddy_id = ANY(${ids}::uuid[])
              AND e.received_at < ${new Date(before)}) AS events,
          (SELECT count(*)::int FROM ledger AS l
            WHERE l.customer_id = ${customer_id}::uuid AND l.buddy_id = ANY(${ids}::uuid[])
              AND l.created_at < ${new Date(before)}) AS postings`)
      return found[0]!
    })
  }
}
