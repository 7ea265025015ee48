/** Who has nothing to say need not say it with `{}`: a body whose every field may be left out may be left out too. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { operations, resolve } from "../kit/contract/ApiContract.ts"
import { hatch, lesson, publish, studyContent } from "../kit/players/players.ts"
import { mintSession, withToken } from "../kit/players/Widgets.ts"
import { TestApp } from "../kit/service/TestApp.ts"

/** No field of it is required, yet one of some has to be there. */
const oneOfSome = [
  "POST /test/clocks/{id}/advance",
  "POST /notifications/read",
  "POST /billing/checkout",
  "POST /public/hosted-surfaces/{slug}/session"
]

const optional = operations.flatMap(({ body, key, method }) => {
  if (method !== "POST" || body === undefined || oneOfSome.includes(key)) return []
  const kinds = (body.anyOf ?? [body]).map(resolve)
  const hasNothingToSay = kinds.some(({ required, type }) => type === "object" && (required ?? []).length === 0)
  return hasNothingToSay ? [{ key, mayBeLeftOut: kinds.some(({ type }) => type === "null") }] : []
})

layer(TestApp.shared, { excludeTestServices: true })("an optional body", (it) => {
  it("may be left out everywhere", () => {
    assert.isAtLeast(optional.length, 8)
    assert.deepStrictEqual(
      optional.filter(({ mayBeLeftOut }) => !mayBeLeftOut),
      []
    )
  })

  it.effect("is not missed where it is left out", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant({ plan: "enterprise" })
      // Of something that nobody has: asked for it, they change nothing.
      const named = optional.filter(({ key }) => key.includes("{"))
      assert.isAtLeast(named.length, 8)
      for (const { key } of named) {
        const { status, text } = yield* call("POST", key.slice("POST ".length).replaceAll(/\{\w+\}/g, "nobody"))
        assert.notStrictEqual(status, 422, `${key}: ${text}`)
      }
    })
  )

  it.effect("counts as an empty one", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      yield* publish(tenant, studyContent)
      const { buddy_id } = yield* hatch(tenant, "ada")
      const event = lesson("ada")
      yield* tenant.call("POST", "/events", event)
      const reversed = yield* tenant.call("POST", `/events/${event.event_id}/reverse`)
      assert.deepInclude(reversed.body, { mode: "clamp", already_reversed: false })
      assert.strictEqual((yield* tenant.call("POST", "/skill-decay-rules/run-now")).status, 202)
      const restored = yield* tenant.call("POST", `/buddies/${buddy_id}/streaks/daily/restore`)
      assert.strictEqual(restored.body.error.code, "streak_not_restorable")
      const rejected = yield* tenant.call("POST", `/buddies/${buddy_id}/badges/first_lesson/reject`)
      assert.strictEqual(rejected.body.error.code, "badge_not_ready")
      const scopes = ["marketplace:purchase"]
      const widget = withToken(tenant.call, yield* mintSession(tenant.call, { buddy_id, user_id: "ada", scopes }))
      const entered = yield* widget("POST", "/widget/lotteries/nobody/entries")
      assert.strictEqual(entered.status, 404, entered.text)
      const rotated = yield* tenant.call("POST", "/auth/api-keys/rotate")
      assert.strictEqual(rotated.status, 201, rotated.text)
    })
  )
})
