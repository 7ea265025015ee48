/** Kudos as their giver decides them: so many a day, and what they bring. */
import { assert, describe, it } from "vitest"
import * as fc from "fast-check"
import { kudosPerDay_max } from "../../../src/engine/community/kudos.ts"
import type { GiveKudosCommand, KudosTerms } from "../../../src/engine/community/KudosTerms.ts"
import { bodies, World } from "../../kit/engine/World.ts"

const noon = "2026-11-20T12:00:00Z"
const nothing = { coins: 0, tokens: [], badges: [], items: [], skills: [], streak_freezes: 0 }
const terms: KudosTerms = {
  kudo_type_id: "type-1",
  kudo_key: "thanks",
  receiver_reward: { ...nothing, coins: 5 },
  giver_reward: nothing,
  daily_limit_per_sender: 3,
  pair_limit_per_day: 1,
  audience: null
}

let serial = 0
const kudos = (to_buddy_id: string, type: Partial<KudosTerms> = {}): GiveKudosCommand => ({
  _tag: "GiveKudos",
  kudo_id: `kudo-${++serial}`,
  type: { ...terms, ...type },
  to_buddy_id,
  message: "Well done"
})
const limitOf = (error: object) => ("limit" in error ? error.limit : undefined)

describe("kudos", () => {
  it("are told with what the receiver is to get, and pay the giver its own part at once", () => {
    const world = new World({})
    const given = world.accept(noon, kudos("pip", { giver_reward: { ...nothing, coins: 2 } }))
    const kudo_id = `kudo-${serial}`
    const occurred_at = "2026-11-20T12:00:00.000Z"
    const told = { kudo_id, kudo_key: "thanks", from_buddy_id: "buddy-1", to_buddy_id: "pip" }
    assert.deepStrictEqual(bodies(given, "kudos.given"), [{ ...told, message: "Well done", coins: 5, occurred_at }])
    assert.deepStrictEqual(
      given.entries.map(({ amount, reason, reference_id }) => [amount, reason, reference_id]),
      [[2, "kudos", kudo_id]]
    )
    assert.deepStrictEqual(given.signals, [
      { _tag: "DeliverKudos", kudo_id, kudo_type_id: "type-1", to_buddy_id: "pip", reward: terms.receiver_reward }
    ])
    assert.notInclude(JSON.stringify([given.history, given.trace, given.feed, given.reply]), "Well done")
    assert.deepInclude(given.reply, { coins: 5, left_today: 2 })
  })

  it("that bring the receiver nothing have nothing delivered", () => {
    assert.deepStrictEqual(new World({}).accept(noon, kudos("pip", { receiver_reward: nothing })).signals, [])
  })

  it("are not for givers of another audience", () => {
    const refused = new World({}).refuse(noon, kudos("pip", { audience: "staff" }))
    assert.deepStrictEqual(refused, { code: "kudo_not_allowed", reason: "audience" })
  })

  it("end for the day at the pair, at the type, and over all types", () => {
    const world = new World({})
    world.accept(noon, kudos("pip"))
    const resets_at = Date.parse("2026-11-21T00:00:00Z")
    const pair = { code: "kudo_limit_reached", limit: "pair", used: 1, max: 1, resets_at } as const
    assert.deepStrictEqual(world.refuse(noon, kudos("pip")), pair)
    world.accept(noon, kudos("sage"))
    world.accept(noon, kudos("fern"))
    assert.deepInclude(world.refuse(noon, kudos("moss")), { limit: "daily", used: 3, max: 3 })
    for (let count = 3; count < kudosPerDay_max; count++) {
      world.accept(noon, kudos(`buddy-${count}`, { kudo_type_id: `type-${Math.floor(count / 100) + 2}`, ...wide }))
    }
    const total = { limit: "total", used: kudosPerDay_max, max: kudosPerDay_max }
    assert.deepInclude(world.refuse(noon, kudos("moss", { kudo_type_id: "type-9" })), total)
    world.accept("2026-11-21T00:00:00Z", kudos("pip"))
  })

  it("count by the giver's own day, which a zone further west does not begin anew", () => {
    const world = new World({}, { tenant_timezone: "Pacific/Kiritimati" })
    world.accept("2026-11-20T12:00:00Z", kudos("pip"))
    // It is the 21st there since 10:00.
    const refused = world.refuse("2026-11-20T12:00:00Z", kudos("pip"))
    assert.deepInclude(refused, { resets_at: Date.parse("2026-11-21T10:00:00Z") })
    world.event("2026-11-20T12:30:00Z", { timezone: "Pacific/Pago_Pago" })
    assert.strictEqual(limitOf(world.refuse("2026-11-20T13:00:00Z", kudos("pip"))), "pair")
    assert.strictEqual(limitOf(world.refuse("2026-11-21T12:00:00Z", kudos("pip"))), "pair")
    world.accept("2026-11-22T11:30:00Z", kudos("pip"))
  })

  it("tell when their day is over also to a giver who is about to live further west", () => {
    const world = new World({})
    world.event("2026-11-20T10:00:00Z", { timezone: "Europe/Berlin" })
    world.event("2026-11-20T11:00:00Z", { timezone: "America/Sao_Paulo" })
    world.accept(noon, kudos("pip"))
    // From midnight in Berlin on it is the evening of the same day.
    const resets_at = "2026-11-21T03:00:00Z"
    for (const at of [noon, "2026-11-20T23:30:00Z", "2026-11-21T02:59:59Z"]) {
      assert.deepInclude(world.refuse(at, kudos("pip")), { resets_at: Date.parse(resets_at) }, at)
    }
    world.accept(resets_at, kudos("pip"))
  })

  it("leave nothing in the state once their day is over everywhere", () => {
    const world = new World({})
    world.accept(noon, kudos("pip"))
    world.event("2026-11-21T13:00:00Z")
    assert.strictEqual(world.state.kudos?.day, 20_777)
    world.event("2026-11-23T13:00:00Z")
    assert.notProperty(world.state, "kudos")
  })

  it("never pass a limit, whatever is asked for in which order", () => {
    const asked = fc.record({
      hours: fc.integer({ min: 0, max: 30 }),
      to: fc.constantFrom("pip", "sage", "fern"),
      type: fc.constantFrom("type-1", "type-2"),
      daily: fc.integer({ min: 1, max: 4 }),
      pair: fc.integer({ min: 1, max: 3 })
    })
    fc.assert(
      fc.property(fc.array(asked, { maxLength: 40 }), (list) => {
        const world = new World({})
        let now = Date.parse(noon)
        const given: Array<{ day: number; type: string; to: string }> = []
        for (const { daily, hours, pair, to, type } of list) {
          now += (hours * 3_600_000) / 6
          const day = Math.floor(now / 86_400_000)
          const limits = { daily_limit_per_sender: daily, pair_limit_per_day: pair }
          const today = given.filter((one) => one.day === day && one.type === type)
          const toPair = today.filter((one) => one.to === to).length
          const fits = today.length < daily && toPair < pair
          const at = new Date(now).toISOString()
          const command = kudos(to, { kudo_type_id: type, ...limits })
          if (fits) {
            assert.deepInclude(world.accept(at, command).reply, { left_today: daily - today.length - 1 })
            given.push({ day, type, to })
          } else {
            assert.strictEqual(limitOf(world.refuse(at, command)), today.length >= daily ? "daily" : "pair")
          }
        }
      })
    )
  })
})

const wide = { daily_limit_per_sender: 100, pair_limit_per_day: 100 }
