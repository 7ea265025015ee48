/**
 * How a test's time passes for a service that really talks to a database and to receivers of webhooks. Before time
 * moves, whatever is under way is waited for, in real time: so no deadline of the service runs out only because the
 * test was faster than a socket. And time moves from one thing that is due to the next: half an hour in which nothing
 * happens is one step.
 */
import { Clock, Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { type Agenda, readAgenda } from "./Agenda.ts"
import type { Lifetime } from "./Lifetime.ts"
import { isVirtual, pause, turn, until } from "./time.ts"

export interface AdvanceOptions {
  /** stops at least so often; an hour unless something is due earlier */
  readonly step?: Duration.Input
}

export interface Travel {
  advance(duration: Duration.Input, options?: AdvanceOptions): Effect.Effect<void>
  /** moves time from stop to stop until the condition holds; a defect when it does not within `at_most` (30 days) */
  advanceUntil<E, R>(
    what: string,
    condition: Effect.Effect<boolean, E, R>,
    options?: AdvanceOptions & { readonly at_most?: Duration.Input }
  ): Effect.Effect<void, E, R>
  /** the same under any clock: a real one is waited for */
  untilDone<E, R>(
    what: string,
    condition: Effect.Effect<boolean, E, R>,
    at_most: Duration.Input
  ): Effect.Effect<void, E, R>
}

/** Real time for what is under way; more means that it hangs, and a test may be about that. */
const patience_ms = 5_000
/**
 * For a receiver to answer, once per attempt: real time, and looks, because a process that gets no processor for a
 * while has waited without letting anybody answer.
 */
const receiver_patience_ms = 150
const receiver_looks = 12
/** Postgres must owe nothing for so many turns of the event loop and for so long on end: bytes may be on their way. */
const quiet_turns = 16
const quiet_ms = 1
const default_step = Duration.hours(1)

/** With a step that leads nowhere a test would hang; of time that went back nothing would come, and nothing be said. */
const stepOf = ({ step = default_step }: AdvanceOptions): Effect.Effect<number> => {
  const ms = Duration.toMillis(Duration.fromInputUnsafe(step))
  return ms > 0 ? Effect.succeed(ms) : Effect.die(new Error(`a step is longer than 0: ${JSON.stringify(step)} is not`))
}

const spanOf = (duration: Duration.Input): Effect.Effect<number> => {
  const ms = Duration.toMillis(Duration.fromInputUnsafe(duration))
  return ms >= 0 ? Effect.succeed(ms) : Effect.die(new Error(`time only goes on: ${JSON.stringify(duration)} is back`))
}

/** Waits until nothing is under way. */
const quiet = (lifetime: Lifetime) =>
  Effect.gen(function* () {
    const started = performance.now()
    let since = started
    let turns = 0
    while (performance.now() - started < patience_ms) {
      yield* turn
      turns++
      if ((lifetime.running()?.pending() ?? 0) > 0) {
        since = performance.now()
        turns = 0
      }
      if (turns >= quiet_turns && performance.now() - since >= quiet_ms) return
    }
  })

/** The next stop: between things that happen every sleeper counts, else only what is due. */
const nextStop = (agenda: Agenda, nextWake: number | undefined, now: number, limit: number): number => {
  const candidates = [limit]
  if (agenda.nextDue !== null) candidates.push(agenda.nextDue)
  if ((agenda.busy || agenda.sending.length > 0) && nextWake !== undefined) candidates.push(nextWake)
  return Math.max(now + 1, Math.min(...candidates))
}

export const makeTravel = Effect.fnUntraced(function* (lifetime: Lifetime) {
  const sql = yield* SqlClient.SqlClient
  const agendaAt = (now: number) => Effect.provideService(readAgenda(now), SqlClient.SqlClient, sql)
  /** attempts whose receivers were waited for */
  const waitedFor = new Set<string>()

  /** What is left to do once everything that needs no time is done. */
  const settled = Effect.gen(function* () {
    yield* quiet(lifetime)
    const now = yield* Clock.currentTimeMillis
    let agenda = yield* agendaAt(now)
    const started = performance.now()
    for (
      let looks = 0;
      agenda.sending.some((attempt) => !waitedFor.has(attempt)) &&
      (looks < receiver_looks || performance.now() - started < receiver_patience_ms);
      looks++
    ) {
      yield* pause
      yield* quiet(lifetime)
      agenda = yield* agendaAt(now)
    }
    for (const attempt of agenda.sending) waitedFor.add(attempt)
    return agenda
  })

  const stepTo = Effect.fnUntraced(function* (limit: number) {
    const agenda = yield* settled
    const now = yield* Clock.currentTimeMillis
    if (now >= limit) return
    const clock = lifetime.running()?.clock
    const stop = Math.min(limit, nextStop(agenda, clock?.nextWake(), now, limit))
    clock?.leap(stop)
    yield* TestClock.setTime(stop)
    yield* quiet(lifetime)
  })

  const virtualNow = Effect.flatMap(Clock.Clock, (clock) =>
    isVirtual(clock)
      ? clock.currentTimeMillis
      : Effect.die(new Error("this service lives in real time: start it on a virtual clock to move it"))
  )

  const advance: Travel["advance"] = Effect.fnUntraced(function* (duration, options = {}) {
    const step_ms = yield* stepOf(options)
    const target = (yield* virtualNow) + (yield* spanOf(duration))
    let now = yield* virtualNow
    while (now < target) {
      yield* stepTo(Math.min(target, now + step_ms))
      now = yield* virtualNow
    }
    yield* settled
  })

  const advanceUntil: Travel["advanceUntil"] = Effect.fnUntraced(function* (what, condition, options = {}) {
    const step_ms = yield* stepOf(options)
    const end = (yield* virtualNow) + (yield* spanOf(options.at_most ?? "30 days"))
    // Asked twice before time moves: what the first question waited for may have happened while it was answered.
    const holds = Effect.andThen(settled, condition)
    while (!(yield* holds) && !(yield* holds)) {
      const now = yield* virtualNow
      if (now >= end) return yield* Effect.die(new Error(`time ran out before: ${what}`))
      yield* stepTo(Math.min(end, now + step_ms))
    }
  })

  const untilDone: Travel["untilDone"] = (what, condition, at_most) =>
    Effect.flatMap(Clock.Clock, (clock) =>
      isVirtual(clock) ? advanceUntil(what, condition, { at_most }) : until(what, condition)
    )

  return { advance, advanceUntil, untilDone } satisfies Travel
})
