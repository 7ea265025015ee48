/**
 * GET /theme/...: the look of pages. One sheet of rules, whose address has its hash; one of colours and shapes, and an
 * icon, made of nothing but their addresses.
 */
import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import type { WidgetTheme } from "../../wire/answers/Customer.ts"
import { pack, type Packed } from "../../platform/requests/Packing.ts"
import { Shelf } from "../../platform/requests/Shelf.ts"
import { packedAnswer } from "../Packed.ts"
import type { RawRoute } from "../RouteTable.ts"
import { variablesOf } from "./Colors.ts"

export const themeRoutes: ReadonlyArray<RawRoute> = [{ method: "GET", path: "/theme/:file" }]

/** What all pages share, then what each kind of them adds. */
const base = "style.css"
const folder = new URL("page/", import.meta.url)
const parts = readdirSync(folder).filter((name) => name.endsWith(".css") && name !== base)
const rules = pack([base, ...parts.toSorted()].map((name) => readFileSync(new URL(name, folder), "utf8")).join("\n"))
const rulesName = `page-${createHash("sha256").update(rules.plain).digest("hex").slice(0, 12)}.css`

const pattern = /^([0-9a-f]{6})-(auto|light|dark)-(none|sm|md|lg)-(system|rounded|serif|mono)\.css$/

const iconPattern = /^([0-9a-f]{6})\.svg$/
/** An egg, light around its edge: tabs of browsers are of any colour. */
const iconOf = (accent: string): string =>
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M16 2c7 0 11 10 11 16a11 11 0 0 1-22 0' +
  `C5 12 9 2 16 2z" fill="#${accent}" stroke="#fff" stroke-width="2"/></svg>`

const cssType = "text/css; charset=utf-8"
const typeOf = (file: string): string => (file.endsWith(".svg") ? "image/svg+xml" : cssType)

/** What stands in a browser's tab, from the root of the service. */
export const themeIcon = ({ accent_color }: WidgetTheme): string => `theme/${accent_color.slice(1).toLowerCase()}.svg`

/** Where the files of a page's look are, from the root of the service. */
export const themeFiles = ({ accent_color, font, mode, radius }: WidgetTheme): ReadonlyArray<string> => [
  `theme/${accent_color.slice(1).toLowerCase()}-${mode}-${radius}-${font}.css`,
  `theme/${rulesName}`
]

const declared = (theme: WidgetTheme, dark: boolean) => {
  const variables = Object.entries(variablesOf(theme, dark))
  const scheme = `color-scheme:${dark ? "dark" : "light"}`
  return `:root{${[scheme, ...variables.map(([name, value]) => `${name}:${value}`)].join(";")}}`
}

const sheetOf = (theme: WidgetTheme): string => {
  if (theme.mode !== "auto") return declared(theme, theme.mode === "dark")
  return `${declared(theme, false)}@media (prefers-color-scheme:dark){${declared(theme, true)}}`
}

/** Any accent makes a file of its own: only some are remembered. */
const sheets = new Shelf<Packed>(500)

const madeOf = (file: string): string | undefined => {
  const [, icon] = iconPattern.exec(file) ?? []
  if (icon !== undefined) return iconOf(icon)
  const [, accent, mode, radius, font] = pattern.exec(file) ?? []
  if (accent === undefined) return undefined
  return sheetOf({ accent_color: `#${accent}`, mode, radius, font } as WidgetTheme)
}

const packedFor = (file: string): Packed | undefined => {
  if (file === rulesName) return rules
  const known = sheets.get(file)
  const text = known === undefined ? madeOf(file) : undefined
  if (text === undefined) return known
  const made = pack(text)
  sheets.set(file, made)
  return made
}

const immutable = { "cache-control": "public, max-age=31536000, immutable" }

export const ThemesLive = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    yield* router.add(
      "GET",
      "/theme/:file",
      Effect.gen(function* () {
        const { file = "" } = yield* HttpRouter.params
        const found = packedFor(file)
        if (found !== undefined) return yield* packedAnswer(found, typeOf(file), immutable)
        // Of another release: while nodes are replaced, pages of both ask any of them.
        if (/^page-[0-9a-f]{12}\.css$/.test(file))
          return yield* packedAnswer(rules, cssType, { "cache-control": "no-cache" })
        return HttpServerResponse.empty({ status: 404 })
      })
    )
  })
)
