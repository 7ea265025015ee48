/** A call as it is pasted into a terminal that knows `KEY`. */
import type { Document } from "../reference/Document.ts"
import { idOf } from "../reference/Values.ts"
import { values } from "../reference/Values.ts"

export type Operation = NonNullable<Document["paths"][string]["get"]>

/** Between single quotes nothing is special but the quote. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

const asThing = (tag: string, name: string): string => {
  if (name !== "id" && !name.startsWith("buddyI"))
    return /(_id|[a-z]Id)$/.test(name) ? idOf(name) : String(values[name] ?? name)
  if (name.startsWith("buddyI")) return idOf("buddy_id")
  const things: Readonly<Record<string, string>> = {
    boosters: idOf("booster_grant_id"),
    buddies: idOf("buddy_id"),
    configVersions: "1",
    eggs: idOf("egg_id"),
    eventTypes: "lesson.completed",
    events: "lesson-42-ada",
    flashSales: idOf("flash_sale_id"),
    kudoTypes: "thanks",
    lotteries: "friday-draw",
    marketplaces: "shop",
    mysteryBoxes: "weekly",
    surpriseDrops: "gift",
    eventBadges: "launch",
    groupQuests: idOf("quest_id"),
    operations: idOf("operation_id"),
    pathDefinitions: "onboarding",
    profileTemplates: "starter",
    testClocks: idOf("test_clock_id"),
    webhooks: idOf("webhook_config_id")
  }
  return things[tag] ?? idOf("rule_id")
}

/** The address with something for each of its parameters, and a query only where one has to be there. */
const addressOf = (path: string, { operationId, parameters }: Operation): string => {
  const tag = operationId.slice(0, operationId.indexOf("."))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === "part" ? "config-file" : name === "key" ? "learning" : encodeURIComponent(asThing(tag, name))
  )
  const query = parameters.filter((parameter) => parameter.in === "query" && parameter.required === true)
  const asked = query.map(({ name }) => `${name}=${encodeURIComponent(String(values[name] ?? ""))}`)
  // Of three it takes any, and one there must be.
  if (operationId === "auth.startSso") asked.push("email=ada%40example.com")
  return asked.length === 0 ? filled : `${filled}?${asked.join("&")}`
}

const variableOf = ({ security }: Operation): string | undefined => {
  const schemes = security.flatMap((scheme) => Object.keys(scheme))
  if (schemes.length === 0) return undefined
  if (schemes.includes("secretKey")) return "KEY"
  return schemes.includes("widgetToken") ? "TOKEN" : "JWT"
}

/** A file is sent as it is, with its ends of lines. */
const dataOf = (example: unknown) =>
  typeof example === "string" ? `--data-binary ${quoted(example)}` : `-d ${quoted(JSON.stringify(example, null, 2))}`

export const curlOf = (server: string, method: string, path: string, operation: Operation): string => {
  const variable = variableOf(operation)
  const contents = Object.entries(operation.requestBody?.content ?? {}) as ReadonlyArray<
    [string, { example?: unknown }]
  >
  const [type, media] = contents[0] ?? []
  const verb = method === "get" || (method === "post" && media !== undefined) ? "" : ` -X ${method.toUpperCase()}`
  return [
    `curl -sS${verb} ${quoted(server + addressOf(path, operation))}`,
    ...(variable === undefined ? [] : [`-H "Authorization: Bearer $${variable}"`]),
    ...(media === undefined ? [] : [`-H 'content-type: ${type}'`, dataOf(media.example)])
  ].join(" \\\n  ")
}
