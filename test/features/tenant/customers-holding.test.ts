/** Audiences change while others write what belongs to a buddy: they wait for each other in one order only. */
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { beside } from "../../kit/postgres/Beside.ts"
import { hatch, lesson, publish } from "../../kit/players/players.ts"
import { mintSession } from "../../kit/players/Widgets.ts"
import { TestApp, type TestTenant } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

const earned = Effect.fnUntraced(function* (tenant: TestTenant) {
  yield* publish(tenant)
  const { buddy_id } = yield* hatch(tenant, "ada")
  yield* tenant.call("POST", "/events", lesson("ada"))
  yield* tenant.call("PATCH", "/buddy-share/settings", { enabled: true })
  yield* tenant.call("PATCH", "/customers/me/brag/config", { enabled: true })
  return { buddy_id, session: yield* mintSession(tenant.call, { buddy_id, user_id: "ada", scopes: ["events:track"] }) }
})

layer(TestApp.shared, { excludeTestServices: true })("who writes for a buddy", (it) => {
  it.effect("waits for audiences that change, holding nothing they are about to change", () =>
    Effect.gen(function* () {
      const { databaseUrl, tenant: open } = yield* TestApp
      const tenant = yield* open({ plan: "enterprise" })
      const { call, customer_id } = tenant
      const { buddy_id, session } = yield* earned(tenant)
      const aside = yield* beside(databaseUrl)
      const run = (text: string, values: ReadonlyArray<unknown> = [customer_id]) =>
        Effect.promise(() => aside.query(text, [...values]))
      const { rows } = yield* run("SELECT pg_backend_pid() AS pid", [])
      const isWaitedFor = Effect.map(
        run("SELECT FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))", [rows[0].pid]),
        (found) => found.rowCount! > 0
      )
      const writes = {
        session: () => call("POST", "/widget-sessions", { buddy_id, user_id: "ada" }),
        link: () => call("POST", `/buddies/${buddy_id}/share`),
        welcome: () => call("POST", `/buddies/${buddy_id}/welcome-back`, {}),
        brag: () => call("POST", "/widget/brags", { action: "shown", moment: "badge" }, { key: session })
      }
      for (const [name, write] of Object.entries(writes)) {
        yield* run("BEGIN", [])
        yield* run("SELECT FROM customers WHERE customer_id = $1 FOR UPDATE")
        const writing = yield* Effect.forkChild(write())
        yield* until(`the ${name} to wait`, isWaitedFor)
        const moved = yield* run("UPDATE buddy_identities SET audience = audience WHERE customer_id = $1")
        assert.strictEqual(moved.rowCount, 1, name)
        yield* run("COMMIT", [])
        const { status, text } = yield* Fiber.join(writing)
        assert.include([200, 201], status, `${name}: ${text}`)
      }
    })
  )
})
