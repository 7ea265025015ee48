/** Tables as files. */

type Cell = string | number | boolean | null | undefined

/** Spreadsheets take what begins like this for a formula. */
const formula = /^[=+\-@＝＋－＠\t\r\n]/

const cellOf = (cell: Cell) => {
  const text = String(cell ?? "")
  const safe = typeof cell === "string" && formula.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** RFC 4180: quoted where need be, lines ended by CR and LF. */
export const csvOf = (rows: ReadonlyArray<ReadonlyArray<Cell>>) =>
  rows.map((row) => `${row.map(cellOf).join(",")}\r\n`).join("")

/** Hands the browser a file to keep. */
export const saveAs = (name: string, text: string) => {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv" }))
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
