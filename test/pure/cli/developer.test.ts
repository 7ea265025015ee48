import { assert, describe, it } from "vitest"
import { addressOf } from "../../../sdk/cli/src/Forward.ts"
import { effectWords } from "../../../sdk/cli/src/EventLine.ts"
import { isFetched } from "../../../sdk/cli/src/ListenEndpoint.ts"
import { harmless } from "../../../sdk/cli/src/Output.ts"
import { valueOf } from "../../../sdk/cli/src/Trigger.ts"

describe("what developers type", () => {
  it.each([
    ["3000", "http://localhost:3000/"],
    ["3000/hook", "http://localhost:3000/hook"],
    ["localhost:3000/hook?a=b", "http://localhost:3000/hook?a=b"],
    ["127.0.0.1:3000", "http://127.0.0.1:3000/"],
    ["https://dev.example/hook", "https://dev.example/hook"],
    ["ftp://localhost/hook", undefined],
    ["http://bob:secret@localhost:3000/hook", undefined],
    ["bob@localhost:3000", undefined],
    ["", undefined]
  ])("%j is an address, or none", (text, address) => {
    assert.strictEqual(addressOf(text)?.href, address)
  })

  it.each([
    ["95", 95],
    ["-0.5", -0.5],
    ["true", true],
    ["null", null],
    ['["a"]', ["a"]],
    ["intro", "intro"],
    ["", ""],
    ["12345678901234567890", "12345678901234567890"]
  ])("%j is a value, and no digit of it gets lost", (text, value) => {
    assert.deepStrictEqual(valueOf(text), value)
  })
})

describe("what developers read", () => {
  it("says everything an event brought", () => {
    const nothing = {
      coins: 0,
      badgesAwarded: [],
      tokens: [],
      evolutionReady: false,
      streakUpdates: [],
      pathUpdates: []
    }
    assert.strictEqual(effectWords(nothing), "")
    const brought = {
      ...nothing,
      coins: 5,
      badgesAwarded: [{ badgeKey: "first", label: "First", coinReward: 0 }],
      tokens: [{ tokenKey: "xp", amount: -2, balance: 3 }],
      evolutionReady: true
    }
    assert.strictEqual(effectWords(brought), "+5 coins, -2 xp, badge first, ready to evolve")
  })

  it("holds nothing that could paint on the terminal", () => {
    assert.strictEqual(harmless("a\u001b[2Jb\nc\u009bd"), "a\uFFFD[2Jb\uFFFDc\uFFFDd")
  })

  it("leaves out what listen fetches, and only that", () => {
    assert.isTrue(isFetched("https://0123456789abcdef.hatchery-cli.invalid/"))
    assert.isFalse(isFetched("https://0123.hatchery-cli.invalid.example.com/"))
    assert.isFalse(isFetched("https://example.com/?https://0123.hatchery-cli.invalid/"))
  })
})
