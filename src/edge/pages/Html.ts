/** Pages as text: what is put into one is escaped, unless it was made here. */
import { isVisible } from "../../wire/Ids.ts"

export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Html | null | false | undefined | ReadonlyArray<Html>

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign]!)

const textOf = (part: Part): string => {
  if (part === null || part === false || part === undefined) return ""
  if (part instanceof Html) return part.text
  return typeof part === "object" ? part.map(({ text }) => text).join("") : escaped(String(part))
}

/** What a tenant has left blank was not said. */
export const said = (text: string | null): string | null => (text !== null && isVisible(text) ? text : null)

/** For the places between tags and for quoted attributes; addresses are checked before they come here. */
export const html = (strings: TemplateStringsArray, ...parts: ReadonlyArray<Part>): Html =>
  new Html(strings.map((text, index) => text + textOf(parts[index])).join(""))
