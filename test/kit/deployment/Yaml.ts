/**
 * The part of YAML that alert rules use: maps, lists of maps, scalars plain or quoted, folded text (`>-`), comments.
 * Anything else is refused, so that nothing is half understood.
 */
export type Yaml = string | ReadonlyArray<Yaml> | { readonly [key: string]: Yaml }

interface Line {
  readonly indent: number
  readonly text: string
  readonly number: number
}

const keyValue = /^([A-Za-z_]\w*):(?: (.*))?$/

const scalar = (text: string, number: number): string => {
  if (text.startsWith('"')) return JSON.parse(text) as string
  if (/^[&*!|>%@`'{[]|: | #/.test(text)) throw new Error(`line ${number}: quote this value: ${text}`)
  return text
}

class Reader {
  private at = 0
  private readonly lines: ReadonlyArray<Line>

  constructor(lines: ReadonlyArray<Line>) {
    this.lines = lines
  }

  private get next(): Line | undefined {
    return this.lines[this.at]
  }

  /** Whatever begins at this depth. */
  block(indent: number): Yaml {
    return this.next?.text.startsWith("- ") === true ? this.list(indent) : this.map(indent)
  }

  private list(indent: number): ReadonlyArray<Yaml> {
    const items: Array<Yaml> = []
    while (this.next?.indent === indent && this.next.text.startsWith("- ")) {
      const { number, text } = this.next
      const first = text.slice(2)
      if (!keyValue.test(first)) {
        this.at++
        items.push(scalar(first, number))
        continue
      }
      // The first key stands beside the dash, the others below it.
      const lines = this.lines as Array<Line>
      lines[this.at] = { indent: indent + 2, text: first, number }
      items.push(this.map(indent + 2))
    }
    return items
  }

  private map(indent: number): Yaml {
    const entries: Record<string, Yaml> = {}
    while (this.next?.indent === indent) {
      const { number, text } = this.next
      const [, key, value] = keyValue.exec(text) ?? []
      if (key === undefined) throw new Error(`line ${number}: no key: ${text}`)
      if (key in entries) throw new Error(`line ${number}: ${key} twice`)
      this.at++
      entries[key] = this.value(indent, value, number)
    }
    if (this.next !== undefined && this.next.indent > indent) throw new Error(`line ${this.next.number}: indentation`)
    return entries
  }

  private value(indent: number, text: string | undefined, number: number): Yaml {
    if (text === ">-") return this.folded(indent)
    if (text !== undefined && text !== "") return scalar(text, number)
    if (this.next === undefined || this.next.indent <= indent) throw new Error(`line ${number}: no value`)
    return this.block(this.next.indent)
  }

  private folded(indent: number): string {
    const parts: Array<string> = []
    while (this.next !== undefined && this.next.indent > indent) parts.push(this.lines[this.at++]!.text)
    return parts.join(" ")
  }
}

export const parseYaml = (text: string): Yaml => {
  const lines = text
    .split("\n")
    .map((line, index) => ({ indent: /^ */.exec(line)![0].length, text: line.trim(), number: index + 1 }))
    .filter((line) => line.text !== "" && !line.text.startsWith("#"))
  return new Reader(lines).block(0)
}
