/** Teams by the names people give them. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { join, makeTeam, mates, teams } from "../../kit/players/TeamMates.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

layer(TestApp.shared, { excludeTestServices: true })("teams", (it) => {
  it.effect("are named by their key as well as by their id, which no key looks like", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      const [ada] = yield* mates(tenant, 0)
      const { team_id } = yield* makeTeam(call, { name: "Foxes", team_key: "foxes" })
      const path = `${teams}/foxes`
      assert.strictEqual((yield* call("GET", path)).body.team_id, team_id)
      assert.strictEqual((yield* call("PATCH", path, { name: "Red foxes" })).body.name, "Red foxes")
      const joined = yield* join(call, "foxes", ada)
      assert.deepStrictEqual([joined.status, joined.body.team_id], [201, team_id])
      assert.strictEqual((yield* call("PATCH", `${path}/members/${ada}`, { role: "mentor" })).body.role, "mentor")
      assert.strictEqual((yield* call("GET", `${path}/members`)).body.meta.total, 1)
      assert.strictEqual((yield* call("GET", `${path}/feed`)).body.events.length, 2)
      assert.strictEqual((yield* call("DELETE", `${path}/members/${ada}`)).status, 204)
      assert.strictEqual((yield* call("DELETE", path)).status, 204)
      assert.strictEqual((yield* call("GET", path)).status, 404)
      assert.strictEqual((yield* call("POST", teams, { name: "x", team_key: team_id })).status, 422)
      const odd = yield* call("POST", `${teams}/import?dry_run=true`, undefined, {
        raw: `team_key,user_id\n${team_id},ada\n`,
        headers: { "content-type": "text/csv" }
      })
      assert.deepInclude(odd.body.errors[0], { row: 1, column: "team_key", code: "validation_failed" })
    })
  )
})
