/** What is left of a player of a hosted surface whose user is erased. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { checkAll } from "../../../src/platform/invariants/check.ts"
import { hosted } from "../../../src/platform/invariants/hosted.ts"
import { erased } from "../../kit/players/Erasing.ts"
import { publish, studyContent } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const base = "/customers/me/hosted-surfaces"
const ofRuns = hosted.filter(({ id }) => id === "recipe_runs_are_ledger")

layer(TestApp.layer(), { excludeTestServices: true })("an erased player of a hosted surface", (it) => {
  it.effect("leaves runs that are in order, as counts of nobody", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      yield* publish(tenant, studyContent)
      const { call } = tenant
      const path = `${base}/${(yield* call("POST", base, { name: "Lobby" })).body.hosted_surface_id}`
      const { player_id, user_id } = (yield* call("POST", `${path}/players`, { display_name: "Mia" })).body
      yield* call("POST", `${path}/recipes`, { recipe_key: "coins", name: "C", action: { type: "coins", amount: 7 } })
      const run = yield* call("POST", `${path}/recipes/coins/run`, { player_id })
      assert.strictEqual(run.status, 200, run.text)
      yield* erased(call, user_id)
      const [report] = yield* checkAll(ofRuns, {})
      assert.deepInclude(report, { checked: 1, samples: [] })
    })
  )
})
