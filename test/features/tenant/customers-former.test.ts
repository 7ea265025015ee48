/** What was made for an audience that is taken off the list, and is sent back whole by whoever changes a part of it. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestApp } from "../../kit/service/TestApp.ts"

const me = "/customers/me"
const audience = "staff"
const trigger = { event_type: "visit" }
const prizes = [{ rank: 1, winners: 1, reward: { coins: 5 } }]
const counter = { event_type: "visit", metric: "count", units_per_event: 1 }
const reward_pool = [{ weight: 1, reward: { coins: 1 } }]
const inBox = [{ weight: 1, reward: { kind: "coins", amount: 1 } }]
const daily = { frequency: "daily", hour: 3 }
const made: Readonly<Record<string, object>> = {
  teams: { team_key: "one", name: "One" },
  "kudo-types": { kudo_key: "one", label: "One", emoji: "x" },
  "event-badges": { badge_key: "one", label: "One", trigger },
  "surprise-drops": { drop_key: "one", name: "One", trigger, probability: 1, reward_pool },
  "mystery-boxes": { box_key: "one", name: "One", price: { mode: "coins", amount: 1 }, reward_pool: inBox },
  lotteries: { lottery_key: "one", name: "One", entry: { mode: "coin_cost", amount: 1 }, schedule: daily, prizes },
  causes: { cause_key: "one", name: "One", unit_label: "tree", counter, threshold_unit: 5 },
  "group-quests": { quest_key: "one", name: "One", goal: { event_type: "visit", target: 5 } }
}

layer(TestApp.shared, { excludeTestServices: true })("an audience that is none any more", (it) => {
  it.effect("may be said again by what is meant for it, and by nothing else", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const lists = (...keys: ReadonlyArray<string>) =>
        call("PATCH", `${me}/audiences`, { audiences: keys.map((key) => ({ key })) })
      yield* lists("students", audience)
      for (const [path, body] of Object.entries(made)) {
        const { status, text } = yield* call("POST", `${me}/${path}`, { ...body, audience })
        assert.strictEqual(status, 201, text)
      }
      const cohort = `${me}/founding-cohort/config`
      yield* call("PATCH", cohort, { audience })
      assert.strictEqual((yield* lists("students")).status, 200)

      const paths = [cohort, ...Object.keys(made).map((path) => `${me}/${path}/one`)]
      for (const path of paths) {
        const again = yield* call("PATCH", path, { audience })
        assert.deepStrictEqual([path, again.status, again.body.audience], [path, 200, audience])
        const other = yield* call("PATCH", path, { audience: "nobody" })
        assert.deepStrictEqual([path, other.status], [path, 422])
        assert.deepStrictEqual(other.body.error.details.issues[0].path, ["audience"], path)
      }
      for (const path of ["teams", "causes", "group-quests"]) {
        const unknown = yield* call("PATCH", `${me}/${path}/none`, { audience: "nobody" })
        assert.strictEqual(unknown.status, 422, path)
      }
    })
  )
})
