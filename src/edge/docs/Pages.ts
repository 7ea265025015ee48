/** /docs: the reference, made of the OpenAPI document, and guides beside it. A page is made when first asked for. */
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { readFileSync } from "node:fs"
import { AppConfig } from "../../Config.ts"
import { pack, packedAnswer } from "../Packed.ts"
import { documentOf } from "../reference/Document.ts"
import type { AnyApi } from "../reference/Route.ts"
import { tags } from "../reference/Tags.ts"
import type { RawRoute } from "../RouteTable.ts"
import { chapterPage } from "./Chapter.ts"
import { contentSecurityPolicy, framed, type Page, pathOfEvents, pathOfTag } from "./Frame.ts"
import { guidePage, guides } from "./Guides.ts"
import { eventsPage, overviewPage } from "./Overview.ts"

type Path = `/${string}`

const kept = { "cache-control": "public, max-age=300" }
const headers = { ...kept, "content-security-policy": contentSecurityPolicy, "referrer-policy": "no-referrer" }

const files: Readonly<Record<Path, string>> = {
  "/docs/style.css": "text/css; charset=utf-8",
  "/docs/script.js": "text/javascript; charset=utf-8"
}
const textOf = (path: string) => readFileSync(new URL(`page/${path.slice("/docs/".length)}`, import.meta.url), "utf8")

type Made = ReturnType<typeof documentOf>

const pages: Readonly<Record<Path, (document: Made) => Page>> = {
  "/docs": (document) => overviewPage(document, guides),
  [pathOfEvents]: eventsPage,
  ...Object.fromEntries(Object.keys(tags).map((tag) => [pathOfTag(tag), (made: Made) => chapterPage(tag, made)])),
  ...Object.fromEntries(guides.map(({ path }) => [path, () => guidePage(path)]))
}

const paths = [...Object.keys(pages), ...Object.keys(files)] as ReadonlyArray<Path>
export const docsRoutes: ReadonlyArray<RawRoute> = paths.map((path) => ({ method: "GET", path }))

export const DocsLive = (api: AnyApi) =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      const { publicUrl } = yield* AppConfig
      const document = yield* Effect.cached(Effect.sync(() => documentOf(api, publicUrl)))
      for (const [path, page] of Object.entries(pages)) {
        const made = yield* Effect.cached(Effect.map(document, (document) => pack(framed(page(document), guides))))
        const answer = Effect.flatMap(made, (packed) => packedAnswer(packed, "text/html; charset=utf-8", headers))
        yield* router.add("GET", path as Path, answer)
      }
      for (const [path, contentType] of Object.entries(files)) {
        const made = pack(textOf(path))
        yield* router.add("GET", path as Path, packedAnswer(made, contentType, kept))
      }
    })
  )
