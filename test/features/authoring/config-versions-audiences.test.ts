/** Rules for an audience that is not there would never do anything, and their author is told. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { succeeded } from "../../../src/testing/Requests.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const content = {
  coin_rules: [
    {
      rule_key: "mine",
      audience: "default",
      trigger: { event_type: "lesson.completed" },
      amount: { mode: "fixed", value: 10 }
    }
  ],
  badge_definitions: [{ badge_key: "lost", label: "Lost", audience: "nobody" }]
}

const of = (owner: string, audience: string) =>
  `${owner} is for the audience ${audience}, which is not configured: it concerns nobody`

layer(TestApp.shared, { excludeTestServices: true })("the impact of a config version", (it) => {
  it.effect("warns of rules for an audience nobody is in, not for one that goes on under another name", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const { config_version_id } = (yield* succeeded(call("POST", "/config-versions"))).body
      yield* succeeded(call("PATCH", `/config-versions/${config_version_id}`, { content }))
      const warned = Effect.map(call("GET", `/config-versions/${config_version_id}/impact`), ({ body }) =>
        body.warnings.filter((warning: string) => warning.includes("audience"))
      )
      const lost = of("badge_definitions.lost", "nobody")
      assert.deepStrictEqual(yield* warned, [lost])
      const listed = (key: string) => succeeded(call("PATCH", "/customers/me/audiences", { audiences: [{ key }] }))
      yield* listed("pupils")
      assert.deepStrictEqual(yield* warned, [lost])
      yield* listed("staff")
      assert.deepStrictEqual(yield* warned, [of("coin_rules.mine", "default"), lost])
    })
  )
})
