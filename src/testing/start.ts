/** The test service as plain promises, for people who do not use Effect. */
import { Context, type Duration, Effect, Exit, Layer, Redacted, Scope } from "effect"
import { TestClock } from "effect/testing"
import type { PictureKind } from "../platform/images/FakeImages.ts"
import { ImageError } from "../platform/images/ImageProvider.ts"
import type { CreatureRequest } from "../platform/images/ImageProvider.ts"
import type { KeptMail } from "../platform/mail/Mail.ts"
import type { Answer, CallOptions } from "./Requests.ts"
import type { TenantOptions } from "./steps.ts"
import type { TestTenant } from "./Tenant.ts"
import { TestService, type TestServiceOptions } from "./TestService.ts"
import { until } from "./time.ts"
import type { AdvanceOptions } from "./Travel.ts"
import { inTurn, type Received, type Script, status, webhookSink } from "./WebhookSink.ts"

export interface StartOptions extends TestServiceOptions {
  /** `virtual`, unless another one is asked for: time stands still until the test moves it. `real`: it runs */
  readonly clock?: "virtual" | "real"
  /** when virtual time begins; Monday, 5 January 2026, 9:00 UTC, unless another moment is given */
  readonly startAt?: string | Date
}

/** The same with promises in place of effects. */
type Promised<A> = {
  readonly [K in keyof A]: A[K] extends (...args: infer P) => Effect.Effect<infer R> ? (...args: P) => Promise<R> : A[K]
}

export type Tenant = Promised<TestTenant>

/** What a test waits for; asking may take its time. */
export type Condition = () => boolean | Promise<boolean>

/** Why a picture fails. The first two may pass by themselves, so they are tried again; the others are not. */
export type Trouble = "unavailable" | "timed_out" | "render_failed" | "credit_short"

export interface Pictures {
  /** the next `times` pictures of this kind that nothing was said of fail */
  failNext(times: number, trouble?: Trouble, of?: PictureKind): Promise<void>
  /** the next `times` pictures of this kind that nothing was said of take so long */
  slowNext(times: number, duration: Duration.Input, of?: PictureKind): Promise<void>
  /** every picture that was asked for, oldest first, failed ones included */
  requests(): Promise<ReadonlyArray<CreatureRequest>>
}

/** A receiver of webhooks. */
export interface Receiver {
  /** what to give as the `url` of a webhook endpoint */
  url(path: string): string
  /**
   * What is answered at `path` from now on: a status, or whatever a script does; of several the last one stays. 204
   * where nothing was said.
   */
  answer(path: string, first: number | Script, ...rest: ReadonlyArray<number | Script>): void
  /** oldest first */
  received(path: string): ReadonlyArray<Received>
  /** waits in real time until `count` requests came in at `path`, and answers them all */
  got(path: string, count: number): Promise<ReadonlyArray<Received>>
}

export interface RunningTestService {
  /** `http://127.0.0.1:<port>`, the same after a restart */
  readonly baseUrl: string
  readonly databaseUrl: string
  /** a request without a credential; paths starting with `/` are under `/api/v1`, `root:/healthz` is not */
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Answer>
  /** a new customer with a secret key of its own */
  tenant(options?: TenantOptions): Promise<Tenant>
  readonly pictures: Pictures
  /** what was mailed to that address, or to anybody; newest first */
  mails(to?: string): Promise<ReadonlyArray<KeptMail>>
  /** a receiver of webhooks that lives as long as the service */
  receiver(): Promise<Receiver>
  /** the service's time */
  now(): Promise<Date>
  /** lets so much time pass, and everything happen that falls due meanwhile */
  advance(duration: Duration.Input, options?: AdvanceOptions): Promise<void>
  /** moves time until the condition holds; rejects when it does not within `at_most` (30 days) */
  advanceUntil(
    what: string,
    condition: Condition,
    options?: AdvanceOptions & { readonly at_most?: Duration.Input }
  ): Promise<void>
  /** waits in real time, at most ten seconds, and leaves the service's time alone */
  until(what: string, condition: Condition): Promise<void>
  /** ends the process as `kill -9` does: nothing is finished, nothing is said */
  crash(): Promise<void>
  /** ends it as a deployment does */
  shutdown(): Promise<void>
  /** starts it again after one of these, on the same database */
  start(): Promise<void>
  /** ends everything; the database is gone afterwards */
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const start_of_time = "2026-01-05T09:00:00.000Z"

type Run = <A>(effect: Effect.Effect<A, unknown>) => Promise<A>

const promised = (run: Run, tenant: TestTenant): Tenant => ({
  customer_id: tenant.customer_id,
  key: tenant.key,
  call: (...args) => run(tenant.call(...args)),
  publish: (...args) => run(tenant.publish(...args)),
  hatch: (...args) => run(tenant.hatch(...args)),
  startHatch: (...args) => run(tenant.startHatch(...args)),
  operation: (...args) => run(tenant.operation(...args)),
  send: (...args) => run(tenant.send(...args)),
  buddy: (...args) => run(tenant.buddy(...args))
})

const picturesOf = (run: Run, { images }: TestService["Service"]): Pictures => ({
  failNext: (times, trouble = "unavailable", of) => {
    const retryable = trouble === "unavailable" || trouble === "timed_out"
    return run(images.failNext(times, new ImageError({ reason: trouble, retryable, detail: "told to fail" }), of))
  },
  slowNext: (times, duration, of) => run(images.slowNext(times, duration, of)),
  requests: () => run(images.calls)
})

const asScript = (answer: number | Script): Script => (typeof answer === "number" ? status(answer) : answer)

const receiverIn = (run: Run, scope: Scope.Scope) => async (): Promise<Receiver> => {
  const sink = await run(Scope.provide(webhookSink, scope))
  return {
    url: sink.url,
    answer: (path, first, ...rest) => sink.script(path, inTurn(asScript(first), ...rest.map(asScript))),
    received: sink.at,
    got: async (path, count) => {
      await run(sink.got(path, count))
      return sink.at(path)
    }
  }
}

const asked = (condition: Condition) => Effect.promise(async () => condition())

/** Starts the whole service on a database of its own: about 0.2 s, the first time in a process about 2 s. */
export const startTestService = async (options: StartOptions = {}): Promise<RunningTestService> => {
  const { clock = "virtual", startAt = start_of_time } = options
  const scope = Scope.makeUnsafe()
  const Service = TestService.layer(options)
  const Timed = Layer.provideMerge(
    Layer.effectDiscard(TestClock.setTime(new Date(startAt).getTime())),
    TestClock.layer({ warningDelay: "1 hour" })
  )
  const stop = () => Effect.runPromise(Scope.close(scope, Exit.void))
  try {
    const context = await Effect.runPromise(
      Layer.buildWithScope(clock === "virtual" ? Layer.provideMerge(Service, Timed) : Service, scope)
    )
    const run: Run = Effect.runPromiseWith(context)
    const service = Context.get(context, TestService)
    return {
      baseUrl: service.baseUrl,
      databaseUrl: Redacted.value(service.databaseUrl),
      call: (...args) => run(service.call(...args)),
      tenant: async (given) => promised(run, await run(service.tenant(given))),
      pictures: picturesOf(run, service),
      mails: (to) => run(service.mails(to)),
      receiver: receiverIn(run, scope),
      now: async () => new Date(await run(service.now)),
      advance: (...args) => run(service.advance(...args)),
      advanceUntil: (what, condition, given) => run(service.advanceUntil(what, asked(condition), given)),
      until: (what, condition) => run(until(what, asked(condition))),
      crash: () => run(service.crash),
      shutdown: () => run(service.shutdown),
      start: () => run(service.start),
      stop,
      [Symbol.asyncDispose]: stop
    }
  } catch (error) {
    await stop()
    throw error
  }
}
