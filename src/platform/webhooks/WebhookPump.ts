/**
 * Sends what the outbox holds. One loop per runner: it sleeps until a commit wakes it, a retry falls due, an attempt
 * ends, or a slow sweep looks for what nobody announced (leases of a pump that died, rows of a node whose notification
 * was lost). An idle pump costs one statement per sweep.
 *
 * Each turn writes down what has ended and leases what comes next, both for many deliveries at once; attempts go on
 * meanwhile. Endpoints never wait for each other: each has a few places of its own (see EndpointWindow). Time is the
 * Effect clock's alone, so a test walks the whole ladder in a moment; only the pause between two turns is wall time.
 */
import { Cause, Clock, Effect, Latch, Layer } from "effect"
import { CacheInvalidation, type Change } from "../cluster/CacheInvalidation.ts"
import { uuid } from "../postgres/Ids.ts"
import { Outbox } from "./Outbox.ts"
import { observed } from "../observability/metrics/Family.ts"
import { webhooksInFlight } from "../observability/metrics/Work.ts"
import { isTransient } from "../postgres/Sql.ts"
import { EndpointWindows } from "./EndpointWindows.ts"
import { WebhookAgenda } from "./WebhookAgenda.ts"
import { makeAttempt, makeOpening } from "./WebhookAttempt.ts"
import { type AttemptResult, type Leases, WebhookQueue } from "./WebhookQueue.ts"
import { WebhookSender } from "./WebhookSender.ts"

export const pumpLimits = {
  /** attempts at one endpoint at a time, over all runners; one while it only fails */
  endpoint_in_flight_max: 5,
  /** attempts of this runner at a time */
  in_flight_max: 400,
  /**
   * and of these, at the endpoints of one tenant while no other has any; less the more of them are taken, so that
   * receivers that never hang up are nobody else's outage, however many tenants they are of
   */
  tenant_in_flight_max: 100,
  /** deliveries of this runner that wait, are under way, or are not yet written down; of one tenant half of them */
  held_max: 1_000,
  /** longer than a wait in a window, an attempt and its bookkeeping take: only a dead pump loses a lease */
  lease_ms: 45_000,
  sweep_ms: 10_000,
  /** how soon to look again at an endpoint whose places are taken by other runners, or at a database that was away */
  retry_ms: 1_000,
  /** between two turns, so that what ends and what comes in shares statements */
  turn_ms: 10,
  /** attempts under way at a shutdown get this long to end */
  drain_ms: 2_000
} as const

const wall = Clock.Clock.defaultValue()
const inWallTime = Effect.provideService(Clock.Clock, wall)

/** The state of one pump between two turns of its loop. */
interface Desk {
  readonly pump_id: string
  readonly agenda: WebhookAgenda
  readonly awake: Latch.Latch
  readonly windows: EndpointWindows
  /** ended and not yet written: attempts cannot be taken back, so they stay here until the database has them */
  readonly ended: Array<AttemptResult>
}

const write = Effect.fnUntraced(function* (results: ReadonlyArray<AttemptResult>) {
  const queue = yield* WebhookQueue
  const changes = yield* CacheInvalidation
  const disabled = yield* queue.conclude(results)
  yield* Effect.forEach(disabled, (customer_id) => changes.publish({ _tag: "Tenant", customer_id }))
})

/** A result that is refused for good must not hold up the others; its delivery is sent again when its lease ends. */
const writeOneByOne = (results: ReadonlyArray<AttemptResult>, cause: Cause.Cause<never>) =>
  Cause.hasInterrupts(cause) || isTransient(Cause.squash(cause))
    ? Effect.failCause(cause)
    : Effect.forEach(results, (result) =>
        write([result]).pipe(Effect.catchCause((refusal) => Effect.logError("a webhook result was refused", refusal)))
      )

const settle = Effect.fnUntraced(function* ({ agenda, ended, windows }: Desk) {
  const results = [...ended]
  if (results.length === 0) return
  yield* write(results).pipe(Effect.catchCause((cause) => writeOneByOne(results, cause)))
  ended.splice(0, results.length)
  windows.written(results)
  for (const { webhook_config_id } of results) if (windows.hasRoom(webhook_config_id)) agenda.free(webhook_config_id)
})

/** An endpoint with more work than places is looked at again when an attempt of ours ends, or soon if none is ours. */
const plan = ({ agenda, windows }: Desk, { due }: Leases, now: number) => {
  for (const [endpoint, at] of due) {
    if (at > now || windows.count >= pumpLimits.held_max) agenda.lookAgain(endpoint, at)
    else if (windows.isAtWork(endpoint)) agenda.fill(endpoint)
    else agenda.lookAgain(endpoint, now + pumpLimits.retry_ms)
  }
}

const makeLease = Effect.gen(function* () {
  const queue = yield* WebhookQueue
  const open = yield* makeOpening
  return Effect.fnUntraced(function* (desk: Desk) {
    const { agenda, pump_id, windows } = desk
    // Half of it is what one tenant may take.
    if (windows.count >= pumpLimits.held_max / 2) windows.forgetStale()
    const room = pumpLimits.held_max - windows.count
    if (room <= 0) return
    const now = yield* Clock.currentTimeMillis
    const endpoints = agenda.take(now)
    if (endpoints?.length === 0) return
    const found = yield* queue.lease({
      pump_id,
      endpoints,
      windows: windows.wants(endpoints),
      now: new Date(now),
      leased_until: new Date(now + pumpLimits.lease_ms),
      places: pumpLimits.endpoint_in_flight_max,
      total_max: room,
      held: windows.countOf
    })
    for (const lease of found.leases) {
      const { endpoint } = lease
      windows.admit(lease, yield* open(endpoint, windows.endpoint(endpoint.webhook_config_id), now), now)
    }
    windows.launch()
    plan(desk, found, now)
    windows.drop(endpoints)
  })
})

/** What was leased or written at the wrong moment (connection lost, database overloaded) is tried again soon. */
const later = (desk: Desk) =>
  Effect.fnUntraced(function* (cause: Cause.Cause<never>) {
    if (Cause.hasInterrupts(cause)) return yield* Effect.failCause(cause)
    yield* Effect.logWarning("the webhook pump could not reach its tables", cause)
    desk.agenda.sweepAgain((yield* Clock.currentTimeMillis) + pumpLimits.retry_ms)
    yield* Effect.sleep(pumpLimits.retry_ms)
  })

/** A pump that holds all it may has nothing to look for until one of its attempts ends. */
const rest = Effect.fnUntraced(function* ({ agenda, awake, windows }: Desk) {
  const full = windows.count >= pumpLimits.held_max
  const rest_ms = full ? pumpLimits.sweep_ms : agenda.next() - (yield* Clock.currentTimeMillis)
  if (rest_ms > 0) yield* Effect.timeoutOption(awake.await, rest_ms)
})

/** Attempts under way get a moment to end, in wall time, whatever clock the service was given. */
const drain = ({ awake, windows }: Desk) =>
  Effect.gen(function* () {
    windows.close()
    while (windows.underWay > 0) {
      awake.closeUnsafe()
      yield* awake.await
    }
  }).pipe(Effect.timeoutOption(pumpLimits.drain_ms), inWallTime)

/** Leases that were not used up go back at once, so that another runner need not wait for them to run out. */
const handBack = ({ ended, pump_id }: Desk) =>
  Effect.gen(function* () {
    const queue = yield* WebhookQueue
    if (ended.length > 0) yield* write([...ended])
    yield* queue.release(pump_id)
  }).pipe(Effect.catchCause((cause) => Effect.logWarning("webhook leases are left to run out", cause)))

const makeDesk = Effect.gen(function* () {
  const clock = yield* Clock.Clock
  const awake = Latch.makeUnsafe(false)
  const agenda = new WebhookAgenda(pumpLimits.sweep_ms)
  const ended: Array<AttemptResult> = []
  const windows = new EndpointWindows({
    in_flight_max: pumpLimits.in_flight_max,
    tenant_in_flight_max: pumpLimits.tenant_in_flight_max,
    now: () => clock.currentTimeMillisUnsafe(),
    attempt: yield* makeAttempt,
    ended: (result) => {
      ended.push(result)
      awake.openUnsafe()
    },
    forgotten: (endpoint) => {
      agenda.free(endpoint)
      awake.openUnsafe()
    }
  })
  return { pump_id: yield* uuid, agenda, awake, windows, ended } satisfies Desk
})

/** What waits for an endpoint that has changed is leased again, with the endpoint as it is now. */
const heed =
  ({ windows }: Desk) =>
  (change: Change) => {
    if (change._tag === "Tenant") windows.forget(({ customer_id }) => customer_id === change.customer_id)
    else if (change._tag === "Everything") windows.forget(() => true)
  }

const pump = Effect.gen(function* () {
  const outbox = yield* Outbox
  const changes = yield* CacheInvalidation
  const desk = yield* makeDesk
  const { agenda, awake, windows } = desk
  observed(webhooksInFlight, yield* Effect.context<never>(), () => windows.underWay)
  yield* Effect.addFinalizer(() => handBack(desk))
  yield* Effect.addFinalizer(() => drain(desk))
  yield* Effect.acquireRelease(
    Effect.sync(() =>
      outbox.listen((endpoints) => {
        agenda.hint(endpoints)
        awake.openUnsafe()
      })
    ),
    (stopListening) => Effect.sync(stopListening)
  )
  changes.subscribe(heed(desk))
  const lease = yield* makeLease
  const turn = Effect.gen(function* () {
    const begun = wall.currentTimeMillisUnsafe()
    awake.closeUnsafe()
    yield* settle(desk).pipe(Effect.andThen(lease(desk)), Effect.catchCause(later(desk)))
    yield* rest(desk)
    const early_ms = begun + pumpLimits.turn_ms - wall.currentTimeMillisUnsafe()
    if (early_ms > 0) yield* inWallTime(Effect.sleep(early_ms))
  })
  yield* Effect.forkScoped(Effect.forever(turn))
})

/** The pump over a queue and a sender of the caller's choice. */
export const pumpWith = Layer.effectDiscard(pump)

/** The pump of a runner with everything it needs except the platform itself. */
export const webhookPump = pumpWith.pipe(Layer.provide([WebhookQueue.layer, WebhookSender.layer]))
