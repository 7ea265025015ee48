/** The list of audiences tells of each what the other reports tell of it alone. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { succeeded } from "../../../src/testing/Requests.ts"
import { caughtUp } from "../../kit/insight/analytics.ts"
import { hatch, lesson, publish, studyContent } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const day_ms = 86_400_000
const dayBefore = (days: number) => new Date(Date.now() - days * day_ms).toISOString().slice(0, 10)

/** Who sends on which days, so many days ago, as whom. */
const sent = [
  { user: "ada", audience: "kids", days: [20, 13, 12, 1] },
  { user: "bob", audience: "kids", days: [19, 3] },
  { user: "cyd", audience: "kids", days: [12] },
  { user: "bob", audience: "staff", days: [20, 13] },
  { user: "dan", audience: "staff", days: [13, 6, 5] }
]

layer(TestApp.shared, { excludeTestServices: true })("the list of audiences", (it) => {
  it.effect("has of each what the other reports have of it, in windows that end today and in others", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      yield* call("PATCH", "/customers/me/settings", { max_lateness_days: 30 })
      const audiences = ["kids", "staff", "empty"].map((key) => ({ key, name: key.toUpperCase() }))
      yield* succeeded(call("PATCH", "/customers/me/audiences", { audiences }))
      yield* publish(tenant, studyContent)
      yield* hatch(tenant, "ada", { audience: "kids" })
      yield* hatch(tenant, "bob", { audience: "staff" })
      const events = sent.flatMap(({ audience, days, user }) =>
        days.map((day) => lesson(user, { audience, occurred_at: new Date(Date.now() - day * day_ms).toISOString() }))
      )
      yield* succeeded(call("POST", "/events/batch", { events }))
      yield* caughtUp(customer_id)
      const read = (path: string) => Effect.map(succeeded(call("GET", `/analytics/${path}`)), ({ body }) => body)
      const active = { kids: [3, 3, 1], staff: [2, 2, 0], empty: [0, 0, 0] }
      for (const [nth, window] of [
        "window_days=30",
        `from=${dayBefore(14)}&to=${dayBefore(2)}`,
        `from=${dayBefore(1)}&to=${dayBefore(1)}`
      ].entries()) {
        const { audiences: told } = yield* read(`audiences?${window}`)
        assert.sameMembers(
          told.map(({ key }: { key: string }) => key),
          ["kids", "staff", "empty"]
        )
        for (const { key, ...row } of told) {
          const of = `audience=${key}&${window}`
          const { buddies, coins, events, users } = yield* read(`overview?${of}`)
          const { active: active_users, new: new_users } = (yield* read(`activity-summary?${of}`)).totals
          const { overall } = yield* read(`retention?audience=${key}`)
          assert.strictEqual(row.active_users, active[key as keyof typeof active][nth], `${key} ${window}`)
          assert.deepStrictEqual(row, {
            name: key.toUpperCase(),
            listed: true,
            users: users.total,
            active_users,
            new_users,
            buddies: buddies.total,
            events: events.count,
            coins_issued: coins.issued,
            coins_spent: coins.spent,
            outstanding: coins.outstanding,
            retention_w1: overall[1].rate
          })
        }
      }
    })
  )

  it.effect("may each have begun with a type at another time, and ended", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      yield* call("PATCH", "/customers/me/settings", { max_lateness_days: 30 })
      yield* succeeded(
        call("PATCH", "/customers/me/audiences", {
          audiences: ["kids", "staff", "empty"].map((key) => ({ key, name: key }))
        })
      )
      yield* publish(tenant, studyContent)
      const at = (day: number) => new Date(Date.now() - day * day_ms).toISOString()
      const send = (audience: string, day: number) => lesson("ada", { audience, occurred_at: at(day) })
      yield* succeeded(
        call("POST", "/events/batch", { events: [send("kids", 20), send("staff", 12), send("kids", 3)] })
      )
      yield* caughtUp(customer_id)
      for (const [query, first, last] of [
        ["", 20, 3],
        ["?audience=kids", 20, 3],
        ["?audience=staff", 12, 12],
        ["?audience=empty", null, null]
      ] as const) {
        const { body } = yield* succeeded(call("GET", `/analytics/custom-events${query}`))
        const told = body.types.find(({ event_type }: { event_type: string }) => event_type === "lesson.completed")
        assert.deepInclude(told, {
          first_day: first === null ? null : dayBefore(first),
          last_day: last === null ? null : dayBefore(last),
          silent_days: last
        })
      }
    })
  )
})
