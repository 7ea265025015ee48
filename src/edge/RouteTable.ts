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

/** As the router does it: a `*` at the end is whatever is left. */
const matches = ({ segments: own }: Entry, segments: ReadonlyArray<string>) => {
  const isOpen = own.at(-1) === "*"
  const named = isOpen ? own.slice(0, -1) : own
  return (
    (isOpen ? segments.length >= named.length : segments.length === named.length) &&
    named.every((segment, index) => segment.startsWith(":") || segment === segments[index])
  )
}

/** Nobody reads a body of a GET but who takes whatever comes. */
const takes = (entry: Entry, method: string) => entry.method === "*" || (method !== "GET" && entry.method === method)

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
  const pathOf = (url: string) => segmentsOf(url.split("?")[0]!)
  return {
    all: entries.map(({ method, path }) => ({ method, path })),
    methodsOf: (url) => {
      const segments = pathOf(url)
      return [...new Set(entries.filter((entry) => matches(entry, segments)).map((entry) => entry.method))].sort()
    },
    templateOf: (url) => {
      const segments = pathOf(url)
      return entries.find((entry) => entry.method === "GET" && matches(entry, segments))?.path
    },
    bodyLimitOf: (method, url) => {
      const segments = pathOf(url)
      // Of several templates that fit, the router takes one; the largest limit is never too small for it.
      const fitting = entries.filter((entry) => takes(entry, method) && matches(entry, segments))
      return ByteSize.bytes(Math.max(limits.small_body_bytes_max, ...fitting.map((entry) => entry.body_bytes_max)))
    }
  }
}
