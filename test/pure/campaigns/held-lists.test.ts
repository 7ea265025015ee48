/** The list of a draw, which anybody may ask for: read once for a crowd, and so many lists held at most. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { heldLists } from "../../../src/features/campaigns/lotteries/Service/Proofs.ts"
import type { DrawProofs, TellableDraw } from "../../../src/features/campaigns/lotteries/Store/Proofs.ts"

const reading = Effect.gen(function* () {
  const reads: Array<string> = []
  const list = ({ draw_id }: { readonly draw_id: string }) =>
    Effect.andThen(
      Effect.yieldNow,
      Effect.sync(() => {
        reads.push(draw_id)
        return draw_id === "none" ? null : `${draw_id} 1\n`
      })
    )
  const held = yield* heldLists({ list } as unknown as DrawProofs["Service"])
  return { reads, of: (draw_id: string) => held({ draw_id } as TellableDraw) }
})

it.effect("a crowd gets the same bytes of one reading", () =>
  Effect.gen(function* () {
    const { of, reads } = yield* reading
    const all = yield* Effect.all(
      Array.from({ length: 50 }, () => of("a")),
      { concurrency: "unbounded" }
    )
    assert.strictEqual(new Set([...all, yield* of("a")]).size, 1)
    assert.strictEqual(Buffer.from(all[0]!).toString(), "a 1\n")
    assert.deepStrictEqual(reads, ["a"])
  })
)

it.effect("few lists are held, and none that is not there", () =>
  Effect.gen(function* () {
    const { of, reads } = yield* reading
    for (const draw_id of ["a", "b", "c", "d", "e", "a"]) yield* of(draw_id)
    assert.deepStrictEqual(reads, ["a", "b", "c", "d", "e", "a"])
    assert.deepStrictEqual([yield* of("none"), yield* of("none")], [undefined, undefined])
    assert.strictEqual(reads.filter((draw_id) => draw_id === "none").length, 2)
  })
)
