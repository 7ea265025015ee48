/** Hosted surfaces of a workspace that has less than it had: their buttons and tabs lead to nothing that is off. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { HostedRecipes } from "../../../src/features/surfaces/hosted-surfaces/Service/Recipes.ts"
import { succeeded } from "../../../src/testing/Requests.ts"
import { publish, studyContent } from "../../kit/players/players.ts"
import { type Answer, TestApp } from "../../kit/service/TestApp.ts"
import { turn } from "../../kit/tenant/Toggles.ts"

const base = "/customers/me/hosted-surfaces"
const steps = [
  { step_key: "one", title: "One", sub_steps: [{ sub_step_key: "a", title: "A", allow_manual_complete: true }] }
]

const stage = Effect.gen(function* () {
  const tenant = yield* (yield* TestApp).tenant()
  const { call } = tenant
  yield* publish(tenant, studyContent)
  yield* succeeded(call("POST", "/path-definitions", { path_key: "way", title: "Way", steps }))
  yield* succeeded(call("POST", "/path-definitions/way/activate"))
  const { marketplace_id } = (yield* succeeded(
    call("POST", "/marketplaces", { marketplace_key: "shop", name: "Shop" })
  )).body
  const thing = { name: "Hat", category: "head", price_coins: 5 }
  const { item_id } = (yield* succeeded(call("POST", `/marketplaces/${marketplace_id}/items`, thing))).body
  const surface = (yield* succeeded(call("POST", base, { name: "Lobby" }))).body
  const path = `${base}/${surface.hosted_surface_id}`
  const player = (yield* succeeded(call("POST", `${path}/players`, { display_name: "Mia" }))).body
  const recipe = (recipe_key: string, action: object) =>
    succeeded(call("POST", `${path}/recipes`, { recipe_key, name: recipe_key, action }))
  const run = (key: string) => call("POST", `${path}/recipes/${key}/run`, { player_id: player.player_id })
  return { ...tenant, surface, path, item_id, recipe, run }
})

const codeOf = ({ body, status }: Answer) => [status, body.error?.code, body.error?.details?.capability]

layer(TestApp.shared, { excludeTestServices: true })(
  "a hosted surface of a workspace that has lost something",
  (it) => {
    it.effect("gives nothing of what is off, which leaves no run, and all of it once it is on", () =>
      Effect.gen(function* () {
        const { call, item_id, path, recipe, run } = yield* stage
        const recipes = {
          hat: [{ type: "item", item_id }, "marketplace"],
          step: [{ type: "sub_step", path_key: "way", sub_step_key: "a" }, "paths"],
          lesson: [{ type: "event", event_type: "lesson.completed", properties: { score: 90 } }, "events"]
        } as const
        for (const [key, [action]] of Object.entries(recipes)) yield* recipe(key, action)
        for (const [key, [, capability]] of Object.entries(recipes)) {
          yield* turn(call, { [capability]: false })
          assert.deepStrictEqual(codeOf(yield* run(key)), [403, "capability_disabled", capability], key)
          yield* turn(call, { [capability]: true })
        }
        assert.deepStrictEqual((yield* call("GET", "/events")).body.data, [])
        const listed = (yield* succeeded(call("GET", `${path}/recipes`))).body
        for (const { recipe_key, runs_today } of listed.data) assert.strictEqual(runs_today, 0, recipe_key)
        for (const key of Object.keys(recipes)) yield* succeeded(run(key))
      })
    )

    it.effect("carries out what was begun before it was lost", () =>
      Effect.gen(function* () {
        const { call, customer_id, item_id, recipe, run } = yield* stage
        yield* recipe("hat", { type: "item", item_id })
        const { run_id } = (yield* succeeded(run("hat"))).body
        const sql = yield* SqlClient.SqlClient
        // As a crash leaves it.
        yield* sql`UPDATE hosted_runs SET status = 'pending', effects = NULL, ran_at = ran_at - interval '1 minute'
        WHERE customer_id = ${customer_id}::uuid AND run_id = ${run_id}::uuid`
        yield* turn(call, { marketplace: false })
        const { recover } = yield* Effect.provide(HostedRecipes, HostedRecipes.layer)
        yield* recover
        const [left] = yield* sql`SELECT status FROM hosted_runs WHERE run_id = ${run_id}::uuid`
        assert.deepStrictEqual(left, { status: "done" })
      })
    )

    it.effect("has no tab of what is off", () =>
      Effect.gen(function* () {
        const { call, path, surface } = yield* stage
        yield* succeeded(call("POST", `${path}/publish`))
        const seen = Effect.gen(function* () {
          const { body } = yield* succeeded(call("GET", `/public/hosted-surfaces/${surface.slug}`))
          const page = yield* call("GET", `root:/s/${surface.slug}`)
          const tabs = [...page.text.matchAll(/data-module="([a-z]+)"/g)].map(([, name]) => name)
          assert.deepStrictEqual(tabs, body.modules)
          return body.modules
        })
        assert.deepStrictEqual(yield* seen, ["buddy", "path", "marketplace", "leaderboard"])
        yield* turn(call, { paths: false })
        assert.deepStrictEqual(yield* seen, ["buddy", "marketplace", "leaderboard"])
        yield* turn(call, { marketplace: false, buddies: false })
        assert.deepStrictEqual(yield* seen, [])
        yield* turn(call, { paths: true, marketplace: true, buddies: true })
        assert.deepStrictEqual(yield* seen, ["buddy", "path", "marketplace", "leaderboard"])
        assert.lengthOf((yield* call("GET", path)).body.modules, 4)
      })
    )
  }
)
