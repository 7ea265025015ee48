/** The words of a workspace: changed text by text, told to widgets, and every change on record. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { publish } from "../../kit/players/players.ts"
import { widgetOwner } from "../../kit/players/Widgets.ts"
import { type Call, TestApp } from "../../kit/service/TestApp.ts"

const path = "/customers/me/narrative"
const unset = {
  tone: "playful",
  intro: null,
  level_up_copy: { stage_2: null, stage_3: null, stage_4: null, stage_5: null },
  hatch_copy: null,
  streak_copy: { milestone: null, at_risk: null, lost: null },
  badge_copy: null,
  empty_copy: null,
  welcome_back_copy: null
}

const change = Effect.fnUntraced(function* (call: Call, body: unknown) {
  const changed = yield* call("PATCH", path, body)
  assert.strictEqual(changed.status, 200, changed.text)
  return changed.body
})

const auditOf = (call: Call, query = "") => Effect.map(call("GET", `${path}/audit${query}`), ({ body }) => body)

layer(TestApp.shared, { excludeTestServices: true })("the narrative", (it) => {
  it.effect("has defaults until somebody changes it, text by text", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      assert.deepStrictEqual((yield* call("GET", path)).body, unset)
      const first = yield* change(call, {
        tone: "epic",
        intro: "Welcome, {name}",
        level_up_copy: { stage_3: "Onwards, {stage}" },
        streak_copy: { lost: "{count} days: not bad" }
      })
      const expected = {
        ...unset,
        tone: "epic",
        intro: "Welcome, {name}",
        level_up_copy: { ...unset.level_up_copy, stage_3: "Onwards, {stage}" },
        streak_copy: { ...unset.streak_copy, lost: "{count} days: not bad" }
      }
      assert.deepStrictEqual(first, expected)
      assert.deepStrictEqual((yield* call("GET", path)).body, expected)
      assert.deepStrictEqual(yield* change(call, { intro: null, level_up_copy: { stage_2: "Up" } }), {
        ...expected,
        intro: null,
        level_up_copy: { ...expected.level_up_copy, stage_2: "Up" }
      })
      const cleared = yield* change(call, { tone: null, level_up_copy: null, streak_copy: null })
      assert.deepStrictEqual(cleared, unset)
    })
  )

  it.effect("refuses what is no text of it, and changes nothing then", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const bad: ReadonlyArray<[unknown, ReadonlyArray<string>]> = [
        [{ outro: "x" }, ["outro"]],
        [{ level_up_copy: { stage_6: "x" } }, ["level_up_copy", "stage_6"]],
        [{ "level_up_copy.stage_2": "x" }, ["level_up_copy.stage_2"]],
        [{ streak_copy: { won: "x" } }, ["streak_copy", "won"]],
        [{ intro: "Hello {user_id}" }, ["intro"]],
        [{ intro: "Hello {name" }, ["intro"]],
        [{ intro: "{{name}}" }, ["intro"]],
        [{ intro: "" }, ["intro"]],
        [{ intro: "x".repeat(501) }, ["intro"]],
        [{ intro: "x".repeat(10_000) }, ["intro"]],
        [{ intro: "nul \u0000" }, ["intro"]],
        [{ intro: 5 }, ["intro"]],
        [{ tone: "rude" }, ["tone"]],
        [{ hatch_copy: "fine", badge_copy: "{badge}" }, ["badge_copy"]]
      ]
      for (const [body, at] of bad) {
        const refused = yield* call("PATCH", path, body)
        assert.deepStrictEqual([refused.status, refused.body.error.code], [422, "validation_failed"], refused.text)
        assert.deepInclude(
          refused.body.error.details.issues.map((issue: { readonly path: unknown }) => issue.path),
          at
        )
      }
      assert.deepStrictEqual((yield* call("GET", path)).body, unset)
      assert.deepStrictEqual((yield* auditOf(call)).data, [])
      assert.strictEqual((yield* change(call, { intro: "🥚".repeat(250) })).intro, "🥚".repeat(250))
      assert.strictEqual((yield* change(call, { intro: "مرحبا {name}" })).intro, "مرحبا {name}")
    })
  )

  it.effect("has one row on record for each text that changed, and replaying them gives it back", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      yield* change(call, { tone: "calm", intro: "One", badge_copy: "Badge" })
      yield* change(call, { intro: "One", badge_copy: null })
      yield* change(call, { intro: "Two" })
      yield* change(call, {})
      const first = yield* auditOf(call, "?limit=3")
      const second = yield* auditOf(call, `?limit=3&cursor=${first.pagination.nextCursor}`)
      assert.isFalse(second.pagination.hasMore)
      const rows = [...first.data, ...second.data]
      assert.deepStrictEqual(
        rows.map(({ next, previous, slot }) => [slot, previous, next]),
        [
          ["intro", "One", "Two"],
          ["badge_copy", "Badge", null],
          ["badge_copy", null, "Badge"],
          ["intro", null, "One"],
          ["tone", "playful", "calm"]
        ]
      )
      for (const { actor, audit_id, created_at, source } of rows) {
        assert.deepStrictEqual([actor.type, source], ["api_key", "patch"])
        assert.isString(audit_id)
        assert.isFalse(Number.isNaN(Date.parse(created_at)))
      }
      assert.strictEqual((yield* call("GET", `${path}/audit?cursor=nonsense`)).status, 400)
      const { call: stranger } = yield* (yield* TestApp).tenant()
      assert.deepStrictEqual((yield* auditOf(stranger)).data, [])
    })
  )

  it.effect("takes fifty changes at once one after the other: no row is lost, none contradicts the one before", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant({ plan: "enterprise" })
      const bodies = Array.from({ length: 50 }, (_, index) => ({ intro: `Intro ${index}` }))
      yield* Effect.forEach(bodies, (body) => change(call, body), { concurrency: 50 })
      const { data } = yield* auditOf(call, "?limit=200")
      assert.lengthOf(data, 50)
      const oldestFirst = data.toReversed()
      oldestFirst.reduce((held: string | null, { next, previous }: { next: string; previous: string | null }) => {
        assert.strictEqual(previous, held)
        return next
      }, null)
      assert.strictEqual((yield* call("GET", path)).body.intro, data[0].next)
    })
  )

  it.effect("is said by widgets, with the buddy's name and stages in it", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant({ plan: "enterprise" })
      yield* publish(tenant)
      const { buddy_id, widget } = yield* widgetOwner(tenant, "ada")
      yield* tenant.call("PATCH", `/buddies/${buddy_id}`, { name: "Pip" })
      const copy = Effect.map(widget("GET", "/widget/config"), ({ body }) => body.copy)
      assert.deepStrictEqual(yield* copy, {})
      yield* change(tenant.call, {
        intro: "Not for widgets",
        hatch_copy: "{name} the {stage} is stage {count}",
        level_up_copy: { stage_2: "{name} is {stage}, number {count}" },
        badge_copy: "{count} for {name}",
        empty_copy: "{count} things, <b>{stage}</b>"
      })
      assert.deepStrictEqual(yield* copy, {
        hatch_copy: "Pip the Hatchling is stage 1",
        level_up_copy: { stage_2: "Pip is Scout, number 2" },
        badge_copy: "{count} for Pip",
        empty_copy: "0 things, <b>Hatchling</b>"
      })
    })
  )
})
