/** Reads what is stored of changes, some buddies at a time, and tells what the figures learnt of them. */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Zone } from "../../engine/calendar/zones.ts"
import type { HistoryEntry } from "../../engine/core/Decision.ts"
import { rows } from "../../platform/postgres/Sql.ts"
import type { Delta } from "../../wire/analytics/Delta.ts"
import type { KeptChange } from "../journal/CountedFeatures.ts"
import type { Decided } from "../journal/Counts.ts"
import { Recount, Steps } from "../journal/Recount.ts"
import { traceFromStored } from "../journal/StoredTrace.ts"
import { type CountedBuddy, nobody, parted } from "./Counted.ts"
import { onTestClock } from "../../platform/postgres/TestClockSql.ts"

export interface Scope {
  readonly customer_id: string
  /** of the workspace at a moment, epoch ms */
  readonly zoneAt: (at: number) => Zone
  /** whose figures an event without a buddy is in by now; epoch ms of its arrival */
  readonly audienceAt: (audience: string, at: number) => string
  /** events up to this one alone, and behind that one */
  readonly limit: number
  readonly after: number
}

/** Takes what a page comes to. */
export type Take<R> = (delta: Delta) => Effect.Effect<void, never, R>

export const events_at_once = 1_000
const rows_at_once = 2_000

export const EventRow = Schema.Struct({
  sequence: Schema.Number,
  buddy_id: Schema.NullOr(Schema.String),
  user_id: Schema.String,
  type: Schema.String,
  audience: Schema.String,
  occurred_at: Schema.Date,
  received_at: Schema.Date,
  mode: Schema.String,
  on_test_clock: Schema.Boolean,
  effects: Schema.Unknown,
  trace: Schema.Unknown
})
const ChangeRow = Schema.Struct({
  buddy_id: Schema.String,
  change_id: Schema.String,
  kind: Schema.String,
  input: Schema.Unknown,
  effects: Schema.Unknown,
  trace: Schema.Unknown,
  occurred_at: Schema.Date
})
const EntryRow = Schema.Struct({
  buddy_id: Schema.String,
  unit: Schema.String,
  seq: Schema.Number,
  ledger_id: Schema.String,
  amount: Schema.Number,
  reason: Schema.String,
  created_at: Schema.Date
})
const BadgeRow = Schema.Struct({
  buddy_id: Schema.String,
  badge_key: Schema.String,
  times: Schema.Number,
  coin_reward: Schema.Number,
  awarded_at: Schema.Date
})
const HistoryRow = Schema.Struct({
  buddy_id: Schema.String,
  history_id: Schema.String,
  kind: Schema.String,
  key: Schema.String,
  body: Schema.Unknown,
  created_at: Schema.Date,
  type: Schema.NullOr(Schema.String),
  occurred_at: Schema.NullOr(Schema.Date)
})

export const eventColumns = `e.sequence::float8 AS sequence, e.buddy_id, e.user_id, e.type, e.audience, e.occurred_at,
  e.received_at, e.mode, e.effects, e.trace, ${onTestClock("e")} AS on_test_clock`

/** Whoever comes next is asked for until nothing comes. */
export const paged = <A, E, R>(next: (last: A | undefined) => Effect.Effect<ReadonlyArray<A>, E, R>, max: number) =>
  Effect.fnUntraced(function* <R2>(take: (page: ReadonlyArray<A>) => Effect.Effect<void, never, R2>) {
    let last: A | undefined
    for (;;) {
      const page: ReadonlyArray<A> = yield* next(last)
      if (page.length > 0) yield* take(page)
      if (page.length < max) return
      last = page.at(-1)
    }
  })

class Page {
  readonly buddies: ReadonlyMap<string, CountedBuddy>
  readonly ids: ReadonlyArray<string>
  readonly steps = new Steps()
  private readonly scope: Scope

  constructor(scope: Scope, buddies: ReadonlyArray<CountedBuddy>) {
    this.scope = scope
    this.buddies = new Map(buddies.map((buddy) => [buddy.buddy_id, buddy]))
    this.ids = [...this.buddies.keys()]
  }

  at(buddy_id: string, moment: Date) {
    const now = moment.getTime()
    return { ...this.buddies.get(buddy_id)!, zone: this.scope.zoneAt(now), now }
  }
}

const eventsOf = Effect.fnUntraced(function* <R>(scope: Scope, page: Page, take: Take<R>) {
  const sql = yield* SqlClient.SqlClient
  const users = [...new Set([...page.buddies.values()].map(({ user_id }) => user_id))]
  const next = (last: typeof EventRow.Type | undefined) =>
    rows(EventRow)(sql`
      SELECT ${sql.literal(eventColumns)} FROM events AS e
      WHERE e.customer_id = ${scope.customer_id}::uuid AND e.user_id = ANY(${users}::text[])
        AND (e.user_id, e.sequence) > (${last?.user_id ?? ""}::text, ${last?.sequence ?? -1}::bigint)
        AND e.buddy_id = ANY(${page.ids}::uuid[])
      ORDER BY e.user_id, e.sequence LIMIT ${events_at_once}`)
  yield* paged(
    next,
    events_at_once
  )((found) => {
    const recount = new Recount()
    for (const event of found) {
      const trace = traceFromStored(event.trace)
      page.steps.keep(trace)
      const occurred_at = event.occurred_at.getTime()
      const decided = { effects: event.effects as Decided["effects"], trace }
      const at = page.at(event.buddy_id!, event.received_at)
      recount.event(at, { ...event, occurred_at }, decided)
      recount.brought(at, decided, null)
    }
    return take(recount.delta())
  })
})

const changesOf = Effect.fnUntraced(function* <R>({ customer_id }: Scope, page: Page, take: Take<R>) {
  const sql = yield* SqlClient.SqlClient
  const next = (last: typeof ChangeRow.Type | undefined) =>
    rows(ChangeRow)(sql`
      SELECT buddy_id, change_id, kind, input, effects, trace, occurred_at FROM buddy_changes
      WHERE customer_id = ${customer_id}::uuid AND buddy_id = ANY(${page.ids}::uuid[])
        AND (buddy_id, change_id) > (${last?.buddy_id ?? nobody}::uuid, ${last?.change_id ?? nobody}::uuid)
      ORDER BY buddy_id, change_id LIMIT ${rows_at_once}`)
  yield* paged(
    next,
    rows_at_once
  )((found) => {
    const recount = new Recount()
    for (const { buddy_id, effects, occurred_at, ...told } of found) {
      const trace = traceFromStored(told.trace)
      page.steps.keep(trace)
      const decided = { effects: effects as Decided["effects"], trace }
      recount.brought(page.at(buddy_id, occurred_at), decided, told as KeptChange)
    }
    return take(recount.delta())
  })
})

const entriesOf = Effect.fnUntraced(function* <R>({ customer_id }: Scope, page: Page, take: Take<R>) {
  const sql = yield* SqlClient.SqlClient
  const next = (last: typeof EntryRow.Type | undefined) =>
    rows(EntryRow)(sql`
      SELECT buddy_id, unit, seq::float8 AS seq, ledger_id, amount::float8 AS amount, reason, created_at FROM ledger
      WHERE customer_id = ${customer_id}::uuid AND buddy_id = ANY(${page.ids}::uuid[])
        AND (buddy_id, unit, seq) > (${last?.buddy_id ?? nobody}::uuid, ${last?.unit ?? ""}::text,
          ${last?.seq ?? 0}::bigint)
      ORDER BY buddy_id, unit, seq LIMIT ${rows_at_once}`)
  yield* paged(
    next,
    rows_at_once
  )((found) => {
    const recount = new Recount()
    for (const entry of found)
      recount.entry(page.at(entry.buddy_id, entry.created_at), entry, page.steps.of(entry.ledger_id))
    return take(recount.delta())
  })
})

const badgesOf = Effect.fnUntraced(function* <R>({ customer_id }: Scope, page: Page, take: Take<R>) {
  const sql = yield* SqlClient.SqlClient
  const next = (last: typeof BadgeRow.Type | undefined) =>
    rows(BadgeRow)(sql`
      SELECT buddy_id, badge_key, times, coin_reward::float8 AS coin_reward, awarded_at FROM buddy_badges
      WHERE customer_id = ${customer_id}::uuid AND buddy_id = ANY(${page.ids}::uuid[])
        AND (buddy_id, badge_key, times) > (${last?.buddy_id ?? nobody}::uuid, ${last?.badge_key ?? ""}::text,
          ${last?.times ?? 0}::int)
      ORDER BY buddy_id, badge_key, times LIMIT ${rows_at_once}`)
  yield* paged(
    next,
    rows_at_once
  )((found) => {
    const recount = new Recount()
    for (const badge of found) recount.badge(page.at(badge.buddy_id, badge.awarded_at), badge)
    return take(recount.delta())
  })
})

const historyOf = Effect.fnUntraced(function* <R>({ customer_id }: Scope, page: Page, take: Take<R>) {
  const sql = yield* SqlClient.SqlClient
  const next = (last: typeof HistoryRow.Type | undefined) =>
    rows(HistoryRow)(sql`
      SELECT h.buddy_id, h.history_id, h.kind, h.key, h.body, h.created_at, e.type, e.occurred_at
      FROM buddy_history AS h
      LEFT JOIN event_keys AS k ON h.kind = 'reversal' AND k.customer_id = h.customer_id AND k.event_id = h.key
      LEFT JOIN events AS e ON e.customer_id = k.customer_id AND e.sequence = k.sequence
      WHERE h.customer_id = ${customer_id}::uuid AND h.buddy_id = ANY(${page.ids}::uuid[])
        AND (h.buddy_id, h.history_id) > (${last?.buddy_id ?? nobody}::uuid, ${last?.history_id ?? nobody}::uuid)
      ORDER BY h.buddy_id, h.history_id LIMIT ${rows_at_once}`)
  yield* paged(
    next,
    rows_at_once
  )((found) => {
    const recount = new Recount()
    for (const { buddy_id, created_at, key, occurred_at, type, ...told } of found) {
      const at = page.at(buddy_id, created_at)
      const body = told.body as HistoryEntry["body"]
      recount.history(at, { kind: told.kind as HistoryEntry["kind"], key, body }, at.hatched_at)
      if (type !== null && occurred_at !== null)
        recount.reversed(at, { type, occurred_at: occurred_at.getTime() }, Number(body["coins"] ?? 0))
    }
    return take(recount.delta())
  })
})

/** All that is stored of these buddies; no more of them than a page. */
export const recountBuddies = Effect.fnUntraced(function* <R>(
  scope: Scope,
  buddies: ReadonlyArray<CountedBuddy>,
  take: Take<R>
) {
  for (const part of yield* parted(scope.customer_id, buddies)) yield* recountPart(scope, part, take)
})

const recountPart = Effect.fnUntraced(function* <R>(scope: Scope, buddies: ReadonlyArray<CountedBuddy>, take: Take<R>) {
  const page = new Page(scope, buddies)
  yield* eventsOf(scope, page, take)
  yield* changesOf(scope, page, take)
  yield* entriesOf(scope, page, take)
  yield* badgesOf(scope, page, take)
  yield* historyOf(scope, page, take)
})

/** Events nobody received: of one user or, where `user_id` is null, of all. */
export const recountUnreceived = Effect.fnUntraced(function* <R>(
  scope: Scope,
  { isOnTestClock, user_id }: { readonly user_id: string | null; readonly isOnTestClock?: boolean },
  take: Take<R>
) {
  const sql = yield* SqlClient.SqlClient
  const whose = user_id === null ? sql`true` : sql`e.user_id = ${user_id}`
  const next = (last: typeof EventRow.Type | undefined) =>
    rows(EventRow)(sql`
      SELECT ${sql.literal(eventColumns)} FROM events AS e
      WHERE e.customer_id = ${scope.customer_id}::uuid AND ${whose} AND e.buddy_id IS NULL
        AND e.sequence > ${last?.sequence ?? scope.after}::bigint AND e.sequence <= ${scope.limit}::bigint
      ORDER BY e.sequence LIMIT ${events_at_once}`)
  yield* paged(
    next,
    events_at_once
  )((found) => {
    const recount = new Recount()
    for (const event of found) {
      const now = event.received_at.getTime()
      const at = {
        audience: scope.audienceAt(event.audience, now),
        user_id: event.user_id,
        isOnTestClock: isOnTestClock ?? event.on_test_clock,
        zone: scope.zoneAt(now),
        now
      }
      recount.event(at, { ...event, occurred_at: event.occurred_at.getTime() }, null)
    }
    return take(recount.delta())
  })
})
