/**
 * Splits a migration into statements, because Postgres' extended protocol takes one statement per query.
 *
 * A semicolon ends a statement unless it stands in a string, a quoted name, a comment or a dollar-quoted body.
 * SQL-standard routine bodies (`BEGIN ATOMIC ... END`) are not understood; write `AS $$ ... $$`.
 */

const dollar_quote = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y

/** Index just after the block comment that opens at `start`. In SQL, unlike C, comments nest. */
const endOfBlockComment = (text: string, start: number): number => {
  let depth = 0
  for (let index = start; index < text.length; index++) {
    const pair = text.slice(index, index + 2)
    if (pair !== "/*" && pair !== "*/") continue
    depth += pair === "/*" ? 1 : -1
    index++
    if (depth === 0) return index + 1
  }
  return text.length
}

/** Index just after the closing quote; a doubled quote goes on, and in an E'' string so does a backslashed one. */
const endOfQuoted = (text: string, start: number): number => {
  const quote = text[start]
  const escapes = quote === "'" && /(?:^|[^\w$])[eE]$/.test(text.slice(Math.max(0, start - 2), start))
  for (let index = start + 1; index < text.length; index++) {
    if (escapes && text[index] === "\\") index++
    else if (text[index] === quote && text[index + 1] === quote) index++
    else if (text[index] === quote) return index + 1
  }
  return text.length
}

const endOfDollarQuoted = (text: string, start: number): number | undefined => {
  if (/[\w$]/.test(text[start - 1] ?? "")) return undefined
  dollar_quote.lastIndex = start
  const tag = dollar_quote.exec(text)?.[0]
  if (tag === undefined) return undefined
  const end = text.indexOf(tag, start + tag.length)
  return end === -1 ? text.length : end + tag.length
}

const endOfLine = (text: string, start: number): number => {
  const end = text.indexOf("\n", start)
  return end === -1 ? text.length : end
}

/** The statements of `text` in order, without comments between tokens, without the semicolons, without empty ones. */
export const splitStatements = (text: string): ReadonlyArray<string> => {
  const statements: Array<string> = []
  let current = ""
  const finish = () => {
    if (current.trim() !== "") statements.push(current.trim())
    current = ""
  }
  for (let index = 0; index < text.length;) {
    const pair = text.slice(index, index + 2)
    if (pair === "--" || pair === "/*") {
      index = pair === "--" ? endOfLine(text, index) : endOfBlockComment(text, index)
      current += " "
    } else if (text[index] === ";") {
      finish()
      index++
    } else {
      const quoted = text[index] === "'" || text[index] === '"'
      const end = quoted ? endOfQuoted(text, index) : text[index] === "$" ? endOfDollarQuoted(text, index) : undefined
      current += text.slice(index, end ?? index + 1)
      index = end ?? index + 1
    }
  }
  finish()
  return statements
}
