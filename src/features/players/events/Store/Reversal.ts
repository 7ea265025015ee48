/** What the tables say of an event, of what it brought, and of its reversal. */
import { Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { standings } from "../../../../buddy/Standings.ts"
import { row, rows } from "../../../../platform/postgres/Sql.ts"
import { shownEventId } from "../../../../wire/EventIds.ts"
import type { Effects } from "../../../../wire/answers/Effects.ts"
import { named } from "./Reads.ts"

const opaque = <A>() => Schema.Unknown as unknown as Schema.Codec<A>

export const EventRow = Schema.Struct({
  event_id: Schema.String,
  buddy_id: Schema.NullOr(Schema.String),
  user_id: Schema.String,
  type: Schema.String,
  occurred_at: Schema.Date,
  received_at: Schema.Date,
  sequence: Schema.BigInt,
  config_version_id: Schema.NullOr(Schema.String),
  properties: opaque<Readonly<Record<string, unknown>>>(),
  effects: opaque<typeof Effects.Type>(),
  trace: Schema.Unknown
})
const EntryRow = Schema.Struct({
  ledger_id: Schema.String,
  unit: Schema.String,
  amount: Schema.BigInt,
  rule_id: Schema.NullOr(Schema.String),
  given_up: Schema.Boolean
})
const OtherRow = Schema.Struct({
  sequence: Schema.BigInt,
  type: Schema.String,
  occurred_at: Schema.Date,
  properties: opaque<Readonly<Record<string, unknown>>>()
})

/** `keeps` null: a release before did not tell. */
const LifeRow = Schema.Struct({ created_at: Schema.Date, keeps: Schema.NullOr(Schema.Array(Schema.String)) })
export type Life = typeof LifeRow.Type

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
export const others_max = 5_000

/** What was answered when the event was taken back; none: it still counts. */
export const recordedWith =
  (sql: SqlClient.SqlClient) => (customer_id: string, buddy_id: string, stored_id: string) => {
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

/** Whose events count beside the one that is taken back. */
export interface Beside {
  readonly user_id: string
  readonly buddy_id: string
  readonly event_id: string
  readonly types: ReadonlyArray<string>
  /** epoch ms */
  readonly since: number
  readonly since_restart: Date
  readonly lateness: string
}

export const reversalReads = (sql: SqlClient.SqlClient) => ({
  find: (customer_id: string, event_id: string) => {
    const one = named(sql, customer_id, event_id)
    return one === undefined
      ? Effect.succeedNone
      : row(EventRow)(sql`
          SELECT event_id, buddy_id, user_id, type, occurred_at, received_at, sequence, config_version_id,
            properties, effects, trace
          FROM events_by_id WHERE ${one}`)
  },
  held: standings(sql).of,
  /** when the buddy began another life, and with what; the newest first */
  lives: (customer_id: string, buddy_id: string) =>
    rows(LifeRow)(sql`
      SELECT created_at, body -> 'keeps' AS keeps FROM buddy_history
      WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid AND kind = 'prestige'
      ORDER BY created_at DESC`),
  others: (customer_id: string, beside: Beside) => {
    const { buddy_id, event_id, lateness, since, since_restart, types, user_id } = beside
    return rows(OtherRow)(sql`
      SELECT sequence, type, occurred_at, properties FROM events AS e
      WHERE customer_id = ${customer_id}::uuid AND user_id = ${user_id} AND buddy_id = ${buddy_id}::uuid
        AND event_id <> ${event_id} AND type = ANY(${types}::text[]) AND occurred_at >= ${new Date(since)}
        AND occurred_at >= received_at - ${lateness}::interval AND received_at > ${since_restart}
        AND NOT EXISTS (SELECT FROM buddy_history AS h
          WHERE h.customer_id = e.customer_id AND h.kind = 'reversal' AND h.key = e.event_id)
      ORDER BY sequence LIMIT ${others_max + 1}`)
  },
  /**
   * A tenant may spend for a reason of that name as well: the history tells which was a prestige. Where there was none
   * the rows behind an entry, which may be very many, are not looked through.
   */
  entries: (customer_id: string, event_id: string, buddy_id: string) =>
    rows(EntryRow)(sql`
      SELECT ledger_id, unit, amount, rule_id, CASE
        WHEN EXISTS (SELECT FROM buddy_history AS h
          WHERE h.customer_id = l.customer_id AND h.buddy_id = l.buddy_id AND h.kind = 'prestige')
        THEN EXISTS (SELECT FROM ledger AS p
          JOIN buddy_history AS h ON h.customer_id = p.customer_id AND h.buddy_id = p.buddy_id
            AND h.kind = 'prestige' AND h.created_at = p.created_at
          WHERE p.customer_id = l.customer_id AND p.buddy_id = l.buddy_id AND p.unit = l.unit AND p.seq > l.seq
            AND p.reason = 'prestige' AND p.balance_after = 0)
        ELSE false END AS given_up
      FROM ledger AS l
      WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid
        AND reference_type = 'event' AND reference_id = ${event_id} AND reason NOT IN ('prestige', 'debt_repayment')
      ORDER BY created_at, seq`)
})
