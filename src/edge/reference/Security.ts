/** Who may call an operation and with what: from the table the gate itself goes by. */
import {
  accessTable,
  type CredentialKind,
  credentialKinds,
  RequiredCapability,
  RequiredPermission,
  RequiredScope
} from "../../wire/Access.ts"
import { leastRole, RequiredRole, type Role } from "../../wire/Roles.ts"
import { accessOf, isGated, type Route, said } from "./Route.ts"

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

export const securitySchemes = {
  secretKey: bearer("API key", "A secret key of the workspace: on your servers only, never in a browser or an app."),
  publishableKey: bearer("API key", "A publishable key: may be seen, and reads what its permissions name."),
  dashboardJwt: bearer("JWT", "A person who signed in: `POST /auth/login` answers it."),
  widgetToken: bearer("Token", "A token of `POST /widget-sessions` or `POST /embed-tokens`: one buddy, for a while.")
}

/** The kinds of credential the gate lets through; undefined: it is not asked. */
export const kindsOf = (route: Route): ReadonlyArray<CredentialKind> | undefined => {
  const access = accessOf(route)
  if (access === undefined) return undefined
  const permission = said(route, RequiredPermission)
  return credentialKinds.filter((kind) => {
    const cell = accessTable[access][kind]
    return cell === "permission" ? permission !== undefined : cell !== "no"
  })
}

export const securityOf = (route: Route): Array<Record<string, Array<string>>> => {
  const schemes = new Set((kindsOf(route) ?? []).map((kind) => schemeOf[kind]))
  return [...schemes].map((scheme) => ({ [scheme]: [] }))
}

/** The least role of a person who may call it; undefined: people do not, or all of them may. */
export const roleOf = (route: Route): Role | undefined => {
  const access = accessOf(route)
  if (access === undefined || accessTable[access].dashboard === "no") return undefined
  const role = said(route, RequiredRole) ?? leastRole[access]
  return role === "member" ? undefined : role
}

/** What the gate asks for besides a credential. */
export const demandsOf = (route: Route): Readonly<Record<`x-${string}`, string>> => {
  const access = accessOf(route)
  const takesWidgets = access === "widget_read" || access === "widget_write"
  const demands = {
    "x-required-scope": takesWidgets ? (said(route, RequiredScope) ?? "read") : undefined,
    "x-required-role": roleOf(route),
    "x-required-permission": said(route, RequiredPermission),
    "x-required-capability": said(route, RequiredCapability)
  }
  const made = Object.entries(demands).filter(([, value]) => isGated(route) && value !== undefined)
  return Object.fromEntries(made) as Record<`x-${string}`, string>
}
