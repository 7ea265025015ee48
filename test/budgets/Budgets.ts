/** How much a page loads to show a widget, judged file by file and together, as it travels. */
import { gzipSync } from "node:zlib"
import { widgetNames } from "../../src/widgets/contract.ts"
import type { Bundle } from "../../src/features/surfaces/cdn/Service/Bundle.ts"
import { partsOf } from "../../src/features/surfaces/console/Rules.ts"

const loader_gzip_bytes_max = 6_000
const widget_gzip_bytes_max = 30_000
const file_bytes_max = 250_000
const console_gzip_bytes_max = 60_000
const page_gzip_bytes_max = 25_000

export interface Measured {
  readonly name: string
  readonly bytes: number
  readonly gzip_bytes: number
}

export const measure = ({ files }: Bundle): ReadonlyArray<Measured> =>
  files
    .filter(({ name }) => /\.(js|css)$/.test(name))
    .map(({ bytes, name }) => ({ name, bytes: bytes.length, gzip_bytes: gzipSync(bytes, { level: 9 }).length }))

/** Everything one widget in one language needs to be seen; what only some moments need comes when they do. */
export const sums = (files: ReadonlyArray<Measured>): ReadonlyArray<Measured> => {
  const fixed = files.filter(({ name }) => ["widget.js", "core.js"].includes(name))
  const isLanguage = ({ name }: Measured) => /^[a-z]{2}\.js$/.test(name)
  const views = files.filter(({ name }) => widgetNames.some((widget) => name === `${widget}.js`))
  const total = (parts: ReadonlyArray<Measured>, key: "bytes" | "gzip_bytes") =>
    parts.reduce((sum, part) => sum + part[key], 0)
  return views.flatMap((view) =>
    files.filter(isLanguage).map((language) => {
      const parts = [...fixed, view, language]
      const name = `${view.name.replace(".js", "")} in ${language.name.replace(".js", "")}`
      return { name, bytes: total(parts, "bytes"), gzip_bytes: total(parts, "gzip_bytes") }
    })
  )
}

/** What is too heavy, in words; nothing when all is well. */
export const judge = (files: ReadonlyArray<Measured>): ReadonlyArray<string> => [
  ...files
    .filter(({ bytes }) => bytes >= file_bytes_max)
    .map(({ bytes, name }) => `${name} has ${bytes} bytes; less than ${file_bytes_max} are allowed`),
  ...files
    .filter(({ gzip_bytes, name }) => name === "widget.js" && gzip_bytes > loader_gzip_bytes_max)
    .map(({ gzip_bytes, name }) => `${name} has ${gzip_bytes} bytes packed; ${loader_gzip_bytes_max} are allowed`),
  ...sums(files)
    .filter(({ gzip_bytes }) => gzip_bytes > widget_gzip_bytes_max)
    .map(({ gzip_bytes, name }) => `${name} loads ${gzip_bytes} bytes packed; ${widget_gzip_bytes_max} are allowed`)
]

/** What the console loads before anything is shown, and what each of its pages adds to that. */
export const consoleSums = ({
  files
}: Bundle): { readonly start: Measured; readonly pages: ReadonlyArray<Measured> } => {
  const measured = new Map(measure({ build: "", files }).map((file) => [file.name, file]))
  const texts = new Map(
    files.map(({ bytes, name }) => [name, { name, integrity: "", text: new TextDecoder().decode(bytes) }])
  )
  const total = (name: string, parts: ReadonlyArray<string>): Measured => ({
    name,
    bytes: parts.reduce((sum, part) => sum + (measured.get(part)?.bytes ?? 0), 0),
    gzip_bytes: parts.reduce((sum, part) => sum + (measured.get(part)?.gzip_bytes ?? 0), 0)
  })
  const first = ["console.js", "console.css", ...partsOf(texts)]
  const pages = [...measured.keys()].filter((name) => /^console-(?!part-)[a-z-]+\.js$/.test(name))
  return {
    start: total("console", first),
    pages: pages.map((page) =>
      total(
        page,
        [page, ...partsOf(texts, page)].filter((part) => !first.includes(part))
      )
    )
  }
}

/** What is too heavy of the console, in words. */
export const judgeConsole = ({ pages, start }: ReturnType<typeof consoleSums>): ReadonlyArray<string> => [
  ...(start.gzip_bytes > console_gzip_bytes_max
    ? [`the console begins with ${start.gzip_bytes} bytes packed; ${console_gzip_bytes_max} are allowed`]
    : []),
  ...pages
    .filter(({ gzip_bytes }) => gzip_bytes > page_gzip_bytes_max)
    .map(({ gzip_bytes, name }) => `${name} adds ${gzip_bytes} bytes packed; ${page_gzip_bytes_max} are allowed`)
]
