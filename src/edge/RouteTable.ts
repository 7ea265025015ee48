/**
 * The table of everything that is routed, from the API definition itself plus the few raw routes. The router answers
 * 404 to a wrong method; this is how the envelope tells it from an unknown path. Also knows how large a body each route
 * takes.
 */
import { ByteSize, Context } from "effect"
import type { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { LargeBody, SmallBody } from "../wire/Access.ts"
import { limits } from "../wire/Limits.ts"

interface Entry {
  readonly method: string
  readonly segments: ReadonlyArray<string>
  readonly body_bytes_max: number
}

const segmentsOf = (path: string): ReadonlyArray<string> => path.split("/").filter((segment) => segment !== "")

export interface RawRoute {
  /** `*`: any */
  readonly method: string
  readonly path: string
  readonly body_bytes_max?: number
}

export class RouteTable extends Context.Service<
  RouteTable,
  {
    readonly all: ReadonlyArray<{ readonly method: string; readonly path: string }>
    /** methods any route has for this URL's path; empty for an unknown path */
    methodsOf(url: string): ReadonlyArray<string>
    /** the template of what a GET of this URL asks for; undefined for an unknown path */
    templateOf(url: string): string | undefined
    bodyLimitOf(method: string, url: string): ByteSize.ByteSize
  }
>()("hatchery/edge/Routes") {}

const has = <I>(key: Context.Key<I, true>, endpoint: HttpApiEndpoint.Top, group: HttpApiGroup.Top): boolean =>
  [endpoint, group].some(({ annotations }) => Context.getOrUndefined(annotations as Context.Context<I>, key) === true)

/** Bytes of a body the endpoint may be sent; one that takes none reads enough to say so. */
const bodyBytesMax = (endpoint: HttpApiEndpoint.Top, group: HttpApiGroup.Top): number => {
  if (endpoint.payload.size === 0 || has(SmallBody, endpoint, group)) return limits.small_body_bytes_max
  return has(LargeBody, endpoint, group) ? limits.large_body_bytes_max : limits.body_bytes_max
}

/** As the router does it: of the same length, a parameter is whatever stands there. */
const matches = ({ segments: own }: Entry, segments: ReadonlyArray<string>) =>
  own.every((segment, index) => segment.startsWith(":") || segment === segments[index])

/**
 * Entries by the length of their path; a `*` at its end is whatever is left. Every request asks here once or twice, and
 * of five hundred routes some fifty are as long as its path.
 */
class ByLength<E extends Entry> {
  private readonly fixed = new Map<number, Array<E>>()
  private readonly open: Array<E> = []

  constructor(entries: ReadonlyArray<E>) {
    for (const entry of entries) {
      const { segments } = entry
      if (segments.at(-1) === "*") this.open.push({ ...entry, segments: segments.slice(0, -1) })
      else this.fixed.set(segments.length, [...(this.fixed.get(segments.length) ?? []), entry])
    }
  }

  /** That fit what is left of this URL without its query. */
  fitting(url: string): ReadonlyArray<E> {
    const segments = segmentsOf(url.split("?")[0]!)
    const fits = (entry: E) => matches(entry, segments)
    return [
      ...(this.fixed.get(segments.length) ?? []).filter(fits),
      ...this.open.filter((entry) => entry.segments.length <= segments.length && fits(entry))
    ]
  }
}

export const routesOf = (
  api: { readonly groups: Readonly<Record<string, HttpApiGroup.Constraint>> },
  raw: ReadonlyArray<RawRoute>
): RouteTable["Service"] => {
  const entries: Array<Entry & { readonly path: string }> = raw.map(
    ({ body_bytes_max = limits.body_bytes_max, method, path }) => ({
      method,
      path,
      segments: segmentsOf(path),
      body_bytes_max
    })
  )
  for (const group of Object.values(api.groups) as unknown as ReadonlyArray<HttpApiGroup.Top>) {
    for (const endpoint of Object.values<HttpApiEndpoint.Top>(group.endpoints)) {
      entries.push({
        method: endpoint.method,
        path: endpoint.path,
        segments: segmentsOf(endpoint.path),
        body_bytes_max: bodyBytesMax(endpoint, group)
      })
    }
  }
  const all = new ByLength(entries)
  const reads = new ByLength(entries.filter(({ method }) => method === "GET"))
  // Nobody reads a body of a GET but who takes whatever comes.
  const taking = new Map(
    [...new Set(entries.map(({ method }) => method))].map((method) => {
      const takes = (entry: Entry) => entry.method === "*" || (method !== "GET" && entry.method === method)
      return [method, new ByLength(entries.filter(takes))] as const
    })
  )
  return {
    all: entries.map(({ method, path }) => ({ method, path })),
    methodsOf: (url) => [...new Set(all.fitting(url).map(({ method }) => method))].sort(),
    templateOf: (url) => reads.fitting(url)[0]?.path,
    bodyLimitOf: (method, url) => {
      // Of several templates that fit, the router takes one; the largest limit is never too small for it.
      const fitting = (taking.get(method) ?? taking.get("*"))?.fitting(url) ?? []
      return ByteSize.bytes(Math.max(limits.small_body_bytes_max, ...fitting.map((entry) => entry.body_bytes_max)))
    }
  }
}
