/** What tracing costs who does not use it, and how it is switched on. */
import { assert, describe, it, layer } from "@effect/vitest"
import { ConfigProvider, Effect, Exit, Layer, Option, Tracer } from "effect"
import { vi } from "vitest"
import { AppConfig } from "../../../src/Config.ts"
import { discreetTracer, ratioSampler } from "../../../src/platform/observability/DiscreetTracer.ts"
import { TelemetryLive } from "../../../src/platform/observability/Telemetry.ts"
import { makeTraces, spanOfTraceContext, traceContextOf } from "../../../src/platform/observability/Traces.ts"
import { hatch, lesson, publish } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

layer(TestApp.layer(), { excludeTestServices: true })("without a collector", (it) => {
  it.effect("events that take the short way make no span, however the caller asks for one", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      yield* publish(tenant)
      yield* hatch(tenant, "ada")
      const spans = yield* Effect.acquireRelease(
        Effect.sync(() => vi.spyOn(Tracer.nativeTracer, "span")),
        (spy) => Effect.sync(() => spy.mockRestore())
      )
      const longWays = () =>
        spans.mock.calls.map(([{ name }]) => name).filter((name) => !name.startsWith("postgres")).length
      // The first ones find the buddy and fill the caches, which news of the publication may still empty.
      for (let warmed = false; !warmed;) {
        const before = longWays()
        yield* tenant.call("POST", "/events", lesson("ada"))
        warmed = longWays() === before
      }
      const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
      const round = Effect.gen(function* () {
        spans.mockClear()
        for (let count = 0; count < 20; count++) {
          const answer = yield* tenant.call("POST", "/events", lesson("ada"), { headers: { traceparent } })
          assert.strictEqual(answer.status, 200)
        }
        // Statements have spans in any case: one per flush, not one per event.
        return longWays() === 0 && spans.mock.calls.length <= 40
      })
      // What the service does by itself now and then makes spans too: one round without it is enough.
      yield* until("twenty events make no span", round)
    }).pipe(Effect.scoped)
  )
})

const tracerWith = (environment: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const context = yield* Layer.build(Layer.fresh(TelemetryLive)).pipe(
      Effect.provide(AppConfig.test()),
      Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env: { ...environment } }))
    )
    return yield* Effect.provide(makeTraces, context)
  })

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9", OTEL_BSP_SCHEDULE_DELAY: "3600000" }
const asked = (flags: string) => ({ traceparent: `00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-${flags}` })

describe("the OTEL_* variables", () => {
  it.live("switch tracing on by naming a collector, and off again", () =>
    Effect.gen(function* () {
      assert.isFalse((yield* tracerWith({})).enabled)
      assert.isTrue((yield* tracerWith(endpoint)).enabled)
      assert.isFalse((yield* tracerWith({ ...endpoint, OTEL_SDK_DISABLED: "true" })).enabled)
      assert.isFalse((yield* tracerWith({ ...endpoint, OTEL_TRACES_EXPORTER: "none" })).enabled)
      const traces = "http://127.0.0.1:9/v1/traces"
      assert.isTrue((yield* tracerWith({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces })).enabled)
    }).pipe(Effect.scoped)
  )

  it.live("say which share of the traces begun here is kept; who continues a caller's follows the caller", () =>
    Effect.gen(function* () {
      const kept = (environment: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>>) =>
        Effect.map(tracerWith({ ...endpoint, ...environment }), (traces) => {
          let count = 0
          for (let n = 0; n < 1_000; n++) if (traces.request("POST", "/", headers) !== undefined) count++
          return count
        })
      assert.strictEqual(yield* kept({}, {}), 1_000)
      assert.strictEqual(yield* kept({ OTEL_TRACES_SAMPLER: "always_off" }, {}), 0)
      const tenth = { OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.1" }
      assert.approximately(yield* kept(tenth, {}), 100, 2)
      assert.strictEqual(yield* kept(tenth, asked("01")), 1_000)
      assert.strictEqual(yield* kept({}, asked("00")), 0)
    }).pipe(Effect.scoped)
  )

  it.live("stop the start when they make no sense, with the name of the bad one", () =>
    Effect.gen(function* () {
      for (const [name, value] of [
        ["OTEL_EXPORTER_OTLP_ENDPOINT", "somewhere"],
        ["OTEL_TRACES_SAMPLER", "sometimes"],
        ["OTEL_TRACES_SAMPLER_ARG", "2"],
        ["OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"]
      ] as const) {
        const exit = yield* Effect.exit(tracerWith({ [name]: value }))
        const reason = Exit.isFailure(exit) ? exit.cause.reasons[0] : undefined
        assert.strictEqual(reason?._tag, "Fail", name)
        assert.include(String((reason as { error: { message: string } }).error.message), name)
      }
    }).pipe(Effect.scoped)
  )
})

describe("a sampler", () => {
  it("keeps its share of every stretch of requests, whatever their rhythm", () => {
    for (const ratio of [0, 0.01, 0.25, 1]) {
      const keep = ratioSampler(ratio)
      const draws = Array.from({ length: 10_000 }, keep)
      for (const step of [1, 2, 7, 10]) {
        const seen = draws.filter((_, index) => index % step === 0)
        const share = seen.filter(Boolean).length / seen.length
        assert.approximately(share, ratio, 0.01, `every ${step}th at ${ratio}`)
      }
    }
  })
})

describe("a trace", () => {
  const context = `00-${"ab".repeat(16)}-${"cd".repeat(8)}-01`

  it("goes on from what was written down", () => {
    const span = spanOfTraceContext(context)!
    assert.deepInclude(span, { traceId: "ab".repeat(16), spanId: "cd".repeat(8), sampled: true })
    assert.strictEqual(traceContextOf(span), context)
    for (const nothing of [null, "", "00-xyz-1-01", `00-${"0".repeat(32)}-${"cd".repeat(8)}-01`])
      assert.isUndefined(spanOfTraceContext(nothing))
  })

  it("begins at the edge only, and keeps paths, addresses and the words of errors to itself", () => {
    const ended: Array<{ readonly name: string; readonly words: string }> = []
    const inner = Tracer.make({
      span: (options) => {
        const span = new Tracer.NativeSpan(options)
        const end = span.end.bind(span)
        span.end = (time, exit) => {
          end(time, exit)
          const error = Exit.isFailure(exit) ? String((exit.cause.reasons[0] as { error?: Error }).error?.stack) : ""
          ended.push({ name: span.name, words: JSON.stringify([...span.attributes]) + error })
        }
        return span
      }
    })
    const tracer = discreetTracer(inner, () => true)
    const span = (kind: Tracer.SpanKind, parent?: Tracer.AnySpan, root = false) =>
      tracer.span({
        name: kind === "server" ? "GET" : "work",
        parent: Option.fromUndefinedOr(parent),
        annotations: Tracer.externalSpan({ traceId: "a", spanId: "b" }).annotations,
        links: [],
        startTime: 0n,
        kind,
        root,
        sampled: true
      })
    assert.isFalse(span("client").sampled)
    assert.isFalse(span("internal").sampled)
    assert.isTrue(span("internal", undefined, true).sampled)
    const request = span("server")
    assert.isTrue(request.sampled)
    assert.isTrue(span("client", request).sampled)
    for (const key of ["url.path", "url.full", "url.query", "client.address", "user_agent.original"])
      request.attribute(key, "ada@example.com")
    request.attribute("http.route", "/buddies/users/:user_id/summary")
    request.end(1n, Exit.die(new TypeError("ada@example.com is not a number")))
    assert.strictEqual(ended[0]!.name, "GET /buddies/users/:user_id/summary")
    assert.notInclude(ended[0]!.words, "ada@example.com")
    assert.include(ended[0]!.words, "TypeError\n    at ")
  })
})
