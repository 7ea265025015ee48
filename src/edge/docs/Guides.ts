/** The guides of docs/guides as pages beside the reference; links between the files lead to their pages. */
import { marked } from "marked"
import { readdirSync, readFileSync } from "node:fs"
import { committed_place } from "../reference/Committed.ts"
import type { Guide, Page } from "./Frame.ts"

const folder = new URL("../../../docs/guides/", import.meta.url)
const home = "/docs/guides"
const index = "README"

const names = readdirSync(folder).flatMap((file) => (file.endsWith(".md") ? [file.slice(0, -".md".length)] : []))

const textOf = (name: string) => readFileSync(new URL(`${name}.md`, folder), "utf8")

const pathOf = (name: string) => (name === index ? home : `${home}/${name}`)

const titleOf = (markdown: string) => /^# (.+)$/m.exec(markdown)?.[1] ?? "Guides"

export const guides: ReadonlyArray<Guide> = [index, ...names.toSorted().filter((name) => name !== index)].map(
  (name) => ({ path: pathOf(name), title: titleOf(textOf(name)) })
)

/** `events.md#late` as a link of the page; everything else stays. */
const linked = (html: string) =>
  html.replace(/href="([A-Za-z-]+)\.md(#[^"]*)?"/g, (whole, name: string, anchor = "") =>
    names.includes(name) ? `href="${pathOf(name)}${anchor}"` : whole
  )

/** Samples that name a place name the one this service is at, as those of the reference do. */
export const guidePage = (path: string, place: string): Page => {
  const text = textOf(names.find((name) => pathOf(name) === path) ?? index)
  const markdown = text.replaceAll(committed_place, () => place)
  const body = linked(marked.parse(markdown, { async: false }))
    .replaceAll("<table>", '<div class="wide" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>")
    // A column without a title is no heading, and what scrolls has to be reached by keys.
    .replace(/<th([^>]*)><\/th>/g, "<td$1></td>")
    .replaceAll("<pre>", '<pre tabindex="0">')
  return { path, title: titleOf(markdown), body: `<article class="guide">${body}</article>` }
}
