/**
 * What an operation is called: `<tag>.<method>`, from its method and path alone, so that a new route has a name by
 * itself. Generated clients turn both halves into what developers write (`buddies.awardBadge`), so the names that are
 * in use are committed in contract/operations.txt.
 */

/** Paths whose operations are not under the name of their first segment, longest first. `{}` is any parameter. */
const bases: ReadonlyArray<readonly [path: string, tag: string]> = [
  ["/customers/me/profile-templates", "profileTemplates"],
  ["/customers/me", "customersMe"],
  ["/economy/buddies/{}", "economy"],
  ["/webhook-configs", "webhooks"],
  ["/players/zero", "playersZero"],
  ["/test/clocks", "testClocks"],
  ["/widget", "widgetRuntime"]
]

/** Where the path is not how anybody would say it. */
const irregular: Readonly<Record<string, string>> = {
  "GET /auth/api-keys/whoami": "auth.whoami",
  "POST /auth/email/verification/request": "auth.requestEmailVerification",
  "POST /auth/password/reset/request": "auth.requestPasswordReset",
  "GET /badge-definitions/{}/backfill/preview": "badgeDefinitions.previewBackfill",
  "PATCH /buddies/{}/archive": "buddies.archive",
  "POST /buddies/{}/badges": "buddies.awardBadge",
  "POST /buddies/{}/coins": "buddies.earnCoins",
  "POST /buddies/{}/tokens": "buddies.changeTokens",
  "POST /buddies/{}/vacation": "buddies.startVacation",
  "DELETE /buddies/{}/vacation": "buddies.endVacation",
  "GET /config-versions/{}/export": "configVersions.export",
  "POST /config-versions/{}/migrate-buddies": "configVersions.migrateBuddies",
  "POST /customers/me/apply-preset": "presets.apply",
  "GET /economy/buddies/{}/ledger/verify": "economy.verifyLedger",
  "GET /economy/buddies/{}/ledger/{}/explain": "economy.explainLedgerEntry",
  "POST /marketplaces/{}/items/{}/regenerate-image": "marketplaces.regenerateItemImage",
  "POST /marketplaces/{}/items/{}/upload-image": "marketplaces.uploadItemImage",
  "GET /path-definitions/{}/steps/{}/sub-steps": "pathDefinitions.listSubSteps",
  "GET /skill-decay-rules/{}/preview": "skillDecayRules.preview",
  "POST /test/clocks/{}/users": "testClocks.attachUsers",
  "GET /webhook-deliveries/{}": "webhooks.getDelivery",
  "POST /webhook-deliveries/{}/replay": "webhooks.replayDelivery",
  "GET /widget/path": "widgetRuntime.getActivePath"
}

const pascal = (segment: string) => segment.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())

const camel = (segment: string) => segment.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

const singular = (noun: string) => noun.replace(/ies$/, "y").replace(/([^su])s$/, "$1")

const isPlural = (noun: string) => singular(noun) !== noun

const isParameter = (segment: string | undefined) => segment === "{}"

const segmentsOf = (path: string) => path.split("/").filter((segment) => segment !== "")

const isBelow = (path: string, base: string) => path === base || path.startsWith(`${base}/`)

const verbs: Readonly<Record<string, string>> = {
  GET: "get",
  POST: "create",
  PATCH: "update",
  PUT: "replace",
  DELETE: "delete"
}

/** The nouns of a path, each in the singular when the path goes on to one of them. */
const nounsOf = (segments: ReadonlyArray<string>) =>
  segments.flatMap((segment, at) => {
    if (isParameter(segment)) return []
    return [pascal(isParameter(segments[at + 1]) ? singular(segment) : segment)]
  })

const methodOf = (method: string, segments: ReadonlyArray<string>, isList: boolean): string => {
  const verb = method === "GET" && isList ? "list" : (verbs[method] ?? method.toLowerCase())
  const last = segments.at(-1)
  const nouns = nounsOf(segments)
  if (last === undefined || nouns.length === 0) return verb
  if (method === "GET") return verb + nouns.join("")
  const isAction = last === "reorder" || (method === "POST" && !isPlural(last) && !isParameter(last))
  if (isAction) return camel(last) + (nouns.at(-2) ?? "")
  return verb + (method === "POST" ? pascal(singular(last)) : nouns.at(-1))
}

/** `path` is under the version prefix, with its parameters in braces; `isList`: the answer is a list. */
export const operationIdOf = (method: string, path: string, isList: boolean): string => {
  const template = path.replace(/\{[^}]+\}/g, "{}")
  const said = irregular[`${method} ${template}`]
  if (said !== undefined) return said
  const [first = ""] = segmentsOf(template)
  const [base, tag] = bases.find(([base]) => isBelow(template, base)) ?? [`/${first}`, camel(first)]
  return `${tag}.${methodOf(method, segmentsOf(template.slice(base.length)), isList)}`
}
