/**
 * Where mails and payment pages lead people: one page under five addresses, whose script sees by the address what it is
 * for. What opens something stands behind the `#`, which browsers send to nobody. Opening a page sends nothing either:
 * scanners open every link of a mail, and a token that works once would be gone before its reader came.
 */
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { pack } from "../../platform/requests/Packing.ts"
import { packedAnswer } from "../Packed.ts"
import type { RawRoute } from "../RouteTable.ts"

const paths = ["/verify-email", "/reset-password", "/accept-invitation", "/sso-complete", "/billing/return"] as const

export const accountRoutes: ReadonlyArray<RawRoute> = paths.map((path) => ({ method: "GET", path }))

const textOf = (name: string) => readFileSync(new URL(`page/${name}`, import.meta.url), "utf8")

/** Script and style stand in the page, so that it asks for nothing; their hashes let them and nothing else run. */
const made = () => {
  const [script, style] = [textOf("script.js"), textOf("style.css")]
  const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "connect-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join("; ")
  const html = textOf("page.html")
    .replace("<style></style>", () => `<style>${style}</style>`)
    .replace('<script type="module"></script>', () => `<script type="module">${script}</script>`)
  const headers = {
    "content-security-policy": policy,
    "referrer-policy": "no-referrer",
    "cache-control": "no-store"
  }
  return { html, headers }
}

export const AccountPagesLive = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const { headers, html } = made()
    const answer = packedAnswer(pack(html), "text/html; charset=utf-8", headers)
    for (const path of paths) yield* router.add("GET", path, answer)
  })
)
