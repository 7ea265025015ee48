/** What a player watches: offered until it was watched to its end, and told to the workspace once. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { evolved, started } from "../../kit/webhooks/ListeningTenant.ts"
import { hatching, mintEmbed, mintSession, withToken } from "../../kit/players/Widgets.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

layer(TestApp.shared, { excludeTestServices: true })("a ceremony", (it) => {
  const opened = Effect.gen(function* () {
    const world = yield* started
    const { buddy_id, call } = world
    const key = yield* mintSession(call, { buddy_id, user_id: "ada", scopes: ["events:track"] })
    const widget = withToken(call, key)
    const pending = Effect.map(widget("GET", "/widget/buddy"), ({ body }) => body.pending_ceremony)
    return { world, widget, pending }
  })

  it.effect("waits until it was watched, and is told of once to fifty pages that say so at once", () =>
    Effect.gen(function* () {
      const { pending, widget, world } = yield* opened
      assert.deepStrictEqual(yield* pending, hatching)
      const tokens = yield* Effect.forEach(Array.from({ length: 10 }), () =>
        mintSession(world.call, { buddy_id: world.buddy_id, user_id: "ada", scopes: ["events:track"] })
      )
      const answers = yield* Effect.forEach(
        Array.from({ length: 50 }, (_, index) => withToken(world.call, tokens[index % 10]!)),
        (page) => page("POST", "/widget/ceremonies", hatching),
        { concurrency: 50 }
      )
      for (const { body, status, text } of answers) {
        assert.strictEqual(status, 200, text)
        assert.isTrue(body.recorded)
      }
      assert.strictEqual(answers.filter(({ body }) => !body.already_recorded).length, 1)
      assert.isNull(yield* pending)
      const again = yield* widget("POST", "/widget/ceremonies", hatching)
      assert.deepStrictEqual(again.body, { recorded: true, already_recorded: true })
      yield* world.heard("buddy.ceremony_completed")
      const sql = yield* SqlClient.SqlClient
      // Whoever listens hears of it before its delivery is on record.
      const told = sql`
        SELECT (SELECT count(*)::int FROM webhook_deliveries WHERE customer_id = b.customer_id
                AND event = 'buddy.ceremony_completed') AS deliveries,
          (SELECT count(*)::int FROM buddy_changes WHERE customer_id = b.customer_id AND buddy_id = b.buddy_id
            AND kind = 'complete_ceremony') AS changes
        FROM buddies AS b WHERE b.buddy_id = ${world.buddy_id}::uuid`
      yield* until(
        "the delivery is on record",
        Effect.map(told, ([row]) => row?.["deliveries"] !== 0)
      )
      assert.deepStrictEqual(yield* told, [{ deliveries: 1, changes: 1 }])
    })
  )

  it.effect("comes with every stage", () =>
    Effect.gen(function* () {
      const { pending, widget, world } = yield* opened
      yield* evolved(world)
      const scout = { ceremony: "evolution", evolution_stage: 2 }
      assert.deepStrictEqual(yield* pending, scout)
      const answer = yield* widget("POST", "/widget/ceremonies", scout)
      assert.deepStrictEqual(answer.body, { recorded: true, already_recorded: false })
      assert.deepStrictEqual(yield* pending, hatching)
    })
  )

  it.effect("that was not reached is refused, and a body that names none as well", () =>
    Effect.gen(function* () {
      const { widget } = yield* opened
      const early = { ceremony: "evolution", evolution_stage: 2 }
      const refused = yield* widget("POST", "/widget/ceremonies", early)
      assert.deepStrictEqual([refused.status, refused.body.error.code], [409, "ceremony_not_pending"])
      assert.deepStrictEqual(refused.body.error.details, early)
      for (const odd of [{}, { ...hatching, ceremony: "wedding" }, { ...hatching, evolution_stage: 6 }]) {
        const { body, status } = yield* widget("POST", "/widget/ceremonies", odd)
        assert.deepStrictEqual([status, body.error.code], [422, "validation_failed"])
      }
    })
  )

  it.effect("is for pages that may track events: others neither see nor record it", () =>
    Effect.gen(function* () {
      const { pending, world } = yield* opened
      const { buddy_id, call } = world
      const tokens = [
        yield* mintEmbed(call, { buddy_id }),
        yield* mintSession(call, { buddy_id, user_id: "ada", scopes: ["items:equip"] })
      ]
      for (const key of tokens) {
        const page = withToken(call, key)
        assert.isNull((yield* page("GET", "/widget/buddy")).body.pending_ceremony)
        assert.strictEqual((yield* page("POST", "/widget/ceremonies", hatching)).status, 403)
      }
      assert.deepStrictEqual(yield* pending, hatching)
    })
  )
})
