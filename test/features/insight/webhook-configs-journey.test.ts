/** What a subscriber hears of a real player: bodies as the catalogue promises, balances as the ledger has them. */
import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { isWebhookName, webhookEvents } from "../../../src/wire/Webhook.ts"
import { signedWith } from "../../kit/webhooks/EndpointStage.ts"
import { header } from "../../kit/webhooks/PumpStage.ts"
import { hatch, lesson, publish } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"
import { type Received, webhookSink } from "../../kit/webhooks/WebhookSink.ts"

const checkBody = (request: Received) => {
  const name = header(request, "x-svc-event")
  assert.isTrue(isWebhookName(name), name)
  if (!isWebhookName(name)) return
  const payload = webhookEvents[name].payload as unknown as Schema.Codec<unknown>
  Schema.decodeUnknownSync(payload, { onExcessProperty: "error" })(JSON.parse(request.body))
}

const amountsOf = (received: ReadonlyArray<Received>) =>
  received
    .filter((request) => header(request, "x-svc-event") === "coins.earned")
    .map((request) => JSON.parse(request.body) as { ledger_id: string; amount: number; balance: number })
    .toSorted((one, other) => one.balance - other.balance)

layer(TestApp.shared, { excludeTestServices: true })("a subscriber", (it) => {
  it.effect("hears of hatching and of rewards, once each, in the words of the catalogue", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const sink = yield* webhookSink
      const endpoint = yield* tenant.call("POST", "/webhook-configs", { url: sink.url("/all"), events: ["*"] })
      const badges = yield* tenant.call("POST", "/webhook-configs", { url: sink.url("/badges"), events: ["badge.*"] })
      yield* publish(tenant)
      const { buddy_id } = yield* hatch(tenant, "ada")
      const event = lesson("ada")
      yield* tenant.call("POST", "/events", event)
      // a repeat of the event is no news
      yield* tenant.call("POST", "/events", event)
      const ledger = (yield* tenant.call("GET", `/economy/buddies/${buddy_id}/ledger`)).body.data as ReadonlyArray<{
        ledger_id: string
        unit: string
        amount: number
        balance_after: number
      }>
      const coins = ledger.filter((row) => row.unit === "coin")
      yield* until(
        "all of it",
        Effect.sync(() => amountsOf(sink.at("/all")).length >= coins.length)
      )
      yield* until(
        "the hatch",
        Effect.sync(() => sink.at("/all").some((request) => header(request, "x-svc-event") === "buddy.hatched"))
      )
      yield* sink.got("/badges", 1)

      for (const request of sink.at("/all")) {
        checkBody(request)
        assert.isTrue(signedWith(request, endpoint.body.secret))
      }
      assert.deepStrictEqual(
        amountsOf(sink.at("/all")).map(({ amount, balance, ledger_id }) => ({ ledger_id, amount, balance })),
        coins
          .map((row) => ({ ledger_id: row.ledger_id, amount: row.amount, balance: row.balance_after }))
          .toSorted((one, other) => one.balance - other.balance)
      )
      const deliveries = sink.received.map((request) => header(request, "x-svc-delivery"))
      assert.strictEqual(new Set(deliveries).size, deliveries.length)
      const heard = new Set(sink.at("/badges").map((request) => header(request, "x-svc-event")))
      assert.deepStrictEqual([...heard], ["badge.awarded"])
      assert.isTrue(sink.at("/badges").every((request) => signedWith(request, badges.body.secret)))
    })
  )
})
