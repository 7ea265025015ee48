/** A configuration as one file: export, compare, import. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hatch, lesson, publish, shopContent } from "../../kit/players/players.ts"
import { TestApp, type TestTenant } from "../../kit/service/TestApp.ts"

const importInto = ({ call }: TestTenant, content: unknown) => call("POST", "/config-versions/import", { content })
const planOf = ({ call }: TestTenant, content: unknown) =>
  Effect.map(call("POST", "/config-versions/plan", { content }), ({ body }) => body)

layer(TestApp.shared, { excludeTestServices: true })("config as code", (it) => {
  const tenants = Effect.gen(function* () {
    return (yield* TestApp).tenant()
  }).pipe(Effect.flatten)

  it.effect("what one workspace exports another imports, publishes and exports again, byte for byte", () =>
    Effect.gen(function* () {
      const [first, second] = [yield* tenants, yield* tenants]
      const imported = yield* importInto(first, shopContent)
      assert.strictEqual(imported.status, 201, imported.text)
      const draft = imported.body.config_version_id
      const exported = yield* first.call("GET", `/config-versions/${draft}/export`)
      assert.strictEqual(exported.status, 200, exported.text)
      assert.strictEqual(exported.body.format, "hatchery.config/1")
      assert.notMatch(exported.text, /"(rule_id|item_id|skill_set_id|badge_definition_id|config_version_id)"/)
      const { content } = exported.body
      assert.deepStrictEqual(content.streak_rules[0].milestones[0].reward.items, ["hat"])
      assert.deepStrictEqual(
        content.marketplaces.map((one: { marketplace_key: string }) => one.marketplace_key),
        ["bazaar", "shop"]
      )

      const copied = yield* second.call("POST", "/config-versions/import", exported.body)
      assert.strictEqual(copied.status, 201, copied.text)
      const again = yield* second.call("GET", `/config-versions/${copied.body.config_version_id}/export`)
      assert.strictEqual(again.text, exported.text)
      const published = yield* second.call("POST", `/config-versions/${copied.body.config_version_id}/publish`)
      assert.strictEqual(published.status, 200, published.text)
      // The published rules hold the identifier of this workspace's own hat.
      const shop = yield* second.call("GET", "/marketplaces/shop/items")
      const hat = shop.body.data.find((item: { item_key: string }) => item.item_key === "hat")
      const wand = shop.body.data.find((item: { item_key: string }) => item.item_key === "wand")
      assert.deepStrictEqual(published.body.content.streak_rules[0].milestones[0].reward.items, [hat.item_id])
      assert.strictEqual(hat.requirements.conditions[0].key, wand.item_id)
      assert.deepStrictEqual(
        shop.body.data.map((item: { item_key: string }) => item.item_key),
        ["wand", "hat"]
      )
    })
  )

  it.effect("a plan names what would come, change and go, and the import does just that", () =>
    Effect.gen(function* () {
      const tenant = yield* tenants
      const { call } = tenant
      const empty = yield* planOf(tenant, shopContent)
      assert.deepInclude(empty, { compared_with: null, in_sync: false, errors: [], warnings: [], unmanaged: [] })
      yield* importInto(tenant, shopContent)
      assert.deepInclude(yield* planOf(tenant, shopContent), { in_sync: true, changes: [] })

      yield* call("PUT", "/gates/own", { token_key: "gem", cost: 1 })
      const next = structuredClone(shopContent)
      next.coin_rules[0]!.amount.value = 15
      next.skill_rules = []
      next.badge_definitions.push({ ...next.badge_definitions[0]!, badge_key: "second", label: "Second" })
      next.gates[0]!.cost = 4
      next.marketplaces[0]!.items.reverse()
      next.evolution_rules.stages[1]!.name = "Ranger"
      const plan = yield* planOf(tenant, next)
      assert.deepInclude(plan, { in_sync: false, counts: { added: 1, changed: 4, removed: 1 }, errors: [] })
      assert.deepStrictEqual(plan.unmanaged, [{ type: "gate", key: "own" }])
      const told = plan.changes.map((one: Record<string, unknown>) => [
        one["op"],
        one["type"],
        one["key"],
        one["field"]
      ])
      assert.deepStrictEqual(told, [
        ["changed", "coin_rule", "lesson_coins", "amount.value"],
        ["removed", "skill_rule", "focus_up", null],
        ["added", "badge_definition", "second", null],
        ["changed", "evolution_rules", "stage_2", "name"],
        ["changed", "gate", "lab", "cost"],
        ["changed", "marketplace", "shop", "items_order"]
      ])
      const before = (yield* call("GET", "/coin-rules")).body.data[0]
      assert.strictEqual(before.amount.value, 10)
      const imported = yield* importInto(tenant, next)
      assert.strictEqual(imported.status, 200, imported.text)
      assert.deepStrictEqual((yield* call("GET", "/coin-rules")).body.data[0], {
        ...before,
        amount: { mode: "fixed", value: 15 }
      })
      assert.deepInclude(yield* planOf(tenant, next), { in_sync: true })
      const gates: ReadonlyArray<{ gate_key: string; cost: number }> = (yield* call("GET", "/gates")).body.data
      assert.sameDeepMembers(
        gates.map(({ cost, gate_key }) => [gate_key, cost]),
        [
          ["own", 1],
          ["lab", 4]
        ]
      )
    })
  )

  it.effect("an import changes nothing for buddies until it is published", () =>
    Effect.gen(function* () {
      const tenant = yield* tenants
      yield* publish(tenant)
      const { buddy_id } = yield* hatch(tenant, "ada")
      const imported = yield* importInto(tenant, { ...shopContent, coin_rules: [] })
      assert.strictEqual(imported.body.status, "draft")
      const active = (yield* tenant.call("GET", "/config-versions/1")).body
      const buddy = (yield* tenant.call("GET", `/buddies/${buddy_id}`)).body
      assert.deepStrictEqual([active.is_active, buddy.config_version_id], [true, active.config_version_id])
      assert.strictEqual(active.content.coin_rules.length, 1)
    })
  )

  it.effect("a plan says what publishing would refuse, and counts what the file brings as there", () =>
    Effect.gen(function* () {
      const tenant = yield* tenants
      const needing = {
        ...shopContent,
        marketplaces: [],
        token_rules: [{ ...shopContent.token_rules[0]!, token_key: "nothing" }]
      }
      const plan = yield* planOf(tenant, needing)
      assert.deepStrictEqual(plan.errors, [
        "token_rules.xp_per_lesson names the unknown token nothing",
        "streak_rules.daily names the unknown item hat"
      ])
      const imported = yield* importInto(tenant, needing)
      const refused = yield* tenant.call("POST", `/config-versions/${imported.body.config_version_id}/publish`)
      assert.deepStrictEqual([refused.status, refused.body.error.code], [422, "validation_failed"])
    })
  )

  it.effect("a file that says a thing twice, or what nobody asked for, changes nothing at all", () =>
    Effect.gen(function* () {
      const tenant = yield* tenants
      const gate = shopContent.gates[0]!
      const bad: ReadonlyArray<readonly [unknown, string]> = [
        [{ ...shopContent, gates: [gate, gate] }, "gate_key lab appears twice"],
        [{ ...shopContent, coin_rules: [shopContent.coin_rules[0], shopContent.coin_rules[0]] }, "appears twice"],
        [{ ...shopContent, coinRules: [] }, "property coinRules should not exist"],
        [{ ...shopContent, marketplaces: [{ ...shopContent.marketplaces[0]!, items: [{ item_key: "x" }] }] }, "name"]
      ]
      for (const [content, says] of bad) {
        const refused = yield* importInto(tenant, content)
        assert.deepStrictEqual([refused.status, refused.body.error?.code], [422, "validation_failed"], refused.text)
        assert.include(refused.body.error.message, says)
        assert.strictEqual((yield* tenant.call("POST", "/config-versions/plan", { content })).status, 422)
      }
      assert.strictEqual((yield* tenant.call("GET", "/config-versions")).body.meta.total, 0)
      assert.strictEqual((yield* tenant.call("GET", "/gates")).body.meta.total, 0)
      const wrongFormat = { format: "hatchery.config/2", content: shopContent }
      assert.strictEqual((yield* tenant.call("POST", "/config-versions/import", wrongFormat)).status, 422)
      assert.strictEqual((yield* tenant.call("GET", "/config-versions/1/export")).status, 404)
    })
  )

  it.effect("two marketplaces with one item key are told apart in a file", () =>
    Effect.gen(function* () {
      const [first, second] = [yield* tenants, yield* tenants]
      const content = structuredClone(shopContent) as typeof shopContent
      content.marketplaces[1]!.items.push({ ...content.marketplaces[0]!.items[1]!, requirements: { conditions: [] } })
      content.streak_rules[0]!.milestones[0]!.reward.items = ["bazaar/hat", "shop/hat"]
      yield* importInto(first, content)
      const exported = yield* first.call("GET", "/config-versions/1/export")
      const { items } = exported.body.content.streak_rules[0].milestones[0].reward
      assert.deepStrictEqual(items, ["bazaar/hat", "shop/hat"])
      yield* second.call("POST", "/config-versions/import", exported.body)
      assert.strictEqual((yield* second.call("GET", "/config-versions/1/export")).text, exported.text)
      const rules = (yield* second.call("GET", "/streak-rules")).body.data
      const ids: ReadonlyArray<string> = rules[0].milestones[0].reward.items
      assert.strictEqual(new Set(ids).size, 2)
      for (const id of ids) assert.match(id, /^[0-9a-f-]{36}$/)
    })
  )

  it.effect("authors that import at once share one draft, which is as one of their files says", () =>
    Effect.gen(function* () {
      const tenant = yield* tenants
      const files = [1, 2, 3, 4, 5, 6].map((value) => {
        const content = structuredClone(shopContent)
        content.coin_rules[0]!.amount.value = value
        content.gates[0]!.cost = value
        return content
      })
      const answers = yield* Effect.forEach(files, (content) => importInto(tenant, content), { concurrency: 6 })
      assert.deepStrictEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 200, 200, 201])
      assert.strictEqual((yield* tenant.call("GET", "/config-versions")).body.meta.total, 1)
      const { content } = (yield* tenant.call("GET", "/config-versions/1/export")).body
      assert.strictEqual(content.coin_rules[0].amount.value, content.gates[0].cost)
    })
  )

  it.effect("every preset survives the round trip", () =>
    Effect.gen(function* () {
      for (const preset_key of ["learning", "fitness", "ecommerce"]) {
        const [first, second] = [yield* tenants, yield* tenants]
        yield* first.call("POST", "/customers/me/apply-preset", { preset_key })
        const exported = yield* first.call("GET", "/config-versions/1/export")
        assert.deepInclude(yield* planOf(first, exported.body.content), { in_sync: true, errors: [], unmanaged: [] })
        const imported = yield* second.call("POST", "/config-versions/import", exported.body)
        assert.strictEqual(imported.status, 201, imported.text)
        assert.strictEqual((yield* second.call("GET", "/config-versions/1/export")).text, exported.text)
      }
    })
  )

  it.effect("days of events are counted as soon as an imported item asks for them", () =>
    Effect.gen(function* () {
      const tenant = yield* tenants
      const { call } = tenant
      yield* publish(tenant)
      const { buddy_id } = yield* hatch(tenant, "ada")
      // What is live was read before.
      yield* call("POST", "/events", lesson("ada"))
      const lately = { type: "event_count", key: "quiz.passed", operator: "gte", value: 1, window_days: 7 }
      const requirements = { match: "all", conditions: [lately] }
      const cap = { item_key: "cap", name: "Cap", category: "head", price_coins: 0, requirements }
      const marketplaces = [{ marketplace_key: "fresh", name: "Fresh", items: [cap] }]
      const imported = yield* importInto(tenant, { ...shopContent, event_types: [], marketplaces })
      assert.strictEqual(imported.status, 201, imported.text)
      yield* call("POST", "/events", lesson("ada", { type: "quiz.passed" }))
      const { item_id } = (yield* call("GET", "/marketplaces/fresh/items")).body.data[0]
      const bought = yield* call("POST", `/buddies/${buddy_id}/purchase-item`, { item_id })
      assert.strictEqual(bought.status, 201, bought.text)
    })
  )

  it.effect("a file means its own items, not older ones that are called the same", () =>
    Effect.gen(function* () {
      const tenant = yield* tenants
      const { call } = tenant
      yield* call("POST", "/marketplaces", { marketplace_key: "attic", name: "Attic" })
      const old = { item_key: "hat", name: "Old hat", category: "head", price_coins: 0 }
      assert.strictEqual((yield* call("POST", "/marketplaces/attic/items", old)).status, 201)
      const rewards = (
        changes: ReadonlyArray<{ readonly type: string; readonly to: (typeof shopContent.streak_rules)[number] }>
      ) => changes.flatMap(({ to, type }) => (type === "streak_rule" ? to.milestones[0]!.reward.items : []))
      const plan = yield* planOf(tenant, shopContent)
      assert.deepStrictEqual([plan.errors, rewards(plan.changes)], [[], ["shop/hat"]])
      const { content } = (yield* importInto(tenant, shopContent)).body
      const shop = (yield* call("GET", "/marketplaces/shop/items")).body.data
      const hat = shop.find((item: { item_key: string }) => item.item_key === "hat")
      assert.deepStrictEqual(content.streak_rules[0].milestones[0].reward.items, [hat.item_id])
      assert.deepInclude(yield* planOf(tenant, shopContent), { in_sync: true, changes: [] })
      const named = structuredClone(shopContent)
      named.streak_rules[0]!.milestones[0]!.reward.items = ["attic/hat"]
      assert.strictEqual((yield* planOf(tenant, named)).counts.changed, 1)
    })
  )
})
