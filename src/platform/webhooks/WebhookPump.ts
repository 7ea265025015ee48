/**
 * Sends what the outbox holds. One loop per runner: it sleeps until a commit wakes it, a retry falls due, an attempt
 * ends, or a slow sweep looks for what nobody announced (leases of a pump that died, rows of a node whose notification
 * was lost). An idle pump costs one statement per sweep.
 *
 * Endpoints never wait for each other: each has a few places of its own, attempts run side by side, and the loop itself
 * only reads and writes rows. Time is the Effect clock's alone, so a test walks the whole ladder in a moment.
 */
import { Cause, Clock, Effect, FiberSet, Latch, Layer } from "effect"
import { CacheInvalidation } from "../cluster/CacheInvalidation.ts"
import { Outbox } from "./Outbox.ts"
import { observed } from "../observability/metrics/Family.ts"
import { webhooksInFlight } from "../observability/metrics/Work.ts"
import { isTransient } from "../postgres/Sql.ts"
import { WebhookAgenda } from "./WebhookAgenda.ts"
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

/** The state of one pump between two turns of its loop. */
interface Desk {
  readonly agenda: WebhookAgenda
  readonly awake: Latch.Latch
  readonly fibers: FiberSet.FiberSet<void>
  /** leased by this pump, by delivery */
  readonly inFlight: Map<string, Claim>
  /** ended and not yet written: attempts cannot be taken back, so they stay here until the database has them */
  readonly ended: Array<AttemptResult>
}

const write = Effect.fnUntraced(function* (results: ReadonlyArray<AttemptResult>) {
  const queue = yield* WebhookQueue
  const changes = yield* CacheInvalidation
  const disabled = yield* queue.finish(results)
  yield* Effect.forEach(disabled, (customer_id) => changes.publish({ _tag: "Tenant", customer_id }))
})

/** A result that is refused for good must not hold up the others; its delivery is sent again when its lease ends. */
const writeOneByOne = (results: ReadonlyArray<AttemptResult>, cause: Cause.Cause<never>) =>
  Cause.hasInterrupts(cause) || isTransient(Cause.squash(cause))
    ? Effect.failCause(cause)
    : Effect.forEach(results, (result) =>
        write([result]).pipe(Effect.catchCause((refusal) => Effect.logError("a webhook result was refused", refusal)))
      )

const settle = Effect.fnUntraced(function* ({ agenda, ended, inFlight }: Desk) {
  const results = [...ended]
  if (results.length === 0) return
  yield* write(results).pipe(Effect.catchCause((cause) => writeOneByOne(results, cause)))
  ended.splice(0, results.length)
  for (const { delivery_id } of results) inFlight.delete(delivery_id)
  for (const { webhook_config_id } of results) agenda.free(webhook_config_id)
})

/** An endpoint with more work than places is looked at again when an attempt of ours ends, or soon if none is ours. */
const plan = ({ agenda, inFlight }: Desk, { due }: Claims, now: number) => {
  const ours = new Set([...inFlight.values()].map((claim) => claim.webhook_config_id))
  const full = inFlight.size >= pumpLimits.in_flight_max
  for (const [endpoint, at] of due) {
    if (at > now || full) agenda.lookAgain(endpoint, at)
    else if (ours.has(endpoint)) agenda.fill(endpoint)
    else agenda.lookAgain(endpoint, now + pumpLimits.retry_ms)
  }
}

const claim = Effect.fnUntraced(function* (desk: Desk, start: (claim: Claim) => Effect.Effect<unknown>) {
  const queue = yield* WebhookQueue
  const room = pumpLimits.in_flight_max - desk.inFlight.size
  if (room <= 0) return
  const now = yield* Clock.currentTimeMillis
  const endpoints = desk.agenda.take(now)
  if (endpoints?.length === 0) return
  const claims = yield* queue.claim({
    endpoints,
    now: new Date(now),
    locked_until: new Date(now + pumpLimits.lease_ms),
    endpoint_max: pumpLimits.endpoint_in_flight_max,
    total_max: room
  })
  yield* Effect.forEach(claims.claims, start, { discard: true })
  plan(desk, claims, now)
})

/** What was claimed or written at the wrong moment (connection lost, database overloaded) is tried again soon. */
const later = (desk: Desk) =>
  Effect.fnUntraced(function* (cause: Cause.Cause<never>) {
    if (Cause.hasInterrupts(cause)) return yield* Effect.failCause(cause)
    yield* Effect.logWarning("the webhook pump could not reach its tables", cause)
    desk.agenda.sweepAgain((yield* Clock.currentTimeMillis) + pumpLimits.retry_ms)
    yield* Effect.sleep(pumpLimits.retry_ms)
  })

const rest = Effect.fnUntraced(function* ({ agenda, awake, inFlight }: Desk) {
  // A full pump has nothing to look for until one of its attempts ends.
  const full = inFlight.size >= pumpLimits.in_flight_max
  const rest_ms = full ? pumpLimits.sweep_ms : agenda.next() - (yield* Clock.currentTimeMillis)
  if (rest_ms > 0) yield* Effect.timeoutOption(awake.await, rest_ms)
})

/** Attempts under way get a moment to end, in wall time, whatever clock the service was given. */
const drain = ({ fibers }: Desk) =>
  FiberSet.awaitEmpty(fibers).pipe(
    Effect.timeoutOption(pumpLimits.drain_ms),
    Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
  )

/** Leases that were not used up go back at once, so that another runner need not wait for them to run out. */
const handBack = ({ ended, inFlight }: Desk) =>
  Effect.gen(function* () {
    const queue = yield* WebhookQueue
    if (ended.length > 0) yield* write([...ended])
    const unsent = new Map(inFlight)
    for (const { delivery_id } of ended) unsent.delete(delivery_id)
    if (unsent.size > 0) yield* queue.release([...unsent.values()], new Date(yield* Clock.currentTimeMillis))
  }).pipe(Effect.catchCause((cause) => Effect.logWarning("webhook leases are left to run out", cause)))

const pump = Effect.gen(function* () {
  const outbox = yield* Outbox
  const attempt = yield* makeAttempt
  const inFlight = new Map<string, Claim>()
  const ended: Array<AttemptResult> = []
  observed(webhooksInFlight, yield* Effect.context<never>(), () => inFlight.size)
  yield* Effect.addFinalizer(() => handBack(desk))
  const desk: Desk = {
    agenda: new WebhookAgenda(pumpLimits.sweep_ms),
    awake: Latch.makeUnsafe(false),
    fibers: yield* FiberSet.make<void>(),
    inFlight,
    ended
  }
  yield* Effect.addFinalizer(() => drain(desk))
  yield* Effect.acquireRelease(
    Effect.sync(() =>
      outbox.listen((endpoints) => {
        desk.agenda.hint(endpoints)
        desk.awake.openUnsafe()
      })
    ),
    (stopListening) => Effect.sync(stopListening)
  )
  const start = (claim: Claim) => {
    inFlight.set(claim.delivery_id, claim)
    return FiberSet.run(
      desk.fibers,
      Effect.map(attempt(claim), (result) => {
        ended.push(result)
        desk.awake.openUnsafe()
      })
    )
  }
  const turn = Effect.gen(function* () {
    desk.awake.closeUnsafe()
    yield* settle(desk).pipe(Effect.andThen(claim(desk, start)), Effect.catchCause(later(desk)))
    yield* rest(desk)
  })
  yield* Effect.forkScoped(Effect.forever(turn))
})

/** The pump over a queue and a sender of the caller's choice. */
export const pumpWith = Layer.effectDiscard(pump)

/** The pump of a runner with everything it needs except the platform itself. */
export const webhookPump = pumpWith.pipe(Layer.provide([WebhookQueue.layer, WebhookSender.layer]))
