/** Numbers in sentences of the console: one of something is not several. */
import { assert, describe, it } from "vitest"
import { events, players } from "../../../src/console/words/players.ts"
import { webhooks } from "../../../src/console/words/webhooks.ts"

describe("a sentence with a number", () => {
  it("has one coin, and several", () => {
    const said = (amount: string) => [players.grants.coins(amount, "ada"), players.grants.spend(amount, "ada")]
    assert.deepStrictEqual(said("1"), ["ada gets 1 coin.", "ada loses 1 coin."])
    assert.deepStrictEqual(said("0"), ["ada gets 0 coins.", "ada loses 0 coins."])
    assert.strictEqual(events.reversed("1"), "Reversed: 1 coin taken back.")
    assert.deepStrictEqual(said("1,001"), ["ada gets 1,001 coins.", "ada loses 1,001 coins."])
  })

  it("has one delivery, and several", () => {
    const recovered = ["1", "2"].map((count) => webhooks.recovered(count))
    assert.deepStrictEqual(recovered, ["1 delivery is sent again.", "2 deliveries are sent again."])
  })
})
