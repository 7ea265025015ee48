/** One scenario from fresh tenants to a verdict. */
import { gather } from "./Evidence.ts"
import { brokenInvariants } from "./Invariants.ts"
import { jobsOf, longestJob } from "./Jobs.ts"
import { judge, type Finding } from "./Judge.ts"
import { Load, outcomes } from "./Load.ts"
import type { Op } from "./OpLog.ts"
import type { Random } from "./Random.ts"
import type { Scenario } from "./Scenario.ts"
import { makeTenant, type Tenant } from "./Tenants.ts"
import { sleep, until } from "./Wait.ts"
import { type FaultWindow, healthOutside, hitsOf, recoveryOf } from "./Window.ts"
import { type Stage, Timeline, type World } from "./World.ts"

export interface RunOptions {
  readonly seed: string
  readonly tenants: number
  readonly buddies_per_tenant: number
  readonly per_second: number
  /** load before the first fault and after the last */
  readonly calm_seconds: number
  readonly print: (line: string) => void
}

export interface Row {
  readonly scenario: Scenario
  readonly customer_ids: ReadonlyArray<string>
  readonly ops: Readonly<Record<"ok" | "refused" | "unknown", number>>
  readonly findings: ReadonlyArray<Finding>
  /** what the faults demonstrably hit; nothing: the run proves nothing */
  readonly hits: number
  /** broken invariants that were whole before this scenario */
  readonly invariants: ReadonlyArray<string>
  readonly p50_ms: number
  readonly max_ms: number
  /** the longest wait for the end of an operation of the service, such as a hatch */
  readonly job_ms: number
  /** the operation that waited longest, in words */
  readonly slowest: string
  readonly statuses: ReadonlyMap<string, number>
  /** what the scenario measured, in words */
  readonly figures: ReadonlyArray<string>
  /** why the run is red; empty: green */
  readonly reasons: ReadonlyArray<string>
  readonly seconds: number
}

/** Time in which clients may still feel a fault that is over. */
const aftermath_ms = 2_000
const health_min = 0.8
const terminal_max_seconds = 60

const subscribe = async (stage: Stage, tenant: Tenant) => {
  const path = stage.receiver.pathOf(tenant.customer_id)
  const api = stage.cluster.of("api")[0]!
  const answer = await stage.http.attempt(api.baseUrl, {
    method: "POST",
    path: "/webhook-configs",
    key: tenant.key,
    body: { url: stage.receiver.urlOf(path), events: ["*"] }
  })
  if (answer._tag !== "Answer" || answer.status !== 201) throw new Error(`no webhook: ${JSON.stringify(answer)}`)
  stage.receiver.trust(path, (answer.body as { readonly secret: string }).secret)
}

const people = async (stage: Stage, scenario: Scenario, options: RunOptions, id: string) => {
  const tenants: Array<Tenant> = []
  for (let index = 0; index < options.tenants; index++) {
    const name = `${scenario.name}-${id}-${index}`
    const tenant = await makeTenant(stage.postgres, name, options.buddies_per_tenant)
    await subscribe(stage, tenant)
    tenants.push(tenant)
  }
  return tenants
}

/** Every operation of the service has ended. */
const settled = async (stage: Stage, tenants: ReadonlyArray<Tenant>) => {
  const [row] = await stage.postgres.query<{ open: string }>(
    `SELECT (SELECT count(*) FROM operations
              WHERE customer_id = ANY($1::uuid[]) AND status IN ('pending', 'processing'))
          + (SELECT count(*) FROM buddy_signals WHERE customer_id = ANY($1::uuid[])) AS open`,
    [tenants.map((tenant) => tenant.customer_id)]
  )
  return Number(row!.open) === 0
}

const statusesOf = (ops: ReadonlyArray<Op>) => {
  const seen = new Map<string, number>()
  for (const { attempts } of ops)
    for (const attempt of attempts) seen.set(String(attempt.seen), (seen.get(String(attempt.seen)) ?? 0) + 1)
  return new Map([...seen].sort(([left], [right]) => (left < right ? -1 : 1)))
}

/** The findings in a word per kind. */
const kindsOf = (findings: ReadonlyArray<Finding>): ReadonlyArray<string> => {
  const byFault = new Map<string, number>()
  for (const { fault } of findings) byFault.set(fault, (byFault.get(fault) ?? 0) + 1)
  return [...byFault].map(([fault, count]) => `${count} ${fault}`)
}

/** The same row with findings that came later. */
export const withLateFindings = (row: Row, findings: ReadonlyArray<Finding>): Row => ({
  ...row,
  findings: [...row.findings, ...findings],
  reasons: [...row.reasons, ...kindsOf(findings)]
})

/** Why a row is red. */
export const reasonsOf = (
  scenario: Pick<Scenario, "first_success_max_ms" | "job_max_ms">,
  ops: ReadonlyArray<Op>,
  window: FaultWindow,
  row: Pick<Row, "findings" | "hits" | "invariants" | "job_ms" | "max_ms">
): ReadonlyArray<string> => {
  const reasons = [...kindsOf(row.findings)]
  if (row.invariants.length > 0) reasons.push(`invariants: ${row.invariants.join(", ")}`)
  if (row.hits === 0) reasons.push("vacuous: the fault hit nothing")
  const health = healthOutside(ops, window)
  if (health < health_min) reasons.push(`only ${Math.round(health * 100)} % well outside the fault`)
  const { dead } = recoveryOf(ops, window)
  if (dead.length > 0) reasons.push(`${dead.length} buddies never came back`)
  const target = scenario.first_success_max_ms
  if (target !== undefined && row.max_ms > target) reasons.push(`first success after ${row.max_ms} ms`)
  const job_target = scenario.job_max_ms
  if (job_target !== undefined && row.job_ms > job_target) reasons.push(`an operation ended after ${row.job_ms} ms`)
  return reasons
}

const perform = async (world: World, scenario: Scenario, options: RunOptions) => {
  const { load, timeline } = world
  load.start()
  await sleep(options.calm_seconds * 1_000)
  await until("the load is served", () => load.acknowledged() > options.per_second, 120)
  const own = (await scenario.run(world)) ?? []
  await world.cluster.heal()
  const healed = Date.now()
  timeline.say("everything is healed")
  await sleep(options.calm_seconds * 1_000 + aftermath_ms)
  await load.rollCall()
  await load.stop()
  const window: FaultWindow = {
    strikes: timeline.strikes,
    marks: timeline.marks,
    from: timeline.strikes[0] ?? healed,
    to: healed + aftermath_ms
  }
  return { own, window, hits: timeline.hits + hitsOf(load.ops, window) }
}

const late = (error: unknown): ReadonlyArray<Finding> => [{ fault: "unfinished", op: "-", words: String(error) }]

export const runScenario = async (
  stage: Stage,
  scenario: Scenario,
  random: Random,
  options: RunOptions
): Promise<Row> => {
  const began = Date.now()
  options.print(`  ${scenario.name}: ${scenario.title}`)
  const before = await brokenInvariants(stage.postgres, { quiescent: false })
  const id = began.toString(36)
  const tenants = await people(stage, scenario, options, id)
  const { cluster, http } = stage
  const load = new Load({
    http,
    targets: () => cluster.of("api").filter((node) => node.isUp),
    players: tenants.flatMap((tenant) => tenant.players),
    per_second: options.per_second,
    random: random.fork(`${scenario.name} load`),
    prefix: `${scenario.name}-${id}`
  })
  const timeline = new Timeline(options.print, () => load.inFlight())
  const runners = () => cluster.of("runner").filter((node) => node.isUp)
  const world: World = { ...stage, load, tenants, timeline, runners, random: random.fork(scenario.name) }
  const { hits, own, window } = await perform(world, scenario, options)
  const unfinished = await until("every operation has ended", () => settled(stage, tenants), terminal_max_seconds).then(
    () => [],
    late
  )
  const after = await brokenInvariants(stage.postgres, { quiescent: false })
  const customer_ids = tenants.map((tenant) => tenant.customer_id)
  const evidence = await gather(stage.postgres, customer_ids)
  const { max_ms, p50_ms, slowest } = recoveryOf(load.ops, window)
  const row = {
    scenario,
    customer_ids,
    ops: outcomes(load.ops),
    hits,
    findings: [...judge(load.ops, evidence, scenario), ...own, ...unfinished],
    invariants: [...after].filter(([name, rows]) => rows > (before.get(name) ?? 0)).map(([name]) => name),
    p50_ms,
    max_ms,
    job_ms: longestJob(await jobsOf(stage.postgres, customer_ids), window),
    slowest: slowest === undefined ? "none" : timeline.tell(slowest),
    statuses: statusesOf(load.ops),
    figures: timeline.figures,
    seconds: Math.round((Date.now() - began) / 1_000)
  }
  return { ...row, reasons: reasonsOf(scenario, load.ops, window, row) }
}
