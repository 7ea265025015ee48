/** What happens to one buddy alone, as its widget is told: badges it is on its way to, gifts it was given. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { made } from "../../kit/campaigns/Causes.ts"
import { lesson, publish } from "../../kit/players/players.ts"
import { widgetOwner } from "../../kit/players/Widgets.ts"
import { type Call, TestApp } from "../../kit/service/TestApp.ts"

const hour = 3_600_000
const moment = (hours: number) => new Date(Date.now() + hours * hour).toISOString()
const soon = moment(1)

const opened = Effect.gen(function* () {
  const tenant = yield* (yield* TestApp).tenant()
  yield* publish(tenant)
  return { call: tenant.call, ...(yield* widgetOwner(tenant, "ada", ["events:track"])) }
})

const section = (widget: Call, name: "event_badges" | "free_lunches") =>
  Effect.map(widget("GET", "/widget/campaigns"), (answer) => made(answer, 200)[name])

layer(TestApp.shared, { excludeTestServices: true })("campaigns of one buddy in widgets", (it) => {
  it.effect("show badges of what happens, as far as the buddy has come, until it has them", () =>
    Effect.gen(function* () {
      const { call, widget } = yield* opened
      const trigger = { event_type: "lesson.completed" }
      const launch = { badge_key: "launch", label: "Launch day", trigger, required_count: 2, max_awards: 3 }
      made(yield* call("POST", "/customers/me/event-badges", { ...launch, ends_at: soon }))
      const later = { ...launch, badge_key: "later", starts_at: moment(1), ends_at: moment(2) }
      made(yield* call("POST", "/customers/me/event-badges", later))
      const shown = { badge_key: "launch", label: "Launch day", progress: 0, required_count: 2, left: 3 }
      const badges = section(widget, "event_badges")
      assert.deepStrictEqual(yield* badges, [{ ...shown, ends_at: soon }])
      assert.include((yield* widget("GET", "/widget/config")).body.modules, "campaigns")
      yield* call("POST", "/events", lesson("ada"))
      assert.deepStrictEqual(yield* badges, [{ ...shown, progress: 1, ends_at: soon }])
      yield* call("POST", "/events", lesson("ada"))
      assert.deepStrictEqual(yield* badges, [])
    })
  )

  it.effect("show the cards of gifts until they are put away", () =>
    Effect.gen(function* () {
      const { buddy_id, call, widget } = yield* opened
      const gift = { buddy_ids: [buddy_id], coins: 12, message: "Enjoy your day." }
      const [{ grant_id }] = made(yield* call("POST", "/customers/me/free-lunches", gift)).data
      const lunches = section(widget, "free_lunches")
      const card = { grant_id, coins: 12, message: "Enjoy your day.", expires_at: null }
      assert.deepStrictEqual(yield* lunches, [{ ...card, status: "granted" }])
      made(yield* widget("POST", `/widget/free-lunches/${grant_id}/seen`), 200)
      assert.deepStrictEqual(yield* lunches, [{ ...card, status: "seen" }])
      made(yield* widget("POST", `/widget/free-lunches/${grant_id}/dismiss`), 200)
      assert.deepStrictEqual(yield* lunches, [])
    })
  )
})
