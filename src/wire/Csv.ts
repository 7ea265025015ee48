/** Tables as text (RFC 4180). */

/** A cell a spreadsheet would take for a formula is a text; some take the wide signs of East Asia for the others. */
const cell = (value: string | number): string => {
  const text = typeof value === "string" && /^[=+\-@＝＋－＠\t\r\n]/u.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

type Row = ReadonlyArray<string | number>

/** The lines of a table, or of the next part of one that is sent in parts. */
export const csvLines = (rows: ReadonlyArray<Row>): string =>
  rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("")

export const csvText = (names: ReadonlyArray<string>, rows: ReadonlyArray<Row>): string => csvLines([names, ...rows])
