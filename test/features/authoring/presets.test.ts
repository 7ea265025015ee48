import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { describe, it } from "vitest"
import { publishIssues, warnings } from "../../../src/features/authoring/config-versions/Rules/References.ts"
import { applyPatch, emptyContent } from "../../../src/features/authoring/config-versions/Rules/Sections.ts"
import { presets } from "../../../src/features/authoring/presets/Rules/Catalogue.ts"
import { itemCategories } from "../../../src/wire/content/Marketplace.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const keys = ["learning", "fitness", "saas_onboarding", "ecommerce", "community", "productivity"]

describe.each(presets)("the preset $key", ({ content, key }) => {
  const live = {
    gates: new Set(content.gates.map((gate) => gate.gate_key)),
    event_types: new Set(content.event_types.map((type) => type.event_type)),
    items: new Set<string>()
  }

  it("refers only to what it defines, events included", () => {
    let next = 0
    const nextId = () => `00000000-0000-7000-8000-${String(next++).padStart(12, "0")}`
    const filled = applyPatch(emptyContent, content, nextId)
    if (filled._tag === "Failure") throw filled.failure
    const items = content.marketplaces.flatMap((marketplace) => marketplace.items)
    const requirements = Object.fromEntries(items.map((item) => [item.item_key, item.requirements]))
    assert.deepStrictEqual(publishIssues(filled.success, live), [])
    assert.deepStrictEqual(warnings(filled.success, live, requirements), [])
  })

  it("offers something in every part", () => {
    const { badge_definitions, coin_rules, evolution_rules, skill_sets, streak_rules, token_types } = content
    assert.isTrue(content.event_types.length >= 3 && content.event_types.length <= 6)
    assert.sameMembers([...new Set(token_types.map((token) => token.kind))], ["primary", "progression"])
    assert.isTrue(
      coin_rules.some(({ amount }) => amount.mode === "pool" && amount.entries.some((entry) => entry.is_lucky))
    )
    assert.isTrue(skill_sets.flatMap((set) => set.skills).length >= 3)
    assert.isTrue(badge_definitions.some((badge) => badge.is_secret))
    assert.isTrue(badge_definitions.some((badge) => badge.award_mode !== "auto"))
    assert.isTrue(streak_rules.some((rule) => rule.frequency === "daily" && rule.freezes.max > 0))
    assert.isTrue((evolution_rules?.stages.length ?? 0) >= 3 && evolution_rules?.prestige !== null)
    assert.isNotEmpty(content.skill_decay_rules)
    const items = content.marketplaces.flatMap((marketplace) => marketplace.items)
    assert.sameMembers([...new Set(items.map((item) => item.category))], [...itemCategories])
    assert.isTrue(items.some((item) => item.is_gift_only))
    assert.isAbove(new Set(items.map((item) => item.item_key)).size, 7, `${key} has few items`)
  })
})

layer(TestApp.shared, { excludeTestServices: true })("presets", (it) => {
  it.effect("are listed without and shown with their content", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant({ plan: "free" })
      const listed = yield* call("GET", "/presets")
      assert.deepStrictEqual(
        listed.body.data.map((preset: { key: string }) => preset.key),
        keys
      )
      const shown = yield* call("GET", "/presets/learning")
      assert.deepInclude(shown.body, listed.body.data[0])
      assert.strictEqual(shown.body.content.token_types[0].token_key, "xp")
      const unknown = yield* call("GET", "/presets/nothing")
      assert.deepStrictEqual([unknown.status, unknown.body.error.code], [404, "not_found"])
    })
  )

  it.effect.each(keys)("of the key %s can be applied and published as they are", (preset_key) =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const draft = yield* call("POST", "/customers/me/apply-preset", { preset_key })
      assert.strictEqual(draft.status, 200, draft.text)
      assert.deepInclude(draft.body, { status: "draft", number: 1 })
      const { content } = (yield* call("GET", `/presets/${preset_key}`)).body
      const drafted: ReadonlyArray<{ rule_id: string }> = draft.body.content.coin_rules
      const rules: ReadonlyArray<object> = content.coin_rules
      assert.deepStrictEqual(
        drafted,
        rules.map((rule, index) => ({ ...rule, rule_id: drafted[index]!.rule_id }))
      )
      assert.strictEqual((yield* call("GET", "/event-types")).body.meta.total, content.event_types.length)
      assert.strictEqual((yield* call("GET", "/gates")).body.meta.total, content.gates.length)
      const impact = yield* call("GET", `/config-versions/${draft.body.config_version_id}/impact`)
      assert.deepStrictEqual([impact.body.errors, impact.body.warnings], [[], []])
      const published = yield* call("POST", `/config-versions/${draft.body.config_version_id}/publish`)
      assert.strictEqual(published.status, 200, published.text)
      const items = content.marketplaces.flatMap((marketplace: { items: ReadonlyArray<unknown> }) => marketplace.items)
      assert.strictEqual(Object.keys(published.body.content.marketplace_requirements).length, items.length)
    })
  )

  it.effect("keep identifiers and foreign things when they are applied again", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, customer_id } = yield* (yield* TestApp).tenant()
      const apply = call("POST", "/customers/me/apply-preset", { preset_key: "learning", mode: "replace_draft" })
      const itemIds = sql`
        SELECT item_id, position FROM marketplace_items WHERE customer_id = ${customer_id}::uuid ORDER BY position`
      const first = yield* apply
      const before = yield* itemIds
      yield* call("PUT", "/gates/own_gate", { token_key: "gem", cost: 1 })
      yield* call("PUT", "/gates/library", { token_key: "gem", cost: 999 })
      yield* call("DELETE", "/coin-rules/lesson_coins")
      yield* call("POST", "/coin-rules", {
        rule_key: "own",
        trigger: { event_type: "x" },
        amount: { mode: "fixed", value: 1 }
      })
      const second = yield* apply
      const rules = (answer: typeof first) =>
        answer.body.content.coin_rules.map((rule: { rule_key: string; rule_id: string }) => [
          rule.rule_key,
          rule.rule_id
        ])
      assert.strictEqual(second.body.config_version_id, first.body.config_version_id)
      // The deleted rule came back as a new one, the tenant's own rule was replaced, all others are who they were.
      assert.deepStrictEqual(rules(second).slice(1), rules(first).slice(1))
      assert.notStrictEqual(rules(second)[0][1], rules(first)[0][1])
      assert.deepStrictEqual(yield* itemIds, before)
      const gates: ReadonlyArray<{ gate_key: string; cost: number }> = (yield* call("GET", "/gates")).body.data
      assert.strictEqual(gates.find((gate) => gate.gate_key === "library")?.cost, 5)
      assert.strictEqual(gates.length, 3)
    })
  )

  it.effect("that do not exist change nothing", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const unknown = yield* call("POST", "/customers/me/apply-preset", { preset_key: "nothing" })
      assert.deepStrictEqual([unknown.status, unknown.body.error.code], [404, "not_found"])
      const field = yield* call("POST", "/customers/me/apply-preset", { presetKey: "learning" })
      assert.include(field.body.error.message, "property presetKey should not exist")
      assert.strictEqual((yield* call("GET", "/config-versions")).body.meta.total, 0)
    })
  )

  it.effect("are applied as a whole or not at all", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, customer_id } = yield* (yield* TestApp).tenant()
      const refuse = sql`
        ALTER TABLE marketplace_items
        ADD CONSTRAINT no_items CHECK (customer_id <> ${sql.literal(`'${customer_id}'`)}::uuid)`
      yield* refuse
      const failed = yield* call("POST", "/customers/me/apply-preset", { preset_key: "learning" })
      assert.isAtLeast(failed.status, 400)
      assert.strictEqual((yield* call("GET", "/config-versions")).body.meta.total, 0)
      assert.strictEqual((yield* call("GET", "/event-types")).body.meta.total, 0)
      yield* sql`ALTER TABLE marketplace_items DROP CONSTRAINT no_items`
      assert.strictEqual((yield* call("POST", "/customers/me/apply-preset", { preset_key: "learning" })).status, 200)
    })
  )
})
