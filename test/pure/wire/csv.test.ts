/** What people typed goes into files that others open in a spreadsheet: none of it may be a formula there. */
import { assert, it } from "@effect/vitest"
import { csvOf } from "../../../src/console/core/save.ts"
import { csvText } from "../../../src/wire/Csv.ts"

const formulas = [
  "=1+1",
  "=cmd|' /C calc'!A0",
  '=HYPERLINK("https://evil.example","here")',
  "+1+1",
  "-2+3",
  "@SUM(A1)",
  "\t=1+1",
  "\r=1+1",
  "\n=1+1",
  "＝1+1",
  "＋1+1",
  "－1+1",
  "＠SUM(A1)",
  '="a""b"'
]

const ways = {
  "an export": (cell: string) => csvText(["name"], [[cell]]).slice("name\r\n".length),
  "a table of the console": (cell: string) => csvOf([[cell]])
}

for (const [name, written] of Object.entries(ways)) {
  it(`${name} holds no formula, and all that was typed`, () => {
    for (const formula of formulas) {
      const line = written(formula)
      const cell = line.startsWith('"') ? line.slice(1, -3).replaceAll('""', '"') : line.slice(0, -2)
      assert.strictEqual(cell, `'${formula}`)
    }
    for (const plain of ["Ada", "a=b", " =", "1", "é", "🦊"]) assert.strictEqual(written(plain), `${plain}\r\n`)
  })
}
