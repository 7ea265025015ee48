/** Cards of gifts: each thing is said once, and what is over is forgotten. */
import { assert, describe, it } from "vitest"
import { openLunches } from "../../../src/engine/campaigns/freeLunches.ts"
import { noReward } from "../../../src/wire/content/Shared.ts"
import { bodies, World } from "../../kit/engine/World.ts"

const at = (minute: number) => `2026-11-20T12:${String(minute).padStart(2, "0")}:00Z`
const gift = (grant_id: string, coins = 5, expires_at: string | null = null) =>
  ({
    _tag: "GrantReward",
    source: "free_lunch",
    campaign_id: grant_id,
    grant_key: "lunch",
    reward: { ...noReward, coins },
    is_refund: false,
    body: null,
    outbound: null,
    card: { message: `for ${grant_id}`, expires_at: expires_at === null ? null : Date.parse(expires_at) }
  }) as const
const see = (grant_id: string) => ({ _tag: "SeeFreeLunch", grant_id }) as const
const dismiss = (grant_id: string) => ({ _tag: "DismissFreeLunch", grant_id }) as const
const shown = (world: World, minute: number) =>
  openLunches(world.state, Date.parse(at(minute))).map(({ grant_id }) => grant_id)

describe("the card of a gift", () => {
  it("comes with the coins, and is told as it comes, is seen and is dismissed", () => {
    const world = new World({})
    const given = world.accept(at(0), gift("g1"))
    const body = { buddy_id: "buddy-1", user_id: "user-1", grant_id: "g1", coins: 5 }
    const told = { ...body, occurred_at: "2026-11-20T12:00:00.000Z" }
    assert.deepStrictEqual(bodies(given, "free_lunch.granted"), [told])
    assert.strictEqual(world.state.coins.balance, 5)
    const seen = world.accept(at(1), see("g1"))
    assert.deepStrictEqual(bodies(seen, "free_lunch.seen"), [{ ...told, occurred_at: "2026-11-20T12:01:00.000Z" }])
    const dismissed = world.accept(at(2), dismiss("g1"))
    assert.deepInclude(bodies(dismissed, "free_lunch.dismissed")[0], body)
    assert.deepStrictEqual(shown(world, 2), [])
    for (const command of [dismiss("g1"), see("g1")]) {
      const again = world.accept(at(3), command)
      assert.deepStrictEqual(again.outbound, [])
      assert.deepInclude(again.reply, { status: "dismissed", coins: 5 })
    }
    assert.strictEqual(world.state.coins.balance, 5)
  })

  it("tells of all that was given, also where a debt is paid out of it, and of nothing where a cap forbids it", () => {
    const owing = new World({})
    Object.assign(owing.state, { debts: { coin: 3 } })
    const given = owing.accept(at(0), gift("g1"))
    assert.deepInclude(bodies(given, "coins.earned")[0], { amount: 5, reason: "free_lunch" })
    assert.deepInclude(bodies(given, "coins.spent")[0], { amount: 3, reason: "debt_repayment" })
    assert.deepInclude(bodies(given, "free_lunch.granted")[0], { coins: 5 })
    assert.deepInclude(owing.accept(at(1), see("g1")).reply, { coins: 5 })
    const full = new World({})
    Object.assign(full.state, {
      coins: { balance: 0, earned: Number.MAX_SAFE_INTEGER, spent: Number.MAX_SAFE_INTEGER }
    })
    assert.deepInclude(bodies(full.accept(at(0), gift("g1")), "free_lunch.granted")[0], { coins: 0 })
  })

  it("may be dismissed unseen, and is unknown when it is over or was never there", () => {
    const world = new World({})
    world.accept(at(0), gift("g1"))
    const dismissed = world.accept(at(1), dismiss("g1"))
    assert.deepStrictEqual(
      dismissed.outbound.map(({ event }) => event),
      ["free_lunch.dismissed"]
    )
    world.accept(at(2), gift("g2", 5, at(10)))
    assert.deepStrictEqual(shown(world, 9), ["g2"])
    assert.deepStrictEqual(shown(world, 10), [])
    for (const grant_id of ["g2", "never"]) {
      assert.deepStrictEqual(world.refuse(at(10), see(grant_id)), { code: "unknown_free_lunch", grant_id })
    }
    world.accept(at(11), gift("g3"))
    assert.sameMembers(Object.keys(world.state.lunches!), ["g1", "g3"])
  })

  it("gives way to the twentieth newer one; what is dismissed takes no place", () => {
    const world = new World({})
    for (let count = 0; count < 20; count++) world.accept(at(count), gift(`g${count}`))
    world.accept(at(20), dismiss("g0"))
    world.accept(at(21), gift("g20"))
    assert.lengthOf(shown(world, 21), 20)
    world.accept(at(22), gift("g21"))
    assert.lengthOf(shown(world, 22), 20)
    assert.notInclude(shown(world, 22), "g1")
    assert.strictEqual(world.refuse(at(23), see("g1")).code, "unknown_free_lunch")
    assert.deepInclude(world.accept(at(23), dismiss("g0")).reply, { status: "dismissed" })
    for (let count = 22; count < 90; count++) {
      world.accept(at(30), gift(`g${count}`))
      world.accept(at(30), dismiss(`g${count}`))
    }
    assert.lengthOf(Object.keys(world.state.lunches!), 19 + 50)
  })
})
