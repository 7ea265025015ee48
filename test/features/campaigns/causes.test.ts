/** What causes count, and the thresholds they tell. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { checkInvariants } from "../../../src/platform/invariants/index.ts"
import {
  bodiesOf,
  causeOf,
  crossingsOf,
  made,
  reached,
  refused,
  root,
  school,
  send,
  trees
} from "../../kit/campaigns/Causes.ts"
import { hatch, lesson } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"
import { planned } from "../../kit/surfaces/Planned.ts"
import { turn } from "../../kit/tenant/Toggles.ts"
import { verified } from "../../kit/webhooks/VerifyingReceiver.ts"
import { webhookSink } from "../../kit/webhooks/WebhookSink.ts"

// A database of its own: it is checked as a whole.
layer(TestApp.layer(), { excludeTestServices: true })("a cause", (it) => {
  it.effect("counts what its buddies do while it is active, and tells each threshold once", () =>
    Effect.gen(function* () {
      const tenant = yield* school
      const { call } = tenant
      const sink = yield* webhookSink
      const cause = made(yield* call("POST", root, { ...trees, webhook_url: sink.url("/partner") }))
      assert.match(cause.webhook.secret, /^whsec_/)
      assert.strictEqual(cause.webhook.secret_last4, cause.webhook.secret.slice(-4))
      assert.deepInclude(cause, { total_units: 0, contributors: 0, crossings: 0, audience: null, description: "" })
      yield* send(tenant, 5)
      const counted = yield* causeOf(call)
      assert.deepInclude(counted, { total_units: 2.5, contributors: 1 })
      assert.notProperty(counted.webhook, "secret")
      yield* reached(call, 2)
      yield* until(
        "the partner heard",
        Effect.sync(() => sink.at("/partner").length === 2)
      )
      for (const request of sink.at("/partner")) yield* verified(request, cause.webhook.secret)
      const told = bodiesOf(sink.at("/partner"))
      for (const body of told) {
        assert.deepInclude(body, {
          event: "cause.threshold_reached",
          cause_id: cause.cause_id,
          cause_key: "trees",
          customer_id: tenant.customer_id,
          threshold_unit: 1,
          is_test: false
        })
      }
      assert.sameMembers(
        told.map(({ total_units }) => total_units),
        [1, 2]
      )
      yield* until(
        "the deliveries are known",
        Effect.map(crossingsOf(call), (found) => found.every(({ delivery_status }) => delivery_status === "delivered"))
      )
      const chain = (yield* crossingsOf(call)).toReversed()
      let prev_hash = "0".repeat(64)
      for (const [place, link] of chain.entries()) {
        assert.deepInclude(link, { crossing: place + 1, total_units: place + 1, prev_hash })
        const text = `${prev_hash}|${cause.cause_id}|${link.crossing}|${link.total_units}|${link.occurred_at}`
        prev_hash = createHash("sha256").update(text).digest("hex")
        assert.strictEqual(link.hash, prev_hash)
      }
      const deliveries = made(yield* call("GET", `${root}/trees/webhook/deliveries`), 200)
      assert.strictEqual(deliveries.data.length, 2)
      assert.deepStrictEqual((yield* call("GET", "/webhook-configs")).body.data, [], "nobody else's endpoint")
    })
  )

  it.effect("in draft counts nothing, keeps its total, and says no to whoever drafts it twice", () =>
    Effect.gen(function* () {
      const tenant = yield* school
      const { call } = tenant
      made(yield* call("POST", root, trees))
      yield* send(tenant, 1)
      assert.strictEqual(made(yield* call("POST", `${root}/trees/draft`), 200).status, "draft")
      refused(yield* call("POST", `${root}/trees/draft`), 409, "invalid_transition", { from: "draft", to: "draft" })
      yield* send(tenant, 3)
      assert.strictEqual((yield* causeOf(call)).total_units, 0.5)
      assert.strictEqual(made(yield* call("PATCH", `${root}/trees`, { status: "active" }), 200).status, "active")
      yield* send(tenant, 1)
      assert.strictEqual((yield* causeOf(call)).total_units, 1)
    })
  )

  it.effect("keeps what decides what counts while it is active", () =>
    Effect.gen(function* () {
      const { call } = yield* school
      made(yield* call("POST", root, trees))
      const patch = (body: object) => call("PATCH", `${root}/trees`, body)
      refused(yield* patch({ threshold_unit: 5 }), 409, "cause_active", { fields: ["threshold_unit"] })
      refused(yield* patch({ counter: { event_type: "x", units_per_event: 1 } }), 409, "cause_active")
      made(yield* patch({ threshold_unit: 1 }), 200)
      const renamed = made(yield* patch({ name: "Forest", description: null, unit_label: "oak" }), 200)
      assert.deepInclude(renamed, { name: "Forest", description: "", unit_label: "oak" })
      assert.strictEqual(made(yield* patch({ unit_label: null }), 200).unit_label, "unit")
      assert.strictEqual(made(yield* patch({ status: "draft", threshold_unit: 5 }), 200).threshold_unit, 5)
      refused(yield* patch({ cause_key: "other" }), 422, "validation_failed")
    })
  )

  it.effect("with a new threshold begins above its present total, and counts crossings on", () =>
    Effect.gen(function* () {
      const tenant = yield* school
      const { call } = tenant
      made(yield* call("POST", root, { ...trees, counter: { ...trees.counter, units_per_event: 1 } }))
      yield* send(tenant, 3)
      yield* reached(call, 3)
      made(yield* call("PATCH", `${root}/trees`, { status: "draft", threshold_unit: 2 }), 200)
      made(yield* call("PATCH", `${root}/trees`, { status: "active" }), 200)
      yield* send(tenant, 2)
      yield* reached(call, 4)
      const [newest] = yield* crossingsOf(call)
      assert.deepInclude(newest, { crossing: 4, total_units: 4, delivery_status: "none" })
    })
  )

  it.effect("gives back what a reversed event brought, and tells nothing twice", () =>
    Effect.gen(function* () {
      const tenant = yield* school
      const { call } = tenant
      made(yield* call("POST", root, { ...trees, counter: { ...trees.counter, units_per_event: 1 } }))
      const [first] = yield* send(tenant, 1)
      yield* reached(call, 1)
      made(yield* call("POST", `/events/${first!.event_id}/reverse`, {}), 200)
      assert.deepInclude(yield* causeOf(call), { total_units: 0, contributors: 0 })
      yield* send(tenant, 2)
      yield* reached(call, 2)
      assert.deepStrictEqual(
        (yield* crossingsOf(call)).map(({ total_units }) => total_units),
        [2, 1]
      )
    })
  )

  it.effect("counts a sum in whole millionths, of those it is for, and nothing of backfills", () =>
    Effect.gen(function* () {
      const tenant = yield* school
      const { call } = tenant
      const counter = {
        event_type: "lesson.completed",
        metric: "sum",
        property: "score",
        units_per_event: 0.000003,
        filters: [{ property: "score", operator: "lt", value: 50 }]
      }
      made(yield* call("POST", root, { ...trees, counter, threshold_unit: 1_000 }))
      yield* send(tenant, 1, { properties: { score: 0.5 } })
      yield* send(tenant, 1, { properties: { score: 33.4 } })
      yield* send(tenant, 1, { properties: { score: 90 } })
      yield* send(tenant, 1, { properties: { score: -5 } })
      yield* send(tenant, 1, { properties: {} })
      made(
        yield* call("POST", "/events/batch", {
          events: [lesson("ada", { properties: { score: 9 } })],
          mode: "backfill"
        }),
        200
      )
      assert.strictEqual((yield* causeOf(call)).total_units, 0.000_101)
    })
  )

  it.effect("counts everything fifty buddies bring at once, and tells thresholds in order", () =>
    Effect.gen(function* () {
      const tenant = yield* school
      const { call } = tenant
      const users = Array.from({ length: 10 }, (_, place) => `u${place}`)
      yield* Effect.forEach(users, (user) => hatch(tenant, user), { concurrency: 4 })
      made(
        yield* call("POST", root, { ...trees, threshold_unit: 5, counter: { ...trees.counter, units_per_event: 1 } })
      )
      const events = Array.from({ length: 50 }, (_, place) => lesson(users[place % 10]!))
      yield* Effect.forEach(events, (event) => call("POST", "/events", event), { concurrency: 50 })
      assert.deepInclude(yield* causeOf(call), { total_units: 50, contributors: 10 })
      yield* reached(call, 10)
      const told = yield* crossingsOf(call)
      assert.deepStrictEqual(
        told.map(({ total_units }) => total_units),
        [50, 45, 40, 35, 30, 25, 20, 15, 10, 5]
      )
      assert.deepStrictEqual(
        (yield* checkInvariants({ quiescent: false })).filter(({ violations }) => violations > 0),
        []
      )
    })
  )

  it.effect("count nothing and tell nobody in a workspace that may have none, and go on once it may", () =>
    Effect.gen(function* () {
      const tenant = yield* school
      const { call, customer_id } = tenant
      made(yield* call("POST", root, trees))
      yield* send(tenant, 2)
      yield* reached(call, 1)
      for (const [lose, regain] of [
        [turn(call, { causes: false }), turn(call, { causes: true })],
        [planned(customer_id, "free"), planned(customer_id, "growth")]
      ] as const) {
        const { total_units } = yield* causeOf(call)
        yield* lose
        yield* send(tenant, 4)
        yield* regain
        assert.strictEqual((yield* causeOf(call)).total_units, total_units)
        yield* send(tenant, 2)
        assert.strictEqual((yield* causeOf(call)).total_units, total_units + 1)
      }
      yield* reached(call, 3)
      assert.lengthOf(yield* crossingsOf(call), 3)
    })
  )
})
