/** The versioned lists: all of them edit the open draft, whichever family they belong to. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { type Call, TestApp } from "../../kit/service/TestApp.ts"

const trigger = { event_type: "lesson.completed" }
const amount = { mode: "fixed", value: 10 }
const curve = { mode: "quadratic", base: 100 }

/** Per family: path, names of identifier and key, and a body whose key is the argument. */
const families: ReadonlyArray<{
  readonly path: string
  readonly id: string
  readonly key: string
  readonly body: (key: string) => Readonly<Record<string, unknown>>
}> = [
  { path: "/coin-rules", id: "rule_id", key: "rule_key", body: (rule_key) => ({ rule_key, trigger, amount }) },
  {
    path: "/token-types",
    id: "token_type_id",
    key: "token_key",
    body: (token_key) => ({ token_key, name: "A token", kind: "primary" })
  },
  {
    path: "/token-rules",
    id: "rule_id",
    key: "rule_key",
    body: (rule_key) => ({ rule_key, token_key: "gem", trigger, amount })
  },
  {
    path: "/skill-sets",
    id: "skill_set_id",
    key: "skill_set_key",
    body: (skill_set_key) => ({ skill_set_key, name: "A set", skills: [], level_curve: curve })
  },
  {
    path: "/skill-rules",
    id: "rule_id",
    key: "rule_key",
    body: (rule_key) => ({ rule_key, skill_key: "focus", trigger, amount })
  },
  {
    path: "/skill-decay-rules",
    id: "rule_id",
    key: "rule_key",
    body: (rule_key) => ({ rule_key, skill_key: "focus", idle_days: 7 })
  },
  {
    path: "/badge-definitions",
    id: "badge_definition_id",
    key: "badge_key",
    body: (badge_key) => ({ badge_key, label: "A badge" })
  },
  {
    path: "/streak-rules",
    id: "rule_id",
    key: "streak_key",
    body: (streak_key) => ({ streak_key, qualifying: { events: [trigger] } })
  }
]

const draftId = (call: Call) => Effect.map(call("POST", "/config-versions"), (answer) => answer.body.config_version_id)

layer(TestApp.layer(), { excludeTestServices: true })("a versioned list", (it) => {
  it.effect.each(families)("$path is created, read, replaced and removed by identifier or key", (family) =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const { body, id, key, path } = family
      assert.deepStrictEqual((yield* call("GET", path)).body, { data: [], meta: { total: 0, page: 1, limit: 20 } })

      const first = yield* call("POST", path, body("first"))
      assert.strictEqual(first.status, 201, first.text)
      assert.match(first.body[id], /^[0-9a-f-]{36}$/)
      assert.strictEqual(first.body[key], "first")
      assert.strictEqual((yield* call("POST", path, body("second"))).status, 201)
      const again = yield* call("POST", path, body("first"))
      assert.deepStrictEqual([again.status, again.body.error.code], [409, "already_exists"])

      const listed = yield* call("GET", `${path}?limit=1&page=2`)
      assert.strictEqual(listed.body.data[0][key], "second")
      assert.deepStrictEqual(listed.body.meta, { total: 2, page: 2, limit: 1 })
      assert.deepStrictEqual((yield* call("GET", `${path}/first`)).body, first.body)
      assert.deepStrictEqual((yield* call("GET", `${path}/${first.body[id]}`)).body, first.body)

      const renamed = yield* call("PUT", `${path}/first`, body("renamed"))
      assert.strictEqual(renamed.status, 200, renamed.text)
      assert.deepStrictEqual([renamed.body[id], renamed.body[key]], [first.body[id], "renamed"])
      const clash = yield* call("PUT", `${path}/renamed`, body("second"))
      assert.deepStrictEqual([clash.status, clash.body.error.code], [409, "already_exists"])

      const removed = yield* call("DELETE", `${path}/${first.body[id]}`)
      assert.deepStrictEqual([removed.status, removed.text], [204, ""])
      for (const method of ["GET", "DELETE"]) {
        const gone = yield* call(method, `${path}/${first.body[id]}`)
        assert.deepStrictEqual([gone.status, gone.body.error.code], [404, "not_found"])
      }
      assert.strictEqual((yield* call("PUT", `${path}/nothing`, body("x"))).status, 404)
    })
  )

  it.effect("a field that one kind of milestone knows is not called unknown for a bad value", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const qualifying = { events: [{ event_type: "lesson.completed" }] }
      const body = { streak_key: "daily", qualifying, milestones: [{ length: 0 }] }
      const none = yield* call("POST", "/streak-rules", body)
      assert.strictEqual(none.status, 422)
      assert.include(none.body.error.message, "milestones.0.length: Expected a value between")
      assert.notInclude(none.body.error.message, "property length should not exist")
    })
  )

  it.effect.each(families)("$path names every unknown and every bad field of a body", ({ body, path }) =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const unknown = yield* call("POST", path, { ...body("a"), camelCase: 1, other: 2 })
      assert.strictEqual(unknown.status, 422)
      assert.strictEqual(unknown.body.error.code, "validation_failed")
      assert.include(unknown.body.error.message, "property camelCase should not exist")
      assert.include(unknown.body.error.message, "property other should not exist")
      const badKey = yield* call("POST", path, body("Not A Key"))
      assert.deepStrictEqual([badKey.status, badKey.body.error.details.issues.length], [422, 1])
      assert.strictEqual((yield* call("GET", path)).body.meta.total, 0)
      assert.strictEqual((yield* call("GET", `${path}?limit=101`)).status, 422)
      assert.strictEqual((yield* call("GET", `${path}?page=0`)).status, 422)
    })
  )

  it.effect.each(families)("$path shows another version when it is asked for", ({ body, key, path }) =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      // Something every version may hold without referring to anything.
      yield* call("POST", "/coin-rules", { rule_key: "base", trigger, amount })
      yield* call("POST", "/token-types", { token_key: "gem", name: "Gem", kind: "primary" })
      const skills = [{ skill_key: "focus", name: "Focus" }]
      yield* call("POST", "/skill-sets", { skill_set_key: "study", name: "Study", skills, level_curve: curve })
      yield* call("POST", path, body("in_force"))
      const published = yield* call("POST", `/config-versions/${yield* draftId(call)}/publish`)
      assert.strictEqual(published.status, 200, published.text)
      assert.strictEqual((yield* call("POST", path, body("in_draft"))).status, 201)

      const keys = (answer: { readonly body: { readonly data: ReadonlyArray<Record<string, unknown>> } }) =>
        answer.body.data.map((entry) => entry[key])
      assert.include(keys(yield* call("GET", path)), "in_draft")
      const { config_version_id, number } = published.body
      assert.notInclude(keys(yield* call("GET", `${path}?version=${config_version_id}`)), "in_draft")
      assert.include(keys(yield* call("GET", `${path}?version=${number}`)), "in_force")
      assert.strictEqual((yield* call("GET", `${path}/in_draft?version=${number}`)).status, 404)
      assert.strictEqual((yield* call("GET", `${path}?version=no-such`)).status, 404)
    })
  )

  it.effect("keeps every edit when many arrive at once, and opens one draft for all of them", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const keys = Array.from({ length: 20 }, (_, index) => `rule_${index}`)
      const answers = yield* Effect.forEach(
        keys,
        (rule_key) => call("POST", "/coin-rules", { rule_key, trigger, amount }),
        { concurrency: 20 }
      )
      assert.deepStrictEqual(new Set(answers.map((answer) => answer.status)), new Set([201]))
      assert.strictEqual((yield* call("GET", "/coin-rules")).body.meta.total, 20)
      assert.strictEqual((yield* call("GET", "/config-versions")).body.meta.total, 1)
    })
  )

  it.effect("opens no draft for an edit that failed", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      assert.strictEqual((yield* call("DELETE", "/coin-rules/nothing")).status, 404)
      assert.strictEqual((yield* call("GET", "/config-versions")).body.meta.total, 0)
    })
  )

  it.effect("belongs to one tenant", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const [ada, bob] = [yield* app.tenant(), yield* app.tenant()]
      const rule = yield* ada.call("POST", "/coin-rules", { rule_key: "hers", trigger, amount })
      assert.strictEqual((yield* bob.call("GET", "/coin-rules")).body.meta.total, 0)
      for (const reference of ["hers", rule.body.rule_id]) {
        assert.strictEqual((yield* bob.call("GET", `/coin-rules/${reference}`)).status, 404)
        assert.strictEqual((yield* bob.call("DELETE", `/coin-rules/${reference}`)).status, 404)
      }
      assert.strictEqual((yield* ada.call("GET", "/coin-rules")).body.meta.total, 1)
    })
  )

  it.effect("is read and not written by publishable keys, and only where one may see what is in force", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant({ mode: "live" })
      const made = yield* call("POST", "/auth/publishable-keys", { label: "web", permissions: ["badges:read"] })
      const key = made.body.key
      yield* call("POST", "/badge-definitions", { badge_key: "shown", label: "Shown" })
      yield* call("POST", "/badge-definitions", { badge_key: "hidden", label: "Hidden", is_secret: true })
      yield* call("POST", `/config-versions/${yield* draftId(call)}/publish`)
      yield* call("POST", "/badge-definitions", { badge_key: "draft", label: "Draft" })

      const seen = yield* call("GET", "/badge-definitions", undefined, { key })
      assert.deepStrictEqual(
        seen.body.data.map((badge: { badge_key: string }) => badge.badge_key),
        ["shown"]
      )
      assert.strictEqual((yield* call("GET", "/badge-definitions/hidden", undefined, { key })).status, 404)
      const drafted = `/badge-definitions?version=${yield* draftId(call)}`
      assert.strictEqual((yield* call("GET", drafted, undefined, { key })).status, 404)
      assert.strictEqual((yield* call("GET", "/coin-rules", undefined, { key })).status, 403)
      assert.strictEqual(
        (yield* call("POST", "/badge-definitions", { badge_key: "x", label: "X" }, { key })).status,
        403
      )
    })
  )

  it.effect("of evolution rules is one object", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      assert.strictEqual((yield* call("GET", "/evolution-rules")).body.max_stage, 1)
      const rules = { max_stage: 2, stages: [{ stage: 2, name: "Scout", reward: { coins: 5 } }] }
      const put = yield* call("PUT", "/evolution-rules", rules)
      assert.strictEqual(put.status, 200, put.text)
      assert.strictEqual(put.body.stages[0].reward.coins, 5)
      assert.deepStrictEqual((yield* call("GET", "/evolution-rules")).body, put.body)
      const six = yield* call("PUT", "/evolution-rules", { max_stage: 6, stages: [] })
      assert.strictEqual(six.status, 422)
      const missing = yield* call("PUT", "/evolution-rules", { max_stage: 3, stages: [{ stage: 2, name: "Scout" }] })
      assert.include(missing.body.error.message, "stage 3 is missing")
    })
  )
})
