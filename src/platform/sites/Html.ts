/** What a page says: title, description, headings, list items, paragraphs, and where it leads; in one pass. */

export interface PageText {
  readonly language: string | null
  readonly text: string
  readonly links: ReadonlyArray<string>
}

const named: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  mdash: "—",
  ndash: "–",
  hellip: "…",
  rsquo: "’",
  lsquo: "‘",
  rdquo: "”",
  ldquo: "“"
}

const decode = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[String(name).toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal)
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : " "
  })

const attribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]{0,2000})"|'([^']{0,2000})'|([^\\s>]{1,2000}))`, "i").exec(tag)
  return found === null ? undefined : decode(found[1] ?? found[2] ?? found[3] ?? "")
}

/** What is between these is for browsers. */
const hidden = new Set(["script", "style", "noscript", "template", "svg", "iframe"])
const spoken = new Set(["title", "h1", "h2", "h3", "h4", "h5", "h6", "li", "p"])
/** Their ends are the end of whatever was said in them. */
const blocks = new Set(["ul", "ol", "div", "section", "article", "main", "nav", "header", "footer", "table", "body"])
const links_max = 500
/** A page is read in one turn of everybody's: what goes on beyond these is not looked at. */
const tags_max = 10_000
const text_max = 40_000

export const pageText = (html: string): PageText => {
  const lines: Array<string> = []
  const links: Array<string> = []
  let language: string | null = null
  let heard: string | null = null
  /** answers how long it was */
  const finish = (): number => {
    const line = decode(heard ?? "")
      .replaceAll(/\s+/g, " ")
      .trim()
    if (line !== "") lines.push(/[.!?:]$/.test(line) ? line : `${line}.`)
    heard = null
    return line.length
  }
  let at = 0
  let said = 0
  for (let tags = 0; at < html.length && tags < tags_max && said < text_max; tags++) {
    const open = html.indexOf("<", at)
    if (heard !== null) heard += html.slice(at, open === -1 ? html.length : open)
    if (open === -1) break
    if (html.startsWith("<!--", open)) {
      const end = html.indexOf("-->", open + 4)
      at = end === -1 ? html.length : end + 3
      continue
    }
    const close = html.indexOf(">", open)
    if (close === -1) break
    const tag = html.slice(open, Math.min(close + 1, open + 4_000))
    const [, slash = "", name = ""] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(tag) ?? []
    const element = name.toLowerCase()
    at = close + 1
    if (slash === "" && hidden.has(element) && !tag.endsWith("/>")) {
      const rest = html.slice(at)
      const end = rest.search(new RegExp(`</${element}`, "i"))
      at = end === -1 ? html.length : at + end
      continue
    }
    if (element === "html" && slash === "")
      language = /^[a-z]{2}(?![a-z])/.exec(attribute(tag, "lang")?.toLowerCase() ?? "")?.[0] ?? null
    if (element === "meta" && attribute(tag, "name")?.toLowerCase() === "description")
      lines.push(attribute(tag, "content") ?? "")
    if (element === "a" && slash === "" && links.length < links_max) links.push(attribute(tag, "href") ?? "")
    if (spoken.has(element)) {
      said += finish()
      if (slash === "") heard = ""
    } else if (slash !== "" && blocks.has(element)) said += finish()
    else if (heard !== null) heard += " "
  }
  finish()
  return { language, text: lines.filter((line) => line.trim() !== "").join("\n"), links }
}
