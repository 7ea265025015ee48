/** Hatches in virtual time, through the public entry only. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type TestTenant, TestService } from "hatchery/testing"

const content = {
  coin_rules: [
    {
      rule_key: "lesson",
      trigger: { event_type: "lesson.completed" },
      amount: { mode: "fixed", value: 10 }
    }
  ]
}

const seconds = (earlier: string, later: string) => (Date.parse(later) - Date.parse(earlier)) / 1_000

/** The books of a buddy, told twice: what it has, and what its ledger adds up to. */
const books = (tenant: TestTenant, user_id: string) =>
  Effect.gen(function* () {
    const { buddy_id, coins } = yield* tenant.buddy(user_id)
    const { body } = yield* tenant.call("GET", `/economy/buddies/${buddy_id}/ledger`)
    const rows = body.data as ReadonlyArray<{ readonly unit: string; readonly amount: number }>
    const sum = rows.filter(({ unit }) => unit === "coin").reduce((total, { amount }) => total + amount, 0)
    return { coins, sum }
  })

const inService = <A, E>(body: (service: TestService["Service"], tenant: TestTenant) => Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    const service = yield* TestService
    const tenant = yield* service.tenant()
    yield* tenant.publish(content)
    return yield* body(service, tenant)
  }).pipe(Effect.provide(TestService.layer()))

describe("a hatch in virtual time", () => {
  it.effect("draws again after one second and after four more", () =>
    inService((service, tenant) =>
      Effect.gen(function* () {
        yield* service.images.failNext(2)
        const began = yield* service.now
        const { operation_id } = yield* tenant.startHatch("ada")
        const drawings = Effect.map(service.images.calls, ({ length }) => length)
        yield* service.advance("980 millis")
        assert.strictEqual(yield* drawings, 1)
        yield* service.advance("40 millis")
        assert.strictEqual(yield* drawings, 2)
        yield* service.advance("3940 millis")
        assert.strictEqual(yield* drawings, 2)
        yield* service.advance("60 millis")
        assert.strictEqual(yield* drawings, 3)
        const { status } = yield* tenant.operation(operation_id)
        assert.deepStrictEqual([status, (yield* service.now) - began], ["completed", 5_020])
      })
    )
  )

  it.effect("climbs the ladder of the picture for half an hour, and has it in the end", () =>
    inService((service, tenant) =>
      Effect.gen(function* () {
        yield* service.images.failNext(5)
        const { operation_id } = yield* tenant.startHatch("ada")
        yield* service.advance("10 seconds")
        assert.strictEqual((yield* tenant.operation(operation_id)).status, "completed")
        const bare = yield* tenant.buddy("ada")
        assert.deepStrictEqual([bare.image_url, bare.appearance.status], [null, "failed"])
        yield* service.advance("30 minutes")
        assert.strictEqual((yield* tenant.buddy("ada")).appearance.status, "ready")
        // 3 of the hatch, then after 1 and 5 minutes that failed as well, and after 15
        assert.lengthOf(yield* service.images.calls, 6)
      })
    )
  )

  it.effect("is cancelled while it waits for another try, and can be begun again", () =>
    inService((service, tenant) =>
      Effect.gen(function* () {
        yield* service.images.failNext(1)
        const { egg_id, operation_id } = yield* tenant.startHatch("ada")
        yield* service.advance("500 millis")
        const cancelled = yield* tenant.call("POST", `/operations/${operation_id}/cancel`)
        assert.isBelow(cancelled.status, 300, cancelled.text)
        yield* service.advance("30 minutes")
        assert.strictEqual((yield* tenant.operation(operation_id)).status, "cancelled")
        assert.deepStrictEqual((yield* tenant.call("GET", "/buddies?user_id=ada")).body.data, [])
        const again = yield* tenant.call("POST", `/eggs/${egg_id}/hatch`)
        yield* service.advance("30 minutes")
        assert.strictEqual((yield* tenant.operation(again.body.operation_id)).status, "completed")
      })
    )
  )

  for (const moment_ms of [0, 3, 500, 2_000]) {
    it.effect(`comes to one buddy when the process is killed ${moment_ms} ms into it`, () =>
      inService((service, tenant) =>
        Effect.gen(function* () {
          yield* service.images.failNext(2)
          const { egg_id, operation_id } = yield* tenant.startHatch("ada")
          if (moment_ms > 0) yield* service.advance(moment_ms)
          yield* service.crash
          yield* service.start
          yield* service.advance("30 minutes")
          const operation = yield* tenant.operation(operation_id)
          assert.strictEqual(operation.status, "completed")
          assert.isBelow(seconds(operation.created_at, operation.finished_at!), 30 * 60)
          const { body } = yield* tenant.call("GET", "/buddies?user_id=ada")
          assert.deepStrictEqual(
            body.data.map((buddy: { egg_id: string }) => buddy.egg_id),
            [egg_id]
          )
          yield* tenant.send({ user_id: "ada", type: "lesson.completed" })
          assert.deepStrictEqual(yield* books(tenant, "ada"), { coins: 10, sum: 10 })
        })
      )
    )
  }
})
