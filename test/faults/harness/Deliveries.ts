/**
 * Webhooks against what they tell of and against what arrived. A delivery that a dead pump had leased is free again
 * only after its lease, so this is judged once, at the end of a run, for all of its scenarios.
 */
import type { Finding } from "./Judge.ts"
import { sleep } from "./Wait.ts"
import type { Stage } from "./World.ts"

/** A lease is 45 s. */
const quiet_max_ms = 75_000

const overdue = async ({ postgres }: Stage) => {
  const [row] = await postgres.query<{ n: string }>(
    "SELECT count(*) AS n FROM webhook_deliveries_all WHERE next_attempt_at <= $1 OR locked_until > $1",
    [new Date()]
  )
  return Number(row!.n)
}

/** Waits until nothing is due; answers how many deliveries still are when patience ends. */
export const deliveriesAtRest = async (stage: Stage): Promise<number> => {
  for (const end = Date.now() + quiet_max_ms; ;) {
    const due = await overdue(stage)
    if (due === 0 || Date.now() > end) return due
    await sleep(250)
  }
}

/** Payments that were not told of exactly once. */
const untold = async ({ postgres }: Stage, customer_id: string): Promise<ReadonlyArray<Finding>> => {
  const rows = await postgres.query<{ ledger_id: string; times: number }>(
    `SELECT l.ledger_id, count(d.delivery_id)::int AS times FROM ledger l
     LEFT JOIN (SELECT delivery_id, body::jsonb ->> 'ledger_id' AS ledger_id FROM webhook_deliveries_all
       WHERE customer_id = $1 AND event = 'coins.earned') d ON d.ledger_id = l.ledger_id::text
     WHERE l.customer_id = $1 AND l.unit = 'coin' AND l.amount > 0
     GROUP BY 1 HAVING count(d.delivery_id) <> 1`,
    [customer_id]
  )
  return rows.map(({ ledger_id, times }) => ({
    fault: times === 0 ? "lost" : "doubled",
    op: ledger_id,
    words: `${times} webhooks tell of this payment`
  }))
}

/** What is said to be delivered was seen, and what was seen is known and signed. */
const unseen = async ({ postgres, receiver }: Stage, customer_id: string): Promise<ReadonlyArray<Finding>> => {
  const rows = await postgres.query<{ delivery_id: string; status: string }>(
    "SELECT delivery_id, status FROM webhook_deliveries_all WHERE customer_id = $1",
    [customer_id]
  )
  const received = receiver.received.get(receiver.pathOf(customer_id)) ?? []
  const genuine = new Set(received.filter((one) => one.is_genuine).map((one) => one.delivery_id))
  const known = new Set(rows.map((row) => row.delivery_id))
  return [
    ...rows
      .filter(({ delivery_id, status }) => status === "delivered" && !genuine.has(delivery_id))
      .map(({ delivery_id }): Finding => ({ fault: "lost", op: delivery_id, words: "delivered, but never received" })),
    ...received
      .filter(({ delivery_id, is_genuine }) => !is_genuine || !known.has(delivery_id))
      .map(({ delivery_id }): Finding => ({ fault: "wrong_answer", op: delivery_id, words: "received, but not ours" }))
  ]
}

export const judgeDeliveries = async (
  stage: Stage,
  customer_ids: ReadonlyArray<string>
): Promise<ReadonlyArray<Finding>> => {
  const findings: Array<Finding> = []
  for (const customer_id of customer_ids) {
    findings.push(...(await untold(stage, customer_id)), ...(await unseen(stage, customer_id)))
  }
  return findings
}
