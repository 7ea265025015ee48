/** What a workspace knows of one of its users. */
import { assert, layer } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { dataOf } from "../../kit/players/Erasing.ts"
import { hatch, lesson, publish, studyContent } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const nothing = {
  buddies: [],
  eggs: { waiting: 0, ready: 0, hatching: 0, hatched: 0, cancelled: 0 },
  coins: { balance: 0, earned: 0, spent: 0 },
  tokens: [],
  badges: 0,
  items: 0,
  streaks: [],
  events: { count: 0, capped: false, first_at: null, last_at: null },
  timezone: null,
  test_clock_id: null,
  erasure_operation_id: null
}
const of = (user_id: string) => `/customers/me/users/${encodeURIComponent(user_id)}/summary`

layer(TestApp.shared, { excludeTestServices: true })("the summary of a user", (it) => {
  it.effect("adds up all buddies, eggs and events, and agrees with what each of them says", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* publish(tenant, studyContent)
      const { buddy_id } = yield* hatch(tenant, "ada")
      const first = lesson("ada", { properties: { lesson_id: "one", score: 90, timezone: "Asia/Tokyo" } })
      yield* call("POST", "/events", first)
      yield* call("POST", "/events", lesson("ada"))
      yield* call("POST", `/buddies/${buddy_id}/coins/spend`, { amount: 10 })
      yield* call("PATCH", `/buddies/${buddy_id}/archive`)
      const other = yield* hatch(tenant, "ada")
      yield* call("POST", `/buddies/${other.buddy_id}/coins`, { amount: 7 })
      yield* call("POST", "/eggs", { user_id: "ada" })
      const { body, status } = yield* call("GET", of("ada"))
      assert.strictEqual(status, 200)

      const read = (id: string, more = "") => Effect.map(call("GET", `/buddies/${id}${more}`), (answer) => answer.body)
      const [old, young] = [yield* read(buddy_id), yield* read(other.buddy_id)]
      const line = ({ audience, buddy_id: id, coins, evolution_stage, name, status: is }: Record<string, unknown>) => ({
        buddy_id: id,
        name,
        audience,
        status: is,
        evolution_stage,
        coins
      })
      assert.deepStrictEqual(body.buddies, [line(old), line(young)])
      const metrics = yield* read(buddy_id, "/progression-metrics")
      assert.deepStrictEqual(body.coins, {
        balance: old.coins + 7,
        earned: metrics.coins.lifetime_earned + 7,
        spent: 10
      })
      assert.strictEqual(body.badges, metrics.badges.owned)
      assert.deepStrictEqual(body.eggs, { ...nothing.eggs, waiting: 1, hatched: 2 })
      assert.deepInclude(body.events, { count: 2, capped: false, first_at: first.occurred_at })
      assert.deepInclude(body.tokens, { token_key: "xp", balance: old.tokens.xp })
      assert.deepInclude(body, { user_id: "ada", exists: true, timezone: "Asia/Tokyo", test_clock_id: null })
    })
  )

  it.effect("has as many badges as the lists of the buddies, whoever defined them and however often they came", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      const [first] = studyContent.badge_definitions
      const again = { ...first, badge_key: "again", repeatable: true, award_mode: "api" }
      yield* publish(tenant, { ...studyContent, badge_definitions: [first, again] })
      const launch = { badge_key: "launch", label: "Launch day", trigger: { event_type: "lesson.completed" } }
      const made = yield* call("POST", "/customers/me/event-badges", launch)
      assert.strictEqual(made.status, 201, made.text)
      const { buddy_id } = yield* hatch(tenant, "ada")
      yield* call("POST", "/events", lesson("ada"))
      for (const reason of ["one", "two"]) {
        const given = yield* call("POST", `/buddies/${buddy_id}/badges`, { badge_key: "again", reason })
        assert.strictEqual(given.status, 201, given.text)
      }
      const { total } = (yield* call("GET", `/buddies/${buddy_id}/badges`)).body.meta
      assert.strictEqual(total, 4)
      const summaries = [yield* call("GET", of("ada")), yield* call("GET", "/buddies/users/ada/summary")]
      assert.deepStrictEqual(
        summaries.map(({ body }) => body.badges),
        [total, total]
      )
    })
  )

  it.effect("tells when the user was active first and last, in whatever order that was heard", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const now = yield* Clock.currentTimeMillis
      const [late, last] = [3, 1].map((hours) => new Date(now - hours * 3_600_000).toISOString())
      for (const occurred_at of [last, late]) {
        const sent = yield* tenant.call("POST", "/events", lesson("ada", { occurred_at }))
        assert.strictEqual(sent.status, 200, sent.text)
      }
      const { body } = yield* tenant.call("GET", of("ada"))
      assert.deepStrictEqual(body.events, { count: 2, capped: false, first_at: late, last_at: last })
    })
  )

  it.effect("is no error for a user nobody told of, whatever it is called", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      for (const user_id of ["bob", "..a/b", "\u0000", "x".repeat(190), "💜"]) {
        const { body, status, text } = yield* call("GET", of(user_id))
        assert.strictEqual(status, 200, `${user_id.slice(0, 20)}: ${text}`)
        assert.deepStrictEqual(body, { user_id, exists: false, ...nothing })
      }
    })
  )

  it.effect("knows the users of its own workspace only", () =>
    Effect.gen(function* () {
      const [mine, theirs] = [yield* (yield* TestApp).tenant(), yield* (yield* TestApp).tenant()]
      yield* publish(mine, studyContent)
      yield* hatch(mine, "eve")
      yield* mine.call("POST", "/events", lesson("eve"))
      assert.isFalse((yield* theirs.call("GET", of("eve"))).body.exists)
    })
  )

  it.effect("is found under a name in any letters, also those that are longer in lower case", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      for (const user_id of ["İpek", "İİ/İ", "ΑΣ 😀", "שלום"]) {
        assert.deepStrictEqual((yield* call("GET", of(user_id))).body, { user_id, exists: false, ...nothing })
        assert.strictEqual((yield* call("DELETE", dataOf(user_id))).status, 204, user_id)
      }
      assert.strictEqual((yield* call("GET", "/customers/ME")).status, 404)
    })
  )
})
