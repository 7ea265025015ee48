/** Which signs of a look are told: one of a kind and subject, and of many the gravest of every kind. */
import { assert, describe, it } from "vitest"
import { alertKinds, type AlertConfig } from "../../../src/features/insight/alerts/Api.ts"
import { type Figures, signsOf } from "../../../src/features/insight/alerts/Rules.ts"

const now = Date.UTC(2031, 2, 19, 12)
const config = Object.fromEntries(
  Object.entries(alertKinds).map(([kind, own]) => [kind, { enabled: true, ...own }])
) as unknown as AlertConfig

const figures = (some: Partial<Figures>): Figures => ({
  now,
  hour: now,
  rules: [],
  crowds: [],
  budgets: [],
  types: [],
  events: { all: 0, undefined: 0 },
  limited: [],
  spent: { latest: 0, days: [] },
  quota: null,
  endpoints: [],
  ...some
})

describe("the signs of a look", () => {
  it("of many types that fell silent hide neither a failing endpoint nor a month that is used up", () => {
    const types = Array.from({ length: 150 }, (_, n) => ({
      key: `type.${n}`,
      latest: 0,
      days: [200, 200, 200, 200, 200, 200, 200],
      usual: 7
    }))
    const endpoints = [{ id: "one", host: "example.org", routes: [], failing_since: now - 2 * 3_600_000 }]
    const quota = { used: 10_000, max: 10_000, from: Date.UTC(2031, 2, 1) }
    const signs = signsOf(figures({ types, endpoints, quota }), config)
    assert.lengthOf(signs, 100)
    assert.strictEqual(signs[0]!.kind, "quota", "what is critical comes first")
    assert.include(
      signs.map(({ kind }) => kind),
      "webhook_failing"
    )
  })

  it("of a rule and a drop with one key are that of the graver, whichever comes first", () => {
    const rule = { key: "daily", list: "coin-rules", used: 100, max: 100 }
    const drop = { key: "daily", list: "customers/me/surprise-drops", used: 85, max: 100 }
    for (const budgets of [
      [rule, drop],
      [drop, rule]
    ]) {
      const [sign, ...others] = signsOf(figures({ budgets }), config)
      assert.deepStrictEqual(others, [])
      assert.deepInclude(sign, { severity: "critical", observed: 100, links: ["/api/v1/coin-rules"] })
    }
  })
})
