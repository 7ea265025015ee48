/** Causes: the endpoint of a partner, the story of changes, refusals and figures. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { bodiesOf, causeOf, crossingsOf, made, refused, root, school, send, trees } from "../../kit/campaigns/Causes.ts"
import { lesson } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"
import { verified } from "../../kit/webhooks/VerifyingReceiver.ts"
import { webhookSink } from "../../kit/webhooks/WebhookSink.ts"

layer(TestApp.shared, { excludeTestServices: true })("the record of a cause", (it) => {
  it.effect("lets the partner's endpoint be tested, moved, paused and given a new secret", () =>
    Effect.gen(function* () {
      const { call, customer_id } = yield* school
      const sink = yield* webhookSink
      const { cause_id } = made(yield* call("POST", root, { ...trees, status: "draft" }))
      const webhook = (body: object) => call("PATCH", `${root}/trees/webhook`, body)
      const none = { webhook_url: null, secret_last4: null, enabled: false }
      assert.deepStrictEqual(made(yield* call("GET", `${root}/trees/webhook`), 200), none)
      refused(yield* call("POST", `${root}/trees/webhook/test`), 409, "webhook_not_configured")
      refused(yield* webhook({ enabled: true }), 409, "webhook_not_configured")
      refused(yield* webhook({ rotate_secret: true }), 409, "webhook_not_configured")
      const first = made(yield* webhook({ webhook_url: sink.url("/one") }), 200)
      assert.isTrue(first.enabled)
      assert.match(first.secret, /^whsec_/)
      const moved = made(yield* webhook({ webhook_url: sink.url("/two") }), 200)
      assert.deepStrictEqual(moved, { webhook_url: sink.url("/two"), secret_last4: first.secret_last4, enabled: true })
      const sent = made(yield* call("POST", `${root}/trees/webhook/test`), 202)
      yield* until(
        "the test arrives",
        Effect.sync(() => sink.at("/two").length === 1)
      )
      // The secret of the first address goes along to the second.
      yield* verified(sink.at("/two")[0]!, first.secret)
      const [test] = bodiesOf(sink.at("/two"))
      assert.deepInclude(test, { cause_id, customer_id, is_test: true, total_units: 1, threshold_unit: 1 })
      const deliveries = made(yield* call("GET", `${root}/trees/webhook/deliveries`), 200).data
      assert.deepStrictEqual(
        deliveries.map(({ delivery_id }: { delivery_id: string }) => delivery_id),
        [sent.delivery_id]
      )
      assert.strictEqual((yield* crossingsOf(call)).length, 0)
      const replay = call("POST", `/webhook-deliveries/${sent.delivery_id}/replay`)
      made(yield* replay, 200)
      yield* until(
        "it arrives again",
        Effect.sync(() => sink.at("/two").length === 2)
      )
      yield* verified(sink.at("/two")[1]!, first.secret)
      assert.isFalse(made(yield* webhook({ enabled: false }), 200).enabled)
      refused(yield* replay, 409, "webhook_config_disabled")
      refused(yield* call("POST", `${root}/trees/webhook/test`), 409, "webhook_not_configured")
      const rotated = made(yield* webhook({ enabled: true, rotate_secret: true }), 200)
      assert.notStrictEqual(rotated.secret, first.secret)
      const cleared = made(yield* webhook({ webhook_url: null }), 200)
      assert.deepStrictEqual(cleared, { ...none, secret_last4: rotated.secret_last4 })
      assert.strictEqual(made(yield* webhook({ webhook_url: sink.url("/one"), enabled: false }), 200).enabled, false)
    })
  )

  it.effect("writes down who did what, without a secret", () =>
    Effect.gen(function* () {
      const { call } = yield* school
      const sink = yield* webhookSink
      const { cause_id, webhook } = made(yield* call("POST", root, { ...trees, webhook_url: sink.url("/hook") }))
      made(yield* call("PATCH", `${root}/trees`, { name: "Forest" }), 200)
      const { secret } = made(yield* call("PATCH", `${root}/trees/webhook`, { rotate_secret: true }), 200)
      made(yield* call("POST", `${root}/trees/webhook/test`), 202)
      made(yield* call("POST", `${root}/trees/draft`), 200)
      made(yield* call("DELETE", `${root}/trees`), 204)
      const first = made(yield* call("GET", `${root}/audit?limit=3`), 200)
      const cursor = first.pagination.nextCursor
      const rest = made(yield* call("GET", `${root}/audit?limit=50&cursor=${cursor}`), 200)
      const entries = [...first.data, ...rest.data]
      assert.deepStrictEqual(
        entries.map(({ action }) => action),
        ["archived", "drafted", "test_sent", "secret_rotated", "updated", "activated", "created"]
      )
      for (const entry of entries) assert.deepInclude(entry, { cause_id })
      assert.deepStrictEqual(entries[4].changes, { name: { from: "Plant trees", to: "Forest" } })
      for (const hidden of [secret, webhook.secret]) assert.notInclude(JSON.stringify(entries), hidden)
    })
  )

  it.effect("is gone for everybody once it is archived, and its key is free", () =>
    Effect.gen(function* () {
      const tenant = yield* school
      const { call } = tenant
      const { cause_id } = made(yield* call("POST", root, trees))
      refused(yield* call("POST", root, trees), 409, "already_exists")
      made(yield* call("DELETE", `${root}/${cause_id}`), 204)
      const paths = ["", "/crossings", "/webhook", "/webhook/deliveries", "/preview-30-days"]
      for (const path of paths) refused(yield* call("GET", `${root}/trees${path}`), 404, "not_found")
      yield* send(tenant, 2)
      assert.notStrictEqual(made(yield* call("POST", root, trees)).cause_id, cause_id)
      assert.deepInclude(yield* causeOf(call), { total_units: 0 })
    })
  )

  it.effect("takes no more than twenty at work, and refuses what it cannot carry out", () =>
    Effect.gen(function* () {
      const { call } = yield* school
      const named = (place: number) => ({ ...trees, cause_key: `c${place}` })
      for (let place = 0; place < 20; place++) made(yield* call("POST", root, named(place)))
      refused(yield* call("POST", root, named(20)), 409, "campaign_limit", { of: "causes", max: 20 })
      made(yield* call("POST", root, { ...named(20), status: "draft" }))
      refused(yield* call("PATCH", `${root}/c20`, { status: "active" }), 409, "campaign_limit")
      const bad = (body: object) => call("POST", root, { ...trees, cause_key: "bad", ...body })
      const counter = trees.counter
      for (const body of [
        { threshold_unit: 0 },
        { threshold_unit: 1.5 },
        { threshold_unit: 1e12 },
        { counter: { ...counter, units_per_event: 0.000_000_1 } },
        { counter: { ...counter, units_per_event: 0.123_456_7 } },
        { counter: { ...counter, units_per_event: 2e6 } },
        { counter: { ...counter, metric: "sum" } },
        { audience: "nobody" },
        { webhook_url: "ftp://x.example" },
        { name: "" },
        { status: "archived" }
      ]) {
        refused(yield* bad(body), 422, "validation_failed")
      }
      // The one audience of a workspace that has set up none.
      assert.deepInclude(made(yield* bad({ audience: "default", status: "draft" })), { audience: "default" })
    })
  )

  it.effect("tells what it would have counted, and what it has, by day and as a file", () =>
    Effect.gen(function* () {
      const tenant = yield* school
      const { call } = tenant
      yield* send(tenant, 4)
      const draft = {
        ...trees,
        status: "draft",
        counter: { ...trees.counter, filters: [{ property: "score", operator: "gte", value: 0 }] }
      }
      made(yield* call("POST", root, draft))
      const preview = made(yield* call("GET", `${root}/trees/preview-30-days`), 200)
      assert.deepInclude(preview, { events: 4, units: 2, crossings: 2, contributors: 1, is_complete: true })
      assert.strictEqual(preview.by_day.length, 1)
      assert.deepInclude(preview.by_day[0], { events: 4, units: 2 })
      assert.strictEqual(made(yield* call("GET", `${root}/preview-30-days`), 200).data.length, 1)
      made(yield* call("PATCH", `${root}/trees`, { status: "active" }), 200)
      yield* send(tenant, 3)
      const analytics = made(yield* call("GET", `${root}/analytics?window_days=7`), 200)
      assert.strictEqual(analytics.window_days, 7)
      assert.deepInclude(analytics.causes[0], {
        cause_key: "trees",
        total_units: 1.5,
        units_in_window: 1.5,
        contributors: 1
      })
      const { date, units } = analytics.causes[0].by_day[0]
      assert.strictEqual(units, 1.5)
      const file = yield* call("GET", `${root}/analytics.csv`)
      assert.strictEqual(file.text, `date,cause_key,units,cumulative_units\r\n${date},trees,1.5,1.5\r\n`)
      assert.match(file.headers.get("content-type") ?? "", /^text\/csv/)
      refused(yield* call("GET", `${root}/analytics?window_days=367`), 422, "validation_failed")
    })
  )

  it.effect("previews nothing that comes too late to be counted", () =>
    Effect.gen(function* () {
      const tenant = yield* school
      const { call } = tenant
      made(yield* call("POST", root, trees))
      const occurred_at = new Date(Date.now() - 8 * 86_400_000).toISOString()
      made(yield* call("POST", "/events", lesson("ada", { occurred_at })), 200)
      yield* send(tenant, 1)
      const preview = () => Effect.map(call("GET", `${root}/trees/preview-30-days`), (answer) => made(answer, 200))
      const { total_units } = yield* causeOf(call)
      assert.deepInclude(yield* preview(), { events: 1, units: total_units })
      made(yield* call("PATCH", "/customers/me/settings", { max_lateness_days: 30 }), 200)
      assert.deepInclude(yield* preview(), { events: 2, units: 2 * total_units })
    })
  )

  it.effect("previews whoever is back from a test clock, as it counts", () =>
    Effect.gen(function* () {
      const tenant = yield* school
      const { call } = tenant
      made(yield* call("POST", root, trees))
      const { test_clock_id } = made(yield* call("POST", "/test/clocks", { name: "Trip", user_ids: ["ada"] }))
      assert.strictEqual((yield* call("DELETE", `/test/clocks/${test_clock_id}`)).status, 204)
      yield* send(tenant, 1)
      const { total_units } = yield* causeOf(call)
      assert.isAbove(total_units, 0)
      const preview = made(yield* call("GET", `${root}/trees/preview-30-days`), 200)
      assert.deepInclude(preview, { events: 1, units: total_units })
    })
  )

  it.effect("previews for an audience what its buddies did, whichever audience their events named", () =>
    Effect.gen(function* () {
      const tenant = yield* school
      const { buddy_id, call } = tenant
      const audiences = (...keys: ReadonlyArray<string>) =>
        Effect.map(call("PATCH", "/customers/me/audiences", { audiences: keys.map((key) => ({ key })) }), (answer) =>
          made(answer, 200)
        )
      made(yield* call("POST", root, { ...trees, audience: "default" }))
      yield* send(tenant, 2)
      const agrees = Effect.fnUntraced(function* (events: number) {
        const { audience, total_units } = yield* causeOf(call)
        const preview = made(yield* call("GET", `${root}/trees/preview-30-days`), 200)
        assert.deepInclude(preview, { events, units: total_units, contributors: 1 }, audience)
      })
      yield* agrees(2)
      // The buddies of the implicit audience, and the cause for it, are those of the first one from now on.
      yield* audiences("kids")
      yield* agrees(2)
      yield* audiences("kids", "staff")
      made(yield* call("POST", "/events", lesson("ada", { audience: "staff", buddy_id })), 200)
      yield* agrees(3)
    })
  )

  it.effect("is found by the key it was given, which is no word of the routes beside it", () =>
    Effect.gen(function* () {
      const { call } = yield* school
      const { cause_key: _, ...unnamed } = trees
      for (const name of ["Audit", "Analytics", "Preview 30 days"]) {
        const { cause_id, cause_key } = made(yield* call("POST", root, { ...unnamed, name }))
        assert.strictEqual((yield* causeOf(call, cause_key)).cause_id, cause_id)
      }
      for (const cause_key of ["audit", "analytics", "analytics.csv", "preview-30-days"]) {
        refused(yield* call("POST", root, { ...trees, cause_key }), 422, "validation_failed")
      }
    })
  )
})
