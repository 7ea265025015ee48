/** What the database knows of the operations of a client, read past every proxy when everything has come to rest. */
import type { PostgresUnderTest } from "./Postgres.ts"

export interface CoinEntry {
  readonly buddy_id: string
  readonly seq: number
  readonly amount: number
}

export interface HatchFacts {
  readonly eggs: number
  readonly buddies: number
  readonly completed: number
  /** pending or processing */
  readonly open: number
}

/** Everything by the id of the operation that caused it. */
export interface Evidence {
  readonly events: ReadonlyMap<string, { readonly coins: number; readonly buddy_id: string | null }>
  /** ledger entries in coins */
  readonly coins: ReadonlyMap<string, ReadonlyArray<CoinEntry>>
  readonly badges: ReadonlyMap<string, ReadonlyArray<{ readonly times: number }>>
  readonly hatches: ReadonlyMap<string, HatchFacts>
}

const group = <Row, A>(rows: ReadonlyArray<Row>, keyOf: (row: Row) => string, valueOf: (row: Row) => A) => {
  const groups = new Map<string, Array<A>>()
  for (const row of rows) {
    const list = groups.get(keyOf(row))
    if (list === undefined) groups.set(keyOf(row), [valueOf(row)])
    else list.push(valueOf(row))
  }
  return groups
}

export const gather = async (postgres: PostgresUnderTest, customer_ids: ReadonlyArray<string>): Promise<Evidence> => {
  const ids = [[...customer_ids]]
  const events = await postgres.query<{ event_id: string; coins: number; buddy_id: string | null }>(
    `SELECT event_id, buddy_id, (effects ->> 'coins')::int AS coins FROM events WHERE customer_id = ANY($1::uuid[])`,
    ids
  )
  const coins = await postgres.query<{ reference_id: string; buddy_id: string; seq: string; amount: string }>(
    `SELECT reference_id, buddy_id, seq, amount FROM ledger
     WHERE customer_id = ANY($1::uuid[]) AND unit = 'coin' AND reference_id IS NOT NULL`,
    ids
  )
  const badges = await postgres.query<{ reason: string; times: number }>(
    `SELECT reason, times FROM buddy_badges WHERE customer_id = ANY($1::uuid[]) AND reason IS NOT NULL`,
    ids
  )
  const hatches = await postgres.query<HatchFacts & { op: string }>(
    `SELECT e.metadata ->> 'op' AS op, count(DISTINCT e.egg_id)::int AS eggs,
       count(DISTINCT b.buddy_id)::int AS buddies,
       count(DISTINCT o.operation_id) FILTER (WHERE o.status = 'completed')::int AS completed,
       count(DISTINCT o.operation_id) FILTER (WHERE o.status IN ('pending', 'processing'))::int AS open
     FROM eggs e
     LEFT JOIN buddies b ON b.customer_id = e.customer_id AND b.egg_id = e.egg_id
     LEFT JOIN operations o ON o.customer_id = e.customer_id AND o.resource_id = e.egg_id::text
     WHERE e.customer_id = ANY($1::uuid[]) AND e.metadata ? 'op' GROUP BY 1`,
    ids
  )
  return {
    events: new Map(events.map((row) => [row.event_id, row])),
    coins: group(
      coins,
      (row) => row.reference_id,
      (row) => ({ buddy_id: row.buddy_id, seq: Number(row.seq), amount: Number(row.amount) })
    ),
    badges: group(
      badges,
      (row) => row.reason,
      (row) => ({ times: row.times })
    ),
    hatches: new Map(hatches.map((row) => [row.op, row]))
  }
}
