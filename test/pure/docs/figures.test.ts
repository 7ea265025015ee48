/**
 * What was measured stands in the README; whoever sizes a cluster by docs/operations.md reckons with the same figures,
 * and what is reckoned there follows from them.
 */
import { assert, describe, it } from "@effect/vitest"
import { read } from "../../kit/house/SourceTree.ts"

const readme = read("README.md")
const operations = read("docs/operations.md")

const found = (text: string, pattern: RegExp): number => {
  const figure = pattern.exec(text)?.[1]
  assert.isDefined(figure, `${pattern} is nowhere`)
  return Number(figure!.replaceAll(",", ""))
}

/** What is reckoned from figures that were measured is rounded down. */
const follows = (told: number, exact: number) => {
  assert.isAtMost(told, exact)
  assert.isAtLeast(told, exact * 0.97)
}

describe("the figures of docs/operations.md", () => {
  const node_us = found(operations, /An event costs about\s+(\d+) us of one core\s+in the node/)
  const postgres_us = found(operations, /us of one core\s+in the node that owns the buddy and (\d+) us in Postgres/)

  it("are those the README has measured", () => {
    assert.strictEqual(
      found(operations, /A resident\s+buddy takes ([\d.]+) kB of memory/),
      found(readme, /\(([\d.]+) kB each\)/)
    )
    assert.strictEqual(node_us, found(readme, /per event: about (\d+) us in the server process/))
    assert.strictEqual(postgres_us, found(readme, /and (\d+) us in Postgres/))
  })

  it("are what its reckoning goes on from", () => {
    assert.strictEqual(found(operations, /1 s \/ (\d+) us =/), node_us)
    follows(found(operations, /1 s \/ \d+ us = ([\d,]+) events\/s/), 1e6 / node_us)
    assert.strictEqual(found(operations, /\*\*One Postgres\*\* at (\d+) us of CPU/), postgres_us)
    const a_core = found(operations, /of CPU an event: ([\d,]+) events\/s a core/)
    follows(a_core, 1e6 / postgres_us)
    const sixteen = found(operations, /checkpoints, about ([\d,]+)\./)
    follows(sixteen, a_core * 8)
    assert.strictEqual(found(operations, /share one, so ([\d,]+) events\/s/), sixteen)
  })
})
