/**
 * The contract as it was last agreed to: contract/openapi.json, generated and committed, so that a change of the
 * contract is seen in a review and made on purpose. Clients may be generated from it without a running service.
 */
import { assert, it } from "@effect/vitest"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { Api } from "../../../src/Api.ts"
import { documentOf } from "../../../src/edge/reference/Document.ts"
import { exists, read, root, sources } from "../../kit/house/SourceTree.ts"

const file = "contract/openapi.json"
const command = "UPDATE_OPENAPI=1 npm test -- test/pure/contract/snapshot.test.ts"
const advice = `${file} is not what the API says. If the change is meant: ${command}`

/** JSON whose objects are opened down to a depth, so that a changed operation or schema is a changed line. */
const opened = (value: unknown, depth: number, indent = ""): string => {
  if (depth === 0 || typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value)
  const inner = `${indent}  `
  const lines = Object.entries(value).map(
    ([key, child]) => `${inner}${JSON.stringify(key)}: ${opened(child, depth - 1, inner)}`
  )
  return lines.length === 0 ? "{}" : `{\n${lines.join(",\n")}\n${indent}}`
}

it("the committed contract is the one that is served", () => {
  const now = `${opened(documentOf(Api), 3)}\n`
  if (process.env["UPDATE_OPENAPI"] === "1") writeFileSync(join(root, file), now)
  const committed = exists(file) ? read(file) : ""
  const served = new Set(now.split("\n"))
  const gone = committed.split("\n").filter((line) => !served.has(line))
  assert.deepStrictEqual(
    gone.map((line) => line.slice(0, 100)),
    [],
    advice
  )
  assert.isTrue(committed === now, advice)
})

it("no service makes the contract while others wait: it serves the committed one", () => {
  const makers = sources.filter((path) => /^import (?!type)[^\n]*Document\.ts"/m.test(read(path)))
  assert.deepStrictEqual(makers, [])
})
