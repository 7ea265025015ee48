/** Everything of `sdk/src/generated`, as text. */
import { type Document, type Operation, operationsOf } from "./document.ts"
import { errorsOf } from "./errors.ts"
import { clientType, importsOfTables, resourceTypes, tableOf } from "./resources.ts"
import { typesOf } from "./types.ts"
import { webhooksOf } from "./webhooks.ts"

/** What a page may call: widgets and their tokens, what publishable keys read, and what is public on purpose. */
const isOfBrowsers = ({ endpoint, path }: Operation) =>
  path.startsWith("/public/") ||
  (endpoint.security ?? []).some((scheme) => "publishableKey" in scheme || "widgetToken" in scheme)

const judge = (operations: ReadonlyArray<Operation>) => {
  const names = operations.map(({ method, resource }) => `${resource}.${method}`)
  const twice = names.filter((name, at) => names.indexOf(name) < at)
  if (twice.length > 0) throw new Error(`two operations are called ${twice.join(", ")}`)
}

export const filesOf = (document: Document): Readonly<Record<string, string>> => {
  const operations = operationsOf(document)
  judge(operations)
  const header = "// Written by sdk/generate from contract/openapi.json.\n"
  const table = (name: string, type: string, some: ReadonlyArray<Operation>) =>
    [importsOfTables(some), clientType(type, operations, some), tableOf(document, name, some)].join("\n\n")
  const files = {
    "types.ts": typesOf(document),
    "errors.ts": errorsOf(document),
    "webhooks.ts": webhooksOf(document),
    "resources.ts": resourceTypes(document, operations),
    "operations.ts": table("operations", "AllResources", operations),
    "browser.ts": table("browserOperations", "BrowserResources", operations.filter(isOfBrowsers))
  }
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, `${header}${text}`]))
}
