/** Skills of a preset merged into what a tenant has already. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { presetOf } from "../../../src/features/authoring/presets/Rules/Catalogue.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const pack = presetOf("learning")!.content

layer(TestApp.shared, { excludeTestServices: true })("a theme pack", (it) => {
  it.effect("adds what the draft lacks, leaves the rest alone unless told otherwise, and can be published", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const apply = (body: object) => call("POST", "/skill-rules/apply-theme-pack", body)
      const mine = yield* call("POST", "/skill-sets", {
        skill_set_key: "mine",
        name: "Mine",
        skills: [{ skill_key: "focus", name: "My focus" }],
        level_curve: { mode: "linear", base: 10 }
      })
      const rule = yield* call("POST", "/skill-rules", {
        rule_key: "focus_up",
        skill_key: "focus",
        trigger: { event_type: "lesson.completed" },
        amount: { mode: "fixed", value: 1 }
      })
      assert.deepStrictEqual([mine.status, rule.status], [201, 201])
      const first = yield* apply({ theme_pack_key: "learning" })
      assert.strictEqual(first.status, 200, first.text)
      const ruleKeys = pack.skill_rules.map(({ rule_key }) => rule_key)
      assert.deepStrictEqual(first.body.skill_sets, { added: ["study"], updated: [], skipped: [] })
      assert.deepStrictEqual(first.body.skill_rules.skipped, ["focus_up"])
      assert.sameMembers(
        first.body.skill_rules.added,
        ruleKeys.filter((key) => key !== "focus_up")
      )
      const study = yield* call("GET", "/skill-sets/study")
      const keys = study.body.skills.map(({ skill_key }: { readonly skill_key: string }) => skill_key)
      assert.notInclude(keys, "focus")
      assert.include(keys, "accuracy")
      assert.strictEqual((yield* call("GET", "/skill-rules/focus_up")).body.amount.value, 1)
      const again = yield* apply({ theme_pack_key: "learning", on_conflict: "update" })
      assert.deepStrictEqual(again.body.skill_rules, { added: [], updated: ruleKeys, skipped: [] })
      const updated = yield* call("GET", "/skill-rules/focus_up")
      assert.strictEqual(updated.body.rule_id, rule.body.rule_id)
      assert.strictEqual(updated.body.amount.value, 10)
      const draft = yield* call("POST", "/config-versions")
      const published = yield* call("POST", `/config-versions/${draft.body.config_version_id}/publish`)
      assert.strictEqual(published.status, 200, published.text)
      assert.strictEqual((yield* apply({ theme_pack_key: "none" })).status, 404)
    })
  )
})
