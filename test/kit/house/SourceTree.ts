/** The project's own files, as the house rules see them. Paths are relative to the project and use `/`. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

export const root = fileURLToPath(new URL("../../..", import.meta.url))

export const read = (path: string) => readFileSync(join(root, path), "utf8")

export const exists = (path: string) => existsSync(join(root, path))

export const filesBelow = (folder: string): ReadonlyArray<string> =>
  exists(folder)
    ? readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
        .sort()
    : []

export const sources = filesBelow("src").filter((path) => /\.tsx?$/.test(path))
export const tests = filesBelow("test").filter((path) => path.endsWith(".ts"))

/** The SDK, what writes a part of it, the command line beside it, and what packs them. */
export const sdk = filesBelow("sdk").filter((path) =>
  /^sdk\/(src|generate|build|cli)\/(?!generated\/).*\.ts$/.test(path)
)

/** Everything people write by hand in a programming language. */
export const code = [...sources, ...sdk, ...tests, ...filesBelow("scripts")]

/** Blanks out comments and keeps line numbers, so that prose may name what code may not use. */
export const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, " ")).replace(/(^|[^:"'`\\])\/\/.*$/gm, "$1")

/** One entry `path:line message` for each line the judge has a message for. */
export const offences = (
  paths: ReadonlyArray<string>,
  judge: (line: string, path: string) => string | undefined,
  { comments }: { readonly comments: boolean }
) =>
  paths.flatMap((path) => {
    const text = comments ? read(path) : withoutComments(read(path))
    return text.split("\n").flatMap((line, index) => {
      const message = judge(line, path)
      return message === undefined ? [] : [`${path}:${index + 1} ${message}`]
    })
  })

/** The names a file imports from, in the order they stand. */
export const importsOf = (path: string) =>
  Array.from(
    withoutComments(read(path)).matchAll(/(?:\bfrom\s+|\bimport\s+|\bimport\(\s*)"([^"\n]+)"/g),
    (match) => match[1] ?? ""
  )
