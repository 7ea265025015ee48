/** What pages for players have in common: their head, their headers, and the page that says there is none. */
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { hash } from "node:crypto"
import { defaultWidgetTheme, type WidgetTheme } from "../../wire/answers/Customer.ts"
import { CurrentRequest } from "../../wire/CurrentRequest.ts"
import { isKnownTag } from "../EntityTags.ts"
import { Html, html } from "./Html.ts"
import { ageHeader, for_a_minute } from "./PublicJson.ts"
import { themeFiles } from "./Theme.ts"
import { takes } from "../Packed.ts"
import { Shelf } from "../../platform/requests/Shelf.ts"
import { promisify } from "node:util"
import { gzip } from "node:zlib"

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
        ${description !== null && html`<meta name="description" content="${description}" />`} ${sheets}
        ${previewOf(page)} ${script !== undefined && html`<script defer src="${root}${script}"></script>`}
      </head>
      <body>
        ${body}
      </body>
    </html> `
}

/** Pages packed lately: a crowd gets the same bytes. */
const packed = new Shelf<Promise<Uint8Array>>(200)
const gzipped = promisify(gzip)

/** Beside the event loop, and once for whoever comes meanwhile. */
const packedText = (etag: string, text: string): Promise<Uint8Array> => {
  const known = packed.get(etag)
  if (known !== undefined) return known
  const made = gzipped(text)
  packed.set(etag, made)
  return made
}

interface Written {
  readonly text: string
  readonly etag: string
}

/** Of pages that whoever serves them keeps: they are written once, and their tag is known before the next is asked. */
const written = new WeakMap<Page, Written>()

const writtenOf = (page: Page): Written => {
  const before = written.get(page)
  if (before !== undefined) return before
  const { text } = documentOf(page)
  const made = { text, etag: `"${hash("sha256", text).slice(0, 32)}"` }
  written.set(page, made)
  return made
}

const answer = (page: Page, status: number, cacheControl: string) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const { etag, text } = writtenOf(page)
    const headers = {
      "content-security-policy": policyOf(page),
      "referrer-policy": "no-referrer",
      "cache-control": cacheControl,
      vary: "Accept-Encoding",
      ...(page.is_listed === true ? {} : { "x-robots-tag": "noindex" }),
      ...(status === 200 ? { etag, ...(yield* ageHeader) } : {})
    }
    if (status !== 200) (yield* CurrentRequest).is_verbatim = true
    else if (isKnownTag(request.headers["if-none-match"], etag))
      return HttpServerResponse.empty({ status: 304, headers })
    const contentType = "text/html; charset=utf-8"
    return takes(request.headers["accept-encoding"], "gzip")
      ? HttpServerResponse.uint8Array(yield* Effect.promise(() => packedText(etag, text)), {
          status,
          contentType,
          headers: { ...headers, "content-encoding": "gzip" }
        })
      : HttpServerResponse.text(text, { status, contentType, headers })
  })

export const pageAnswer = (page: Page) => answer(page, 200, for_a_minute)

/** One and the same for whatever is not there, or not any more, or not for everybody. */
export const missingPage = (depth: number) =>
  answer(
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
      </main>`
    },
    404,
    "no-store"
  )

/** Something the page needs is being made ready. */
export const waitingPage = (depth: number, retry_after_seconds: number) =>
  Effect.gen(function* () {
    ;(yield* CurrentRequest).retry_after_seconds = retry_after_seconds
    const page = yield* answer(
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
      503,
      "no-store"
    )
    return HttpServerResponse.setHeader(page, "refresh", String(retry_after_seconds))
  })
