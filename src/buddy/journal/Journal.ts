/**
 * Durability: the changes of many buddies in one statement, one per process. A flush takes whoever waits at that
 * moment, asks each for its change set (so commands are decided as late as possible and busy buddies bring many at
 * once) and calls journal_write, which is optimistic and all or nothing. What fails there runs again through
 * journal_write_each, where every change set gets its own outcome. Nobody is answered before the flush that
 * carries his change has returned.
 */
import { Context, Duration, Effect, Exit, Layer, Scheduler } from "effect"
import { SqlClient } from "effect/sql"
import { DatabaseUrl } from "../../platform/postgres/DatabaseUrl.ts"
import { Outbox } from "../../platform/webhooks/Outbox.ts"
import { postgresClient } from "../../platform/postgres/Sql.ts"
import { makeTraces, type Traces } from "../../platform/observability/Traces.ts"
import { commitParameters, commitText, eachParameters, eachText } from "./JournalParameters.ts"
import type { ChangeSet } from "./ChangeSet.ts"
import { makeNamedUserDays, type NamedUserDays } from "./NamedUserDays.ts"
import { Mailbox } from "../actor/Mailbox.ts"
import { type JournalMetrics, makeJournalMetrics } from "./JournalMetrics.ts"
import {
  committed,
  type EachRow,
  type FlushError,
  lostOutcome,
  type Outcome,
  outcomeOf,
  refusedOutcome
} from "./Outcome.ts"
import { makeSayLost, type SayLost } from "./JournalLog.ts"
import { makeStatements, type Statements } from "./Statements.ts"
import { type FlushTrace, traceFlush } from "../actor/Tracing.ts"

/** One on its way to the disk while the next is put together; a third only makes the batches smaller. */
const lanes_max = 2
/**
 * Beyond this the round trip is paid for many times over, and the first caller of the batch would wait for the last.
 */
const change_sets_max = 96
/** Bounds the time of one statement when buddies bring whole mailboxes (UTF-16 units). */
const flush_length_max = 2_000_000
/** How long a closing process lets flushes finish. */
const drain_timeout = Duration.seconds(10)
/** Usage rows per tenant and month: commits of different lanes and runners meet on the same row only by chance. */
const usage_slots = 16

/**
 * Somebody with something to commit. Both functions are called by the journal, never concurrently, and must not throw.
 */
export interface Writer {
  /** undefined: nothing to commit after all */
  prepare(): ChangeSet | undefined
  conclude(outcome: Outcome): void
}

interface Item {
  readonly writer: Writer
  readonly change: ChangeSet
}

export class Journal extends Context.Service<
  Journal,
  {
    /** Synchronous. The writer is asked for its change set at the next flush. */
    enqueue(writer: Writer): void
    /** statements sent since the start, for tests */
    statements(): number
    /** for how long there has been work and none of it got done; 0: it gets done, or there is none */
    stalledMs(): number
  }
>()("hatchery/buddy/Journal") {
  /** On the connections it is given. */
  static readonly layerClient = Layer.effect(
    Journal,
    Effect.suspend(() => make)
  )

  /** With a pool of its own, next to the one of the requests: a slow report may not delay a commit. */
  static readonly layer = Layer.unwrap(
    Effect.map(DatabaseUrl, (url) =>
      Layer.provide(
        Journal.layerClient,
        postgresClient({ url, maxConnections: lanes_max, applicationName: "hatchery-journal" })
      )
    )
  )
}

const stopped: Outcome = { _tag: "Unknown", reason: "the journal was stopped" }

type Changes = ReadonlyArray<ChangeSet>
type Concluded = (outcomes: ReadonlyArray<Outcome>) => void

/** Undefined: it was not Postgres who failed. */
const errorOf = (exit: Exit.Failure<unknown, FlushError>): FlushError | undefined => {
  const reason = exit.cause.reasons[0]
  return reason?._tag === "Fail" ? reason.error : undefined
}

const makeSender = ({ send }: Statements, metrics: JournalMetrics, traces: Traces, sayLost: SayLost) => {
  const flush = (changes: Changes, slot: number, trace: FlushTrace | undefined, done: Concluded) =>
    send(
      commitText,
      () => commitParameters(changes, slot),
      trace,
      (exit) => {
        const all = (outcome: Outcome) => done(changes.map(() => outcome))
        if (Exit.isSuccess(exit)) {
          metrics.answered("committed")
          return all(committed)
        }
        const error = errorOf(exit)
        if (error === undefined) return all(stopped)
        const lost = lostOutcome(error)
        metrics.answered(lost === undefined ? "retried" : "unknown")
        if (lost === undefined) return each(changes, slot, trace, done)
        sayLost(error)
        return all(lost)
      }
    )

  const each = (changes: Changes, slot: number, trace: FlushTrace | undefined, done: Concluded): void =>
    send(
      eachText,
      () => eachParameters(changes, slot),
      trace,
      (exit) => {
        if (Exit.isSuccess(exit))
          return done(changes.map((_, index) => outcomeOf(exit.value[index] as EachRow | undefined)))
        const error = errorOf(exit)
        const lost = error === undefined ? stopped : lostOutcome(error)
        if (lost !== undefined) return done(changes.map(() => lost))
        if (changes.length === 1) return done([refusedOutcome(error!)])
        // The call itself was refused (text that is no JSON, a crash of the function): alone, only the culprit fails.
        return alone(changes, slot, trace, done)
      }
    )

  const alone = (changes: Changes, slot: number, trace: FlushTrace | undefined, done: Concluded) => {
    const outcomes: Array<Outcome> = []
    const next = (): void => {
      const change = changes[outcomes.length]
      if (change === undefined) return done(outcomes)
      each([change], slot, trace, ([outcome]) => {
        outcomes.push(outcome!)
        next()
      })
    }
    next()
  }

  /** A flush as others see it: timed, and traced when any of its changes is. */
  return (changes: Changes, slot: number, done: Concluded) => {
    const underWay = metrics.started(changes.length)
    const trace = traceFlush(traces, changes)
    flush(changes, slot, trace, (outcomes) => {
      metrics.finished(underWay)
      trace?.end(outcomes)
      done(outcomes)
    })
  }
}

/** What is known of a change from the moment it stands. */
const noteCommitted = ({ customer_id, delta, endpoints }: ChangeSet, { named, woken }: Noted) => {
  for (const endpoint of endpoints) woken.add(endpoint)
  if (delta !== null) named.remember(customer_id, delta.u)
}

interface Noted {
  readonly named: NamedUserDays
  readonly woken: Set<string>
}

/** What the next flush carries; empty: whoever waited has nothing to commit after all. */
const take = (queue: Mailbox<Writer>, named: NamedUserDays): Array<Item> => {
  const items: Array<Item> = []
  let length = 0
  while (items.length < change_sets_max && length < flush_length_max) {
    const writer = queue.take()
    if (writer === undefined) break
    const change = named.without(writer.prepare())
    if (change === undefined) continue
    items.push({ writer, change })
    length += change.length
  }
  // Two processes that both believe to own a buddy wait for each other's rows; in one order they cannot wait in a
  // circle.
  return items.sort((a, b) => (a.change.order < b.change.order ? -1 : 1))
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const outbox = yield* Outbox
  const dispatcher = (yield* Scheduler.Scheduler).makeDispatcher()
  const [queue, named] = [new Mailbox<Writer>(), yield* makeNamedUserDays]
  const freeSlots = [(process.pid * lanes_max) % usage_slots, (process.pid * lanes_max + 1) % usage_slots]
  const metrics = yield* makeJournalMetrics(() => queue.length)
  const statements = yield* makeStatements(sql)
  const flush = makeSender(statements, metrics, yield* makeTraces, yield* makeSayLost)
  let scheduled = false
  let onIdle: () => void = () => {}

  const conclude = (items: ReadonlyArray<Item>, outcomes: ReadonlyArray<Outcome>) => {
    const woken = new Set<string>()
    items.forEach((item, index) => {
      const outcome = outcomes[index]!
      metrics.concluded(outcome)
      if (outcome === committed) noteCommitted(item.change, { named, woken })
      item.writer.conclude(outcome)
    })
    if (woken.size > 0) outbox.wake([...woken])
  }

  const start = () => {
    scheduled = false
    while (freeSlots.length > 0 && queue.length > 0) {
      const items = take(queue, named)
      if (items.length === 0) continue
      const slot = freeSlots.pop()!
      const changes = items.map((item) => item.change)
      flush(changes, slot, (outcomes) => {
        freeSlots.push(slot)
        conclude(items, outcomes)
        schedule()
        rest()
      })
    }
    // Who waited for a flush may have nothing to commit after all, and then no other flush ends.
    rest()
  }

  // Not at once: everything that arrives in this turn of the event loop travels together.
  const schedule = () => {
    if (scheduled || freeSlots.length === 0 || queue.length === 0) return
    scheduled = true
    dispatcher.scheduleTask(start, 0)
  }

  const isIdle = () => queue.length === 0 && freeSlots.length === lanes_max
  const rest = () => {
    if (!isIdle()) return
    metrics.rested()
    onIdle()
  }
  const whenIdle = Effect.callback<void>((resume) => {
    if (isIdle()) return resume(Effect.void)
    onIdle = () => resume(Effect.void)
  })
  yield* Effect.addFinalizer(() => Effect.timeoutOption(whenIdle, drain_timeout))

  return Journal.of({
    enqueue: (writer) => {
      queue.add(writer)
      schedule()
    },
    statements: statements.count,
    stalledMs: metrics.stalled_ms
  })
})
