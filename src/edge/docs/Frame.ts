/** What every page of the documentation stands in: its head, its menu, its policy. */
import { parts, titleOf } from "../reference/Tags.ts"

export const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

/** Words of the reference: paragraphs, and `code` in them. */
export const paragraphs = (text: string): string =>
  text
    .split("\n\n")
    .filter((part) => part !== "")
    .map((part) => `<p>${inline(part)}</p>`)
    .join("")

export const inline = (text: string): string => escaped(text).replace(/`([^`]+)`/g, "<code>$1</code>")

export interface Guide {
  readonly path: string
  readonly title: string
}

const slugOf = (tag: string) => tag.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

export const pathOfTag = (tag: string): `/${string}` => `/docs/${slugOf(tag)}`

export const pathOfEvents = "/docs/webhook-events"

const link = (path: string, text: string, here: string) =>
  `<li><a href="${path}"${path === here ? ' aria-current="page"' : ""}>${escaped(text)}</a></li>`

const menu = (here: string, guides: ReadonlyArray<Guide>): string => {
  const list = (title: string, links: ReadonlyArray<readonly [string, string]>) =>
    `<h2>${title}</h2><ul>${links.map(([path, text]) => link(path, text, here)).join("")}</ul>`
  const chapters = Object.entries(parts).map(([title, within]) => {
    const links = Object.keys(within).map((tag) => [pathOfTag(tag), titleOf(tag)] as const)
    return list(title, title === "Workspace" ? [...links, [pathOfEvents, "Webhook events"]] : links)
  })
  const first: ReadonlyArray<readonly [string, string]> = [["/docs", "Overview"]]
  const guide = guides.map(({ path, title }) => [path, title] as const)
  return [list("Start", first), list("Guides", guide), ...chapters].join("")
}

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Cpath " +
  "d='M16 3c6 0 10 9 10 15a10 10 0 0 1-20 0C6 12 10 3 16 3z' fill='%236c5ce7'/%3E%3C/svg%3E"

/** Nothing from elsewhere, nothing inline; pictures are the icon alone. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join("; ")

export interface Page {
  /** where it is served */
  readonly path: string
  readonly title: string
  readonly body: string
}

export const framed = ({ body, path, title }: Page, guides: ReadonlyArray<Guide>): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · Hatchery</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="/docs/style.css">
<script src="/docs/script.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header><a class="brand" href="/docs">Hatchery</a><a href="/openapi.json">OpenAPI</a></header>
<details class="menu"><summary>Menu</summary><nav aria-label="Menu">${menu(path, guides)}</nav></details>
<nav class="side" aria-label="Documentation">${menu(path, guides)}</nav>
<main id="content">${body}</main>
</body>
</html>
`
