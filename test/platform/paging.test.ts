import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { randomBytes } from "node:crypto"
import { cursorPaging, decodeCursor, encodeCursor } from "../../src/platform/Paging.ts"
import { fixedKey, fixedRing } from "../kit/FixedRing.ts"

const secret = fixedKey("cursor").material

/** Numbers 1 to 7 as a feed. */
const page = (query: { readonly cursor?: string; readonly limit?: number }, customer_id = "ada", list = "numbers") =>
  Effect.flatMap(cursorPaging, (cursors) =>
    cursors.page({
      customer_id,
      list,
      query,
      position: Schema.Tuple([Schema.Int]),
      positionOf: (row: number) => [row] as const,
      read: (after, count) =>
        Effect.succeed([1, 2, 3, 4, 5, 6, 7].filter((row) => row > (after?.[0] ?? 0)).slice(0, count))
    })
  )

layer(fixedRing)("a cursor list", (it) => {
  it.effect("leads through all rows once and ends with a null cursor", () =>
    Effect.gen(function* () {
      const seen: Array<number> = []
      let cursor: string | null = null
      do {
        const {
          data,
          pagination
        }: { data: ReadonlyArray<number>; pagination: { nextCursor: string | null; hasMore: boolean } } = yield* page(
          cursor === null ? { limit: 3 } : { limit: 3, cursor }
        )
        seen.push(...data)
        cursor = pagination.nextCursor
        assert.strictEqual(pagination.hasMore, cursor !== null)
      } while (cursor !== null)
      assert.deepStrictEqual(seen, [1, 2, 3, 4, 5, 6, 7])
    })
  )

  it.effect("of exactly one page has no next page", () =>
    Effect.gen(function* () {
      const { pagination } = yield* page({ limit: 7 })
      assert.deepStrictEqual(pagination, { nextCursor: null, hasMore: false, limit: 7 })
    })
  )

  it.effect("refuses cursors that are garbage, changed, another tenant's or another list's", () =>
    Effect.gen(function* () {
      const cursor = (yield* page({ limit: 2 })).pagination.nextCursor!
      const changed = (cursor.startsWith("A") ? "B" : "A") + cursor.slice(1)
      const otherShape = encodeCursor(secret, "ada\nnumbers", { page: 2 })
      const attempts = [
        page({ cursor: "garbage" }),
        page({ cursor: "" }),
        page({ cursor: "%%%" }),
        page({ cursor: changed }),
        page({ cursor: otherShape }),
        page({ cursor }, "bob"),
        page({ cursor }, "ada", "letters")
      ]
      for (const attempt of attempts) assert.strictEqual((yield* Effect.flip(attempt))._tag, "BadRequest")
      assert.isUndefined(decodeCursor([randomBytes(32)], "ada\nnumbers", cursor), "of a key that is gone")
      assert.deepStrictEqual(decodeCursor([secret], "ada\nnumbers", cursor), [2])
    })
  )
})
