/** Answers that are kept under keys: each may be as large as a batch of events makes it, and there may be many. */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { Client } from "pg"
import { registry } from "../../../src/features/tenant/erasures/Store/Registry.ts"
import { eraseAll, type Person, type Step } from "../../../src/platform/erasures/Personal.ts"
import { IdempotencyKeys } from "../../../src/platform/requests/IdempotencyKeys.ts"
import { made, refused } from "../../kit/campaigns/Causes.ts"
import { dataOf, ended, erased, placesOf } from "../../kit/players/Erasing.ts"
import { hatch, publish } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

layer(TestApp.layer(), { excludeTestServices: true })("an erasure", (it) => {
  it.effect("opens answers under keys in pages of a size, and misses none", () =>
    Effect.gen(function* () {
      const { customer_id } = yield* (yield* TestApp).tenant()
      const keys = yield* IdempotencyKeys
      const sql = yield* SqlClient.SqlClient
      const answer = Effect.fnUntraced(function* (key: string, told: object) {
        const asked = { customer_id, key, method: "POST", path: "/events/batch", body_hash: new Uint8Array(32) }
        yield* keys.claim(asked)
        yield* keys.store(asked, { status: 200, content_type: "application/json", body: JSON.stringify(told) })
      })
      const large = "x".repeat(2_000_000)
      for (let nth = 0; nth < 6; nth++)
        yield* answer(`large-${nth}`, { large, ...(nth % 2 === 0 ? { user_id: "u0" } : {}) })
      yield* answer("small", { user_id: "u0" })
      yield* answer("theirs", { user_id: "u1" })
      const steps: Array<Step> = []
      const answers = registry.find(({ table }) => table === "idempotency_keys")!
      const whom = { customer_id, user_id: "u0", buddy_ids: [], egg_ids: [] }
      const person: Person = { ...whom, event_limit: 0, requested_at: new Date() }
      yield* eraseAll(answers, person, (step) => Effect.sync(() => void steps.push(step)))
      assert.deepStrictEqual(
        steps.map(({ next }) => next),
        ["large-1", "large-3", "large-5", undefined]
      )
      const left = yield* sql<{ key: string }>`
        SELECT key FROM idempotency_keys
        WHERE customer_id = ${customer_id}::uuid AND path = '/events/batch' ORDER BY key`
      assert.deepStrictEqual(
        left.map(({ key }) => key),
        ["large-1", "large-3", "large-5", "theirs"]
      )
    }).pipe(Effect.provide(IdempotencyKeys.layer))
  )

  it.effect("leaves no answer in memory: what is sent again under its key finds no buddy", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* publish(tenant)
      const { buddy_id } = yield* hatch(tenant, "u0")
      const other = yield* hatch(tenant, "u1")
      const under = (key: string) => ({ headers: { "idempotency-key": key } })
      const earns = (id: string) => call("POST", `/buddies/${id}/coins`, { amount: 5 }, under(`coins-${id}`))
      const isCalled = call("PATCH", `/buddies/${buddy_id}`, { name: "Vicky" }, under("name"))
      const asks = (path: string, body: object) => call("POST", path, body, under(path))
      const session = asks("/widget-sessions", { buddy_id, user_id: "u0" })
      const embed = asks("/embed-tokens", { buddy_id: buddy_id.toUpperCase() })
      made(yield* session)
      made(yield* embed)
      const { balance } = made(yield* earns(buddy_id), 200)
      made(yield* isCalled, 200)
      made(yield* earns(other.buddy_id), 200)
      yield* erased(call, "u0")
      refused(yield* earns(buddy_id), 404, "not_found")
      refused(yield* isCalled, 404, "not_found")
      // Their answers named nobody: they are found by what was asked.
      refused(yield* session, 404, "not_found")
      refused(yield* embed, 404, "not_found")
      assert.strictEqual(made(yield* earns(other.buddy_id), 200).balance, balance)
      assert.deepStrictEqual(yield* placesOf(`/buddies/${buddy_id}`), [])
    })
  )

  it.effect("tells no stored answer about the user from its acceptance on, and what it told of others only once", () =>
    Effect.gen(function* () {
      const { databaseUrl, tenant: make } = yield* TestApp
      const tenant = yield* make()
      const { call } = tenant
      yield* publish(tenant)
      const { buddy_id } = yield* hatch(tenant, "u0")
      const other = yield* hatch(tenant, "u1")
      const under = (key: string) => ({ headers: { "idempotency-key": key } })
      const session = call("POST", "/widget-sessions", { buddy_id, user_id: "u0" }, under("session"))
      const earns = (id: string) => call("POST", `/buddies/${id}/coins`, { amount: 5 }, under(`coins-${id}`))
      made(yield* earns(buddy_id), 200)
      made(yield* session)
      const { balance } = made(yield* earns(other.buddy_id), 200)
      // Whoever writes is waited for, so the erasure cannot come as far as its keys.
      const late = yield* Effect.acquireRelease(
        Effect.promise(async () => {
          const client = new Client({ connectionString: Redacted.value(databaseUrl) })
          await client.connect()
          await client.query("BEGIN")
          await client.query("UPDATE events SET mode = mode WHERE false")
          return client
        }),
        (client) => Effect.promise(() => client.end())
      )
      const { body, status } = yield* call("DELETE", dataOf("u0"))
      assert.strictEqual(status, 202)
      refused(yield* earns(buddy_id), 404, "not_found")
      refused(yield* session, 404, "not_found")
      const again = yield* earns(other.buddy_id)
      assert.strictEqual(again.headers.get("idempotency-replayed"), "true")
      assert.strictEqual(made(again, 200).balance, balance)
      assert.notInclude(["completed", "failed"], (yield* call("GET", `/operations/${body.operation_id}`)).body.status)
      yield* Effect.promise(() => late.query("COMMIT"))
      assert.strictEqual((yield* ended(call, body.operation_id)).status, "completed")
    }).pipe(Effect.scoped)
  )
})
