/**
 * GET /docs/guides: the guides of docs/guides as pages beside the reference. Turned into HTML once, when the server
 * starts; links between the files lead to their pages.
 */
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { marked } from "marked"
import type { RawRoute } from "./RouteTable.ts"

type Path = `/${string}`

const folder = new URL("../../docs/guides/", import.meta.url)
const home = "/docs/guides"
const index = "README"

const names = readdirSync(folder).flatMap((file) => (file.endsWith(".md") ? [file.slice(0, -".md".length)] : []))

const pathOf = (name: string): Path => (name === index ? home : `${home}/${name}`)

/** The one style sheet of all pages; their policy allows it by its hash, and nothing else. */
const style = `
  :root { color-scheme: light dark; --ink: #1d2433; --line: #d9dee8; --tint: #f4f6fa; --accent: #3b5bdb }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #e7eaf2; --line: #333b4d; --tint: #1b2130; --accent: #91a7ff }
    body { background: #12161f }
  }
  body { margin: 0; color: var(--ink); font: 16px/1.65 system-ui, sans-serif }
  nav, main { max-width: 46rem; margin: auto; padding: 1rem 1.25rem }
  nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; border-bottom: 1px solid var(--line); font-size: .9rem }
  nav [aria-current] { color: var(--ink); font-weight: 600; text-decoration: none }
  h1 { line-height: 1.2; margin: 1.5rem 0 .5rem } h2 { margin: 2.25rem 0 .5rem; line-height: 1.3 }
  a { color: var(--accent) }
  code { background: var(--tint); border-radius: 4px; padding: .1em .3em; font-size: .9em }
  pre { background: var(--tint); border: 1px solid var(--line); border-radius: 8px; padding: 1rem; overflow-x: auto }
  pre code { background: none; padding: 0 }
  .wide { overflow-x: auto }
  table { border-collapse: collapse; width: 100%; font-size: .93rem }
  th:empty { padding: 0; border: 0 }
  td, th { text-align: left; vertical-align: top; padding: .45rem .75rem .45rem 0 }
  td, th { border-bottom: 1px solid var(--line) }
`
const styleHash = createHash("sha256").update(style).digest("base64")

const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join("; ")

const headers = {
  "content-security-policy": contentSecurityPolicy,
  "referrer-policy": "no-referrer",
  "cache-control": "public, max-age=300"
}

const titleOf = (markdown: string) => /^# (.+)$/m.exec(markdown)?.[1] ?? "Guides"

/** `events.md#late` as a link of the page; everything else stays. */
const linked = (html: string) =>
  html.replace(/href="([A-Za-z-]+)\.md(#[^"]*)?"/g, (whole, name: string, anchor = "") =>
    names.includes(name) ? `href="${pathOf(name)}${anchor}"` : whole
  )

const pageOf = (name: string, titles: ReadonlyMap<string, string>, markdown: string): string => {
  const links = [...titles].map(
    ([other, title]) => `<a href="${pathOf(other)}"${other === name ? ' aria-current="page"' : ""}>${title}</a>`
  )
  const body = linked(marked.parse(markdown, { async: false }))
    .replaceAll("<table>", '<div class="wide" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>")
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${titleOf(markdown)} · Hatchery</title>
<style>${style}</style>
</head>
<body>
<nav aria-label="Guides"><a href="/docs">Reference</a>${links.join("")}</nav>
<main>${body}</main>
</body>
</html>
`
}

export const guideRoutes: ReadonlyArray<RawRoute> = names.map((name) => ({ method: "GET", path: pathOf(name) }))

export const GuidePagesLive = HttpRouter.use(
  Effect.fn(function* (router) {
    const texts = new Map(names.map((name) => [name, readFileSync(new URL(`${name}.md`, folder), "utf8")]))
    const ordered = [index, ...names.toSorted().filter((name) => name !== index)]
    const titles = new Map(ordered.map((name) => [name, titleOf(texts.get(name) ?? "")]))
    for (const [name, markdown] of texts) {
      const page = pageOf(name, titles, markdown)
      const etag = `W/"${createHash("sha256").update(page).digest("hex").slice(0, 32)}"`
      const answer = Effect.map(HttpServerRequest.HttpServerRequest, (request) =>
        request.headers["if-none-match"] === etag
          ? HttpServerResponse.empty({ status: 304, headers: { ...headers, etag } })
          : HttpServerResponse.text(page, { contentType: "text/html; charset=utf-8", headers: { ...headers, etag } })
      )
      yield* router.add("GET", pathOf(name), answer)
    }
  })
)
