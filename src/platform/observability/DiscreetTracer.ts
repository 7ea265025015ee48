/**
 * Stands between the service and the tracer that exports. It decides where traces begin, and it keeps out of them what
 * is none of the collector's business: addresses of people, paths and queries (they carry the ids tenants give their
 * users), and the words of errors (a database quotes the row it complains about).
 *
 * A trace begins with a request at the edge, or where a span asks for a trace of its own (`root`). What runs by itself
 * (heartbeats, sweeps, samplers) begins none: its statements would drown the rest.
 */
import { Cause, type Context, Exit, Option, Tracer } from "effect"

type SpanRequest = Parameters<Tracer.Tracer["span"]>[0]

/** Whether a new trace is kept. Who continues a caller's trace follows the caller. */
export type Sampler = () => boolean

/**
 * Keeps this share of all traces. Steps by the golden ratio visit every part of [0, 1) evenly and never fall into step
 * with a pattern of the load.
 */
export const ratioSampler = (ratio: number): Sampler => {
  const step = (Math.sqrt(5) - 1) / 2
  let place = 0
  return () => {
    place = (place + step) % 1
    return place < ratio
  }
}

const secret = new Set(["url.full", "url.path", "url.query", "client.address", "user_agent.original"])

const nameOf = (value: unknown): string => {
  const { _tag, name } = (value ?? {}) as { readonly _tag?: unknown; readonly name?: unknown }
  return typeof _tag === "string" ? _tag : typeof name === "string" ? name : "Error"
}

/** Where it happened and of which kind, without what it said. */
const muted = (value: unknown): Error => {
  const error = new Error(nameOf(value))
  error.name = nameOf(value)
  const stack = value instanceof Error ? (value.stack ?? "") : ""
  error.stack = [
    error.name,
    ...stack
      .split("\n")
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 20)
  ].join("\n")
  return error
}

const mute = (exit: Exit.Exit<unknown, unknown>): Exit.Exit<unknown, unknown> => {
  if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return exit
  const reason = exit.cause.reasons.find(({ _tag }) => _tag !== "Interrupt")
  return Exit.fail(muted(reason?._tag === "Fail" ? reason.error : reason?._tag === "Die" ? reason.defect : undefined))
}

class DiscreetSpan implements Tracer.Span {
  readonly _tag = "Span"
  private readonly inner: Tracer.Span

  constructor(inner: Tracer.Span) {
    this.inner = inner
  }

  get name(): string {
    return this.inner.name
  }
  get spanId(): string {
    return this.inner.spanId
  }
  get traceId(): string {
    return this.inner.traceId
  }
  get parent(): Option.Option<Tracer.AnySpan> {
    return this.inner.parent
  }
  get annotations(): Context.Context<never> {
    return this.inner.annotations
  }
  get status(): Tracer.SpanStatus {
    return this.inner.status
  }
  get attributes(): ReadonlyMap<string, unknown> {
    return this.inner.attributes
  }
  get links(): ReadonlyArray<Tracer.SpanLink> {
    return this.inner.links
  }
  get sampled(): boolean {
    return this.inner.sampled
  }
  get kind(): Tracer.SpanKind {
    return this.inner.kind
  }

  attribute(key: string, value: unknown): void {
    if (!secret.has(key)) this.inner.attribute(key, value)
  }

  event(name: string, startTime: bigint, attributes?: Record<string, unknown>): void {
    this.inner.event(name, startTime, attributes)
  }

  addLinks(links: ReadonlyArray<Tracer.SpanLink>): void {
    this.inner.addLinks(links)
  }

  end(endTime: bigint, exit: Exit.Exit<unknown, unknown>): void {
    const route = this.inner.attributes.get("http.route")
    // The router finds the route after the span has begun; a trace called POST says nothing.
    if (typeof route === "string" && !this.name.includes("/")) {
      Object.assign(this.inner, { name: `${this.name} ${route}` })
    }
    this.inner.end(endTime, mute(exit))
  }
}

const isWanted = ({ kind, parent, root, sampled }: SpanRequest, keep: Sampler): boolean => {
  if (!sampled) return false
  if (Option.isSome(parent)) return parent.value.sampled
  return kind === "server" ? keep() : root
}

export const discreetTracer = (inner: Tracer.Tracer, keep: Sampler): Tracer.Tracer =>
  Tracer.make({
    span: (options) => {
      const sampled = isWanted(options, keep)
      const span = inner.span({ ...options, sampled })
      return sampled ? new DiscreetSpan(span) : span
    }
  })
