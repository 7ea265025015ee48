import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { randomBytes } from "node:crypto"
import { cursorPaging, decodeCursor, encodeCursor } from "../../../src/platform/postgres/Paging.ts"
import { limits } from "../../../src/wire/Limits.ts"
import { fixedKey, fixedRing } from "../../kit/service/FixedKeyRing.ts"

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

  it.effect("ends a page before it grows too large, shows every row once, and never an empty page", () =>
    Effect.gen(function* () {
      const cursors = yield* cursorPaging
      // The third alone is more than a page holds.
      const rows = [1.5e6, 2e6, 5e6, 100, 3.9e6, 200, 300].map((size, index) => ({
        place: BigInt(index + 1),
        text: "x".repeat(size)
      }))
      const seen: Array<bigint> = []
      const pages: Array<number> = []
      let cursor: string | undefined
      do {
        const found = yield* cursors.page({
          customer_id: "ada",
          list: "large",
          query: { limit: 5, ...(cursor === undefined ? {} : { cursor }) },
          position: Schema.Tuple([Schema.Int]),
          positionOf: (row: (typeof rows)[number]) => [Number(row.place)] as const,
          read: (after, count) => Effect.succeed(rows.filter((row) => row.place > (after?.[0] ?? 0)).slice(0, count))
        })
        assert.isTrue(
          found.data.length === 1 || found.data.reduce((sum, row) => sum + row.text.length, 0) < limits.page_bytes_max
        )
        seen.push(...found.data.map(({ place }) => place))
        pages.push(found.data.length)
        cursor = found.pagination.nextCursor ?? undefined
      } while (cursor !== undefined)
      assert.deepStrictEqual(seen, [1n, 2n, 3n, 4n, 5n, 6n, 7n])
      assert.deepStrictEqual(pages, [2, 1, 4])
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
