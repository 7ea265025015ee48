/** Mentors of a workspace that has less than it had: what is shown of them is only what the workspace has. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { succeeded } from "../../../src/testing/Requests.ts"
import { base, school } from "../../kit/players/Mentors.ts"
import { mintSession, withToken } from "../../kit/players/Widgets.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { planned } from "../../kit/surfaces/Planned.ts"
import { turn } from "../../kit/tenant/Toggles.ts"

layer(TestApp.shared, { excludeTestServices: true })("mentors of a workspace that has lost its leagues", (it) => {
  it.effect("are shown in no tier, whatever is to be shown of them", () =>
    Effect.gen(function* () {
      const { call, customer_id, members, mentor } = yield* school(1)
      yield* succeeded(call("PATCH", `${base}/config`, { show: { league: true } }))
      const tiers = [{ tier_key: "gold", name: "Gold", order: 1 }]
      yield* succeeded(call("PUT", "/customers/me/leagues/tiers", { tiers }))
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        INSERT INTO league_standings (customer_id, buddy_id, tier_key, updated_at)
        VALUES (${customer_id}::uuid, ${mentor}::uuid, 'gold', now())`
      const [buddy_id] = members
      const { user_id } = (yield* succeeded(call("GET", `/buddies/${buddy_id}`))).body
      const widget = withToken(call, yield* mintSession(call, { buddy_id, user_id, scopes: ["read"] }))
      const seen = Effect.gen(function* () {
        const [listed] = (yield* succeeded(call("GET", `${base}/directory`))).body.data
        const [shown] = (yield* succeeded(widget("GET", "/widget/community"))).body.mentors
        assert.deepStrictEqual([listed.league, "league" in listed], [shown.league, "league" in shown])
        return listed.league
      })
      const gold = { tier_key: "gold", name: "Gold" }
      assert.deepStrictEqual(yield* seen, gold)
      yield* turn(call, { leagues: false })
      assert.isUndefined(yield* seen)
      // Leagues are in every plan that has mentors: a lost plan takes the mentors as well.
      yield* planned(customer_id, "growth")
      assert.strictEqual((yield* call("GET", `${base}/directory`)).status, 402)
      yield* planned(customer_id, "enterprise")
      yield* turn(call, { leagues: true })
      assert.deepStrictEqual(yield* seen, gold)
    })
  )
})
