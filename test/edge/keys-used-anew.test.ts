/** An Idempotency-Key is free again after a day. What it named first stays, and is not taken for what it names then. */
import { assert, describe, it } from "vitest"
import { startTestService, type Tenant } from "hatchery/testing"

const content = {
  coin_rules: [
    { rule_key: "lesson", trigger: { event_type: "lesson.completed" }, amount: { mode: "fixed", value: 10 } }
  ]
}

const keyed = (tenant: Tenant, key: string, path: string, body: object) =>
  tenant.call("POST", path, body, { headers: { "idempotency-key": key } })

const started = async () => {
  const service = await startTestService()
  const tenant = await service.tenant({ plan: "enterprise" })
  await tenant.publish(content)
  const { buddy_id } = await tenant.hatch("ada")
  const coins = async () => (await tenant.buddy("ada")).coins
  /** until answers that were given before are not kept any more, and nobody knows of their keys */
  const forgotten = () => service.advance("26 hours", { step: "1 hour" })
  return { service, tenant, buddy_id, coins, forgotten, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() }
}

describe("a key that is used anew", () => {
  it("names another award and another gift, each of which is booked", async () => {
    await using at = await started()
    const { buddy_id, coins, forgotten, tenant } = at
    const award = (amount: number) =>
      keyed(tenant, "weekly", `/customers/me/players/${buddy_id}/award`, {
        award_key: "best",
        label: `Best with ${amount}`,
        reward: { coins: amount },
        repeatable: true
      })
    const gift = (amount: number) =>
      keyed(tenant, "gift", "/customers/me/free-lunches", { buddy_ids: [buddy_id], coins: amount })
    const [first, given] = [await award(40), await gift(3)]
    assert.deepStrictEqual((await award(40)).body, first.body)
    assert.deepStrictEqual((await gift(3)).body, given.body)
    assert.strictEqual(await coins(), 43)
    for (const [use, total] of [43 + 75, 43 + 2 * 75].entries()) {
      await forgotten()
      const [second, anew] = [await award(70), await gift(5)]
      assert.deepInclude(second.body, { label: "Best with 70", already_awarded: false }, `use ${use + 2}`)
      assert.notStrictEqual(second.body.award_id, first.body.award_id)
      assert.notStrictEqual(anew.body.data[0].grant_id, given.body.data[0].grant_id)
      assert.deepStrictEqual((await award(70)).body, second.body)
      assert.strictEqual(await coins(), total)
    }
  })

  it("names another booster, which counts", async () => {
    await using at = await started()
    const { buddy_id, coins, forgotten, tenant } = at
    const boost = (booster_key: string, multiplier: number) =>
      keyed(tenant, "boost", "/customers/me/boosters/grant", {
        booster_key,
        multiplier,
        applies_to: ["coins"],
        duration_minutes: 60,
        target: { buddy_ids: [buddy_id] }
      })
    const first = await boost("double", 2)
    assert.deepStrictEqual((await boost("double", 2)).body, first.body)
    await forgotten()
    const second = await boost("triple", 3)
    assert.deepInclude(second.body, { booster_key: "triple", multiplier: 3 }, second.text)
    assert.notStrictEqual(second.body.granted[0].booster_id, first.body.granted[0].booster_id)
    await tenant.send({ user_id: "ada", type: "lesson.completed" })
    assert.strictEqual(await coins(), 30)
  })

  it("names another run of a recipe", async () => {
    await using at = await started()
    const { forgotten, service, tenant } = at
    const { body: surface } = await tenant.call("POST", "/customers/me/hosted-surfaces", { name: "Lobby" })
    const path = `/customers/me/hosted-surfaces/${surface.hosted_surface_id}`
    const { body: player } = await tenant.call("POST", `${path}/players`, { display_name: "Mia" })
    for (const [recipe_key, amount] of Object.entries({ small: 7, large: 9 }))
      await tenant.call("POST", `${path}/recipes`, { recipe_key, name: recipe_key, action: { type: "coins", amount } })
    const run = (recipe: string) =>
      keyed(tenant, "run", `${path}/recipes/${recipe}/run`, { player_id: player.player_id })
    await service.until("the player has a buddy", async () => {
      const { body } = await tenant.call("GET", `${path}/players`)
      return body.data[0].buddy_id !== null
    })
    const first = await run("small")
    assert.deepStrictEqual((await run("small")).body, first.body)
    await forgotten()
    for (const [recipe, coins] of Object.entries({ small: 7, large: 9 })) {
      const again = await run(recipe)
      assert.deepInclude(again.body, { recipe_key: recipe }, again.text)
      assert.strictEqual(again.body.effects.coins, coins)
      assert.notStrictEqual(again.body.run_id, first.body.run_id)
      await forgotten()
    }
  })
})
