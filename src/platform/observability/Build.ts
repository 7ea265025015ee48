/** Which build this is: the version of the package, and what the image builder wrote beside it, if it did. */
import { existsSync, readFileSync } from "node:fs"

const root = new URL("../../../", import.meta.url)
const readJson = (name: string): Readonly<Record<string, unknown>> => {
  const file = new URL(name, root)
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>) : {}
}
const textOf = (value: unknown): string => (typeof value === "string" ? value : "unknown")
const built = readJson("build-info.json")

export const build = {
  version: textOf(readJson("package.json")["version"]),
  git_sha: textOf(built["git_sha"]),
  built_at: textOf(built["built_at"]),
  node_version: process.version
} as const
