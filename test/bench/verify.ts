/**
 * Whether what was measured is also right: every acknowledged event is there once, and every balance is the sum of its
 * ledger.
 */
import { Client } from "pg"

export interface Verdict {
  readonly events: number
  readonly broken: number
}

export const verify = async (url: string): Promise<Verdict> => {
  const client = new Client({ connectionString: url })
  // When something fails the database is stopped first: the failure is the news, not the cut connection.
  client.on("error", () => undefined)
  await client.connect()
  const count = async (text: string) => Number((await client.query(text)).rows[0].n)
  const events = await count("SELECT count(*) AS n FROM events")
  const usage = await count("SELECT coalesce(sum(used), 0) AS n FROM event_usage")
  const balances = await count(`
    SELECT count(*) AS n FROM buddies b
    LEFT JOIN (SELECT buddy_id, sum(amount) AS total FROM ledger WHERE unit = 'coin' GROUP BY 1) l
      ON l.buddy_id = b.buddy_id
    WHERE b.coins <> coalesce(l.total, 0)`)
  const chain = await count(`
    SELECT count(*) AS n FROM (
      SELECT seq, balance_after, prev_hash, row_number() OVER w AS place, sum(amount) OVER w AS running,
             coalesce(lag(hash) OVER w, repeat('0', 64)) AS before
      FROM ledger WINDOW w AS (PARTITION BY buddy_id, unit ORDER BY seq)) x
    WHERE seq <> place OR balance_after <> running OR prev_hash <> before`)
  const counters = await count(`
    SELECT count(*) AS n FROM buddies b
    WHERE (b.state::jsonb #>> '{counts,lesson.completed,total}')::bigint IS DISTINCT FROM
          nullif((SELECT count(*) FROM events e WHERE e.customer_id = b.customer_id AND e.user_id = b.user_id), 0)`)
  await client.end()
  return { events, broken: balances + chain + counters + Math.abs(usage - events) }
}
