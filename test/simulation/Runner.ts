/**
 * One process: the real actors, rules and change sets, with every wait turned into an entry of a list that the
 * simulation works off in the order it chooses. What a crash takes with it is this object.
 */
import { Effect, Exit } from "effect"
import { makeActor } from "../../src/buddy/Actor.ts"
import { Budgets } from "../../src/buddy/Budgets.ts"
import type { ChangeSet } from "../../src/buddy/ChangeSet.ts"
import type { Actor } from "../../src/buddy/Directory.ts"
import type { ActorEnvironment } from "../../src/buddy/Environment.ts"
import type { Writer } from "../../src/buddy/Journal.ts"
import { unavailable } from "../../src/buddy/Protocol.ts"
import { Recent } from "../../src/buddy/Recent.ts"
import { makeAnswering } from "../../src/buddy/SetAside.ts"
import { decide } from "../../src/engine/decide.ts"
import type { TenantFacts } from "../../src/platform/Tenants.ts"
import type { Step } from "../kit/Auditor.ts"
import type { Surroundings } from "../kit/AuditorBooks.ts"
import type { Database, Life } from "./Database.ts"

/** A change set on its way to the database. */
export interface Flight {
  readonly runner: Runner
  readonly writer: Writer
  readonly change: ChangeSet
  readonly steps: ReadonlyArray<Step>
}

/** A read on its way back; `fail` is what a database that does not answer comes to. */
interface Read {
  readonly succeed: () => void
  readonly fail: () => void
}

export interface World {
  readonly database: Database
  readonly around: Surroundings
  readonly now: () => number
  readonly nextId: () => string
}

const factsOf = (customer_id: string, { max_lateness_days, tenant_timezone }: Surroundings): TenantFacts => ({
  customer_id,
  name: "Acme",
  plan: "pro",
  timezone: tenant_timezone,
  max_lateness_days,
  strict_event_types: new Map(),
  audiences: [],
  disabled_capabilities: [],
  active_config_version_id: null,
  draw_secret: new Uint8Array(32),
  subscriptions: [],
  loaded_at: 0
})

export class Runner {
  readonly name: string
  isAlive = true
  isFrozen = false
  readonly writers: Array<Writer> = []
  readonly reads: Array<Read> = []
  private readonly actors = new Map<string, Actor>()
  private readonly env: ActorEnvironment
  /** what the turn under way has accepted so far */
  private decided: Array<Step> = []

  constructor(name: string, world: World) {
    this.name = name
    this.env = this.environment(world)
  }

  actor(life: Life): Actor {
    const known = this.actors.get(life.buddy_id)
    if (known !== undefined) return known
    const made = makeActor(this.env, life.customer_id, life.buddy_id)
    this.actors.set(life.buddy_id, made)
    return made
  }

  /** The next writer's change set, if it still has one. */
  prepare(): Flight | undefined {
    const writer = this.writers.shift()!
    this.decided = []
    const change = writer.prepare()
    return change === undefined ? undefined : { runner: this, writer, change, steps: this.decided }
  }

  private later(succeed: () => void, fail: () => void): void {
    this.reads.push({ succeed, fail })
  }

  private environment({ around, database, nextId, now }: World): ActorEnvironment {
    const backlog = { requests: 0 }
    const away = unavailable("away")
    const stored: ActorEnvironment["stored"] = (customer_id, requests, done) => {
      const ids = requests.map(({ command, command_id }) => (command._tag === "Event" ? command.event_id : command_id))
      this.later(
        () => done(Exit.succeed(database.stored(customer_id, ids))),
        () => done(away)
      )
    }
    return {
      now,
      nextId,
      backlog,
      stored,
      ...makeAnswering({
        letters: { bury: (_letter, done) => done(), isQuarantined: () => false },
        stored,
        backlog,
        report: (defect) => {
          throw defect
        }
      }),
      decide: (snapshot, state, command, context) => {
        const id = command._tag === "Event" ? command.event_id : "none"
        const decision = decide(snapshot, state, command, { ...context, draw: (label) => around.draw(id, label) })
        if (decision._tag === "Accepted") this.decided.push({ now: context.now, command })
        return decision
      },
      journal: { enqueue: (writer) => void this.writers.push(writer) },
      budgets: new Budgets({
        read: (keys) =>
          Effect.sync(() => keys.map((key) => database.used(key.rule_id, key.period_key, key.customer_id))),
        now,
        runFork: (effect) => void Effect.runSync(effect)
      }),
      recent: new Recent(now),
      cachedFacts: (customer_id) => factsOf(customer_id, around),
      facts: (customer_id, done) => done(Exit.succeed(factsOf(customer_id, around))),
      load: (_customer, buddy_id, done) => {
        const life = database.lives.get(buddy_id)!
        this.later(
          () => done(Exit.succeed(database.load(life, now()))),
          () => done(away)
        )
      },
      cachedSnapshot: () => undefined,
      snapshot: (_customer, _version, done) => done(away),
      refreshBudgets: (claims, done) =>
        this.later(() => {
          Effect.runSync(this.env.budgets.refresh(claims))
          done()
        }, done),
      signal: () => {}
    }
  }
}
