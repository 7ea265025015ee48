/**
 * `node sdk/generate/main.ts`: writes `sdk/src/generated` from the committed contract. With `--check` it writes nothing
 * and fails when what is committed differs from what it would write.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Document } from "./document.ts"
import { filesOf } from "./files.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const folder = join(root, "sdk/src/generated")

const document = JSON.parse(readFileSync(join(root, "contract/openapi.json"), "utf8")) as Document
const files = filesOf(document)
const present = existsSync(folder) ? readdirSync(folder) : []
const strays = present.filter((name) => !Object.hasOwn(files, name))

if (process.argv.includes("--check")) {
  const differing = Object.entries(files).flatMap(([name, text]) =>
    present.includes(name) && readFileSync(join(folder, name), "utf8") === text ? [] : [name]
  )
  if (differing.length + strays.length > 0) {
    console.error(`sdk/src/generated is not made from this contract (${[...differing, ...strays].join(", ")}).`)
    console.error("If the contract is as it shall be: npm run sdk")
    process.exitCode = 1
  }
} else {
  mkdirSync(folder, { recursive: true })
  for (const name of strays) rmSync(join(folder, name))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
}
