import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { StreakRisks } from "../buddies/Service/StreakRisks.ts"
import { Decays } from "../../authoring/skill-decay-rules/Service.ts"
import { TestClocksApi, TestKeyRequired } from "./Api.ts"
import { TestClockStore } from "./Store.ts"

/** The customer, when the caller holds a test key: nobody else may play with time. */
const tester = Effect.gen(function* () {
  const caller = yield* Principal
  return caller.kind === "secret" && caller.mode === "test" ? caller.customer_id : yield* new TestKeyRequired()
})

export const TestClocksHttp = HttpApiBuilder.group(
  feature(TestClocksApi),
  "test-clocks",
  Effect.fn(function* (handlers) {
    const store = yield* TestClockStore
    const decay = yield* Decays
    const risks = yield* StreakRisks
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        return yield* store.list(yield* tester, query)
      }),
      create: Effect.fnUntraced(function* ({ payload }) {
        return yield* store.create(yield* tester, payload ?? {})
      }),
      get: Effect.fnUntraced(function* ({ params }) {
        return yield* store.get(yield* tester, params.id)
      }),
      attach: Effect.fnUntraced(function* ({ params, payload }) {
        return yield* store.attach(yield* tester, params.id, payload.user_ids)
      }),
      advance: Effect.fnUntraced(function* ({ params, payload }) {
        const customer_id = yield* tester
        const clock = yield* store.advance(customer_id, params.id, payload)
        yield* risks.sweepClocks({ customer_id, test_clock_id: clock.test_clock_id })
        const operation_id = yield* decay.start(customer_id, { rule_id: null, dry_run: false })
        return { ...clock, operation_id }
      }),
      remove: Effect.fnUntraced(function* ({ params }) {
        yield* store.remove(yield* tester, params.id)
      })
    })
  })
).pipe(Layer.provide([TestClockStore.layer, Decays.layer, StreakRisks.layer]))
