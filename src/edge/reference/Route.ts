/** What is known of an endpoint beside its schemas: its annotations and those of its group. */
import { Context } from "effect"
import { HttpApi, type HttpApiEndpoint } from "effect/http-api"
import { Access, Bucket, KeptForAll, type RateBucket, type RouteClass } from "../../wire/Access.ts"
import { Gate, Idempotent, Tagged } from "../../wire/Group.ts"

/** Any API; which one, its types need not say here. */
export type AnyApi = HttpApi.Constraint

export interface Route {
  readonly endpoint: HttpApiEndpoint.Top
  readonly annotations: Context.Context<never>
}

export const said = <I, S>({ annotations }: Route, key: Context.Key<I, S>): S | undefined =>
  Context.getOrUndefined(annotations as unknown as Context.Context<I>, key)

export const isGated = ({ endpoint }: Route): boolean => endpoint.middlewares.has(Gate)

/** Of a route behind the gate; anybody may call the others. */
export const accessOf = (route: Route): RouteClass | undefined => (isGated(route) ? said(route, Access) : undefined)

export const takesKeys = ({ endpoint }: Route): boolean =>
  endpoint.method !== "GET" && endpoint.middlewares.has(Idempotent)

/** Whether its answers carry an ETag, and `If-None-Match` is answered with 304. */
export const isTagged = (route: Route): boolean =>
  route.endpoint.method === "GET" && (route.endpoint.middlewares.has(Tagged) || said(route, KeptForAll) === true)

export const bucketOf = (route: Route): RateBucket =>
  said(route, Bucket) ?? (route.endpoint.method === "GET" ? "read" : "write")

const templateOf = (path: string) => path.replace(/:([A-Za-z_]+)/g, "{$1}")

/** By method and path, as the document names them. */
export const routesOf = (api: AnyApi): ReadonlyMap<string, Route> => {
  const found = new Map<string, Route>()
  HttpApi.reflect(api as HttpApi.Top, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint, mergedAnnotations }) => {
      found.set(`${endpoint.method} ${templateOf(endpoint.path)}`, { endpoint, annotations: mergedAnnotations })
    }
  })
  return found
}
