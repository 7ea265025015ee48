/** What reports say of days whose users were erased since: the days stay as they were, the users are gone. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { succeeded } from "../../../src/testing/Requests.ts"
import { caughtUp } from "../../kit/insight/analytics.ts"
import { erased } from "../../kit/players/Erasing.ts"
import { lesson, publish, studyContent } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

layer(TestApp.shared, { excludeTestServices: true })("days of erased users", (it) => {
  it.effect("count in what a user does on average as in other reports, and in no share above the whole", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      yield* publish(tenant, studyContent)
      const users = ["ada", "bob", "cyd"]
      const events = users.flatMap((user) => [lesson(user), lesson(user)])
      yield* succeeded(call("POST", "/events/batch", { events }))
      yield* caughtUp(customer_id)
      for (const user of users.slice(0, 2)) yield* erased(call, user)
      yield* caughtUp(customer_id)
      const read = (path: string) => Effect.map(succeeded(call("GET", `/analytics/${path}`)), ({ body }) => body)
      const overview = yield* read("overview?window_days=1")
      const engagement = yield* read("engagement?window_days=1&compare=previous")
      assert.strictEqual(engagement.active_users, 1)
      assert.strictEqual(engagement.active_days.mean, 1)
      assert.strictEqual(engagement.stickiness, 1)
      assert.strictEqual(overview.events.per_active_user, 2)
      assert.strictEqual(engagement.events_per_user, 2)
      assert.strictEqual(engagement.series[0].events_per_user, 2)
      assert.deepInclude(engagement.previous, { active_users: 0, events_per_user: null, stickiness: null })
    })
  )
})
