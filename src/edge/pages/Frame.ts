/** What pages for players have in common: their head, their headers, and the page that says there is none. */
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { defaultWidgetTheme, type WidgetTheme } from "../../wire/answers/Customer.ts"
import { CurrentRequest } from "../../wire/CurrentRequest.ts"
import { Html, html } from "./Html.ts"
import { type Parcel, parcelOf } from "./Parcel.ts"
import { bodyHeaders, for_a_minute, publicAnswer } from "./PublicAnswers.ts"
import { themeFiles, themeIcon } from "./Theme.ts"

/** What networks and messengers show of a link. */
export interface Preview {
  /** the page itself */
  readonly url: string
  /** the page's own where nothing is said */
  readonly title?: string
  /** whose it is, where that is told */
  readonly site: string | null
  /** none: words alone */
  readonly image: { readonly url: string; readonly isWide: boolean; readonly alt?: string } | null
}

export interface Page {
  readonly title: string
  readonly description: string | null
  readonly language: string
  readonly look: WidgetTheme
  /** how many folders the page is away from the root of the service */
  readonly depth: number
  /** from the root of the service; none: it works without */
  readonly script?: string
  /** search engines may find it */
  readonly is_listed?: boolean
  /** where pictures are, besides here and whatever is encrypted on the way */
  readonly pictures?: string
  readonly preview?: Preview
  readonly body: Html
}

const rightToLeft = new Set(["ar", "he", "fa", "ur"])
export const directionOf = (language: string) =>
  rightToLeft.has(language.split("-")[0]!.toLowerCase()) ? "rtl" : "ltr"

const policyOf = ({ pictures, script }: Page) =>
  [
    "default-src 'none'",
    "style-src 'self'",
    `img-src 'self' https:${pictures === undefined ? "" : ` ${pictures}`}`,
    ...(script !== undefined ? ["script-src 'self'", "connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join("; ")

const metas = (attribute: "property" | "name", pairs: Readonly<Record<string, string | null>>): ReadonlyArray<Html> =>
  Object.entries(pairs).flatMap(([name, content]) =>
    content === null ? [] : [html`<meta ${new Html(attribute)}="${name}" content="${content}" />`]
  )

const previewOf = ({ description, preview, title }: Page): ReadonlyArray<Html> => {
  if (preview === undefined) return []
  const { image, site, url } = preview
  const [said, isWide] = [preview.title ?? title, image?.isWide === true]
  const open = {
    "og:type": "website",
    "og:url": url,
    "og:title": said,
    "og:description": description,
    "og:site_name": site,
    "og:image": image?.url ?? null,
    "og:image:alt": image?.alt ?? null,
    "og:image:width": isWide ? "1200" : null,
    "og:image:height": isWide ? "630" : null
  }
  const card = {
    "twitter:card": isWide ? "summary_large_image" : "summary",
    "twitter:title": said,
    "twitter:description": description,
    "twitter:image": image?.url ?? null
  }
  return [...metas("property", open), ...metas("name", card)]
}

export const documentOf = (page: Page) => {
  const { body, depth, description, language, look, script, title } = page
  const root = "../".repeat(depth)
  const sheets = themeFiles(look).map((file) => html`<link rel="stylesheet" href="${root}${file}" />`)
  return html`<!doctype html>
    <html lang="${language}" dir="${directionOf(language)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="${root}${themeIcon(look)}" type="image/svg+xml" />
        ${description !== null && html`<meta name="description" content="${description}" />`} ${sheets}
        ${previewOf(page)} ${script !== undefined && html`<script defer src="${root}${script}"></script>`}
      </head>
      <body>
        ${body}
      </body>
    </html> `
}

/** Of pages that whoever serves them keeps: they are written once. */
const written = new WeakMap<Page, Parcel>()

const writtenOf = (page: Page): Parcel => {
  const before = written.get(page)
  if (before !== undefined) return before
  const made = parcelOf("text/html; charset=utf-8", documentOf(page).text)
  written.set(page, made)
  return made
}

const headersFor = (page: Page, cacheControl: string) => ({
  "content-security-policy": policyOf(page),
  "referrer-policy": "no-referrer",
  "cache-control": cacheControl,
  vary: "Accept-Encoding",
  ...(page.is_listed === true ? {} : { "x-robots-tag": "noindex" })
})

/** The address again without slashes that name nothing, as seen from there; undefined: there are none. */
const trimmed = (url: string): string | undefined => {
  const end = url.indexOf("?")
  const [path, query] = end < 0 ? [url, ""] : [url.slice(0, end), url.slice(end)]
  const [, ...folders] = path.split("/")
  const named = folders.filter((folder) => folder !== "")
  if (named.length === folders.length) return undefined
  // The name of the page itself is always said.
  const shared = Math.min(folders.indexOf(""), named.length - 1)
  const up = "../".repeat(folders.length - 1 - shared)
  return `${up}${named.slice(shared).join("/")}${query}`
}

/** Links on a page are relative to its address: one that somebody wrote with a slash too many leads here. */
export const pageAnswer = (page: Page) =>
  Effect.gen(function* () {
    const { url } = yield* HttpServerRequest.HttpServerRequest
    const location = trimmed(url)
    if (location === undefined) return yield* publicAnswer(writtenOf(page), headersFor(page, for_a_minute))
    const headers = { "cache-control": for_a_minute, "x-robots-tag": "noindex" }
    return HttpServerResponse.redirect(location, { status: 301, headers })
  })

const not_kept = "no-store"

/** For whoever asks now, and for nobody else. */
export const refusedWith = (parcel: Parcel, headers: Readonly<Record<string, string>>, status: number) =>
  Effect.gen(function* () {
    const { headers: asked } = yield* HttpServerRequest.HttpServerRequest
    ;(yield* CurrentRequest).is_verbatim = true
    const way = parcel.wayFor(asked["accept-encoding"])
    const bytes = way === "plain" ? parcel.plain : yield* Effect.promise(() => parcel.bytes(way))
    return HttpServerResponse.uint8Array(bytes, {
      status,
      contentType: parcel.contentType,
      headers: { ...headers, "cache-control": not_kept, ...bodyHeaders(parcel, way) }
    })
  })

const refused = (page: Page, status: number) => refusedWith(writtenOf(page), headersFor(page, not_kept), status)

/** Where to go on from a page that has nothing itself; `path` is from the root of the service. */
interface Exit {
  readonly path: string
  readonly label: string
}

/** One and the same for whatever is not there, or not any more, or not for everybody. */
export const missingPage = (depth: number, exit?: Exit) =>
  refused(
    {
      title: "Nothing here",
      description: null,
      language: "en",
      look: defaultWidgetTheme,
      depth,
      body: html`<main class="notice">
        <p class="egg" aria-hidden="true"></p>
        <h1>Nothing has hatched here</h1>
        <p>This page does not exist, or is not open at the moment.</p>
        ${exit !== undefined && html`<p><a class="go" href="${"../".repeat(depth)}${exit.path}">${exit.label}</a></p>`}
      </main>`
    },
    404
  )

/** Something the page needs is being made ready. */
export const waitingPage = (depth: number, retry_after_seconds: number) =>
  Effect.gen(function* () {
    ;(yield* CurrentRequest).retry_after_seconds = retry_after_seconds
    const page = yield* refused(
      {
        title: "One moment",
        description: null,
        language: "en",
        look: defaultWidgetTheme,
        depth,
        body: html`<main class="notice">
          <p class="egg" aria-hidden="true"></p>
          <h1>One moment, please</h1>
          <p>This page is being made ready. It loads itself again in a few seconds.</p>
        </main>`
      },
      503
    )
    return HttpServerResponse.setHeader(page, "refresh", String(retry_after_seconds))
  })
