/** What the brag button says of a buddy that has begun another life, and what is counted of one on a test clock. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { succeeded } from "../../../src/testing/Requests.ts"
import { mintSession, withToken } from "../../kit/players/Widgets.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { evolved, onClock, type Started, started } from "../../kit/webhooks/ListeningTenant.ts"

const brags = "/customers/me/brag"

const bragging = Effect.fnUntraced(function* ({ buddy_id, call }: Started) {
  yield* succeeded(call("PATCH", `${brags}/config`, { enabled: true }))
  const scopes = ["read", "events:track"]
  const widget = withToken(call, yield* mintSession(call, { buddy_id, user_id: "ada", scopes }))
  return (body: object) => succeeded(widget("POST", "/widget/brags", body))
})

layer(TestApp.shared, { excludeTestServices: true })("the brag button", (it) => {
  it.effect("names the stage that was reached, also after the buddy has begun another life", () =>
    Effect.gen(function* () {
      const world = yield* started
      const brag = yield* bragging(world)
      yield* evolved(world)
      const { name } = yield* world.get(world.at)
      const text = Effect.map(brag({ action: "shown", moment: "evolution" }), ({ body }) => body.text)
      assert.strictEqual(yield* text, `${name} has reached Scout!`)
      yield* succeeded(world.call("POST", `${world.at}/coins`, { amount: 5_000 }))
      assert.deepInclude(yield* world.get(world.at), { evolution_stage: 1, prestige_level: 1 })
      assert.strictEqual(yield* text, `${name} has reached Scout!`)
    })
  )

  it.effect("counts nothing of a buddy that lives on a test clock", () =>
    Effect.gen(function* () {
      const world = yield* started
      const { call } = world
      yield* onClock(world)
      const brag = yield* bragging(world)
      yield* world.learn()
      yield* brag({ action: "shown", moment: "badge" })
      yield* brag({ action: "shared", moment: "badge", channel: "x" })
      const { stages, by_moment } = yield* world.get(`${brags}/funnel`)
      assert.deepStrictEqual(
        stages.map(({ count }: { count: number }) => count),
        [0, 0, 0, 0, 0]
      )
      assert.deepInclude(by_moment, { moment: "badge", shown: 0, clicked: 0, shared: 0 })
      const { channels } = yield* world.get(`${brags}/by-channel`)
      assert.deepInclude(channels, { channel: "x", clicked: 0, shared: 0, viewed: 0, cta_clicked: 0 })
      const { text } = yield* call("GET", `${brags}/telemetry.csv`)
      assert.lengthOf(text.trim().split("\n"), 1, text)
    })
  )
})
