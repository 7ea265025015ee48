/**
 * Which requests are kept in the audit log, and as what: all that people change, and what keys change about the
 * workspace itself. What keys do for users, events first, is in the ledgers and costs nothing here.
 */
import type { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import type { Audited, AuditTarget } from "../wire/Audit.ts"
import { isUuid } from "../wire/Ids.ts"
import type { Caller } from "../wire/Principal.ts"
import type { Policy } from "./Admission.ts"

const segmentsOf = (path: string): ReadonlyArray<string> => path.split("?")[0]!.split("/").filter(Boolean)

const singular = (noun: string): string =>
  noun
    .replace(/ies$/, "y")
    .replace(/(ch|x)es$/, "$1")
    .replace(/([^su])s$/, "$1")
    .replaceAll("-", "_")

/**
 * The last thing of the path that has an id of ours, under the noun before it. What a client chose (a user, a key of
 * the configuration, somebody's e-mail typed in the wrong place) is no such id.
 */
const targetOf = (template: string, url: string): AuditTarget | null => {
  const names = segmentsOf(template)
  const asked = segmentsOf(url)
  const at = names.findLastIndex(
    (name, place) => name.startsWith(":") && name !== ":user_id" && isUuid(asked[place] ?? "")
  )
  return at < 1 ? null : { type: singular(names[at - 1]!), id: asked[at]!.toLowerCase() }
}

export const auditOf = (
  group: HttpApiGroup.Top,
  endpoint: HttpApiEndpoint.Top,
  { access }: Policy,
  caller: Caller,
  url: string
): Audited | undefined => {
  if (endpoint.method === "GET") return undefined
  const isOfKey = caller.kind === "secret" && (access === "account" || access === "config")
  if (caller.kind !== "dashboard" && !isOfKey) return undefined
  return {
    customer_id: caller.customer_id,
    actor: { type: caller.kind === "dashboard" ? "account" : "api_key", id: caller.credential_id },
    action: `${group.identifier}.${endpoint.identifier}`,
    method: endpoint.method,
    path: endpoint.path.replace(/:(\w+)/g, "{$1}"),
    target: targetOf(endpoint.path, url)
  }
}
