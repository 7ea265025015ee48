/**
 * Strict CSV (RFC 4180): cells parted by commas, lines ended by LF or CRLF, quotes around a whole cell and doubled
 * within. What is no such table is refused and never guessed at, so that no member lands in a team by mistake.
 */

export interface Record {
  readonly cells: ReadonlyArray<string>
  /** where the record is broken, by cell from 0; nothing behind it can be told apart */
  readonly broken?: { readonly cell: number; readonly message: string }
}

/** Beyond them a record is given up: it is none of a table anybody means, and counting on would hold everybody up. */
const cells_max = 64
const letters_max = 10_000
const tooLong = { message: `more than ${letters_max} characters` }

/** Reads one record after the other. */
export class CsvReader {
  private readonly text: string
  private at = 0

  constructor(text: string) {
    this.text = text
  }

  /** undefined: the end */
  next(): Record | undefined {
    if (this.at >= this.text.length) return undefined
    const cells: Array<string> = []
    for (;;) {
      const cell = this.text[this.at] === '"' ? this.quoted() : this.plain()
      if (typeof cell !== "string") return { cells, broken: { cell: cells.length, ...cell } }
      cells.push(cell)
      if (cells.length > cells_max) return { cells, broken: { cell: 0, message: `more than ${cells_max} cells` } }
      if (this.text[this.at] !== ",") break
      this.at++
    }
    // LF or CRLF, or the end of the text; the last line may do without.
    this.at += this.text[this.at] === "\r" ? 2 : 1
    return { cells }
  }

  /** Up to a comma or the end of the line. */
  private plain(): string | { readonly message: string } {
    const { text } = this
    const start = this.at
    for (; this.at < text.length; this.at++) {
      if (this.at - start > letters_max) return tooLong
      const letter = text[this.at]
      if (letter === "," || letter === "\n") break
      if (letter === '"') return { message: "a quote within a cell that does not begin with one" }
      if (letter === "\r") {
        if (text[this.at + 1] === "\n") break
        return { message: "a carriage return that no line feed follows" }
      }
    }
    return text.slice(start, this.at)
  }

  private quoted(): string | { readonly message: string } {
    const { text } = this
    let cell = ""
    for (let start = this.at + 1; ; start = this.at + 1) {
      const end = text.indexOf('"', start)
      if (end < 0) return { message: "a quote that is not closed" }
      if (cell.length + end - start > letters_max) return tooLong
      cell += text.slice(start, end)
      this.at = end + 1
      if (text[this.at] !== '"') break
      cell += '"'
    }
    const isEnd = this.at >= text.length || text[this.at] === "," || text[this.at] === "\n"
    if (isEnd || (text[this.at] === "\r" && text[this.at + 1] === "\n")) return cell
    return { message: "text behind a closing quote" }
  }
}
