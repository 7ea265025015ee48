/**
 * What the server side of the demo page keeps, in memory and for one workspace: the key the page's calls are made with,
 * so that no browser ever holds it, and the deliveries its webhook receiver was sent.
 */
import { Clock, Context, Effect, Layer } from "effect"
import { randomUUID, timingSafeEqual } from "node:crypto"
import { signature } from "../platform/webhooks/Signing.ts"
import { iso } from "../wire/Ids.ts"

export interface DemoWorkspace {
  /** how this process reaches its own public API, without the version prefix */
  readonly baseUrl: string
  readonly customer_id: string
  readonly key: string
  /** where the key is kept, as seen from the folder the service was started in: for commands to copy */
  readonly keyFile: string
  /** what its eggs are drawn as */
  readonly theme: string
}

export interface Delivery {
  readonly event: string
  readonly delivery_id: string
  readonly timestamp: string
  readonly signature: string
  readonly body: string
}

export interface ReceivedDelivery extends Delivery {
  /** counts what this process received, from 1 */
  readonly number: number
  readonly received_at: string
  /** signed with the endpoint's secret, at most five minutes ago */
  readonly verified: boolean
}

const kept_max = 50
/** A page that is open asks every three seconds. */
const watched_ms = 10_000
const age_seconds_max = 300

const isSame = (left: string, right: string) => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

export class DemoDesk extends Context.Service<
  DemoDesk,
  {
    /** undefined until the workspace is there */
    readonly workspace: Effect.Effect<DemoWorkspace | undefined>
    open(workspace: DemoWorkspace): Effect.Effect<void>
    /** is this the demo workspace? */
    isDemo(customer_id: string | undefined): boolean
    /** Begins the id of every request this process makes for the demo by itself. */
    readonly mark: string
    /** Reads of the page pass through here, under the request id of the page. */
    passing<A, E, R>(request_id: string, call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R>
    /** is this a request the service makes of itself? */
    isOwn(request_id: string): boolean
    /** is there an endpoint that sends here? */
    readonly isListening: Effect.Effect<boolean>
    /** From now on deliveries are judged by this secret; without one none is believed. */
    expect(secret: string): Effect.Effect<void>
    receive(delivery: Delivery): Effect.Effect<ReceivedDelivery>
    /** What is sent about these is received and not kept. */
    overlook(buddy_ids: ReadonlyArray<string>): Effect.Effect<void>
    /** has the page asked for deliveries a moment ago? */
    readonly isWatched: Effect.Effect<boolean>
    /** The newest deliveries with a higher number, oldest first, and the number of the last one. */
    after(number: number): Effect.Effect<{ readonly last: number; readonly data: ReadonlyArray<ReceivedDelivery> }>
  }
>()("hatchery/edge/DemoDesk") {
  static readonly layer = Layer.effect(
    DemoDesk,
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      const mark = `demo-${randomUUID()}`
      const passing = new Set<string>()
      let workspace: DemoWorkspace | undefined
      let secret: string | undefined
      let received: ReadonlyArray<ReceivedDelivery> = []
      let count = 0
      let overlooked: ReadonlyArray<string> = []
      let asked_at = Number.NEGATIVE_INFINITY
      const isGenuine = ({ body, timestamp, signature: given }: Delivery, now: number) => {
        const sent_at = Number(timestamp)
        if (secret === undefined || !(Math.abs(now / 1_000 - sent_at) <= age_seconds_max)) return false
        return isSame(signature(secret, sent_at, body), given)
      }
      return DemoDesk.of({
        workspace: Effect.sync(() => workspace),
        isDemo: (customer_id) => customer_id !== undefined && customer_id === workspace?.customer_id,
        mark,
        passing: (request_id, call) =>
          Effect.acquireUseRelease(
            Effect.sync(() => passing.add(request_id)),
            () => call,
            () => Effect.sync(() => passing.delete(request_id))
          ),
        isOwn: (request_id) => passing.has(request_id) || request_id.startsWith(mark),
        open: (opened) => Effect.sync(() => void (workspace = opened)),
        isListening: Effect.sync(() => secret !== undefined),
        expect: (expected) => Effect.sync(() => void (secret = expected)),
        overlook: (buddy_ids) => Effect.sync(() => void (overlooked = buddy_ids)),
        isWatched: Effect.sync(() => clock.currentTimeMillisUnsafe() - asked_at < watched_ms),
        receive: (delivery) =>
          Effect.sync(() => {
            const now = clock.currentTimeMillisUnsafe()
            const verified = isGenuine(delivery, now)
            const isAside = verified && overlooked.some((buddy_id) => delivery.body.includes(buddy_id))
            if (!isAside) count += 1
            const item = { ...delivery, number: count, received_at: iso(new Date(now)), verified }
            if (!isAside) received = [...received, item].slice(-kept_max)
            return item
          }),
        after: (number) =>
          Effect.sync(() => {
            asked_at = clock.currentTimeMillisUnsafe()
            return { last: count, data: received.filter((item) => item.number > number) }
          })
      })
    })
  )
}
