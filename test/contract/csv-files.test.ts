/** Tables are files: whoever opens one in a browser is asked where to save it, under a name. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { prefix, reference } from "../kit/contract/ApiContract.ts"
import { TestApp } from "../kit/service/TestApp.ts"

const tables = Object.entries(reference.paths).flatMap(([path, { get }]) => {
  const kinds = Object.keys(get?.responses["200"]?.content ?? {})
  if (!kinds.some((kind) => kind.startsWith("text/csv"))) return []
  const only = kinds.length === 1 ? "" : "?format=csv"
  return [path.replace(prefix, "") + only]
})

/** What answers a header of the reference belongs to. */
const named = (header: string) =>
  Object.entries(reference.paths).flatMap(([path, { get }]) =>
    get?.responses["200"]?.headers?.[header] === undefined ? [] : [path.replace(prefix, "")]
  )

layer(TestApp.shared, { excludeTestServices: true })("tables", (it) => {
  it("tell in the reference under which header their name comes", () => {
    assert.deepStrictEqual(
      named("Content-Disposition"),
      tables.map((path) => path.split("?")[0])
    )
  })

  it.effect("are saved under a name, all of them", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant({ plan: "enterprise" })
      assert.isAbove(tables.length, 10)
      for (const path of tables) {
        const { headers, status, text } = yield* call("GET", path)
        assert.strictEqual(status, 200, `${path}: ${text}`)
        assert.match(headers.get("content-type") ?? "", /^text\/csv/, path)
        assert.match(headers.get("content-disposition") ?? "", /^attachment; filename="[a-z-]+\.csv"$/, path)
      }
    })
  )
})
