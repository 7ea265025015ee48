/**
 * The table of everything that is routed, from the API definition itself plus the few raw routes. The router answers
 * 404 to a wrong method; this is how the envelope tells it from an unknown path. Also knows which routes take large
 * bodies.
 */
import { ByteSize, Context } from "effect"
import type { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { LargeBody } from "../wire/Access.ts"
import { limits } from "../wire/Limits.ts"

interface Entry {
  readonly method: string
  readonly segments: ReadonlyArray<string>
  readonly large: boolean
}

const segmentsOf = (path: string): ReadonlyArray<string> => path.split("/").filter((segment) => segment !== "")

export interface RawRoute {
  readonly method: string
  readonly path: string
}

export class Routes extends Context.Service<
  Routes,
  {
    readonly all: ReadonlyArray<{ readonly method: string; readonly path: string }>
    /** methods any route has for this URL's path; empty for an unknown path */
    methodsOf(url: string): ReadonlyArray<string>
    bodyLimitOf(method: string, url: string): ByteSize.ByteSize
  }
>()("hatchery/edge/Routes") {}

const matches = (entry: Entry, segments: ReadonlyArray<string>) =>
  entry.segments.length === segments.length &&
  entry.segments.every((segment, index) => segment.startsWith(":") || segment === segments[index])

export const routesOf = (
  api: { readonly groups: Readonly<Record<string, HttpApiGroup.Constraint>> },
  raw: ReadonlyArray<RawRoute>
): Routes["Service"] => {
  const entries: Array<Entry & { readonly path: string }> = raw.map(({ method, path }) => ({
    method,
    path,
    segments: segmentsOf(path),
    large: false
  }))
  for (const group of Object.values(api.groups) as unknown as ReadonlyArray<HttpApiGroup.Top>) {
    for (const endpoint of Object.values<HttpApiEndpoint.Top>(group.endpoints)) {
      const large =
        Context.getOrUndefined(endpoint.annotations, LargeBody) ??
        Context.getOrUndefined(group.annotations, LargeBody) ??
        false
      entries.push({ method: endpoint.method, path: endpoint.path, segments: segmentsOf(endpoint.path), large })
    }
  }
  const large = entries.filter((entry) => entry.large)
  const ordinary = ByteSize.bytes(limits.body_bytes_max)
  const generous = ByteSize.bytes(limits.large_body_bytes_max)
  const pathOf = (url: string) => segmentsOf(url.split("?")[0]!)
  return {
    all: entries.map(({ method, path }) => ({ method, path })),
    methodsOf: (url) => {
      const segments = pathOf(url)
      return [...new Set(entries.filter((entry) => matches(entry, segments)).map((entry) => entry.method))].sort()
    },
    bodyLimitOf: (method, url) => {
      if (method === "GET" || large.length === 0) return ordinary
      const segments = pathOf(url)
      return large.some((entry) => entry.method === method && matches(entry, segments)) ? generous : ordinary
    }
  }
}
