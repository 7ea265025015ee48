/**
 * Taking an event back: what the tables say of it goes to the buddy's actor as one command. Its id is made of the
 * event's, so an event is taken back once, whoever asks and however often.
 */
import { Effect, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Buddies } from "../../../buddy/Buddies.ts"
import { traceFromStored } from "../../../buddy/ChangeSet.ts"
import type { ReverseCommand } from "../../../engine/Command.ts"
import { row, rows } from "../../../platform/Sql.ts"
import { NotFound, ServiceUnavailable } from "../../../wire/Failure.ts"
import type { BuddyArchived, InsufficientCoins, InsufficientTokens } from "../../buddies/Api/Refusals.ts"
import { refusalOf } from "../../buddies/Rules.ts"
import type { Effects } from "../Api.ts"

const opaque = <A>() => Schema.Unknown as unknown as Schema.Codec<A>

const EventRow = Schema.Struct({
  buddy_id: Schema.NullOr(Schema.String),
  user_id: Schema.String,
  type: Schema.String,
  occurred_at: Schema.Date,
  properties: opaque<Readonly<Record<string, unknown>>>(),
  effects: opaque<typeof Effects.Type>(),
  trace: Schema.Array(Schema.Unknown)
})
const EntryRow = Schema.Struct({
  ledger_id: Schema.String,
  unit: Schema.String,
  amount: Schema.BigInt,
  rule_id: Schema.NullOr(Schema.String)
})
const OtherRow = Schema.Struct({
  type: Schema.String,
  occurred_at: Schema.Date,
  properties: opaque<Readonly<Record<string, unknown>>>()
})

/** The longest period of a streak is a month, and a grace may reach into the next. */
const neighbourhood_ms = 33 * 86_400_000
const others_max = 2_000

export interface Reversal {
  readonly mode: "clamp" | "debt" | "reject"
  readonly reason: string | null
}

const nothing = { coins: 0, ledger_ids: [], badges_revoked: [], missing: 0 } as const

/** Ids are the client's: what Postgres could not hold does not exist. */
const storable = (id: string) => id.length <= 255 && !id.includes("\u0000") && id.isWellFormed()

/** What the tables say of an event and of what it brought. */
const factsWith = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (
    customer_id: string,
    event_id: string,
    buddy_id: string,
    found: typeof EventRow.Type
  ): Effect.fn.Return<ReverseCommand["event"]> {
    const entries = yield* rows(EntryRow)(sql`
      SELECT ledger_id, unit, amount, rule_id FROM ledger
      WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid
        AND reference_type = 'event' AND reference_id = ${event_id} AND reason NOT IN ('prestige', 'debt_repayment')
      ORDER BY created_at, seq`)
    const at = found.occurred_at.getTime()
    const [from, to] = [new Date(at - neighbourhood_ms), new Date(at + neighbourhood_ms)]
    const others = yield* rows(OtherRow)(sql`
      SELECT type, occurred_at, properties FROM events AS e
      WHERE customer_id = ${customer_id}::uuid AND user_id = ${found.user_id} AND buddy_id = ${buddy_id}::uuid
        AND event_id <> ${event_id} AND occurred_at BETWEEN ${from} AND ${to}
        AND NOT EXISTS (SELECT FROM buddy_history AS h
          WHERE h.customer_id = e.customer_id AND h.kind = 'reversal' AND h.key = e.event_id)
      ORDER BY abs(extract(epoch FROM occurred_at - ${found.occurred_at}::timestamptz)) LIMIT ${others_max}`)
    const { badges_awarded, streak_updates } = found.effects
    return {
      event_id,
      type: found.type,
      occurred_at: at,
      properties: found.properties,
      entries: entries.map((entry) => ({ ...entry, amount: Number(entry.amount) })),
      badge_keys: badges_awarded.map(({ badge_key }) => badge_key),
      streak_keys: streak_updates.map(({ streak_key }) => streak_key),
      fired: traceFromStored(found.trace).filter(({ outcome }) => outcome === "fired"),
      others: others.map((other) => ({ ...other, occurred_at: other.occurred_at.getTime() }))
    }
  })

/** To be yielded while a layer is built. */
export const reversals = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const buddies = yield* Buddies
  const factsOf = factsWith(sql)
  const find = (customer_id: string, event_id: string) =>
    storable(event_id)
      ? row(EventRow)(sql`
          SELECT buddy_id, user_id, type, occurred_at, properties, effects, trace FROM events
          WHERE customer_id = ${customer_id}::uuid AND event_id = ${event_id}`)
      : Effect.succeedNone

  return Effect.fn("EventReversals.reverse")(function* (
    customer_id: string,
    event_id: string,
    { mode, reason }: Reversal
  ) {
    const found = yield* find(customer_id, event_id)
    if (Option.isNone(found)) return yield* new NotFound({ resource: "event" })
    const { buddy_id } = found.value
    // Nobody received it: there is nothing to take back.
    if (buddy_id === null) return { event_id, buddy_id, mode, already_reversed: false, ...nothing }
    const event = yield* factsOf(customer_id, event_id, buddy_id, found.value)
    const { duplicate, reply } = yield* buddies
      .send(customer_id, buddy_id, {
        command_id: `reverse:${event_id}`,
        command: { _tag: "Reverse", mode, reason, event },
        event: null,
        webhooks: true
      })
      .pipe(
        Effect.catchTags({
          BuddyNotFound: () => Effect.fail(new NotFound({ resource: "buddy" })),
          CommandRejected: ({ error }) =>
            Effect.fail(refusalOf(error) as BuddyArchived | InsufficientCoins | InsufficientTokens),
          Unavailable: ({ reason: why, retry_after_seconds }) =>
            Effect.fail(new ServiceUnavailable({ reason: why, retry_after_seconds }))
        })
      )
    if (reply._tag !== "Reversed") return yield* Effect.die(new Error(`Reversed expected, got ${reply._tag}`))
    const { _tag, ...outcome } = reply
    return { event_id, buddy_id, mode, already_reversed: duplicate, ...outcome }
  })
})
