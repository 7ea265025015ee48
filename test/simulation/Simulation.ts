/**
 * One seed, one world. Nothing here waits and nothing is real but the code under test: whatever can happen next stands
 * in a list, and which of it does is drawn from the seed, so that a run can be repeated to the letter.
 */
import { createHash } from "node:crypto"
import { cellOf } from "../../src/buddy/actor/Cell.ts"
import type { Engine } from "../../src/buddy/actor/Engine.ts"
import { compile } from "../../src/engine/core/Snapshot.ts"
import { letter_attempts_max } from "../../src/platform/deadletters/DeadLetterStore.ts"
import { check } from "./Check.ts"
import { Clients, nameOf } from "./Clients.ts"
import { Cluster } from "./Cluster.ts"
import { type Counts, type Fault, faults, type Road, roads, zero } from "./Faults.ts"
import { FormerOwners } from "./FormerOwners.ts"
import { type Flaws, rulesWith, watchJournal } from "./Flaws.ts"
import { Nemesis } from "./Nemesis.ts"
import { Play } from "./Play.ts"
import { Postgres } from "./Postgres.ts"
import { Random } from "./Random.ts"
import { Runner, type Surroundings } from "./Runner.ts"
import { breakingType, Scenario, type Step, stampType } from "./Scenario.ts"
import { Wire, type WireOptions } from "./Wire.ts"

export interface Result {
  readonly seed: number
  readonly findings: ReadonlyArray<string>
  readonly timeline: ReadonlyArray<string>
  /** of the timeline and everything stored */
  readonly hash: string
  readonly faults: Counts<Fault>
  readonly roads: Counts<Road>
  readonly operations: number
  readonly steps: number
}

const runners_count = 3
/** Clocks of two runners are at most twice this apart. */
const skew_ms_max = 2_000
/** Callers at work at once. */
const open_max = 8
/** A pause this long is a jump of the clock: what is under way runs into its deadlines. */
const jump_ms = 1_000
/** Far above what any seed needs; beyond it something goes round in circles. */
const steps_max = 60_000
/** Once nothing is disturbed any more, everything has an answer after this long. */
const rest_ms_max = 300_000

class Simulation {
  readonly findings: Array<string> = []
  readonly timeline: Array<string> = []
  readonly faults = zero(faults)
  readonly roads = zero(roads)
  steps = 0
  readonly postgres: Postgres
  readonly scenario: Scenario
  readonly clients: Clients
  private readonly random: Random
  private readonly flaws: Flaws
  private readonly wire: Wire
  private readonly cluster: Cluster
  private readonly former: FormerOwners
  private readonly nemesis: Nemesis
  private readonly play: Play
  private readonly letters = new Map<string, number>()
  private now: number
  private calmSince = Infinity
  private decisions = 0
  private isBaffled = false
  private readonly outdated = new Set<string>()
  private names = 0

  constructor(seed: number, flaws: Flaws) {
    const random = new Random(seed)
    const say = (what: string) => this.say(what)
    const hit = (fault: Fault, what: string) => this.hit(fault, what)
    const now = () => this.now
    this.random = random
    this.flaws = flaws
    this.postgres = new Postgres(flaws, () => random.next())
    this.scenario = new Scenario(seed, random, this.postgres)
    this.now = this.scenario.began_at
    const { postgres, scenario } = this
    this.cluster = new Cluster({ random, say, hit })
    this.former = new FormerOwners(this.cluster.owners)
    this.wire = new Wire({
      postgres,
      tenants: scenario.tenants,
      live: (customer_id) => scenario.campaigns.live(customer_id),
      random,
      now,
      say,
      hit,
      watch: (one) => this.watch(one),
      unlearned: flaws.unlearnsLoad === true ? "journal_wake(" : undefined,
      baffled: (finding) => {
        this.findings.push(finding)
        this.isBaffled = true
      }
    })
    this.clients = new Clients({
      random,
      now,
      say,
      step: () => this.steps,
      took: (road) => this.took(road),
      found: (finding) => void this.findings.push(finding),
      gateways: () => this.cluster.awake(),
      acknowledged: (call) => this.play.follow(call)
    })
    const { clients, cluster, wire } = this
    const cells = () => scenario.buddies.map((buddy) => cellOf(buddy.customer_id, buddy.buddy_id))
    this.nemesis = new Nemesis({ random, say, hit, clients, cluster, wire, cells, start: () => this.start() })
    for (let count = 0; count < runners_count; count++) cluster.runners.push(this.start())
    this.play = new Play({
      random,
      now,
      say,
      took: (road) => this.took(road),
      scenario,
      clients,
      cluster,
      commits: () => this.postgres.commits
    })
    cluster.adopt(cells())
  }

  private say(what: string): void {
    this.timeline.push(`${this.now} ${what}`)
  }

  private hit(fault: Fault, what: string): void {
    this.faults[fault]++
    this.say(`  ! ${fault}: ${what}`)
  }

  private took(road: Road): void {
    this.roads[road]++
  }

  private start(): Runner {
    const { cluster, flaws, random, wire } = this
    const name = `r${this.names++}`
    const ids = new Random(random.below(2 ** 32))
    const skew_ms = random.below(2 * skew_ms_max) - skew_ms_max
    const world: Surroundings = {
      now: () => this.now + skew_ms,
      ids: { bytes: (buffer) => void buffer.forEach((_, index) => (buffer[index] = ids.below(256))) },
      engine: this.engine(),
      execute: (runner, text, params) => wire.execute(runner, text, params),
      dispatch: (runner, cell, envelope, resume) => cluster.call(runner, cell, envelope, resume),
      publish: (runner, change) => cluster.publish(runner, change),
      letters: (runner) => ({
        bury: ({ customer_id, identity }, done) => {
          const key = `${customer_id}/${identity}`
          this.letters.set(key, (this.letters.get(key) ?? 0) + 1)
          runner.tasks.push(done)
        },
        isQuarantined: ({ customer_id, identity }) =>
          (this.letters.get(`${customer_id}/${identity}`) ?? 0) >= letter_attempts_max
      }),
      journal: (runner, journal) =>
        watchJournal(journal, {
          flaws,
          draw: () => random.next(),
          observe: (change, { _tag }) => {
            const { command_ids, event_ids } = change
            this.former.concludes(runner, change, _tag === "Committed")
            // Nothing here is bought on terms that change, or belongs to a team.
            if (_tag !== "Outdated") this.took(_tag)
            this.say(`${runner.name} concludes ${[...event_ids, ...command_ids].join(" ")}: ${_tag}`)
          }
        })
    }
    return new Runner(name, world)
  }

  /** The real rules; each decision leaves its number in the trace, which tells the order within one change set. */
  private engine(): Engine {
    const rules = rulesWith(this.flaws)
    return {
      compile,
      decide: (snapshot, state, command, context) => {
        if (command._tag === "Event" && command.type === breakingType) throw new Error("the rules broke")
        const decision = rules(snapshot, state, command, context)
        if (decision._tag === "Rejected") {
          if (decision.error.code === "facts_outdated") this.outdated.add(context.buddy.buddy_id)
          return decision
        }
        if (command._tag === "Reverse" && this.outdated.delete(context.buddy.buddy_id))
          this.took("taken back once the facts had been read again")
        const key = String(this.decisions++)
        const stamp = {
          type: stampType,
          key,
          outcome: "skipped",
          reason: "disabled",
          detail: {},
          ledger_ids: []
        } as const
        return { ...decision, trace: [...decision.trace, stamp] }
      }
    }
  }

  private watch({ kind, params, sender, text }: Parameters<WireOptions["watch"]>[0]): void {
    if (kind !== "commit") return
    const { astray, buddies } = this.former.watch(sender, text, params)
    if (buddies > 1) this.took("batch of several buddies")
    for (const id of astray) this.hit("commit of a former owner", `${id.slice(-4)} by ${sender.name}`)
  }

  private proceed(step: Step): void {
    const { pause_ms } = step
    if (pause_ms >= jump_ms && this.clients.open > 0) this.hit("clock jump with work under way", `${pause_ms} ms`)
    this.now += pause_ms
    this.play.perform(step)
  }

  /** Everything that can happen next. */
  private choices(): Array<() => void> {
    const choices: Array<() => void> = []
    for (const runner of this.cluster.runners) {
      if (runner.isFrozen) continue
      if (runner.tasks.length > 0) choices.push(() => runner.step())
      for (const timer of runner.timers) if (timer.at <= runner.now()) choices.push(() => runner.fire(timer))
    }
    for (const statement of this.wire.runnable()) choices.push(() => this.wire.run(statement))
    for (const statement of this.wire.answerable()) choices.push(() => this.wire.answer(statement))
    this.cluster.choices(choices)
    this.clients.choices(choices)
    const [step] = this.scenario.steps
    if (step === undefined || this.clients.open >= open_max) return choices
    // Whoever takes something back does so before the day is settled for good, also when asking again takes a while.
    const { isRegretting } = this.clients
    const isEarly = step.pause_ms >= jump_ms && (choices.length > 0 || this.clients.open > 0 || isRegretting)
    const mayHurry = !isRegretting && this.random.chance(0.02)
    if (!isEarly || mayHurry) choices.push(() => this.proceed(this.scenario.steps.shift()!))
    return choices
  }

  /** When something can happen that cannot happen now. */
  private nextDue(): number {
    let next = Math.min(this.wire.nextDue(), this.clients.nextDue())
    for (const runner of this.cluster.runners)
      if (!runner.isFrozen) for (const { at } of runner.timers) next = Math.min(next, at - runner.now() + this.now)
    return next
  }

  private calm(): void {
    this.calmSince = this.now
    this.wire.isCalm = true
    this.nemesis.relent()
    this.say("nothing is disturbed any more")
  }

  private isAtRest(): boolean {
    return this.clients.isSettled() && this.wire.statements.length === 0 && this.cluster.underWay === 0
  }

  run(): void {
    for (; this.steps < steps_max; this.steps++) {
      if (!this.wire.isCalm && this.scenario.steps.length === 0 && this.random.chance(0.02)) this.calm()
      const { isCalm } = this.wire
      if (!isCalm && this.random.chance(0.015)) this.nemesis.strike()
      if (!isCalm && this.random.chance(0.01)) this.play.repeat()
      if (this.random.chance(0.2)) this.now += this.random.below(10)
      const choices = this.choices()
      if (isCalm && this.isAtRest()) return
      if (choices.length > 0) this.random.pick(choices)()
      else this.now = Math.max(this.now, Math.min(this.nextDue(), this.now + rest_ms_max))
      // Whatever follows would only hide it.
      if (this.isBaffled) return
      if (this.now - this.calmSince > rest_ms_max) break
    }
    const open = this.clients.operations.filter(({ outcome }) => outcome === "open")
    const statements = this.wire.statements.map(({ kind, number }) => `#${number} ${kind}`)
    this.findings.push(
      `it does not come to rest: ${open.map(nameOf).join(" ") || "nobody"} without an answer, ` +
        `${this.clients.open} calls, statements ${statements.join(" ") || "none"} and ` +
        `${this.cluster.underWay} messages under way`
    )
  }

  result(seed: number): Result {
    const { clients, faults, findings, postgres, roads, scenario, steps, timeline } = this
    const took = (road: Road) => this.took(road)
    const all = [...findings, ...check(postgres.tables, clients.operations, scenario, { took, former: this.former })]
    const { commands, events, identities, states } = postgres.tables
    const stored = [[...states.values()], [...identities.values()], events, commands]
    const hash = createHash("sha256").update(timeline.join("\n")).update(JSON.stringify(stored)).digest("hex")
    return { seed, findings: all, timeline, hash, faults, roads, operations: clients.operations.length, steps }
  }
}

export const simulate = (seed: number, flaws: Flaws = {}): Result => {
  const simulation = new Simulation(seed, flaws)
  simulation.run()
  return simulation.result(seed)
}
