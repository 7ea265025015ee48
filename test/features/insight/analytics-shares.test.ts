/** The funnel of shared buddies takes what every report takes. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { succeeded } from "../../../src/testing/Requests.ts"
import { hatch, lesson, publish, studyContent } from "../../kit/players/players.ts"
import { widgetOwner } from "../../kit/players/Widgets.ts"
import { until } from "../../kit/service/time.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

layer(TestApp.shared, { excludeTestServices: true })("the funnel of shared buddies", (it) => {
  it.effect("is of an audience, follows it when it gets another name, and says which periods are over", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      const funnel = (query: string) => call("GET", `/customers/me/analytics/share-funnel?${query}`)
      yield* publish(tenant, studyContent)
      const { buddy_id } = yield* hatch(tenant, "ada")
      yield* succeeded(call("POST", `/buddies/${buddy_id}/share`))
      yield* succeeded(call("POST", `/buddies/${buddy_id}/share/events`, { event: "shared", channel: "x" }))
      const told = {
        links: 1,
        shared: 1,
        channels: [{ channel: "x", opened: 0, shared: 1, viewed: 0, cta_clicked: 0 }]
      }
      const { body: own } = yield* succeeded(funnel("audience=default&granularity=month"))
      assert.deepInclude(own, { audience: "default", ...told })
      assert.deepInclude(own.series.at(-1), { complete: false, links: 1, shared: 1 })
      assert.deepInclude((yield* succeeded(funnel("window_days=3"))).body, { audience: null, ...told })
      const unknown = yield* funnel("audience=nobody")
      assert.deepStrictEqual([unknown.status, unknown.body.error.code], [400, "unknown_audience"])
      yield* succeeded(call("PATCH", "/customers/me/audiences", { audiences: [{ key: "kids", name: "Kids" }] }))
      assert.deepInclude((yield* succeeded(funnel("audience=kids"))).body, told)
      const none = { links: 0, shared: 0, channels: [] }
      assert.deepInclude((yield* succeeded(funnel("audience=default"))).body, none)
      for (let sent = 0; sent < 2; sent++)
        yield* succeeded(call("POST", `/buddies/${buddy_id}/share/events`, { event: "shared", channel: "linkedin" }))
      const { channels } = (yield* succeeded(funnel("window_days=4"))).body
      assert.deepStrictEqual(
        channels.map(({ channel, shared }: Record<string, unknown>) => [channel, shared]),
        [
          ["linkedin", 2],
          ["x", 1]
        ],
        "the busiest first"
      )
    })
  )

  it.effect("leaves out users on a test clock, as every report does", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* publish(tenant, studyContent)
      yield* succeeded(call("POST", "/test/clocks", { user_ids: ["eve"] }))
      for (const user_id of ["ada", "eve"]) {
        const { buddy_id } = yield* hatch(tenant, user_id)
        yield* succeeded(call("POST", `/buddies/${buddy_id}/share`))
        yield* succeeded(call("POST", `/buddies/${buddy_id}/share/events`, { event: "shared", channel: "x" }))
      }
      const { body } = yield* succeeded(call("GET", "/customers/me/analytics/share-funnel"))
      assert.deepInclude(body, { links: 1, shared: 1 })
    })
  )

  it.effect("tells of users who have used sharing, from a dialog or the brag button, as other reports do", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* publish(tenant, studyContent)
      yield* succeeded(call("POST", "/test/clocks", { user_ids: ["eve"] }))
      yield* succeeded(call("PATCH", "/customers/me/brag/config", { enabled: true }))
      const { widget } = yield* widgetOwner(tenant, "bob")
      yield* succeeded(call("POST", "/events", lesson("bob")))
      const moment = { moment: "badge", subject_key: "first_lesson" }
      for (const action of [
        { action: "shown" },
        { action: "clicked", channel: "x" },
        { action: "shared", channel: "x" }
      ])
        yield* succeeded(widget("POST", "/widget/brags", { ...action, ...moment }))
      for (const user_id of ["ada", "eve"]) {
        const { buddy_id } = yield* hatch(tenant, user_id)
        yield* succeeded(call("POST", "/events", lesson(user_id)))
        yield* succeeded(call("POST", `/buddies/${buddy_id}/share`))
        const told = (event: string) => call("POST", `/buddies/${buddy_id}/share/events`, { event, channel: "x" })
        for (const event of ["opened", "shared", "shared"]) yield* succeeded(told(event))
      }
      // Answers of user scans are kept for a while: each look asks for another window.
      let days = 1
      const used = Effect.map(
        Effect.suspend(() => call("GET", `/analytics/feature-activity?window_days=${++days}`)),
        ({ body }) => body.features.find(({ feature }: { readonly feature: string }) => feature === "share")
      )
      yield* until(
        "the shares to be counted",
        Effect.map(used, ({ actions, users }) => users === 2 && actions === 3)
      )
      const { drives } = (yield* succeeded(call("GET", "/customers/me/octalysis-state"))).body
      const social = drives.find(({ drive_key }: { readonly drive_key: string }) => drive_key === "social")
      const sharing = social.mechanics.find(({ mechanic }: { readonly mechanic: string }) => mechanic === "share")
      assert.deepInclude(sharing, { configured: true, users: 2 })
    })
  )

  it.effect("is told nothing of a buddy that is archived", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* publish(tenant, studyContent)
      const { buddy_id } = yield* hatch(tenant, "ada")
      const tell = (id: string) => call("POST", `/buddies/${id}/share/events`, { event: "opened" })
      yield* succeeded(tell(buddy_id.toUpperCase()))
      yield* succeeded(call("PATCH", `/buddies/${buddy_id}/archive`))
      const refused = yield* tell(buddy_id)
      assert.deepStrictEqual([refused.status, refused.body.error?.code], [409, "buddy_archived"])
      for (const unknown of ["nobody", crypto.randomUUID()]) assert.strictEqual((yield* tell(unknown)).status, 404)
      const { body } = yield* succeeded(call("GET", "/customers/me/analytics/share-funnel"))
      assert.strictEqual(body.opened, 1)
    })
  )
})
