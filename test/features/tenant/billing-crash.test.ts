/** A node dies between a payment and its own commit: nothing is half done, and the payment counts once. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { stripeStage } from "../../kit/service/StripeStage.ts"
import { until } from "../../kit/service/time.ts"

it.effect("a payment that was being written down when the node died is written down once", () =>
  Effect.gen(function* () {
    const { fake, owner, service, sql, webhookUrl } = yield* stripeStage({ told: false })
    const { call, checkout, customer_id, listen, plan, read, signIn, told, visit } = yield* owner
    yield* listen
    const { session_id, url } = yield* checkout({ plan: "growth" })
    yield* visit(url)
    const path = `/billing/checkout/session/${session_id}`
    yield* sql.withTransaction(
      Effect.gen(function* () {
        // Somebody sits on the workspace: its plan cannot be written, and all that is written with it waits.
        yield* sql`SELECT 1 FROM customers WHERE customer_id = ${customer_id}::uuid FOR NO KEY UPDATE`
        yield* Effect.forkChild(Effect.ignoreCause(call("GET", path)))
        yield* until(
          "the payment is being written down",
          Effect.map(
            sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
            (waiting) => waiting.length > 0
          )
        )
        yield* service.crash
      })
    )
    const [kept] = yield* sql`SELECT c.plan, s.status FROM customers AS c
      JOIN checkout_sessions AS s ON s.customer_id = c.customer_id WHERE c.customer_id = ${customer_id}::uuid`
    assert.deepStrictEqual(kept, { plan: "free", status: "open" })
    yield* service.start
    yield* signIn
    assert.deepInclude(yield* read(path), { status: "complete", plan: "growth" })
    assert.deepStrictEqual(yield* plan, ["growth", "active"])
    fake.webhookUrl = webhookUrl
    const [session] = [...fake.books.sessions.values()]
    for (let time = 0; time < 3; time++) {
      assert.strictEqual(
        yield* Effect.promise(() => fake.send(fake.event("checkout.session.completed", session!))),
        200
      )
    }
    yield* read(path)
    assert.deepStrictEqual(
      (yield* told("plan.changed")).map(({ plan: next, previous_plan }) => [previous_plan, next]),
      [["free", "growth"]]
    )
  })
)
