/** The month's credits come and go once a month, whichever clock of several nodes is ahead. */
import { assert, layer } from "@effect/vitest"
import { Clock, Context, Effect, Layer } from "effect"
import { Credits } from "../../../src/platform/billing/Credits.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const clockAt = (moment: string) => {
  const now = Date.parse(moment)
  return Effect.map(Clock.Clock, (real): Clock.Clock =>
    Object.assign(Object.create(real), {
      currentTimeMillis: Effect.succeed(now),
      currentTimeMillisUnsafe: () => now
    })
  )
}

layer(TestApp.layer(), { excludeTestServices: true })("credits at the turn of a month", (it) => {
  it.effect("are those of the month that has begun, also for who still believes in the one before", () =>
    Effect.gen(function* () {
      const { call, customer_id } = yield* (yield* TestApp).tenant({ plan: "free" })
      const credits = Context.get(yield* Layer.build(Layer.fresh(Credits.layer)), Credits)
      const at = <A, E, R>(moment: string, effect: Effect.Effect<A, E, R>) =>
        Effect.provideServiceEffect(effect, Clock.Clock, clockAt(moment))
      const pays = (image_id: string) =>
        credits.pay(customer_id, { image_id, purpose: "icon", provider: "test", credits: 10 })
      const last = "2027-01-31T23:59:59.999Z"
      const first = "2027-02-01T00:00:00.001Z"
      assert.isTrue(yield* at(last, pays("00000000-0000-7000-8000-000000000001")))
      assert.isTrue(yield* at(first, pays("00000000-0000-7000-8000-000000000002")))
      assert.isTrue(yield* at(last, pays("00000000-0000-7000-8000-000000000003")))
      assert.strictEqual((yield* at(last, credits.account(customer_id))).balance, 20)
      yield* at(first, credits.settle(customer_id))
      assert.strictEqual((yield* at(first, credits.account(customer_id))).balance, 20)
      const { body } = yield* call("GET", "/credits/ledger?limit=100")
      // Its own clock is not among them: what it settles is of the present.
      const entries = (body.data as ReadonlyArray<Record<string, unknown>>)
        .filter(({ created_at }) => String(created_at) > "2027")
        .toReversed()
      assert.deepStrictEqual(
        entries.map(({ amount, balance_after, type }) => `${type} ${amount} ${balance_after}`).slice(-5),
        ["charge -10 30", "expiry -30 0", "grant 40 40", "charge -10 30", "charge -10 20"]
      )
      // What is written of a month is dated in it.
      assert.deepStrictEqual(
        entries.slice(-5).map(({ created_at }) => String(created_at).slice(0, 7)),
        ["2027-01", "2027-02", "2027-02", "2027-02", "2027-02"]
      )
    })
  )

  it.effect("are not those of a month that a clock far ahead has begun", () =>
    Effect.gen(function* () {
      const { customer_id } = yield* (yield* TestApp).tenant({ plan: "free" })
      const credits = Context.get(yield* Layer.build(Layer.fresh(Credits.layer)), Credits)
      for (const moment of ["2031-05-01T00:00:00Z", "2027-02-28T00:00:00Z"]) {
        yield* Effect.provideServiceEffect(credits.settle(customer_id), Clock.Clock, clockAt(moment))
      }
      const { resets_at } = yield* Effect.provideServiceEffect(
        credits.account(customer_id),
        Clock.Clock,
        clockAt("2027-02-28T00:00:00Z")
      )
      assert.strictEqual(new Date(resets_at).toISOString(), "2027-03-01T00:00:00.000Z")
    })
  )
})
