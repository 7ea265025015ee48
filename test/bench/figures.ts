/**
 * How long reports take where there is much to report: the tables of figures are filled as ten million events of a
 * million users leave them (or as many as are asked for), and every report is read over HTTP, each time of another
 * window, so that none is given again. Those that add up counters and those that look at every user are told apart.
 * Then events are sent, and a report is asked over and over when it knows of each.
 */
import { Effect, Redacted } from "effect"
import { performance } from "node:perf_hooks"
import { Client } from "pg"
import * as Migrations from "../../src/platform/postgres/Migrations.ts"
import { postgresClient } from "../../src/platform/postgres/Sql.ts"
import { type LocalNode, startNode } from "../../src/cli/LocalCluster.ts"
import { audiences, fillFigures } from "./figuresFill.ts"
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
  "webhooks",
  "share-funnel"
]
const ofUsers = ["engagement", "feature-activity", "marketplace-funnel", "custom-events", "roi-metrics"]
const reads_each = 15

/** In the order of the reads: the first one is of a database that has not been asked yet. */
const timesOf = async (base: string, key: string, name: string): Promise<ReadonlyArray<number>> => {
  const times: Array<number> = []
  const whose = name === "share-funnel" ? "customers/me/" : ""
  for (let read = 0; read < reads_each; read++) {
    const query = name === "retention" ? `cohorts=${8 + read}` : `window_days=${30 + read}`
    const began = performance.now()
    const answer = await fetch(`${base}/api/v1/${whose}analytics/${name}?${query}`, {
      headers: { authorization: `Bearer ${key}` }
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${text}`)
    times.push(performance.now() - began)
  }
  return times
}

/** Events whose way into a report is timed, and how far apart they are sent. */
const [fresh_events, fresh_every_ms] = [400, 50]
const fresh_promised_ms = 2_000
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const askFresh = async (base: string, key: string) => {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
  const told = async (): Promise<number> => {
    const answer = await fetch(`${base}/api/v1/analytics/event-counts?window_days=1`, { headers })
    if (!answer.ok) throw new Error(`event-counts: ${answer.status} ${await answer.text()}`)
    return ((await answer.json()) as { total: number }).total
  }
  const send = async (place: number) => {
    const event = { event_id: `fresh-${place}`, type: "fresh", user_id: `fresh-${place}`, audience: audiences[0] }
    const body = JSON.stringify({ ...event, occurred_at: new Date().toISOString() })
    const answer = await fetch(`${base}/api/v1/events`, { method: "POST", headers, body })
    if (!answer.ok) throw new Error(`events: ${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
    return performance.now()
  }
  return { send, told }
}

/** ms from the answer to an event until it is in an answer of a report, ascending. */
const freshness = async (base: string, key: string): Promise<ReadonlyArray<number>> => {
  const { send, told } = await askFresh(base, key)
  const before = await told()
  const answered: Array<number> = []
  const sending = (async () => {
    while (answered.length < fresh_events) {
      answered.push(await send(answered.length))
      await pause(fresh_every_ms)
    }
  })()
  const lags: Array<number> = []
  while (lags.length < fresh_events) {
    const known = (await told()) - before
    const now = performance.now()
    while (lags.length < Math.min(known, answered.length)) lags.push(now - answered[lags.length]!)
    await pause(10)
  }
  await sending
  return lags.sort((left, right) => left - right)
}

const freshLine = (lags: ReadonlyArray<number>): string => {
  const at = (share: number) => lags[Math.ceil(lags.length * share) - 1]!.toFixed(0)
  const took = `${at(0.5)} ms after its answer (p50), ${at(0.99)} ms (p99)`
  return `an event is in a report ${took}; promised: ${fresh_promised_ms} ms`
}

const seconds = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return ((performance.now() - began) / 1000).toFixed(0)
}

/** Asks a node of its own on that database. */
export const askReports = async (
  { say, url, users }: Pick<FiguresBenchOptions, "say" | "url" | "users">,
  key: string
): Promise<void> => {
  const port = await freePort()
  const node: LocalNode = await startNode({
    role: "all",
    databaseUrl: url,
    port,
    runnerPort: await freePort(),
    env: { DEMO: "false", LOG_LEVEL: "Warn", SECRET_KEY: secretKey }
  })
  try {
    const base = `http://127.0.0.1:${port}`
    const rows: Array<ReadonlyArray<string>> = [["report", "first ms", "p50 ms", "slowest ms", "promised ms"]]
    for (const [names, promised] of [
      [ofCounters, 100],
      [ofUsers, Math.max(1, users / 1_000_000) * 1_000]
    ] as const)
      for (const name of names) {
        const times = await timesOf(base, key, name)
        const ascending = times.toSorted((left, right) => left - right)
        const told = [times[0]!, ascending[times.length >> 1]!, ascending.at(-1)!]
        rows.push([name, ...told.map((ms) => ms.toFixed(1)), promised.toFixed(0)])
      }
    say(`\n${table(rows)}\n`)
    say(freshLine(await freshness(base, key)))
  } finally {
    await node.kill("SIGTERM")
  }
}

export const benchFigures = async ({ events, say, url, users }: FiguresBenchOptions): Promise<void> => {
  const client = new Client({ connectionString: url })
  // When something fails the database is stopped first: the failure is the news, not the cut connection.
  client.on("error", () => undefined)
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
    const took = await seconds(() => fillFigures(client, customer_id, events, users))
    say(`  figures of ${events} events and ${users} users were written in ${took} s`)
    await askReports({ say, url, users }, key)
  } finally {
    await client.end().catch(() => undefined)
  }
}
