/** The reader of imports: what was written as CSV is read back, and what is no table is refused with its place. */
import { assert, it } from "@effect/vitest"
import { Result } from "effect"
import * as fc from "fast-check"
import { CsvReader } from "../../../src/features/community/teams/Rules/Csv.ts"
import { type ImportFile, import_rows_max, readImport } from "../../../src/features/community/teams/Rules/ImportFile.ts"

const all = (text: string): ReadonlyArray<ReadonlyArray<string>> => {
  const reader = new CsvReader(text)
  const found: Array<ReadonlyArray<string>> = []
  for (let record = reader.next(); record !== undefined; record = reader.next()) {
    assert.isUndefined(record.broken)
    found.push(record.cells)
  }
  return found
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

const read = (text: string): ImportFile => {
  const turns = readImport(text)
  for (;;) {
    const turn = turns.next()
    if (turn.done === true) return turn.value
  }
}

const places = (text: string) => {
  const found = read(text)
  return Result.isFailure(found) ? found.failure.issues.map(({ path }) => path.join(".")) : "fine"
}

it("any cells come back, quoted, with any line end, whatever they hold", () => {
  const cells = fc.array(fc.string({ unit: "binary" }), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(
      fc.array(cells, { minLength: 1 }),
      fc.constantFrom("\n", "\r\n"),
      fc.boolean(),
      (rows, end, isEnded) => {
        const text = rows.map((row) => row.map(quoted).join(",")).join(end) + (isEnded ? end : "")
        assert.deepStrictEqual(all(text), rows)
      }
    )
  )
})

it("cells without quotes are taken as they stand, emoji and RTL among them", () => {
  assert.deepStrictEqual(all("a, b ,🦊\r\nفريق,,x\n"), [
    ["a", " b ", "🦊"],
    ["فريق", "", "x"]
  ])
})

it("no text breaks the reader, and every file is rows or issues with a place", () => {
  const scraps = fc.constantFrom("team_key", "user_id", "role", ",", '"', "\n", "\r", "\r\n", "a", "\u0000", "🦊")
  fc.assert(
    fc.property(fc.array(scraps), (parts) => {
      const found = read(parts.join(""))
      if (Result.isFailure(found)) assert.isNotEmpty(found.failure.issues)
      else assert.isTrue(found.success.every(({ row }, index) => row === index + 1))
    })
  )
})

it("every broken form is refused where it is broken", () => {
  const head = "team_key,user_id\n"
  assert.deepStrictEqual(places(""), ["rows.0.team_key"])
  assert.deepStrictEqual(places("role\n"), ["rows.0.team_key", "rows.0.buddy_id"])
  assert.deepStrictEqual(places("team_key,user_id,extra\n"), ["rows.0.extra"])
  assert.deepStrictEqual(places("team_key,team_key,user_id\n"), ["rows.0.team_key"])
  assert.deepStrictEqual(places(`${head}a\n`), ["rows.1.user_id"])
  assert.deepStrictEqual(places(`${head}a,b,c\n`), ["rows.1.user_id"])
  assert.deepStrictEqual(places(`${head}a,b\n\na,b\n`), ["rows.2.user_id"])
  assert.deepStrictEqual(places(`${head}a,"b\n`), ["rows.1.user_id"])
  assert.deepStrictEqual(places(`${head}a,"b"c\n`), ["rows.1.user_id"])
  assert.deepStrictEqual(places(`${head}a"b,c\n`), ["rows.1.team_key"])
  assert.deepStrictEqual(places(`${head}a\rb,c\n`), ["rows.1.team_key"])
  assert.deepStrictEqual(places(`${head}a,b\u0000\nc\n`), ["rows.1.user_id", "rows.2.user_id"])
  assert.deepStrictEqual(places(head + "a,b\n".repeat(import_rows_max)), "fine")
  assert.deepStrictEqual(places(head + "a,b\n".repeat(import_rows_max + 1)), [`rows.${import_rows_max + 1}.team_key`])
})

it("lines of nothing but commas are refused with a few words, however long they are", () => {
  const long = ",".repeat(10_000_000)
  for (const text of [long, `${"a,".repeat(30)}\n`, `team_name,user_id\n${long}`]) {
    const found = read(text)
    assert.isTrue(Result.isFailure(found))
    if (Result.isFailure(found)) assert.isBelow(found.failure.issues.length, 20)
  }
})

it("a cell longer than any name is given up where it becomes too long", () => {
  for (const cell of [`"${'""'.repeat(5_000_000)}"`, `"${"a".repeat(10_000_000)}"`, "a".repeat(10_000_000)]) {
    const reader = new CsvReader(`team_name,user_id\n${cell},ada\n`)
    assert.lengthOf(reader.next()!.cells, 2)
    const broken = reader.next()!.broken!
    assert.deepStrictEqual([broken.cell, broken.message], [0, "more than 10000 characters"])
  }
})
