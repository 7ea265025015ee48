/**
 * One seed, one world: a few buddies, three runners over one database, clients that repeat what they are not sure of,
 * and faults. Nothing here waits and nothing is real but the code under test: which entry of which list comes next is
 * drawn from the seed, so a run can be repeated to the letter.
 */
import * as fc from "fast-check"
import { Exit } from "effect"
import { type BuddyFailure, type BuddyReply, type BuddyRequest } from "../../src/buddy/Protocol.ts"
import { initialState } from "../../src/engine/initialState.ts"
import { compile } from "../../src/engine/Snapshot.ts"
import type { Surroundings } from "../kit/AuditorBooks.ts"
import { content } from "../kit/generators/content.ts"
import { life as lifeOf } from "../kit/generators/history.ts"
import { checkAnswers, checkLife } from "./Check.ts"
import { Database, type Flaws, type Life } from "./Database.ts"
import { Random } from "./Random.ts"
import { type Flight, Runner, type World } from "./Runner.ts"

export interface Operation {
  readonly id: string
  readonly customer_id: string
  readonly life: Life
  readonly request: BuddyRequest
  /** unknown: it may or may not have happened; the client asks again with the same id */
  outcome: "asked" | "acknowledged" | "refused" | "unknown"
  at: Runner | undefined
  readonly answers: Array<string>
}

export type Fault =
  | "crash"
  | "freeze"
  | "two owners"
  | "answer of a commit lost"
  | "commit lost"
  | "contention"
  | "read failed"
  | "repetition"

export interface Result {
  readonly seed: number
  readonly findings: ReadonlyArray<string>
  readonly timeline: ReadonlyArray<string>
  readonly faults: Readonly<Partial<Record<Fault, number>>>
  readonly operations: number
}

const runners_count = 3
const buddies_count = 2
/** Far above what any seed needs; beyond it something is stuck. */
const turns_max = 20_000

const uuid = (kind: number, index: number) =>
  `00000000-0000-4000-8000-${kind.toString(16).padStart(4, "0")}${index.toString(16).padStart(8, "0")}`

const sampled = <A>(arbitrary: fc.Arbitrary<A>, seed: number): A => fc.sample(arbitrary, { seed, numRuns: 1 })[0]!

class Simulation {
  private readonly random: Random
  private readonly flaws: Flaws
  private readonly database: Database
  private readonly config
  private readonly around: Surroundings
  private readonly script
  private readonly world: World
  private runners: Array<Runner> = []
  private flights: Array<Flight> = []
  /** which runner the cluster says owns a buddy */
  private readonly owner = new Map<Life, Runner>()
  private readonly operations: Array<Operation> = []
  readonly timeline: Array<string> = []
  readonly faults: Partial<Record<Fault, number>> = {}
  private now = 0
  private ids = 0
  private names = 0
  private isCalm = false

  constructor(seed: number, flaws: Flaws) {
    this.random = new Random(seed)
    this.flaws = flaws
    this.database = new Database(flaws, () => this.random.chance(0.2))
    this.config = sampled(content, seed)
    const { around, steps } = sampled(lifeOf("any", 40), seed)
    this.around = around
    this.script = [...steps]
    this.now = steps[0]?.now ?? 1_800_000_000_000
    this.world = {
      database: this.database,
      around,
      now: () => this.now,
      nextId: () => uuid(9, this.ids++)
    }
    for (let index = 0; index < runners_count; index++) this.runners.push(this.newRunner())
    const snapshot = compile(this.config, { config_version_id: uuid(1, 0) })
    const state = initialState(snapshot, { hatched_at: around.hatched_at, timezone: around.timezone })
    for (let index = 0; index < buddies_count; index++) {
      const life: Life = {
        // A tenant each: budgets are the tenant's, and a recount sees one buddy.
        customer_id: uuid(2, index),
        buddy_id: uuid(3, index),
        snapshot,
        audience: around.audience,
        version: 1,
        state: JSON.stringify(state),
        commits: 0,
        steps: [],
        ledger: [],
        uniques: new Set()
      }
      this.database.lives.set(life.buddy_id, life)
      this.owner.set(life, this.random.pick(this.runners))
    }
  }

  private newRunner(): Runner {
    return new Runner(`r${this.names++}`, this.world)
  }

  private say(what: string): void {
    this.timeline.push(`${this.now} ${what}`)
  }

  private hit(fault: Fault, what: string): void {
    this.faults[fault] = (this.faults[fault] ?? 0) + 1
    this.say(`! ${fault}: ${what}`)
  }

  /** One client says something new; time moves to when it does. */
  private ask(): void {
    const { command, now } = this.script.shift()!
    this.now = Math.max(this.now, now)
    const life = this.random.pick([...this.owner.keys()])
    const id = command._tag === "Event" ? command.event_id : `c-${this.operations.length}`
    const event =
      command._tag === "Event"
        ? { user_id: "user-1", audience: life.audience, payload_hash: id, mode: "live" as const }
        : null
    const request = { command_id: id, command, event, webhooks: true }
    const operation: Operation = {
      id,
      customer_id: life.customer_id,
      life,
      request,
      outcome: "unknown",
      at: undefined,
      answers: []
    }
    this.operations.push(operation)
    this.send(operation)
  }

  private send(operation: Operation): void {
    const runner = this.owner.get(operation.life)!
    operation.outcome = "asked"
    operation.at = runner
    this.say(`ask ${operation.id} ${operation.request.command._tag} at ${runner.name}`)
    runner.actor(operation.life).submit(operation.request, (exit) => this.hear(operation, runner, exit))
  }

  private hear(operation: Operation, runner: Runner, exit: Exit.Exit<BuddyReply, BuddyFailure>): void {
    // Who has crashed tells nobody, and a client listens to the runner it asked last.
    if (!runner.isAlive) return
    const failure = Exit.isFailure(exit) ? exit.cause.reasons[0] : undefined
    if (failure?._tag === "Die") throw failure.defect
    const settled = Exit.isSuccess(exit)
      ? "acknowledged"
      : failureTag(failure) === "CommandRejected"
        ? "refused"
        : "unknown"
    if (Exit.isSuccess(exit)) operation.answers.push(JSON.stringify([exit.value.reply, exit.value.effects]))
    this.say(`${operation.id} is ${settled} by ${runner.name}`)
    if (operation.at === runner && operation.outcome !== "acknowledged") operation.outcome = settled
  }

  private crash(runner: Runner): void {
    const waiting = this.operations.filter(({ at, outcome }) => at === runner && outcome === "asked")
    if (waiting.length > 0) this.hit("crash", `${runner.name} with ${waiting.length} waiting`)
    runner.isAlive = false
    for (const operation of waiting) operation.outcome = "unknown"
    this.runners = this.runners.map((one) => (one === runner ? this.newRunner() : one))
    for (const [life, owner] of this.owner) if (owner === runner) this.owner.set(life, this.random.pick(this.runners))
  }

  /** Its buddies move on, and it knows nothing of it: when it thaws there are two. */
  private freeze(runner: Runner): void {
    const others = this.runners.filter((one) => one !== runner && !one.isFrozen)
    if (others.length === 0 || runner.isFrozen) return
    const busy = this.flights.some((flight) => flight.runner === runner) || runner.writers.length > 0
    if (busy) this.hit("freeze", runner.name)
    runner.isFrozen = true
    for (const [life, owner] of this.owner) if (owner === runner) this.owner.set(life, this.random.pick(others))
  }

  private move(): void {
    const life = this.random.pick([...this.owner.keys()])
    const from = this.owner.get(life)!
    const to = this.random.pick(this.runners.filter(({ isFrozen }) => !isFrozen))
    if (to === undefined || to === from) return
    if (from.writers.length > 0) this.hit("two owners", `${from.name} and ${to.name}`)
    this.owner.set(life, to)
  }

  /** A change set reaches the database, or does not; its runner hears of it, or does not. */
  private land(): void {
    const flight = this.flights.splice(this.random.below(this.flights.length), 1)[0]!
    const { change, runner, steps, writer } = flight
    const fate = this.isCalm ? 1 : this.random.next()
    const conclude = (outcome: Parameters<typeof writer.conclude>[0]) => {
      this.say(`${runner.name} hears ${outcome._tag} of ${[...change.event_ids, ...change.command_ids].join(" ")}`)
      if (runner.isAlive) writer.conclude(outcome)
    }
    if (fate < 0.05) {
      this.hit("commit lost", runner.name)
      return conclude(this.flaws.answersEarly === true ? { _tag: "Committed" } : { _tag: "Unknown", reason: "cut" })
    }
    if (fate < 0.1) {
      this.hit("contention", runner.name)
      return conclude({ _tag: "Contended" })
    }
    const outcome = this.database.commit(change, steps)
    if (fate < 0.18) {
      this.hit("answer of a commit lost", runner.name)
      return conclude({ _tag: "Unknown", reason: "cut" })
    }
    conclude(outcome)
  }

  private read(runner: Runner): void {
    const read = runner.reads.splice(this.random.below(runner.reads.length), 1)[0]!
    const fails = !this.isCalm && this.random.chance(0.05)
    if (fails) this.hit("read failed", runner.name)
    if (fails) read.fail()
    else read.succeed()
  }

  private repeat(): void {
    const open = this.operations.filter(({ outcome }) => outcome === "unknown")
    const done = this.operations.filter(({ outcome }) => outcome === "acknowledged")
    if (open.length > 0) return this.send(this.random.pick(open))
    if (done.length === 0 || this.isCalm) return
    const operation = this.random.pick(done)
    this.hit("repetition", operation.id)
    const runner = this.owner.get(operation.life)!
    runner.actor(operation.life).submit(operation.request, (exit) => this.hear(operation, runner, exit))
  }

  /** Everything that can happen next; one of it is drawn. */
  private choices(): ReadonlyArray<() => void> {
    const awake = this.runners.filter(({ isFrozen }) => !isFrozen)
    const ready: Array<() => void> = []
    for (const runner of awake) {
      if (runner.writers.length > 0) ready.push(() => this.take(runner))
      if (runner.reads.length > 0) ready.push(() => this.read(runner))
    }
    if (this.flights.length > 0) ready.push(() => this.land())
    if (this.script.length > 0) ready.push(() => this.ask())
    const unsure = this.operations.some(({ outcome }) => outcome === "unknown")
    if (unsure && (this.isCalm || this.random.chance(0.5))) ready.push(() => this.repeat())
    return ready
  }

  private take(runner: Runner): void {
    const flight = runner.prepare()
    if (flight !== undefined) this.flights.push(flight)
  }

  private disturb(): void {
    const chance = this.random.next()
    if (chance < 0.2) this.crash(this.random.pick(this.runners))
    else if (chance < 0.45) this.freeze(this.random.pick(this.runners))
    else if (chance < 0.6) for (const runner of this.runners) runner.isFrozen = false
    else if (chance < 0.8) this.move()
    else this.repeat()
  }

  run(seed: number): Result {
    let turns = 0
    while (this.script.length > 0 || this.flights.length > 0) {
      if (this.random.chance(0.12)) this.disturb()
      const next = this.choices()
      if (next.length === 0) for (const runner of this.runners) runner.isFrozen = false
      else this.random.pick(next)()
      if (++turns > turns_max) break
    }
    this.isCalm = true
    for (const runner of this.runners) runner.isFrozen = false
    for (let next = this.choices(); next.length > 0 && turns++ < turns_max; next = this.choices())
      this.random.pick(next)()
    const findings = [
      ...(turns > turns_max ? ["it does not come to rest"] : []),
      ...checkAnswers(this.operations, this.database),
      ...[...this.database.lives.values()].flatMap((life) => checkLife(life, this.config, this.around))
    ]
    const { faults, operations, timeline } = this
    return { seed, findings, timeline, faults, operations: operations.length }
  }
}

const failureTag = (reason: { readonly _tag: string } | undefined): string | undefined =>
  reason?._tag === "Fail" ? (reason as unknown as { readonly error: { readonly _tag: string } }).error._tag : undefined

export const simulate = (seed: number, flaws: Flaws = {}): Result => new Simulation(seed, flaws).run(seed)
