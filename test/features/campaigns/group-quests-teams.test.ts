/** Group quests of a team that goes: they end as cancelled and pay nobody. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { club, coinsOf, does, join, questOf, quests, read, readTogether, settled } from "../../kit/campaigns/Quests.ts"
import { join as joinTeam, makeTeam, teams } from "../../kit/players/TeamMates.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { listening } from "../../kit/webhooks/VerifyingReceiver.ts"

layer(TestApp.shared, { excludeTestServices: true })("a group quest of a team that is deleted", (it) => {
  it.effect("is cancelled, pays nobody what was brought, and leaves other quests alone", () =>
    Effect.gen(function* () {
      const tenant = yield* club(1)
      const { buddies, call, users } = tenant
      const [ada] = buddies
      const { heard } = yield* listening(tenant)
      const { team_id } = yield* makeTeam(call, { name: "Foxes" })
      yield* joinTeam(call, team_id, ada)
      const quest_id = yield* questOf(tenant, { team_id })
      yield* questOf(tenant, { quest_key: "free" })
      for (const quest of ["reads", "free"]) assert.strictEqual((yield* join(call, ada!, quest)).status, 200)
      for (let count = 0; count < 2; count++) yield* does(tenant, users[0]!)
      assert.strictEqual((yield* call("DELETE", `${teams}/${team_id}`)).status, 204)
      const over = yield* settled(call)
      assert.deepInclude(over, { status: "cancelled", total: 2, participant_count: 1 })
      assert.deepInclude(over.resolution, { outcome: "cancelled", reason: "The team was deleted." })
      assert.deepInclude(yield* heard("group_quest.resolved"), { quest_id, outcome: "cancelled", total: 2 })
      assert.strictEqual(yield* coinsOf(call, ada!), 0)
      assert.deepInclude(yield* read(call, "free"), { status: "active", total: 2 })
      yield* does(tenant, users[0]!)
      assert.strictEqual((yield* settled(call, "free")).status, "succeeded")
      assert.strictEqual((yield* read(call)).total, 2)
    })
  )

  it.effect("cannot be published any more", () =>
    Effect.gen(function* () {
      const { call } = yield* club(0)
      const { team_id } = yield* makeTeam(call, { name: "Foxes" })
      assert.strictEqual((yield* call("POST", quests, { ...readTogether, team_id })).status, 201)
      yield* call("DELETE", `${teams}/${team_id}`)
      const refused = yield* call("POST", `${quests}/reads/publish`)
      assert.deepStrictEqual([refused.status, refused.body.error.details.issues[0].path], [422, ["team_id"]])
      assert.strictEqual((yield* read(call)).status, "draft")
    })
  )
})
