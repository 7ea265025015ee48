/** The TypeScript of inferred event types, before the compiler at its strictest. */
import { assert, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { typescriptOf } from "../../src/features/authoring/event-types/Rules/Declarations.ts"
import { inferType, type PropertyCounts } from "../../src/features/authoring/event-types/Rules/Inference.ts"
import { root } from "../kit/house/SourceTree.ts"

const events = 20
const none = { string: 0, number: 0, boolean: 0, array: 0, object: 0, null: 0 }
const counts = (name: string, kinds: Partial<PropertyCounts["kinds"]>, values: PropertyCounts["values"] = null) => ({
  name,
  events: Object.values(kinds).reduce((sum, count) => sum + count, 0),
  kinds: { ...none, ...kinds },
  minimum: null,
  maximum: null,
  max_length: null,
  formats: { "date-time": 0, email: 0, uuid: 0, url: 0 },
  personal: 0,
  values
})
const typeOf = (event_type: string, properties: ReadonlyArray<PropertyCounts>) =>
  inferType({ event_type, events, defined: null, properties, truncated: false })

const levels = [
  ["easy", 10],
  ['har"d\u2028\n*/', 10]
] as const
const types = [
  typeOf("lesson.completed", [
    counts("level", { string: 20 }, levels),
    counts("score", { number: 19, string: 1 }),
    counts("note", { string: 10, null: 10 }),
    counts("link", { string: 5 })
  ]),
  typeOf("lesson_completed", []),
  typeOf('2nd */ "quoted"', [counts('a "b" \u2028 */', { boolean: 20 }), counts("*/", { null: 20 })]),
  typeOf("hatchery", [counts("list", { array: 20 }), counts("map", { object: 20 })]),
  typeOf("日本", [])
]

const compiled = async (source: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "hatchery-inferred-"))
  try {
    await writeFile(join(folder, "events.ts"), typescriptOf(types))
    await writeFile(join(folder, "use.ts"), `import type { HatcheryEvent } from "./events.ts"\n${source}\n`)
    const flags = ["--strict", "--noEmit", "--exactOptionalPropertyTypes", "--allowImportingTsExtensions"]
    const options = ["--module", "esnext", "--moduleResolution", "bundler", "--target", "es2022", "--types", ""]
    const tsc = join(root, "node_modules/typescript/bin/tsc")
    await promisify(execFile)(process.execPath, [tsc, ...flags, ...options, "use.ts"], { cwd: folder })
    return ""
  } catch (error) {
    return (error as { readonly stdout: string }).stdout
  } finally {
    await rm(folder, { recursive: true })
  }
}

const using = (level: string) => {
  const properties = JSON.stringify({ level, score: 1, note: null })
  return `export const a: HatcheryEvent = { type: "lesson.completed", properties: ${properties} }`
}

it("compiles, and takes nothing that was never sent", async () => {
  assert.strictEqual(await compiled(using("easy")), "")
  assert.include(await compiled(using("none")), "use.ts")
})
