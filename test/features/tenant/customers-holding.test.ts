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

  it.effect("waits for nothing while its own rows are those of others than audiences have come to", () =>
    Effect.gen(function* () {
      const { databaseUrl, tenant: open } = yield* TestApp
      const tenant = yield* open({ plan: "enterprise" })
      const { call, customer_id } = tenant
      yield* earned(tenant)
      const { buddy_id } = yield* hatch(tenant, "bob")
      const { body: egg } = yield* call("POST", "/eggs", { user_id: "cleo" })
      yield* call("PATCH", `/eggs/${egg.egg_id}/status`, { status: "ready" })
      yield* hatch(tenant, "dan")
      const aside = yield* beside(databaseUrl)
      const run = (text: string, values: ReadonlyArray<unknown> = [customer_id]) =>
        Effect.promise(() => aside.query(text, [...values]))
      const { rows } = yield* run("SELECT pg_backend_pid() AS pid", [])
      yield* run("BEGIN", [])
      // The first egg that follows the audiences: they hold the workspace, and nothing else yet.
      yield* run("SELECT FROM eggs WHERE customer_id = $1 AND user_id = 'ada' FOR UPDATE")
      const change = yield* Effect.forkChild(
        call("PATCH", "/customers/me/audiences", { audiences: [{ key: "staff" }] })
      )
      const isWaitedFor = Effect.map(
        run("SELECT FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))", [rows[0].pid]),
        (found) => found.rowCount! > 0
      )
      yield* until("the audiences to wait", isWaitedFor)
      const writes = yield* Effect.forEach(
        [
          () => call("POST", `/buddies/${buddy_id}/appearance/rerender`),
          () => call("POST", `/eggs/${egg.egg_id}/hatch`),
          () => call("DELETE", "/customers/me/users/dan/data")
        ],
        (write) => Effect.forkChild(write())
      )
      yield* until(
        "others to be answered meanwhile",
        Effect.sync(() => writes.every((write) => write.pollUnsafe() !== undefined))
      )
      yield* run("COMMIT", [])
      for (const answer of [...writes, change]) {
        const { status, text } = yield* Fiber.join(answer)
        assert.include([200, 202], status, text)
      }
    })
  )
})
