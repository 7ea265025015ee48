/** A player comes to a hosted surface while others do something to its egg, or to everything of it. */
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { holding } from "../../kit/postgres/Holding.ts"
import { statusAndCode } from "../../kit/players/People.ts"
import { publish } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

const base = "/customers/me/hosted-surfaces"

const opened = Effect.gen(function* () {
  const tenant = yield* (yield* TestApp).tenant()
  yield* publish(tenant)
  const path = `${base}/${(yield* tenant.call("POST", base, { name: "Lobby" })).body.hosted_surface_id}/players`
  const egg = (yield* tenant.call("POST", "/eggs", { user_id: "mia" })).body.egg_id as string
  return { ...tenant, egg, path, add: tenant.call("POST", path, { display_name: "Mia", user_id: "mia" }) }
})

layer(TestApp.shared, { excludeTestServices: true })("a player who is added", (it) => {
  it.effect("takes another egg when the one there was is cancelled at that moment", () =>
    Effect.gen(function* () {
      const { add, egg } = yield* opened
      const aside = yield* holding((yield* TestApp).databaseUrl)
      yield* aside.take("UPDATE eggs SET status = 'cancelled' WHERE egg_id = $1", [egg])
      const adding = yield* Effect.forkChild(add)
      yield* aside.isWantedBy("the player")
      yield* aside.letGo
      const { body, status, text } = yield* Fiber.join(adding)
      assert.strictEqual(status, 201, text)
      assert.notStrictEqual(body.egg_id, egg)
    })
  )

  it.effect("and erased while its buddy is awaited is nobody any more", () =>
    Effect.gen(function* () {
      const { add, call, egg, path } = yield* opened
      const sql = yield* SqlClient.SqlClient
      // On its way for ever: nobody works on it.
      yield* sql`UPDATE eggs SET status = 'hatching' WHERE egg_id = ${egg}::uuid`
      const adding = yield* Effect.forkChild(add)
      yield* until(
        "the player to be there",
        Effect.map(call("GET", path), ({ body }) => body.meta.total === 1)
      )
      assert.strictEqual((yield* call("DELETE", "/customers/me/users/mia/data")).status, 202)
      assert.deepStrictEqual(statusAndCode(yield* Fiber.join(adding)), [404, "not_found"])
    })
  )
})
