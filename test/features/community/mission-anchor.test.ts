/** Why all this matters, in one sentence: shown when there is one and somebody wants it shown. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { MissionAnchorStore } from "../../../src/features/community/mission-anchor/Store.ts"
import { made, root, school, trees } from "../../kit/campaigns/Causes.ts"
import { type Call, TestApp } from "../../kit/service/TestApp.ts"
import { turn } from "../../kit/tenant/Toggles.ts"

const path = "/customers/me/mission-anchor-config"
const unset = {
  enabled: false,
  title: null,
  statement: null,
  cause_key: null,
  cta_label: null,
  cta_url: null,
  placements: ["buddy"],
  updated_at: null
}

const change = Effect.fnUntraced(function* (call: Call, body: unknown) {
  const changed = yield* call("PATCH", path, body)
  assert.strictEqual(changed.status, 200, changed.text)
  return changed.body
})

const shown = (customer_id: string) =>
  Effect.flatMap(MissionAnchorStore, (store) => store.shown(customer_id)).pipe(Effect.provide(MissionAnchorStore.layer))

layer(TestApp.shared, { excludeTestServices: true })("the mission anchor", (it) => {
  it.effect("is changed field by field, and null takes a field back", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      assert.deepStrictEqual((yield* call("GET", path)).body, unset)
      const cta = { cta_label: "Read more", cta_url: "https://example.test/why" }
      const placements = ["path", "leaderboard", "marketplace"]
      const { updated_at, ...first } = yield* change(call, { statement: "Because it helps", ...cta, placements })
      assert.isFalse(Number.isNaN(Date.parse(updated_at)))
      const { updated_at: _, ...rest } = { ...unset, statement: "Because it helps", ...cta, placements }
      assert.deepStrictEqual(first, rest)
      const moved = yield* change(call, { cta_url: "https://example.test/other", placements: null, title: "Why" })
      assert.deepInclude(moved, { cta_url: "https://example.test/other", cta_label: "Read more", title: "Why" })
      assert.deepStrictEqual(moved.placements, ["buddy"])
      const { updated_at: at, ...cleared } = yield* change(call, {
        title: null,
        statement: null,
        cta_label: null,
        cta_url: null
      })
      assert.isString(at)
      assert.deepStrictEqual({ ...cleared, updated_at: null }, unset)
    })
  )

  it.effect("is refused where it is wrong, and stays as it was", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const bad: ReadonlyArray<[Readonly<Record<string, unknown>>, string]> = [
        [{ title: "x".repeat(61) }, "title"],
        [{ statement: "x".repeat(281) }, "statement"],
        [{ statement: "x".repeat(10_000) }, "statement"],
        [{ cta_label: "x".repeat(41), cta_url: "https://example.test" }, "cta_label"],
        [{ cta_label: "Go" }, "cta_url"],
        [{ cta_url: "https://example.test" }, "cta_label"],
        [{ cta_label: "Go", cta_url: "http://example.test" }, "cta_url"],
        [{ cta_label: "Go", cta_url: "javascript:alert(1)" }, "cta_url"],
        [{ cta_label: "Go", cta_url: "https://exa mple.test" }, "cta_url"],
        [{ cta_label: "Go", cta_url: "https://" }, "cta_url"],
        [{ placements: ["buddy", "buddy"] }, "placements"],
        [{ placements: ["footer"] }, "placements"],
        [{ cause_key: "trees" }, "cause_key"],
        [{ enabled: "yes" }, "enabled"],
        [{ mood: "good" }, "mood"]
      ]
      for (const [body, field] of bad) {
        const refused = yield* call("PATCH", path, body)
        assert.deepStrictEqual([refused.status, refused.body.error.code], [422, "validation_failed"], refused.text)
        assert.strictEqual(refused.body.error.details.issues[0].path[0], field, refused.text)
      }
      assert.deepStrictEqual((yield* call("GET", path)).body, unset)
      yield* change(call, { cta_label: "Go", cta_url: "https://example.test" })
      assert.strictEqual((yield* call("PATCH", path, { cta_url: null })).status, 422)
      assert.strictEqual((yield* call("GET", path)).body.cta_url, "https://example.test")
    })
  )

  it.effect("names a cause of its workspace, and shows what it has come to while it counts", () =>
    Effect.gen(function* () {
      const { call, customer_id } = yield* school
      made(yield* call("POST", root, trees))
      yield* change(call, { enabled: true, statement: "Because", cause_key: "trees" })
      const tree = { cause_key: "trees", name: "Plant trees", unit_label: "tree" }
      assert.deepStrictEqual((yield* shown(customer_id))?.cause, { ...tree, total_units: 0 })
      yield* turn(call, { causes: false })
      assert.isNull((yield* shown(customer_id))?.cause)
      yield* turn(call, { causes: true })
      assert.deepStrictEqual((yield* shown(customer_id))?.cause, { ...tree, total_units: 0 })
      made(yield* call("PATCH", `${root}/trees`, { status: "draft" }), 200)
      assert.isNull((yield* shown(customer_id))?.cause)
      const { call: stranger } = yield* (yield* TestApp).tenant()
      assert.strictEqual((yield* stranger("PATCH", path, { cause_key: "trees" })).status, 422)
    })
  )

  it.effect("is shown while it is enabled and has a statement, to its own workspace", () =>
    Effect.gen(function* () {
      const { call, customer_id } = yield* (yield* TestApp).tenant()
      assert.isNull(yield* shown(customer_id))
      yield* change(call, { enabled: true, title: "Why" })
      assert.isNull(yield* shown(customer_id))
      yield* change(call, { statement: "Because", placements: ["path"] })
      const words = { title: "Why", statement: "Because", cta_label: null, cta_url: null }
      assert.deepStrictEqual(yield* shown(customer_id), { ...words, placements: ["path"], cause: null })
      const { customer_id: stranger } = yield* (yield* TestApp).tenant()
      assert.isNull(yield* shown(stranger))
      yield* change(call, { enabled: false })
      assert.isNull(yield* shown(customer_id))
    })
  )

  it.effect("keeps both of two changes at once", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const fields = [{ title: "Why" }, { statement: "Because" }, { enabled: true }, { placements: ["path"] }]
      yield* Effect.forEach(fields, (body) => change(call, body), { concurrency: 4 })
      assert.deepInclude((yield* call("GET", path)).body, Object.assign({}, ...fields))
    })
  )
})
