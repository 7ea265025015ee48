/** Kinds of kudos: made, ordered, archived and brought back, by hand and from ready-made ones. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { presets } from "../../../src/features/authoring/presets/Rules/Catalogue.ts"
import { themeKeys } from "../../../src/features/community/kudos-types/Rules.ts"
import { makeType, refused, thanks, types } from "../../kit/players/Kudos.ts"
import { type Call, TestApp } from "../../kit/service/TestApp.ts"

const opened = Effect.flatMap(TestApp, (app) => app.tenant({ plan: "enterprise" }))
const keys = (call: Call, query = "") =>
  Effect.map(call("GET", `${types}${query}`), ({ body }) =>
    body.data.map(({ kudo_key }: { kudo_key: string }) => kudo_key)
  )
const reward = (coins: number) => ({ coins, tokens: [], badges: [], items: [], skills: [], streak_freezes: 0 })

layer(TestApp.shared, { excludeTestServices: true })("kudo types", (it) => {
  it.effect("are made with their defaults, changed, and found by id or key", () =>
    Effect.gen(function* () {
      const { call } = yield* opened
      const { created_at, kudo_type_id, updated_at, ...made } = yield* makeType(call)
      assert.isString(created_at + updated_at)
      assert.deepStrictEqual(made, {
        kudo_key: "thanks",
        label: "Thanks",
        emoji: "🙏",
        description: "",
        receiver_reward: reward(5),
        giver_reward: reward(0),
        daily_limit_per_sender: 3,
        pair_limit_per_day: 1,
        reach: "audience",
        allow_message: true,
        audience: null,
        order: 1,
        status: "active"
      })
      const changed = yield* call("PATCH", `${types}/thanks`, {
        label: "Merci",
        daily_limit_per_sender: null,
        order: 7
      })
      assert.deepInclude(changed.body, { kudo_type_id, label: "Merci", daily_limit_per_sender: 3, order: 7 })
      assert.strictEqual((yield* call("PATCH", `${types}/${kudo_type_id}`, { kudo_key: "other" })).status, 422)
      const taken = yield* call("POST", types, thanks)
      assert.deepStrictEqual(refused(taken), [409, "already_exists", { key: "thanks" }])
      assert.strictEqual((yield* makeType(call, { kudo_key: undefined, label: "Très bien" })).kudo_key, "tres-bien")
      assert.match((yield* makeType(call, { kudo_key: undefined, label: "Très bien" })).kudo_key, /^tres-bien-.{6}$/)
      const stranger = yield* opened
      assert.strictEqual((yield* stranger.call("PATCH", `${types}/${kudo_type_id}`, { label: "Mine" })).status, 404)
      assert.strictEqual((yield* stranger.call("DELETE", `${types}/thanks`)).status, 404)
    })
  )

  it.effect("are refused where they are wrong", () =>
    Effect.gen(function* () {
      const { call } = yield* opened
      const bad: ReadonlyArray<readonly [ReadonlyArray<string>, object]> = [
        [["label"], { label: undefined }],
        [["emoji"], { emoji: undefined }],
        [["emoji"], { emoji: "" }],
        [["emoji"], { emoji: "x".repeat(17) }],
        [["daily_limit_per_sender"], { daily_limit_per_sender: 0 }],
        [["pair_limit_per_day"], { pair_limit_per_day: 101 }],
        [["order"], { order: 10_001 }],
        [["reach"], { reach: "world" }],
        [["audience"], { audience: "nobody" }],
        [["receiver_reward", "items"], { receiver_reward: { items: ["hat"] } }],
        [["giver_reward", "streak_freezes"], { giver_reward: { streak_freezes: 1 } }]
      ]
      for (const [path, body] of bad) {
        const answer = yield* call("POST", types, { ...thanks, ...body })
        assert.strictEqual(answer.status, 422, answer.text)
        const found = answer.body.error.details.issues.map((issue: { path: unknown }) => issue.path)
        assert.deepInclude(found, path)
      }
      assert.deepStrictEqual(yield* keys(call, "?status=all"), [])
    })
  )

  it.effect("are changed by the key they were given, which is no word of the route beside them", () =>
    Effect.gen(function* () {
      const { call } = yield* opened
      const { kudo_key } = (yield* call("POST", types, { label: "Reorder", emoji: "🔁" })).body
      const changed = yield* call("PATCH", `${types}/${kudo_key}`, { label: "In order" })
      assert.deepInclude(changed.body, { kudo_key, label: "In order" })
      assert.strictEqual((yield* call("POST", types, { kudo_key: "reorder", label: "R", emoji: "🔁" })).status, 422)
    })
  )

  it.effect("leave the list when they are archived, keep their key, and come back", () =>
    Effect.gen(function* () {
      const { call } = yield* opened
      yield* makeType(call)
      yield* makeType(call, { kudo_key: "welcome" })
      assert.strictEqual((yield* call("DELETE", `${types}/thanks`)).status, 204)
      assert.strictEqual((yield* call("DELETE", `${types}/thanks`)).status, 404)
      assert.deepStrictEqual(yield* keys(call), ["welcome"])
      assert.deepStrictEqual(yield* keys(call, "?status=archived"), ["thanks"])
      assert.deepStrictEqual(yield* keys(call, "?status=all"), ["thanks", "welcome"])
      assert.strictEqual((yield* call("POST", types, thanks)).status, 409)
      assert.strictEqual((yield* call("PATCH", `${types}/thanks`, { status: "active" })).body.status, "active")
      assert.deepStrictEqual(yield* keys(call), ["thanks", "welcome"])
    })
  )

  it.effect("are reordered by naming the first ones", () =>
    Effect.gen(function* () {
      const { call } = yield* opened
      const ids: Record<string, string> = {}
      for (const kudo_key of ["a", "b", "c", "d"]) ids[kudo_key] = (yield* makeType(call, { kudo_key })).kudo_type_id
      const reorder = (...some: ReadonlyArray<string | undefined>) => call("PATCH", `${types}/reorder`, { ids: some })
      const answer = yield* reorder(ids["c"], "b")
      assert.strictEqual(answer.status, 200, answer.text)
      const shown = answer.body.data.map((one: { kudo_key: string; order: number }) => [one.kudo_key, one.order])
      assert.deepStrictEqual(shown, [
        ["c", 1],
        ["b", 2],
        ["a", 3],
        ["d", 4]
      ])
      yield* call("DELETE", `${types}/d`)
      const wrong = [[], ["x"], [ids["a"], "a"], [ids["a"], ids["d"]], Array.from({ length: 201 }, () => ids["a"])]
      for (const some of wrong) assert.strictEqual((yield* reorder(...some)).status, 422)
      assert.deepStrictEqual(yield* keys(call), ["c", "b", "a"])
    })
  )

  it.effect("come from ready-made ones and leave what is there as it is", () =>
    Effect.gen(function* () {
      const { call } = yield* opened
      yield* makeType(call, { label: "Ours" })
      const apply = (path: string, template_key: string) => call("POST", `${types}/${path}`, { template_key })
      for (const key of ["great_work", "team_player", "welcome", "mentor_star", "creative"]) {
        const one = yield* apply("apply-template", key)
        assert.deepStrictEqual([one.status, one.body.created[0].kudo_key, one.body.skipped], [200, key, []])
      }
      assert.deepStrictEqual((yield* apply("apply-template", "thanks")).body, { created: [], skipped: ["thanks"] })
      const theme = yield* apply("apply-theme-template", "learning")
      const created = theme.body.created.map(({ kudo_key }: { kudo_key: string }) => kudo_key)
      assert.deepStrictEqual(
        [created, theme.body.skipped.toSorted()],
        [
          ["aha_moment", "study_buddy"],
          ["mentor_star", "thanks"]
        ]
      )
      assert.strictEqual((yield* call("GET", types)).body.data[0].label, "Ours")
      for (const path of ["apply-template", "apply-theme-template"]) {
        for (const key of ["unknown", "constructor"]) assert.strictEqual((yield* apply(path, key)).status, 404, key)
      }
      const sorted = (some: ReadonlyArray<string>) => some.toSorted()
      assert.deepStrictEqual(sorted(themeKeys), sorted(presets.map(({ key }) => key)))
      for (const key of themeKeys) assert.strictEqual((yield* apply("apply-theme-template", key)).status, 200, key)
    })
  )

  it.effect("are at most fifty at once, also where fifty come at once", () =>
    Effect.gen(function* () {
      const { call } = yield* opened
      const make = (index: number) => call("POST", types, { ...thanks, kudo_key: `k${index}` })
      const all = yield* Effect.all(
        Array.from({ length: 52 }, (_, index) => make(index)),
        { concurrency: 20 }
      )
      assert.deepStrictEqual(all.map(({ status }) => status).sort(), [
        ...Array.from({ length: 50 }, () => 201),
        409,
        409
      ])
      const full = { of: "kudo_types", max: 50 }
      assert.deepStrictEqual(refused(yield* make(99)), [409, "campaign_limit", full])
      const theme = yield* call("POST", `${types}/apply-theme-template`, { template_key: "fitness" })
      assert.deepStrictEqual(refused(theme), [409, "campaign_limit", full])
      const [first] = yield* keys(call)
      yield* call("DELETE", `${types}/${first}`)
      assert.strictEqual((yield* make(99)).status, 201)
      assert.deepStrictEqual(refused(yield* call("PATCH", `${types}/${first}`, { status: "active" })), [
        409,
        "campaign_limit",
        full
      ])
    })
  )
})
