/** From the text of an import to its rows, or to everything that keeps it from being one. */
import { Result } from "effect"
import { ValidationFailed } from "../../../../wire/Failure.ts"
import { limits } from "../../../../wire/Limits.ts"
import { type ImportColumn, importColumns } from "../Api.ts"
import { CsvReader } from "./Csv.ts"

/** As the file has it; null: an empty cell, or no such column. */
export interface ImportRow {
  /** 1 is the first below the header */
  readonly row: number
  readonly team_key: string | null
  readonly team_name: string | null
  readonly buddy_id: string | null
  readonly user_id: string | null
  readonly role: string
}

export type ImportFile = Result.Result<ReadonlyArray<ImportRow>, ValidationFailed>

export const import_rows_max = 10_000
const role_default = "member"
/** Rows between two turns of the event loop. */
const turn = 200

type Issue = ValidationFailed["issues"][number]
const issue = (row: number, column: string, message: string): Issue => ({
  path: ["rows", row, column],
  message: `rows.${row}.${column}: ${message}`
})

const isColumn = (name: string): name is ImportColumn => (importColumns as ReadonlyArray<string>).includes(name)

const headerIssues = (names: ReadonlyArray<string>): ReadonlyArray<Issue> => {
  const wanted = (one: ImportColumn, other: ImportColumn) =>
    names.includes(one) || names.includes(other) ? [] : [issue(0, one, `the header names neither ${one} nor ${other}`)]
  return [
    // One more than there are columns has a wrong one among it; nobody has to be told of millions.
    ...names.slice(0, importColumns.length + 1).flatMap((name, index) => {
      if (!isColumn(name)) return [issue(0, name, `there is no such column: ${importColumns.join(", ")}`)]
      return names.indexOf(name) < index ? [issue(0, name, "the header names it twice")] : []
    }),
    ...wanted("team_key", "team_name"),
    ...wanted("buddy_id", "user_id")
  ]
}

/** What is wrong with a record that is whole. */
const recordIssues = (
  row: number,
  names: ReadonlyArray<string>,
  cells: ReadonlyArray<string>
): ReadonlyArray<Issue> => {
  if (cells.length !== names.length) {
    const column = names[Math.min(cells.length, names.length - 1)]!
    return [issue(row, column, `${cells.length} cells where the header has ${names.length}`)]
  }
  return cells.flatMap((cell, index) => (cell.includes("\u0000") ? [issue(row, names[index]!, "contains NUL")] : []))
}

const rowOf = (row: number, names: ReadonlyArray<string>, cells: ReadonlyArray<string>): ImportRow => {
  const cell = (column: ImportColumn): string | null => cells[names.indexOf(column)] || null
  return {
    row,
    team_key: cell("team_key"),
    team_name: cell("team_name"),
    buddy_id: cell("buddy_id"),
    user_id: cell("user_id"),
    role: cell("role") ?? role_default
  }
}

/** Each `yield` ends a turn that is short enough for everybody else to wait for. */
export function* readImport(text: string): Generator<void, ImportFile> {
  const refused = (issues: ReadonlyArray<Issue>) => Result.fail(new ValidationFailed({ issues }))
  const reader = new CsvReader(text)
  const header = reader.next()
  if (header === undefined) return refused([issue(0, "team_key", "the file has no header")])
  const { broken, cells: names } = header
  if (broken !== undefined) return refused([issue(0, String(broken.cell + 1), broken.message)])
  const wrong = headerIssues(names)
  if (wrong.length > 0) return refused(wrong)
  const issues: Array<Issue> = []
  const found: Array<ImportRow> = []
  for (let row = 1; issues.length <= limits.issues_max; row++) {
    if (row % turn === 0) yield
    const record = reader.next()
    if (record === undefined) break
    if (row > import_rows_max) return refused([issue(row, names[0]!, `more than ${import_rows_max} rows`)])
    if (record.broken !== undefined) {
      const column = names[Math.min(record.broken.cell, names.length - 1)]!
      issues.push(issue(row, column, record.broken.message))
      break
    }
    const own = recordIssues(row, names, record.cells)
    if (own.length > 0) issues.push(...own)
    else found.push(rowOf(row, names, record.cells))
  }
  return issues.length > 0 ? refused(issues) : Result.succeed(found)
}
