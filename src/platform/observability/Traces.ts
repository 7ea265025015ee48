/**
 * Spans by hand, for the paths that run no effects: the ingest fast path, the actors, the journal. With nobody
 * listening (no OTEL_EXPORTER_OTLP_ENDPOINT), or for a request that is not sampled, there is no span at all.
 *
 * One trace follows a request: edge -> (message to the runner) -> buddy.turn -> journal.commit, and later, from the
 * context kept with the delivery, webhook.attempt. A flush serves many requests, so it has a trace of its own
 * (journal.flush, with its statements below it); it links to every turn it carried and each journal.commit links back.
 */
import { Clock, Context, Effect, type Exit, type Fiber, Option, Tracer } from "effect"
import { HttpTraceContext } from "effect/http"
import type { IncomingHttpHeaders } from "node:http"

export type Span = Tracer.AnySpan

/** Of one span: a flush of many buddies with many requests each could have thousands. */
const links_max = 128

export interface Traces {
  readonly enabled: boolean
  /** The span of a request at the edge, continuing the caller's trace if there is one; undefined: not sampled. */
  request(method: string, route: string, headers: IncomingHttpHeaders): Tracer.Span | undefined
  /** A span below another, possibly one of another process. */
  child(parent: Span, name: string, attributes?: Readonly<Record<string, unknown>>): Tracer.Span
  /** A span of a call to somebody outside, below another one if there is one. */
  call(parent: Span | undefined, name: string, attributes?: Readonly<Record<string, unknown>>): Tracer.Span
  /** A span with a trace of its own, about many others. */
  batch(name: string, members: ReadonlyArray<Span>, attributes: Readonly<Record<string, unknown>>): Tracer.Span
  end(span: Tracer.Span, exit: Exit.Exit<unknown, unknown>): void
  /** The span an effect runs in, if anybody will ever see it. */
  current(fiber: Fiber.Fiber<unknown, unknown>): Span | undefined
}

export const linkTo = (span: Span): Tracer.SpanLink => ({ span, attributes: {} })

/** As stored with what will be continued later, maybe by another process (W3C traceparent). */
export const traceContextOf = (span: Span): string => `00-${span.traceId.padStart(32, "0")}-${span.spanId}-01`

/** The way back; undefined for null and for anything that is none. */
export const spanOfTraceContext = (text: string | null): Span | undefined =>
  text === null ? undefined : Option.getOrUndefined(HttpTraceContext.w3c({ traceparent: text } as never))

/** For the tracer and the clock the caller was given. */
export const makeTraces: Effect.Effect<Traces> = Effect.gen(function* () {
  const tracer = yield* Tracer.Tracer
  const clock = yield* Clock.Clock
  const enabled = tracer !== Tracer.nativeTracer
  const start = (
    name: string,
    options: {
      readonly parent?: Span | undefined
      readonly kind?: Tracer.SpanKind
      readonly links?: Array<Tracer.SpanLink>
      readonly attributes?: Readonly<Record<string, unknown>>
    }
  ) => {
    const parent = Option.fromUndefinedOr(options.parent)
    const span = tracer.span({
      name,
      parent,
      annotations: Context.empty(),
      links: options.links ?? [],
      startTime: clock.currentTimeNanosUnsafe(),
      kind: options.kind ?? "internal",
      root: Option.isNone(parent),
      sampled: Option.match(parent, { onNone: () => true, onSome: ({ sampled }) => sampled })
    })
    for (const key in options.attributes) span.attribute(key, options.attributes[key])
    return span
  }
  return {
    enabled,
    request: (method, route, headers) => {
      if (!enabled) return undefined
      const parent = Option.getOrUndefined(HttpTraceContext.fromHeaders(headers as never))
      const span = start(`${method} ${route}`, { parent, kind: "server", attributes: { "http.route": route } })
      return span.sampled ? span : undefined
    },
    child: (parent, name, attributes = {}) => start(name, { parent, attributes }),
    call: (parent, name, attributes = {}) => start(name, { parent, kind: "client", attributes }),
    batch: (name, members, attributes) => start(name, { links: members.slice(0, links_max).map(linkTo), attributes }),
    end: (span, exit) => span.end(clock.currentTimeNanosUnsafe(), exit),
    current: (fiber) => {
      if (!enabled) return undefined
      const span = Context.getOrUndefined(fiber.context, Tracer.ParentSpan)
      return span?.sampled === true ? span : undefined
    }
  }
})
