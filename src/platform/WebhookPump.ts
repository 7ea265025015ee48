/**
 * Sends what the outbox holds. One loop per runner: it sleeps until a commit wakes it, a retry falls due, an attempt ends, or
 * a slow sweep looks for what nobody announced (leases of a pump that died, rows of a node whose notification was lost). An
 * idle pump costs one statement per sweep.
 *
 * Endpoints never wait for each other: each has a few places of its own, attempts run side by side, and the loop itself only
 * reads and writes rows. Time is the Effect clock's alone, so a test walks the whole ladder in a moment.
 */
import { Cause, Clock, Effect, FiberSet, Latch, Layer } from "effect"
import { Changes } from "./Changes.ts"
import { Outbox } from "./Outbox.ts"
import { isTransient } from "./Sql.ts"
import { makeAttempt } from "./WebhookAttempt.ts"
import { type AttemptResult, type Claim, type Claims, WebhookQueue } from "./WebhookQueue.ts"
import { WebhookSender } from "./WebhookSender.ts"

export const pumpLimits = {
  /** attempts at one endpoint at a time, over all runners; one while it only fails */
  endpoint_in_flight_max: 5,
  /** attempts of this runner at a time */
  in_flight_max: 400,
  /** longer than an attempt and its bookkeeping take: only a dead pump loses a lease */
  lease_ms: 45_000,
  sweep_ms: 10_000,
  /** how soon to look again at an endpoint whose places are taken by other runners, or at a database that was away */
  retry_ms: 1_000,
  /** attempts under way at a shutdown get this long to end */
  drain_ms: 2_000
} as const

/** What the loop knows between two turns. */
class Agenda {
  /** epoch ms at which an endpoint wants a look, by endpoint; 0 is now */
  private readonly due = new Map<string, number>()
  private sweepAt = 0

  /** Hints of undefined come from whoever does not know the endpoints: then all are looked at. */
  hint(endpoints: ReadonlyArray<string> | undefined): void {
    if (endpoints === undefined) this.sweepAt = 0
    else for (const endpoint of endpoints) this.due.set(endpoint, 0)
  }

  /** The endpoints to look at now, null for all; they are off the agenda until somebody puts them back. */
  take(now: number): ReadonlyArray<string> | null {
    if (now >= this.sweepAt) {
      this.sweepAt = now + pumpLimits.sweep_ms
      this.due.clear()
      return null
    }
    const endpoints = [...this.due].filter(([, at]) => at <= now).map(([endpoint]) => endpoint)
    for (const endpoint of endpoints) this.due.delete(endpoint)
    return endpoints
  }

  lookAgain(endpoint: string, at: number): void {
    this.due.set(endpoint, Math.min(at, this.due.get(endpoint) ?? at))
  }

  sweepAgain(at: number): void {
    this.sweepAt = Math.min(at, this.sweepAt)
  }

  /** epoch ms of the next look */
  next(): number {
    let next = this.sweepAt
    for (const at of this.due.values()) next = Math.min(next, at)
    return next
  }
}

const pump = Effect.gen(function*() {
  const queue = yield* WebhookQueue
  const outbox = yield* Outbox
  const changes = yield* Changes
  const attempt = yield* makeAttempt
  const awake = Latch.makeUnsafe(false)
  const agenda = new Agenda()
  const inFlight = new Map<string, Claim>()
  /** ended, not yet written: worth attempts that cannot be taken back, so they stay here until the database has them */
  const ended: Array<AttemptResult> = []

  yield* Effect.addFinalizer(() => handBack)
  const fibers = yield* FiberSet.make<void>()
  yield* Effect.addFinalizer(() => drain)
  yield* Effect.acquireRelease(
    Effect.sync(() => outbox.listen((hint) => {
      agenda.hint(hint)
      awake.openUnsafe()
    })),
    (stopListening) => Effect.sync(stopListening)
  )

  const start = (claim: Claim) => {
    inFlight.set(claim.delivery_id, claim)
    return FiberSet.run(fibers, Effect.map(attempt(claim), (result) => {
      ended.push(result)
      awake.openUnsafe()
    }))
  }

  const write = Effect.fnUntraced(function*(results: ReadonlyArray<AttemptResult>) {
    const disabled = yield* queue.finish(results)
    yield* Effect.forEach(disabled, (customer_id) => changes.publish({ _tag: "Tenant", customer_id }))
  })

  const settle = Effect.gen(function*() {
    const results = [...ended]
    if (results.length === 0) return
    yield* write(results).pipe(Effect.catchCause((cause) => writeOneByOne(results, cause)))
    ended.splice(0, results.length)
    for (const { delivery_id } of results) inFlight.delete(delivery_id)
    agenda.hint(results.map(({ webhook_config_id }) => webhook_config_id))
  })

  /** A result the database refuses for good must not hold up the others; its delivery is sent again when its lease ends. */
  const writeOneByOne = (results: ReadonlyArray<AttemptResult>, cause: Cause.Cause<never>) =>
    Cause.hasInterrupts(cause) || isTransient(Cause.squash(cause))
      ? Effect.failCause(cause)
      : Effect.forEach(results, (result) =>
        write([result]).pipe(Effect.catchCause((cause) => Effect.logError("a webhook result was refused", cause))))

  const inFlightOf = (endpoint: string) => [...inFlight.values()].some((claim) => claim.webhook_config_id === endpoint)

  /** An endpoint with more work than places is looked at again when one of our own attempts ends, or soon if none is ours. */
  const plan = ({ due }: Claims, now: number) => {
    for (const [endpoint, at] of due) {
      if (at > now) agenda.lookAgain(endpoint, at)
      else if (inFlight.size >= pumpLimits.in_flight_max) agenda.lookAgain(endpoint, at)
      else if (!inFlightOf(endpoint)) agenda.lookAgain(endpoint, now + pumpLimits.retry_ms)
    }
  }

  const claim = Effect.gen(function*() {
    const room = pumpLimits.in_flight_max - inFlight.size
    if (room <= 0) return
    const now = yield* Clock.currentTimeMillis
    const endpoints = agenda.take(now)
    if (endpoints?.length === 0) return
    const claims = yield* queue.claim({
      endpoints,
      now: new Date(now),
      locked_until: new Date(now + pumpLimits.lease_ms),
      endpoint_max: pumpLimits.endpoint_in_flight_max,
      total_max: room
    })
    yield* Effect.forEach(claims.claims, start)
    plan(claims, now)
  })

  /** What was claimed at the wrong moment (a lost connection, an overloaded database) is found by the next sweep. */
  const later = Effect.fnUntraced(function*(cause: Cause.Cause<never>) {
    if (Cause.hasInterrupts(cause)) return yield* Effect.failCause(cause)
    yield* Effect.logWarning("the webhook pump could not reach its tables", cause)
    agenda.sweepAgain((yield* Clock.currentTimeMillis) + pumpLimits.retry_ms)
    yield* Effect.sleep(pumpLimits.retry_ms)
  })

  const turn = Effect.gen(function*() {
    awake.closeUnsafe()
    yield* Effect.catchCause(Effect.andThen(settle, claim), later)
    const now = yield* Clock.currentTimeMillis
    const full = inFlight.size >= pumpLimits.in_flight_max
    const rest_ms = full ? pumpLimits.sweep_ms : Math.max(0, agenda.next() - now)
    if (rest_ms > 0) yield* Effect.timeoutOption(awake.await, rest_ms)
  })

  /** A shutdown happens in wall time, whatever clock the service was given. */
  const drain = FiberSet.awaitEmpty(fibers).pipe(
    Effect.timeoutOption(pumpLimits.drain_ms),
    Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
  )

  const handBack = Effect.gen(function*() {
    const unsent = new Map(inFlight)
    for (const { delivery_id } of ended) unsent.delete(delivery_id)
    if (ended.length > 0) yield* write([...ended])
    if (unsent.size > 0) yield* queue.release([...unsent.values()], new Date(yield* Clock.currentTimeMillis))
  }).pipe(Effect.catchCause((cause) => Effect.logWarning("webhook leases are left to run out", cause)))

  yield* Effect.forkScoped(Effect.forever(turn))
})

/** The pump of a runner with everything it needs except the platform itself. */
export const webhookPump = Layer.effectDiscard(pump).pipe(Layer.provide([WebhookQueue.layer, WebhookSender.layer]))
