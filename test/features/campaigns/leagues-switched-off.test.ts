/** A workspace that loses its leagues: the season runs on, and its players are not shown it until they are back. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { succeeded } from "../../../src/testing/Requests.ts"
import { publish } from "../../kit/players/players.ts"
import { widgetOwner } from "../../kit/players/Widgets.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { turn } from "../../kit/tenant/Toggles.ts"

const hourMs = 3_600_000

layer(TestApp.shared, { excludeTestServices: true })("leagues of a workspace that may have none", (it) => {
  it.effect("are not shown in the leaderboard of widgets", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* publish(tenant)
      const now = Date.now()
      const window = { starts_at: new Date(now).toISOString(), ends_at: new Date(now + hourMs).toISOString() }
      yield* succeeded(call("PATCH", "/customers/me/leagues/config", { enabled: true, starts_on: null }))
      yield* succeeded(call("POST", "/customers/me/leagues/seasons", window))
      const { widget } = yield* widgetOwner(tenant, "ada", ["read"])
      const seen = (query = "") =>
        Effect.map(succeeded(widget("GET", `/widget/leaderboard${query}`)), ({ body }) => body)
      assert.isNotNull((yield* seen()).league)
      yield* turn(call, { leagues: false })
      const nothing = { leaderboard: null, total: 0, me: null, entries: [], league: null }
      assert.deepInclude(yield* seen(), nothing)
      assert.deepInclude(yield* seen("?view=league"), nothing)
      yield* turn(call, { leagues: true })
      assert.isNotNull((yield* seen("?view=league")).league)
    })
  )
})
