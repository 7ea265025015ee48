/** Buttons of our own pages: who may press them how often, and what is told of it. */
import { assert, it, layer } from "@effect/vitest"
import { Effect, Metric } from "effect"
import { TestClock } from "effect/testing"
import { Clicks, different_a_day } from "../../../src/features/surfaces/marketing/Service.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const name = "hatchery_marketing_clicks_total"

layer(TestApp.layer())("a button", (it) => {
  it.effect("is counted by its name, and nothing else of who pressed it is told", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("1 minute")
      const { call } = yield* TestApp
      const pressed = { cta: "start_free", email: "ada@example.com", source: "newsletter", path: "/pricing" }
      for (const key of [null, "hk_live_of_nobody"]) {
        const answer = yield* call("POST", "/marketing/cta", pressed, { key })
        assert.deepStrictEqual([answer.status, answer.body], [202, { accepted: true }])
      }
      const { text } = yield* call("GET", "root:/metrics")
      assert.match(text, new RegExp(`${name}\\{cta="start_free"[^}]*\\} 2\\n`))
      for (const told of ["ada@example.com", "newsletter", "/pricing"]) assert.notInclude(text, told)
      const refused = [
        {},
        { cta: "" },
        { cta: "A" },
        { cta: "a", email: "ada" },
        { cta: "a", path: "x".repeat(201) },
        { cta: "a", more: 1 }
      ]
      for (const body of refused) {
        const answer = yield* call("POST", "/marketing/cta", body)
        assert.strictEqual(answer.status, 422, JSON.stringify(body))
      }
    })
  )

  it.effect("may be pressed sixty times a minute from one address", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("1 minute")
      const { call } = yield* TestApp
      const press = Effect.map(call("POST", "/marketing/cta", { cta: "again" }), ({ status }) => status)
      const seen = yield* Effect.forEach(Array.from({ length: 61 }), () => press)
      assert.deepStrictEqual(seen, [...Array.from({ length: 60 }, () => 202), 429])
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* press, 202)
    })
  )
})

it.effect("only so many names a day are told apart, and those nobody presses any more are forgotten", () =>
  Effect.gen(function* () {
    const clicks = yield* Clicks
    const told = Effect.map(Metric.snapshot, (all) => {
      const own = all.filter(({ id }) => id === name)
      return new Map(own.map(({ attributes, state }) => [attributes?.["cta"], (state as { count: number }).count]))
    })
    for (let n = 0; n < different_a_day + 7; n++) yield* clicks.count(`button-${n}`)
    yield* clicks.count("button-0")
    const first = yield* told
    assert.deepStrictEqual([first.size, first.get("other"), first.get("button-0")], [different_a_day + 1, 7, 2])
    yield* TestClock.adjust("1 day")
    yield* clicks.count("button-0")
    yield* clicks.count(`button-${different_a_day}`)
    const second = yield* told
    assert.deepStrictEqual([second.get("button-0"), second.get(`button-${different_a_day}`)], [3, 1])
    yield* TestClock.adjust("1 day")
    yield* clicks.count("button-0")
    assert.deepStrictEqual([...(yield* told).keys()].toSorted(), ["button-0", `button-${different_a_day}`, "other"])
    yield* TestClock.adjust("2 days")
    yield* clicks.count("fresh")
    assert.deepStrictEqual([...(yield* told).keys()].toSorted(), ["fresh", "other"])
  }).pipe(Effect.provide(Clicks.layer), Effect.provideService(Metric.MetricRegistry, new Map()))
)
