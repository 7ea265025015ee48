/** /docs: the reference, made of the committed contract, and guides beside it. A page is made when first asked for. */
import { Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"
import { readFileSync } from "node:fs"
import { pack, packAside } from "../../platform/requests/Packing.ts"
import { packedAnswer } from "../Packed.ts"
import type { Document } from "../reference/Document.ts"
import { Contract } from "../reference/Served.ts"
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

const pages: Readonly<Record<Path, (document: Document) => Page>> = {
  "/docs": (document) => overviewPage(document, guides),
  [pathOfEvents]: eventsPage,
  ...Object.fromEntries(Object.keys(tags).map((tag) => [pathOfTag(tag), (made: Document) => chapterPage(tag, made)])),
  ...Object.fromEntries(
    guides.map(({ path }) => [path, ({ servers = [] }: Document) => guidePage(path, servers[0]?.url ?? "")])
  )
}

const paths = [...Object.keys(pages), ...Object.keys(files)] as ReadonlyArray<Path>
export const docsRoutes: ReadonlyArray<RawRoute> = paths.map((path) => ({ method: "GET", path }))

export const DocsLive = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const contract = yield* Contract
    const document = yield* Effect.cached(Effect.map(contract, (text) => JSON.parse(text) as Document))
    for (const [path, page] of Object.entries(pages)) {
      const packed = Effect.flatMap(document, (document) =>
        Effect.promise(() => packAside(Buffer.from(framed(page(document), guides))))
      )
      const made = yield* Effect.cached(packed)
      const answer = Effect.flatMap(made, (packed) => packedAnswer(packed, "text/html; charset=utf-8", headers))
      yield* router.add("GET", path as Path, answer)
    }
    for (const [path, contentType] of Object.entries(files)) {
      const made = pack(textOf(path))
      yield* router.add("GET", path as Path, packedAnswer(made, contentType, kept))
    }
  })
).pipe(Layer.provide(Contract.layer))
