/** Quests of a workspace that may have none any more: one that runs counts on, one planned for later does not begin. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { CacheInvalidation } from "../../../src/platform/cluster/CacheInvalidation.ts"
import { club, does, join, questOf, read } from "../../kit/campaigns/Quests.ts"
import { at, hourMs } from "../../kit/players/Leagues.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { turn } from "../../kit/tenant/Toggles.ts"

layer(TestApp.shared, { excludeTestServices: true })("quests of a workspace that may have none", (it) => {
  it.effect("begin only once they are back, and count on if they ran before", () =>
    Effect.gen(function* () {
      const tenant = yield* club(1)
      const { call, customer_id } = tenant
      const goal = { event_type: "lesson.completed", target: 100 }
      yield* questOf(tenant, { goal, participants: "all" })
      const later = { quest_key: "later", goal, participants: "all", starts_at: at(hourMs), ends_at: at(2 * hourMs) }
      const quest_id = yield* questOf(tenant, later)
      yield* turn(call, { group_quests: false })
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE group_quests SET starts_at = now() WHERE quest_id = ${quest_id}::uuid`
      yield* (yield* CacheInvalidation).publish({ _tag: "Tenant", customer_id })
      yield* does(tenant, "u0")
      yield* turn(call, { group_quests: true })
      assert.deepStrictEqual([(yield* read(call)).total, (yield* read(call, "later")).total], [1, 0])
      yield* does(tenant, "u0")
      assert.deepStrictEqual([(yield* read(call)).total, (yield* read(call, "later")).total], [2, 1])
      yield* turn(call, { group_quests: false })
      yield* does(tenant, "u0")
      yield* turn(call, { group_quests: true })
      assert.deepStrictEqual([(yield* read(call)).total, (yield* read(call, "later")).total], [3, 2])
    })
  )

  it.effect("keep who has joined one that is to begin, whatever it does for another one meanwhile", () =>
    Effect.gen(function* () {
      const tenant = yield* club(1)
      const { buddies, call, customer_id } = tenant
      const goal = { event_type: "lesson.completed", target: 100 }
      yield* questOf(tenant, { goal, participants: "all" })
      yield* questOf(tenant, { quest_key: "later", goal, starts_at: at(hourMs) })
      assert.strictEqual((yield* join(call, buddies[0]!, "later")).status, 200)
      const sql = yield* SqlClient.SqlClient
      // With a version of its own: whoever holds the buddy in memory reads it again.
      yield* sql`UPDATE buddy_states SET version = version + 1,
          state = regexp_replace(state::text, '"changed_at":\\d+', '"changed_at":0')::json
        WHERE customer_id = ${customer_id}::uuid`
      yield* turn(call, { group_quests: false })
      yield* does(tenant, "u0")
      yield* turn(call, { group_quests: true })
      const again = yield* join(call, buddies[0]!, "later")
      assert.deepInclude(again.body, { already_joined: true, participants: 1 })
    })
  )
})
