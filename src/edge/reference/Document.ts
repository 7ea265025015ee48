/**
 * The OpenAPI document of the API: what the API definition says of itself, finished with what holds for all of it.
 * Served at /openapi.json, committed as contract/openapi.json, and what clients are generated from.
 */
import { Context } from "effect"
import { HttpApi, type HttpApiEndpoint, OpenApi } from "effect/http-api"
import {
  Access,
  accessTable,
  type CredentialKind,
  credentialKinds,
  RequiredCapability,
  RequiredPermission,
  RequiredScope
} from "../../wire/Access.ts"
import { Gate } from "../../wire/Group.ts"
import { operationIdOf } from "./Names.ts"
import { paginationOf } from "./Pages.ts"
import { tags } from "./Tags.ts"

/** Any API; which one, its types need not say here. */
export type AnyApi = HttpApi.Constraint
type Operation = OpenApi.OpenAPISpecOperation & Record<`x-${string}`, unknown>
type Method = "get" | "post" | "put" | "patch" | "delete"

/** An endpoint with what its group says of it. */
interface Route {
  readonly endpoint: HttpApiEndpoint.Top
  readonly annotations: Context.Context<never>
}

/** A scheme for each way to show who calls; a widget's two kinds of token look alike. */
const schemeOf: Readonly<Record<CredentialKind, string>> = {
  secret: "secretKey",
  publishable: "publishableKey",
  dashboard: "dashboardJwt",
  session: "widgetToken",
  embed: "widgetToken"
}

const bearer = (bearerFormat: string, description: string) =>
  ({ type: "http", scheme: "bearer", bearerFormat, description }) as const

const securitySchemes = {
  secretKey: bearer("API key", "A secret key of the workspace: on your servers only, never in a browser or an app."),
  publishableKey: bearer("API key", "A publishable key: may be seen, reads what its permissions name."),
  dashboardJwt: bearer("JWT", "A person who signed in: POST /auth/login answers it."),
  widgetToken: bearer("Token", "A token of POST /widget-sessions or POST /embed-tokens: one buddy, a few hours.")
}

const prefix = "/api/v1"

const templateOf = (path: string) => path.replace(/:([A-Za-z_]+)/g, "{$1}")

const routesOf = (api: HttpApi.Top): ReadonlyMap<string, Route> => {
  const found = new Map<string, Route>()
  HttpApi.reflect(api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint, mergedAnnotations }) => {
      const route = { endpoint, annotations: mergedAnnotations }
      found.set(`${endpoint.method} ${templateOf(endpoint.path)}`, route)
    }
  })
  return found
}

const said = <I, S>({ annotations }: Route, key: Context.Key<I, S>): S | undefined =>
  Context.getOrUndefined(annotations as unknown as Context.Context<I>, key)

/** The credentials the gate lets through, from the table it goes by itself. */
const securityOf = (route: Route): Array<Record<string, Array<string>>> => {
  const access = said(route, Access)
  if (!route.endpoint.middlewares.has(Gate) || access === undefined) return []
  const permission = said(route, RequiredPermission)
  const kinds = credentialKinds.filter((kind) => {
    const cell = accessTable[access][kind]
    return cell === "permission" ? permission !== undefined : cell !== "no"
  })
  return [...new Set(kinds.map((kind) => schemeOf[kind]))].map((scheme) => ({ [scheme]: [] }))
}

/** What the gate asks for besides a credential. */
const demandsOf = (route: Route) => {
  const isGated = route.endpoint.middlewares.has(Gate)
  const access = said(route, Access)
  const takesWidgets = access === "widget_read" || access === "widget_write"
  const demands = {
    "x-required-scope": takesWidgets ? (said(route, RequiredScope) ?? "read") : undefined,
    "x-permission": said(route, RequiredPermission),
    "x-capability": said(route, RequiredCapability)
  }
  return Object.fromEntries(Object.entries(demands).filter(([, value]) => isGated && value !== undefined))
}

const finished = (spec: OpenApi.OpenAPISpec, name: string, operation: Operation, route: Route): Operation => {
  const [method = "", path = ""] = name.split(" ")
  const pagination = paginationOf(operation, spec.components.schemas)
  const operationId = operationIdOf(method, path.slice(prefix.length), pagination !== undefined)
  return {
    ...operation,
    operationId,
    tags: [operationId.split(".")[0]!],
    security: securityOf(route),
    ...demandsOf(route),
    ...(pagination === undefined || pagination === "whole" ? {} : { "x-pagination": pagination })
  }
}

/** `publicUrl` is where this service is reached; the committed document names the place of `npm start`. */
export const documentOf = (api: AnyApi, publicUrl = "http://localhost:4000"): OpenApi.OpenAPISpec => {
  const spec = OpenApi.fromApi(api as HttpApi.Top)
  const routes = routesOf(api as HttpApi.Top)
  const used = new Set<string>()
  for (const [path, item] of Object.entries(spec.paths)) {
    for (const method of Object.keys(item) as Array<Method>) {
      const name = `${method.toUpperCase()} ${path}`
      const operation = finished(spec, name, item[method] as Operation, routes.get(name)!)
      used.add(operation.tags[0])
      item[method] = operation
    }
  }
  const names = [...Object.keys(tags), ...used].filter((name, at, all) => used.has(name) && all.indexOf(name) === at)
  return {
    ...spec,
    servers: [{ url: publicUrl }],
    security: [],
    components: { ...spec.components, securitySchemes },
    tags: names.map((name) => ({ name, ...(tags[name] === undefined ? {} : { description: tags[name] }) }))
  }
}
