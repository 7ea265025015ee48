/**
 * Between the runners and Postgres: statements under way, and what may become of each. It may run or not, at once or
 * late, and its sender may hear of it, hear that the connection is gone, or hear nothing. All of that is drawn when it
 * is sent; when it runs and when its answer arrives is chosen step by step.
 */
import { Effect } from "effect"
import type { SqlError } from "effect/sql"
import type { Fault } from "./Faults.ts"
import type { Postgres } from "./Postgres.ts"
import type { Random } from "./Random.ts"
import { isKnown, type Kind, sqlErrorOf, type Tenant, understand } from "./Statements.ts"
import { PgError } from "./Tables.ts"

/** The process that sent a statement. */
export interface Sender {
  readonly name: string
  readonly isAlive: boolean
  readonly isFrozen: boolean
}

type Answer = Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>

export interface Statement {
  readonly number: number
  readonly kind: Kind
  readonly text: string
  readonly params: ReadonlyArray<unknown>
  readonly sender: Sender
  readonly sent_at: number
  /** not before; epoch ms */
  due: number
  willRun: boolean
  readonly hears: "the result" | "a cut" | "nothing"
  readonly refusal: PgError | undefined
  hasRun: boolean
  answer: Answer | undefined
  /** undefined: nobody waits any more */
  resume: ((answer: Answer) => void) | undefined
}

const refusals = ["40001", "40P01", "55P03", "57014", "57P01", "53300", "53100"]

type Fate = "good" | "cut" | "refused" | "silent" | "slow"
const fates = {
  writes: [
    [80, "good"],
    [6, "cut"],
    [4, "refused"],
    [3, "silent"],
    [7, "slow"]
  ],
  reads: [
    [88, "good"],
    [3, "cut"],
    [2, "refused"],
    [1, "silent"],
    [6, "slow"]
  ]
} as const satisfies Record<string, ReadonlyArray<readonly [number, Fate]>>

const isWrite = (kind: Kind): boolean => kind === "commit" || kind === "each"

export interface WireOptions {
  readonly postgres: Postgres
  readonly tenants: ReadonlyMap<string, Tenant>
  /** what runs for all buddies of a tenant */
  readonly live: (customer_id: string) => ReadonlyArray<unknown>
  readonly random: Random
  readonly now: () => number
  readonly say: (what: string) => void
  readonly hit: (fault: Fault, what: string) => void
  /** a statement that writes is about to run */
  readonly watch: (statement: Statement) => void
  /** words of a statement that is to be unknown */
  readonly unlearned: string | undefined
  /** somebody sent what nobody has taught the simulation */
  readonly baffled: (finding: string) => void
}

export class Wire {
  isCalm = false
  readonly statements: Array<Statement> = []
  private readonly options: WireOptions
  private sent = 0

  constructor(options: WireOptions) {
    this.options = options
  }

  /** One statement of a runner, as its driver sees it. */
  execute(sender: Sender, text: string, params: ReadonlyArray<unknown>): Answer {
    const { baffled, unlearned } = this.options
    if (!isKnown(text) || (unlearned !== undefined && text.includes(unlearned))) {
      const finding = `the simulated Postgres does not know this statement: ${text.replaceAll(/\s+/g, " ").trim()}`
      baffled(finding)
      return Effect.die(new Error(finding))
    }
    return Effect.callback((resume) => {
      const statement = this.send(sender, text, params, resume)
      return Effect.sync(() => {
        statement.resume = undefined
        this.forget()
        if (statement.hears === "nothing") this.options.hit("silence until the deadline", `#${statement.number}`)
      })
    })
  }

  private send(sender: Sender, text: string, params: ReadonlyArray<unknown>, resume: (answer: Answer) => void) {
    const { now, random } = this.options
    const { kind } = understand(text)
    const fate = this.isCalm ? "good" : random.weighted<Fate>(isWrite(kind) ? fates.writes : fates.reads)
    const isLost = fate === "cut" || fate === "silent"
    const isLate = fate === "slow" || (isLost && random.chance(0.5))
    const statement: Statement = {
      number: ++this.sent,
      kind,
      text,
      params,
      sender,
      sent_at: now(),
      due: now() + (isLate ? 50 + random.below(fate === "silent" ? 40_000 : 9_000) : 0),
      willRun: !isLost || random.chance(0.6),
      hears: fate === "cut" ? "a cut" : fate === "silent" ? "nothing" : "the result",
      refusal: fate === "refused" ? new PgError(random.pick(refusals)) : undefined,
      hasRun: false,
      answer: undefined,
      // Whoever has stopped with work in hand hears no answer any more, nor that there is none.
      resume: sender.isAlive ? resume : undefined
    }
    this.statements.push(statement)
    this.options.say(`${sender.name} sends ${kind} #${statement.number}`)
    return statement
  }

  /** Statements that may run now. */
  runnable(): ReadonlyArray<Statement> {
    const now = this.options.now()
    return this.statements.filter(({ due, hasRun, willRun }) => willRun && !hasRun && due <= now)
  }

  /** Statements whose sender may hear now. */
  answerable(): ReadonlyArray<Statement> {
    return this.statements.filter(
      ({ hasRun, hears, resume, sender }) =>
        resume !== undefined &&
        sender.isAlive &&
        !sender.isFrozen &&
        (hears === "a cut" || (hasRun && hears !== "nothing"))
    )
  }

  /** When the next one runs that cannot run yet. */
  nextDue(): number {
    let next = Infinity
    for (const { due, hasRun, willRun } of this.statements) if (willRun && !hasRun) next = Math.min(next, due)
    return next
  }

  run(statement: Statement): void {
    const { hit, say } = this.options
    statement.hasRun = true
    const { kind, number, sender } = statement
    if (isWrite(kind)) this.options.watch(statement)
    const outcome = this.resultOf(statement)
    say(`#${number} ${kind} of ${sender.name} ${outcome instanceof PgError ? `fails: ${outcome.message}` : "runs"}`)
    statement.answer = outcome instanceof PgError ? Effect.fail(sqlErrorOf(outcome)) : Effect.succeed(outcome)
    if (isWrite(kind) && !(outcome instanceof PgError)) {
      if (statement.resume === undefined) hit("late commit", `#${number} runs when nobody waits for it`)
      else if (statement.hears !== "the result") hit("answer of a commit lost", `#${number}`)
    }
    this.forget()
  }

  private resultOf({ kind, params, refusal, text }: Statement): ReadonlyArray<unknown> | PgError {
    const { hit, live, postgres, random, tenants } = this.options
    if (refusal !== undefined) {
      if (isWrite(kind)) hit(refusal.code === "57014" ? "statement timeout" : "commit refused for now", refusal.code)
      else hit("read failed", refusal.code)
      return refusal
    }
    // Within journal_write_each one item can lose a lock while the others go through.
    const interfere = () => (!this.isCalm && random.chance(0.03) ? new PgError("40P01") : undefined)
    try {
      return understand(text).run(postgres, params, { tenants, live, interfere })
    } catch (error) {
      if (error instanceof PgError) return error
      throw error
    }
  }

  answer(statement: Statement): void {
    const { hit, now, say } = this.options
    const { answer, hasRun, hears, kind, number, resume, sender, sent_at } = statement
    const isOvertaking = this.statements.some(
      (other) => other.sender === sender && other.number < number && other.hasRun && other.resume !== undefined
    )
    if (isOvertaking) hit("answers out of order", `#${number}`)
    if (kind === "load" && now() - sent_at > 50) hit("slow load", `#${number} after ${now() - sent_at} ms`)
    if (hears === "a cut" && !hasRun && isWrite(kind)) hit("commit cut off", `#${number}`)
    if (hears === "a cut" && !isWrite(kind)) hit("read failed", `#${number} cut`)
    say(`${sender.name} hears of #${number}${hears === "a cut" ? " that it was cut" : ""}`)
    statement.resume = undefined
    this.forget()
    resume!(hears === "a cut" ? Effect.fail(sqlErrorOf(new PgError("08006"))) : answer!)
  }

  /** Its process is gone; what it sent may still be under way. */
  abandon(sender: Sender): void {
    for (const statement of this.statements) {
      if (statement.sender !== sender) continue
      statement.resume = undefined
      if (!statement.hasRun) statement.willRun &&= this.options.random.chance(0.5)
    }
    this.forget()
  }

  private forget(): void {
    const open = this.statements.filter(({ hasRun, resume, willRun }) => resume !== undefined || (willRun && !hasRun))
    this.statements.splice(0, this.statements.length, ...open)
  }
}
