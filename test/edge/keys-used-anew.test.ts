/** An Idempotency-Key is free again after a day. What it named first stays, and is not taken for what it names then. */
import { assert, it } from "vitest"
import { startTestService, type Tenant } from "hatchery/testing"

const content = {
  coin_rules: [
    { rule_key: "lesson", trigger: { event_type: "lesson.completed" }, amount: { mode: "fixed", value: 10 } }
  ]
}

const keyed = (tenant: Tenant, key: string, path: string, body: object) =>
  tenant.call("POST", path, body, { headers: { "idempotency-key": key } })

/** What a buddy is given under a key, more of it with each use; `booked` is the part of the answer that says so. */
const givenTo = (tenant: Tenant, buddy_id: string) => {
  const award = (amount: number) =>
    keyed(tenant, "weekly", `/customers/me/players/${buddy_id}/award`, {
      award_key: "best",
      label: `Best with ${amount}`,
      reward: { coins: amount },
      repeatable: true
    })
  const gift = (amount: number) =>
    keyed(tenant, "gift", "/customers/me/free-lunches", { buddy_ids: [buddy_id], coins: amount })
  const boost = (booster_key: string, multiplier: number) =>
    keyed(tenant, "boost", "/customers/me/boosters/grant", {
      booster_key,
      multiplier,
      applies_to: ["coins"],
      duration_minutes: 60,
      target: { buddy_ids: [buddy_id] }
    })
  const event = (score: number) =>
    keyed(tenant, "event", "/events/admin-trigger", {
      user_id: "ada",
      type: "scored",
      occurred_at: "2026-01-01T00:00:00Z",
      properties: { score }
    })
  return { award, gift, boost, event }
}

/** Runs a recipe for a player of a hosted surface under one key. */
const runsOf = async (tenant: Tenant, amounts: Readonly<Record<string, number>>) => {
  const { body: surface } = await tenant.call("POST", "/customers/me/hosted-surfaces", { name: "Lobby" })
  const path = `/customers/me/hosted-surfaces/${surface.hosted_surface_id}`
  const { body: player } = await tenant.call("POST", `${path}/players`, { display_name: "Mia" })
  for (const [recipe_key, amount] of Object.entries(amounts))
    await tenant.call("POST", `${path}/recipes`, { recipe_key, name: recipe_key, action: { type: "coins", amount } })
  const isPlaying = async () => (await tenant.call("GET", `${path}/players`)).body.data[0].buddy_id !== null
  const run = (recipe: string) => keyed(tenant, "run", `${path}/recipes/${recipe}/run`, { player_id: player.player_id })
  return { isPlaying, run }
}

// In one service: two days of everything that a node does by the clock are dear.
it("a key that is used anew names another award, gift, booster and run, each of which is booked", async () => {
  await using service = await startTestService()
  const tenant = await service.tenant({ plan: "enterprise" })
  await tenant.publish(content)
  const { buddy_id } = await tenant.hatch("ada")
  const coins = async () => (await tenant.buddy("ada")).coins
  const { award, boost, event, gift } = givenTo(tenant, buddy_id)
  const { isPlaying, run } = await runsOf(tenant, { small: 7, large: 9 })
  await service.until("the player has a buddy", isPlaying)

  const first = {
    award: await award(40),
    gift: await gift(3),
    boost: await boost("double", 2),
    event: await event(1),
    run: await run("small")
  }
  assert.deepStrictEqual((await award(40)).body, first.award.body)
  assert.deepStrictEqual((await gift(3)).body, first.gift.body)
  assert.deepStrictEqual((await boost("double", 2)).body, first.boost.body)
  assert.deepStrictEqual((await run("small")).body, first.run.body)
  assert.deepStrictEqual((await event(1)).body, first.event.body)
  let had = 43
  assert.strictEqual(await coins(), had)

  for (const [use, recipe] of ["small", "large"].entries()) {
    // until answers that were given before are not kept any more, and nobody knows of their keys
    await service.advance("26 hours", { step: "1 hour" })
    const again = { award: await award(70), gift: await gift(5), run: await run(recipe) }
    assert.deepInclude(again.award.body, { label: "Best with 70", already_awarded: false }, `use ${use + 2}`)
    assert.notStrictEqual(again.award.body.award_id, first.award.body.award_id)
    assert.notStrictEqual(again.gift.body.data[0].grant_id, first.gift.body.data[0].grant_id)
    assert.deepStrictEqual((await award(70)).body, again.award.body)
    const other = await event(use + 2)
    assert.isUndefined(other.body.payload_mismatch, other.text)
    assert.notStrictEqual(other.body.event_id, first.event.body.event_id)
    assert.strictEqual(await coins(), (had += 75))
    assert.deepInclude(again.run.body, { recipe_key: recipe }, again.run.text)
    assert.strictEqual(again.run.body.effects.coins, recipe === "small" ? 7 : 9)
    assert.notStrictEqual(again.run.body.run_id, first.run.body.run_id)

    const booster_key = `use_${use}`
    const boosted = await boost(booster_key, 3)
    assert.deepInclude(boosted.body, { booster_key, multiplier: 3 }, boosted.text)
    assert.notStrictEqual(boosted.body.granted[0].booster_id, first.boost.body.granted[0].booster_id)
    await tenant.send({ user_id: "ada", type: "lesson.completed" })
    assert.strictEqual(await coins(), (had += 30))
  }
})
