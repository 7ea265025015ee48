/** The script of the guide, as somebody would run it who trusts nobody: it takes true draws and refuses all others. */
import { assert, describe, it } from "vitest"
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as fc from "fast-check"
import { drawOf, entriesText, sha256 } from "../../src/platform/campaigns/HatcheryDraw.ts"
import { read } from "../kit/house/SourceTree.ts"

const script = /```js\n([\s\S]*?)```/.exec(read("docs/guides/lotteries.md"))![1]!

interface Proof {
  readonly text: string
  readonly draw: {
    readonly draw_id: string
    readonly commit_hash: string
    readonly seed: string
    readonly entries_hash: string
    readonly winners: ReadonlyArray<{ readonly rank: number; entry_id: string; ticket: number; n: number }>
    readonly unawarded: number
  }
}

const proofOf = (lines: Parameters<typeof entriesText>[0], seed: string, draw_id: string, places: number): Proof => {
  const text = entriesText(lines)
  const { entries_hash, winners } = drawOf(text, { seed, draw_id, places })
  const told = winners.map((winner, place) => ({ rank: place + 1, ...winner }))
  const unawarded = places - winners.length
  return { text, draw: { draw_id, commit_hash: sha256(seed), seed, entries_hash, winners: told, unawarded } }
}

/** What the script says, and how it ends. */
const run = ({ draw, text }: Proof) => {
  const folder = mkdtempSync(join(tmpdir(), "hatchery-draw-"))
  try {
    writeFileSync(join(folder, "draw.json"), JSON.stringify(draw))
    writeFileSync(join(folder, "entries.txt"), text)
    writeFileSync(join(folder, "verify-draw.mjs"), script)
    const { status, stderr, stdout } = spawnSync(process.execPath, ["verify-draw.mjs"], {
      cwd: folder,
      encoding: "utf8"
    })
    return { status, stderr, refused: stdout.split("\n").filter((line) => line.startsWith("NO")) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const two = [
  { entry_id: "e1", tickets: 2 },
  { entry_id: "e2", tickets: 1 }
]

describe("the script of the guide to lotteries", () => {
  it("takes what was drawn", () => {
    const lines = fc.uniqueArray(fc.record({ entry_id: fc.uuid(), tickets: fc.integer({ min: 1, max: 50 }) }), {
      selector: ({ entry_id }) => entry_id,
      maxLength: 30
    })
    const draws = fc.sample(fc.tuple(lines, fc.uuid(), fc.integer({ min: 1, max: 40 })), { numRuns: 8, seed: 5 })
    const proofs = draws.map(([some, draw_id, places]) => proofOf(some, sha256(draw_id), draw_id, places))
    for (const proof of [proofOf(two, "test", "d1", 2), proofOf([], "test", "d1", 1), ...proofs]) {
      assert.deepStrictEqual(run(proof), { status: 0, stderr: "", refused: [] })
    }
  })

  it("refuses another seed, another list, another winner, and a place that was kept back", () => {
    const { draw, text } = proofOf(two, "test", "d1", 1)
    const [winner] = draw.winners
    const forged: ReadonlyArray<Proof> = [
      { text, draw: { ...draw, seed: "tess" } },
      { text: "e1 2\ne2 3\n", draw },
      { text, draw: { ...draw, winners: [{ ...winner!, entry_id: "e2" }] } },
      { text, draw: { ...draw, winners: [], unawarded: 1 } }
    ]
    for (const proof of forged) {
      const { refused, status } = run(proof)
      assert.strictEqual(status, 1)
      assert.isNotEmpty(refused)
    }
  })
})
