/**
 * How long reports take where there is much to report: the tables of figures are filled as ten million events of a
 * million users leave them (or as many as are asked for), and every report is read over HTTP, each time of another
 * window, so that none is given again. Those that add up counters and those that look at every user are told apart.
 */
import { Effect, Redacted } from "effect"
import { performance } from "node:perf_hooks"
import { Client } from "pg"
import * as Migrations from "../../src/platform/postgres/Migrations.ts"
import { postgresClient } from "../../src/platform/postgres/Sql.ts"
import { type LocalNode, startNode } from "../../src/cli/LocalCluster.ts"
import { table } from "./report.ts"
import { secretKey, seed } from "./seed.ts"
import { freePort } from "./surroundings.ts"

export interface FiguresBenchOptions {
  /** an empty database of this Postgres */
  readonly url: string
  readonly events: number
  readonly users: number
  readonly say: (line: string) => void
}

const audiences = ["a", "b", "c"]
/** Days of sums, and of cohorts; months of users. */
const [days, cohort_days, months] = [1_096, 400, 3]

/** How many keys a metric has, in the words of reports. */
const keys: ReadonlyArray<readonly [metric: string, key: string, count: number]> = [
  ["events", "type.", 50],
  ["events_backfilled", "type.", 5],
  ["events_unrewarded", "type.", 50],
  ["events_without_buddy", "type.", 50],
  ["coins_in", "coin_rule:r", 60],
  ["coins_out", "purchase:i", 20],
  ["tokens_in", "xp:token_rule:r", 20],
  ["tokens_out", "xp:gate:g", 10],
  ["badges", "badge_", 30],
  ["gates", "gate_", 10],
  ["streak_extended", "streak_", 5],
  ["streak_lost", "streak_", 5],
  ["feature_actions", "feature_", 20]
]

/** Which share of the users used what, in one of so many. */
const features: ReadonlyArray<readonly [feature: string, one_of: number]> = [
  ["", 1],
  ["~rewarded", 1],
  ["shop_view", 3],
  ["purchase", 10],
  ["equip", 20]
]

const fillCounters = async (client: Client, customer_id: string, events: number) => {
  for (const [metric, key, count] of keys)
    await client.query(
      `INSERT INTO analytics_counters (customer_id, metric, day, audience, key, count, amount)
       SELECT $1::uuid, $2, current_date - d, a, $3 || k, greatest(1, $4::bigint), greatest(1, $4::bigint) * 5
       FROM generate_series(0, ${days - 1}) AS d, unnest($5::text[]) AS a, generate_series(1, $6::int) AS k`,
      [customer_id, metric, key, Math.floor(events / (days * audiences.length * count)), audiences, count]
    )
}

const fillCohorts = (client: Client, customer_id: string, users: number) =>
  client.query(
    `INSERT INTO analytics_cells (customer_id, audience, granularity, cohort, period, kind, users)
     SELECT $1::uuid, a, g, date_trunc(g, c)::date, date_trunc(g, p)::date, kind, sum(greatest(1, $2::bigint))
     FROM unnest('{day,week,month}'::text[]) AS g, unnest($3::text[]) AS a, unnest('{active,last}'::text[]) AS kind,
       generate_series(current_date - ${cohort_days}, current_date, interval '1 day') AS c,
       generate_series(c, current_date, interval '1 day') AS p
     GROUP BY 1, 2, 3, 4, 5, 6`,
    [customer_id, Math.floor(users / (cohort_days * 10)), ["", ...audiences]]
  )

const fillUsers = async (client: Client, customer_id: string, users: number) => {
  for (const audience of ["''", "(array['a', 'b', 'c'])[1 + n % 3]"]) {
    await client.query(
      `INSERT INTO analytics_users (customer_id, audience, user_id, user_no, first_day, last_day)
       SELECT $1::uuid, ${audience}, 'u' || n, hashtextextended('u' || n, 0), current_date - 60 - n % 300,
         current_date - n % 40 FROM generate_series(0, $2::int - 1) AS n`,
      [customer_id, users]
    )
    for (const [feature, one_of] of features)
      await client.query(
        `INSERT INTO analytics_user_months (customer_id, audience, feature, month, user_no, days)
         SELECT $1::uuid, ${audience}, $3, (date_trunc('month', current_date) - m * interval '1 month')::date,
           hashtextextended('u' || n, 0), 1 + (n * 2654435761 % 268435455)::int
         FROM generate_series(0, ${months - 1}) AS m, generate_series(0, $2::int - 1, $4::int) AS n`,
        [customer_id, users, feature, one_of]
      )
  }
}

const ofCounters = [
  "overview",
  "activity-summary",
  "event-counts",
  "audiences",
  "economy-summary",
  "economy-health",
  "evolution",
  "popular-badges",
  "popular-items",
  "retention",
  "streaks",
  "tokens",
  "webhooks"
]
const ofUsers = ["engagement", "feature-activity", "marketplace-funnel", "custom-events", "roi-metrics"]
const reads_each = 15

const timesOf = async (base: string, key: string, name: string): Promise<ReadonlyArray<number>> => {
  const times: Array<number> = []
  for (let read = 0; read < reads_each; read++) {
    const query = name === "retention" ? `cohorts=${8 + read}` : `window_days=${30 + read}`
    const began = performance.now()
    const answer = await fetch(`${base}/api/v1/analytics/${name}?${query}`, {
      headers: { authorization: `Bearer ${key}` }
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${text}`)
    times.push(performance.now() - began)
  }
  return times.sort((left, right) => left - right)
}

const seconds = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return ((performance.now() - began) / 1000).toFixed(0)
}

export const benchFigures = async ({ events, say, url, users }: FiguresBenchOptions): Promise<void> => {
  const client = new Client({ connectionString: url })
  // When something fails the database is stopped first: the failure is the news, not the cut connection.
  client.on("error", () => undefined)
  let node: LocalNode | undefined
  try {
    await Effect.runPromise(
      Migrations.run().pipe(
        Effect.provide(postgresClient({ url: Redacted.make(url), maxConnections: 1, applicationName: "bench" }))
      )
    )
    const { customer_id, key } = await seed(url, 1)
    await client.connect()
    await client.query("UPDATE customers SET audiences = $2::jsonb WHERE customer_id = $1", [
      customer_id,
      JSON.stringify(audiences.map((name) => ({ key: name, name })))
    ])
    const took = await seconds(async () => {
      await fillCounters(client, customer_id, events)
      await fillCohorts(client, customer_id, users)
      await fillUsers(client, customer_id, users)
      await client.query("VACUUM ANALYZE")
    })
    say(`  figures of ${events} events and ${users} users were written in ${took} s`)
    const port = await freePort()
    node = await startNode({
      role: "all",
      databaseUrl: url,
      port,
      runnerPort: await freePort(),
      env: { DEMO: "false", LOG_LEVEL: "Warn", SECRET_KEY: secretKey }
    })
    const rows: Array<ReadonlyArray<string>> = [["report", "p50 ms", "slowest ms", "promised ms"]]
    for (const [names, promised] of [
      [ofCounters, 100],
      [ofUsers, Math.max(1, users / 1_000_000) * 1_000]
    ] as const)
      for (const name of names) {
        const times = await timesOf(`http://127.0.0.1:${port}`, key, name)
        rows.push([name, times[times.length >> 1]!.toFixed(1), times.at(-1)!.toFixed(1), promised.toFixed(0)])
      }
    say(`\n${table(rows)}\n`)
  } finally {
    await node?.kill("SIGTERM")
    await client.end().catch(() => undefined)
  }
}
