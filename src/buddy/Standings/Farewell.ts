/**
 * A buddy that is erased: what its books add up to stays, everything else goes, and its ledger is told anew without the
 * words its tenant wrote into it. Rows are locked in the order in which the journal locks them; whoever still has the
 * buddy in memory meets the fence of its version, looks, and finds nobody.
 */
import { Effect, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { referenceMark } from "../../platform/erasures/Marks.ts"
import { rows_at_once } from "../../platform/erasures/Personal.ts"
import { execute, row, rows, transactionOf } from "../../platform/postgres/Sql.ts"
import { GrantSource } from "../../wire/Change.ts"
import { genesisHash, ledgerHash } from "../journal/Ledger.ts"

const Id = Schema.Struct({ buddy_id: Schema.String })

/** A unit of an erased buddy, as the proof tells of it. */
export const ErasedUnit = Schema.Struct({
  balance: Schema.Number,
  rows: Schema.Number,
  head_hash_before: Schema.String
})
export type ErasedUnit = typeof ErasedUnit.Type

/** SQL: the units of a state s with where their chains end. */
const units = `(
  SELECT jsonb_object_agg(u.unit, jsonb_build_object('balance', u.balance, 'rows', coalesce(h.seq, 0),
    'head_hash_before', coalesce(h.hash, repeat('0', 64))))
  FROM (
    SELECT unit, sum(balance) AS balance FROM (
      SELECT 'coin' AS unit, (s.state #>> '{coins,balance}')::bigint AS balance
      UNION ALL SELECT 'token:' || key, (value ->> 'balance')::bigint FROM json_each(s.state -> 'tokens')
      UNION ALL SELECT DISTINCT l.unit, 0 FROM ledger AS l
        WHERE l.customer_id = s.customer_id AND l.buddy_id = s.buddy_id) AS held GROUP BY unit) AS u
  LEFT JOIN LATERAL (
    SELECT l.seq, l.hash FROM ledger AS l
    WHERE l.customer_id = s.customer_id AND l.buddy_id = s.buddy_id AND l.unit = u.unit
    ORDER BY l.seq DESC LIMIT 1) AS h ON true)`

/** SQL: pieces of what has a stock that only this buddy's rows tell of, by item and by sale. */
const pieces = `(
  SELECT coalesce(jsonb_object_agg(thing, pieces), '{}') FROM (
    SELECT thing, count(DISTINCT purchase_id) AS pieces FROM (
      SELECT h.key AS thing, h.body ->> 'purchase_id' AS purchase_id FROM buddy_history AS h
      WHERE h.customer_id = s.customer_id AND h.buddy_id = s.buddy_id AND h.kind = 'item'
        AND h.body ->> 'source' IN ('purchase', 'gift')
      UNION ALL
      SELECT unnest(ARRAY[c.input ->> 'item_id', c.reply ->> 'flash_sale_id']), c.input ->> 'purchase_id'
      FROM buddy_changes AS c
      WHERE c.customer_id = s.customer_id AND c.buddy_id = s.buddy_id AND c.kind = 'buy_item') AS bought
    WHERE thing IS NOT NULL AND purchase_id IS NOT NULL GROUP BY thing) AS told)`

const buddies_at_once = 200

/** In the caller's transaction, of buddies it holds. */
export const takeLeave = Effect.fnUntraced(function* (
  customer_id: string,
  erasure_id: string,
  buddy_ids: ReadonlyArray<string>
) {
  for (let begin = 0; begin < buddy_ids.length; begin += buddies_at_once) {
    yield* leaving(customer_id, erasure_id, buddy_ids.slice(begin, begin + buddies_at_once))
  }
})

const leaving = Effect.fnUntraced(function* (
  customer_id: string,
  erasure_id: string,
  buddy_ids: ReadonlyArray<string>
) {
  const sql = yield* SqlClient.SqlClient
  yield* execute(sql`
    INSERT INTO erased_buddies (customer_id, buddy_id, erasure_id, units, pieces, audience)
    SELECT s.customer_id, s.buddy_id, ${erasure_id}::uuid, ${sql.literal(units)}, ${sql.literal(pieces)}, i.audience
    FROM buddy_states AS s
    JOIN buddy_identities AS i ON i.customer_id = s.customer_id AND i.buddy_id = s.buddy_id
    WHERE s.customer_id = ${customer_id}::uuid AND s.buddy_id = ANY(${buddy_ids}::uuid[])`)
  yield* execute(sql`
    DELETE FROM buddy_states WHERE customer_id = ${customer_id}::uuid AND buddy_id = ANY(${buddy_ids}::uuid[])`)
  yield* execute(sql`
    DELETE FROM buddy_identities WHERE customer_id = ${customer_id}::uuid AND buddy_id = ANY(${buddy_ids}::uuid[])`)
})

/** The buddies of a user that were born until a moment, or all of them, held in the order of their ids. */
export const holdBuddies = Effect.fnUntraced(function* (customer_id: string, user_id: string, born_until?: Date) {
  const sql = yield* SqlClient.SqlClient
  const known = yield* rows(Id)(sql`
    SELECT buddy_id FROM buddy_identities
    WHERE customer_id = ${customer_id}::uuid AND user_id = ${user_id}
      AND created_at <= coalesce(${born_until ?? null}::timestamptz, 'infinity')`)
  const held = yield* rows(Id)(sql`
    SELECT buddy_id FROM buddy_states
    WHERE customer_id = ${customer_id}::uuid AND buddy_id = ANY(${known.map(({ buddy_id }) => buddy_id)}::uuid[])
    ORDER BY buddy_id FOR UPDATE`)
  return held.map(({ buddy_id }) => buddy_id)
})

const Entry = Schema.Struct({
  customer_id: Schema.String,
  buddy_id: Schema.String,
  unit: Schema.String,
  seq: Schema.BigInt,
  ledger_id: Schema.String,
  amount: Schema.BigInt,
  balance_after: Schema.BigInt,
  reason: Schema.String,
  reference_type: Schema.String,
  reference_id: Schema.NullOr(Schema.String),
  rule_id: Schema.NullOr(Schema.String),
  config_version_id: Schema.String,
  reverses_ledger_id: Schema.NullOr(Schema.String),
  is_lucky: Schema.Boolean,
  created_at: Schema.Date
})
const columns = Object.keys(Entry.fields).join(", ")

/** What the service itself writes as the reason of an entry; every other one is a tenant's own words. */
const ownReasons: ReadonlySet<string> = new Set([
  ...GrantSource.literals,
  "coin_rule",
  "token_rule",
  "badge",
  "streak",
  "evolution",
  "prestige",
  "drop",
  "reengagement",
  "reversal",
  "gate_unlock",
  "item_purchase",
  "gift",
  "gift_refund",
  "mystery_box",
  "lottery_entry",
  "recipe",
  "debt_repayment",
  "manual"
])

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const markPattern = /^erased:[0-9a-f]{32}$/

const reasonOf = (reason: string): string => (ownReasons.has(reason) ? reason : "erased")

/** Event ids are the tenant's, and so is what a manual change refers to; what the service refers to are its own ids. */
const referenceOf = (key: Uint8Array, { reason, reference_id, reference_type }: typeof Entry.Type): string | null => {
  if (reference_id === null || markPattern.test(reference_id)) return reference_id
  const isOwn =
    reference_type !== "event" && reason !== "manual" && ownReasons.has(reason) && uuidPattern.test(reference_id)
  return isOwn ? reference_id : referenceMark(key, reference_id)
}

/**
 * Tells one unit of an erased buddy anew: in one transaction, so that its chain is whole at every moment, by statements
 * of a bounded size. Done a second time it changes nothing. Answers how many rows there are and how the chain ends.
 */
export const retellLedger = Effect.fnUntraced(function* (
  key: Uint8Array,
  owner: { readonly customer_id: string; readonly buddy_id: string; readonly unit: string }
) {
  const sql = yield* SqlClient.SqlClient
  const { buddy_id, customer_id, unit } = owner
  const where = sql`customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid AND unit = ${unit}`
  const chain = Effect.gen(function* () {
    let [head, seq] = [genesisHash, 0]
    for (;;) {
      const page = yield* rows(Entry)(sql`
        SELECT ${sql.literal(columns)} FROM ledger WHERE ${where} AND seq > ${seq} ORDER BY seq LIMIT ${rows_at_once}`)
      if (page.length === 0) return { rows: seq, head_hash_after: head }
      const retold = page.map((entry) => {
        const prev_hash = head
        const reason = reasonOf(entry.reason)
        const reference_id = referenceOf(key, entry)
        seq = Number(entry.seq)
        head = ledgerHash(prev_hash, {
          ...entry,
          reason,
          reference_id,
          seq,
          amount: Number(entry.amount),
          balance_after: Number(entry.balance_after),
          created_at: entry.created_at.toISOString()
        })
        return { seq, reason, reference_id, prev_hash, hash: head }
      })
      yield* execute(sql`
        UPDATE ledger AS l SET reason = t.reason, reference_id = t.reference_id, prev_hash = t.prev_hash, hash = t.hash
        FROM jsonb_to_recordset(${JSON.stringify(retold)}::jsonb)
          AS t (seq bigint, reason text, reference_id text, prev_hash text, hash text)
        WHERE l.customer_id = ${customer_id}::uuid AND l.buddy_id = ${buddy_id}::uuid AND l.unit = ${unit}
          AND l.seq = t.seq`)
    }
  })
  return yield* transactionOf(sql)(chain)
})

const Units = Schema.Struct({ buddy_id: Schema.String, units: Schema.Record(Schema.String, ErasedUnit) })
export type ErasedBuddy = typeof Units.Type

/** The buddies of an erasure with their units, in the order of their ids. */
export const erasedBuddies = Effect.fnUntraced(function* (customer_id: string, erasure_id: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* rows(Units)(sql`
    SELECT buddy_id, units FROM erased_buddies
    WHERE customer_id = ${customer_id}::uuid AND erasure_id = ${erasure_id}::uuid ORDER BY buddy_id`)
})

const HeadRow = Schema.Struct({ hash: Schema.String })

/** How the chain of a unit ends by now. */
export const headOf = Effect.fnUntraced(function* (customer_id: string, buddy_id: string, unit: string) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* row(HeadRow)(sql`
    SELECT hash FROM ledger
    WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid AND unit = ${unit}
    ORDER BY seq DESC LIMIT 1`)
  return Option.isSome(found) ? found.value.hash : genesisHash
})
