/**
 * Taking an event back: what the tables say of it goes to the buddy's actor as one command. Its id is made of the
 * event's, so an event is taken back once, whoever asks and however often. Commands are forgotten after a day; the
 * history of the buddy is not, so a repetition is answered from there.
 */
import { Effect, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Buddies } from "../../../../buddy/Buddies.ts"
import { isUnderstood, traceFromStored } from "../../../../buddy/journal/StoredTrace.ts"
import { type BuddyFailure, Unavailable } from "../../../../buddy/Protocol.ts"
import { Snapshots } from "../../../../buddy/actor/Snapshots.ts"
import { standings } from "../../../../buddy/Standings.ts"
import { asOfState } from "../../../../engine/reversal/asOf.ts"
import type { ReverseCommand } from "../../../../engine/core/Command.ts"
import { firstDayOf } from "../../../../engine/calendar/periods.ts"
import type { Snapshot } from "../../../../engine/core/Snapshot.ts"
import { type BuddyState, own } from "../../../../engine/core/State.ts"
import { row, rows } from "../../../../platform/postgres/Sql.ts"
import { Tenants } from "../../../../platform/auth/Tenants.ts"
import type { Origin } from "../../../../wire/Change.ts"
import { shownEventId } from "../../../../wire/EventIds.ts"
import { NotFound, ServiceUnavailable } from "../../../../wire/Failure.ts"
import type { BuddyArchived, InsufficientCoins, InsufficientTokens } from "../../buddies/Api/Refusals.ts"
import { refusalOf } from "../../buddies/Rules.ts"
import type { Effects } from "../Api.ts"
import { named } from "./Reads.ts"

const day_ms = 86_400_000

const opaque = <A>() => Schema.Unknown as unknown as Schema.Codec<A>

const EventRow = Schema.Struct({
  event_id: Schema.String,
  buddy_id: Schema.NullOr(Schema.String),
  user_id: Schema.String,
  type: Schema.String,
  occurred_at: Schema.Date,
  received_at: Schema.Date,
  sequence: Schema.BigInt,
  properties: opaque<Readonly<Record<string, unknown>>>(),
  effects: opaque<typeof Effects.Type>(),
  trace: Schema.Unknown
})
const EntryRow = Schema.Struct({
  ledger_id: Schema.String,
  unit: Schema.String,
  amount: Schema.BigInt,
  rule_id: Schema.NullOr(Schema.String)
})
const OtherRow = Schema.Struct({
  sequence: Schema.BigInt,
  type: Schema.String,
  occurred_at: Schema.Date,
  properties: opaque<Readonly<Record<string, unknown>>>()
})

/** What the buddy's history and its changes say of a reversal. */
const RecordedRow = Schema.Struct({
  body: Schema.Struct({
    mode: Schema.Literals(["clamp", "debt", "reject"]),
    coins: Schema.Int,
    badges_revoked: Schema.Array(Schema.String),
    missing: Schema.Int
  }),
  ledger_ids: Schema.NullOr(Schema.Array(Schema.String))
})

/** Streaks are told anew from at most this many events; more leave them as they are. */
const others_max = 5_000
/** Any zone, any grace, and the days between two tellings of the time. */
const margin_ms = 3 * day_ms

/** Each time an event came or went meanwhile; then the caller is told to come back. */
const readings_max = 10

const isOutdated = (failure: BuddyFailure | NotFound) =>
  failure._tag === "CommandRejected" && failure.error.code === "facts_outdated"

export interface Reversal {
  readonly mode: "clamp" | "debt" | "reject"
  readonly reason: string | null
  /** who asks */
  readonly origin?: Origin
}

const nothing = { coins: 0, ledger_ids: [], badges_revoked: [], missing: 0 } as const

/** What was answered when the event was taken back; none: it still counts. */
const recordedWith = (sql: SqlClient.SqlClient) => (customer_id: string, buddy_id: string, stored_id: string) => {
  const event_id = shownEventId(stored_id)
  return Effect.map(
    row(RecordedRow)(sql`
      SELECT h.body, (
        SELECT c.reply -> 'ledger_ids' FROM buddy_changes AS c
        WHERE c.customer_id = h.customer_id AND c.buddy_id = h.buddy_id AND c.kind = 'reverse_event'
          AND c.input ->> 'event_id' = ${event_id}
        LIMIT 1) AS ledger_ids
      FROM buddy_history AS h
      WHERE h.customer_id = ${customer_id}::uuid AND h.kind = 'reversal' AND h.key = ${stored_id}`),
    Option.map(({ body: { badges_revoked, coins, missing, mode }, ledger_ids }) => ({
      event_id,
      buddy_id,
      mode,
      already_reversed: true,
      coins,
      ledger_ids: ledger_ids ?? [],
      badges_revoked,
      missing
    }))
  )
}

/** Where the streaks that count this type begin to remember single periods, and the types they all ask for. */
const streaksOf = ({ triggers }: Snapshot, { streaks: held }: BuddyState, type: string) => {
  const asked = (triggers.get(type)?.streaks ?? []).map(({ streak }) => streak)
  const bases = asked.map(({ kind, rule }) => {
    const period = own(held, rule.streak_key)?.base.period ?? null
    return period === null ? -Infinity : firstDayOf(kind, period) * day_ms
  })
  const types = new Set(asked.flatMap(({ rule }) => rule.qualifying.events.map(({ event_type }) => event_type)))
  return { types: [...types], since: Math.max(Math.min(...bases) - margin_ms, 0) }
}

const forgets = ({ evolution }: Snapshot) => evolution?.prestige?.keeps.includes("streaks") === false

/** What else the user did that streaks asked for; see `ReverseCommand`. */
const othersWith = (sql: SqlClient.SqlClient, snapshots: Snapshots["Service"], tenants: Tenants["Service"]) => {
  const { of: standing } = standings(sql)
  const restartedAt = (customer_id: string, buddy_id: string) =>
    row(Schema.Struct({ created_at: Schema.Date }))(sql`
      SELECT created_at FROM buddy_history
      WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid AND kind = 'prestige'
      ORDER BY created_at DESC LIMIT 1`)
  return Effect.fnUntraced(function* (
    customer_id: string,
    event_id: string,
    buddy_id: string,
    found: typeof EventRow.Type
  ) {
    const { max_lateness_days } = yield* Effect.orDie(tenants.get(customer_id))
    const lateness = `${max_lateness_days} days`
    const is_counted = found.occurred_at.getTime() >= found.received_at.getTime() - max_lateness_days * day_ms
    const { config_version_id, state } = yield* standing(customer_id, buddy_id)
    const snapshot = yield* snapshots.get(customer_id, config_version_id)
    const { since, types } = streaksOf(snapshot, state, found.type)
    // Read before the events: whatever is among them and not counted here makes the command outdated.
    const as_of = asOfState(config_version_id, state, is_counted ? types : [])
    if (types.length === 0 || !is_counted) return { is_counted, others: [], preceding: 0, as_of }
    const restarted = forgets(snapshot) ? yield* restartedAt(customer_id, buddy_id) : Option.none()
    const since_restart = Option.isSome(restarted) ? restarted.value.created_at : new Date(0)
    // A streak that was given up with a former life has nothing to lose.
    if (found.received_at <= since_restart) return { is_counted, others: null, preceding: 0, as_of }
    const others = yield* rows(OtherRow)(sql`
      SELECT sequence, type, occurred_at, properties FROM events AS e
      WHERE customer_id = ${customer_id}::uuid AND user_id = ${found.user_id} AND buddy_id = ${buddy_id}::uuid
        AND event_id <> ${event_id} AND type = ANY(${types}::text[]) AND occurred_at >= ${new Date(since)}
        AND occurred_at >= received_at - ${lateness}::interval AND received_at > ${since_restart}
        AND NOT EXISTS (SELECT FROM buddy_history AS h
          WHERE h.customer_id = e.customer_id AND h.kind = 'reversal' AND h.key = e.event_id)
      ORDER BY sequence LIMIT ${others_max + 1}`)
    const preceding = others.filter(({ sequence }) => sequence < found.sequence).length
    const listed = others.map(({ occurred_at, properties, type }) => ({
      type,
      occurred_at: occurred_at.getTime(),
      properties
    }))
    return { is_counted, preceding, others: listed.length > others_max ? null : listed, as_of }
  })
}

/** What the tables say of an event and of what it brought. */
const factsWith = (sql: SqlClient.SqlClient, snapshots: Snapshots["Service"], tenants: Tenants["Service"]) => {
  const othersOf = othersWith(sql, snapshots, tenants)
  return Effect.fnUntraced(function* (
    customer_id: string,
    event_id: string,
    buddy_id: string,
    found: typeof EventRow.Type
  ): Effect.fn.Return<ReverseCommand["event"], NotFound | Unavailable> {
    const entries = yield* rows(EntryRow)(sql`
      SELECT ledger_id, unit, amount, rule_id FROM ledger
      WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid
        AND reference_type = 'event' AND reference_id = ${event_id} AND reason NOT IN ('prestige', 'debt_repayment')
      ORDER BY created_at, seq`)
    const beside = yield* othersOf(customer_id, event_id, buddy_id, found)
    const trace = traceFromStored(found.trace)
    // A node of the newer release can take it back, and will be asked sooner or later.
    if (!trace.every(isUnderstood)) {
      return yield* new Unavailable({ reason: "the event was decided by a newer release", retry_after_seconds: 5 })
    }
    return {
      event_id,
      type: found.type,
      occurred_at: found.occurred_at.getTime(),
      received_at: found.received_at.getTime(),
      properties: found.properties,
      entries: entries.map((entry) => ({ ...entry, amount: Number(entry.amount) })),
      badge_keys: found.effects.badges_awarded.map(({ badge_key }) => badge_key),
      fired: trace.filter(({ outcome }) => outcome === "fired"),
      ...beside
    }
  })
}

/** To be yielded while a layer is built. */
export const reversals = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const buddies = yield* Buddies
  const factsOf = factsWith(sql, yield* Snapshots, yield* Tenants)
  const recorded = recordedWith(sql)
  const find = (customer_id: string, event_id: string) => {
    const one = named(sql, customer_id, event_id)
    return one === undefined
      ? Effect.succeedNone
      : row(EventRow)(sql`
          SELECT event_id, buddy_id, user_id, type, occurred_at, received_at, sequence, properties, effects, trace
          FROM events WHERE ${one}`)
  }

  return Effect.fn("EventReversals.reverse")(function* (
    customer_id: string,
    shown_id: string,
    { mode, origin, reason }: Reversal
  ) {
    const found = yield* find(customer_id, shown_id)
    if (Option.isNone(found)) return yield* new NotFound({ resource: "event" })
    const { buddy_id, event_id: stored_id } = found.value
    const event_id = shownEventId(stored_id)
    // Nobody received it: there is nothing to take back.
    if (buddy_id === null) return { event_id, buddy_id, mode, already_reversed: false, ...nothing }
    const before = yield* recorded(customer_id, buddy_id, stored_id)
    if (Option.isSome(before)) return before.value
    const { duplicate, reply } = yield* factsOf(customer_id, stored_id, buddy_id, found.value).pipe(
      Effect.flatMap((event) =>
        buddies.send(customer_id, buddy_id, {
          command_id: `reverse:${stored_id}`,
          command: { _tag: "Reverse", mode, reason, event },
          event: null,
          webhooks: true,
          ...(origin === undefined ? {} : { origin })
        })
      ),
      Effect.retry({ while: isOutdated, times: readings_max - 1 }),
      Effect.catchTags({
        BuddyNotFound: () => Effect.fail(new NotFound({ resource: "buddy" })),
        CommandRejected: ({ error }) =>
          Effect.fail(refusalOf(error) as BuddyArchived | InsufficientCoins | InsufficientTokens | ServiceUnavailable),
        Unavailable: ({ reason: why, retry_after_seconds }) =>
          Effect.fail(new ServiceUnavailable({ reason: why, retry_after_seconds }))
      })
    )
    // Somebody else was faster: theirs is the answer, mode and all.
    const theirs = duplicate ? yield* recorded(customer_id, buddy_id, event_id) : Option.none()
    if (Option.isSome(theirs)) return theirs.value
    if (reply._tag !== "Reversed") return yield* Effect.die(new Error(`Reversed expected, got ${reply._tag}`))
    const { _tag, ...outcome } = reply
    return { event_id, buddy_id, mode, already_reversed: duplicate, ...outcome }
  })
})
