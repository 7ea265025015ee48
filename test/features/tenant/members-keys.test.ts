import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { joined, statusAndCode, verified } from "../../kit/players/People.ts"
import { openEnded } from "../../kit/postgres/OpenEnded.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

layer(TestApp.layer())("keys of members", (it) => {
  it.effect("are made by nobody who loses the role, or the account, while the request waits", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const sql = yield* SqlClient.SqlClient
      const owner = yield* verified()
      const [account] = yield* sql`SELECT customer_id FROM accounts WHERE email = ${owner.email}`
      const customer_id = String(account!["customer_id"])
      const waiting = sql`
        SELECT 1 FROM pg_locks AS l JOIN pg_stat_activity AS a USING (pid)
        WHERE NOT l.granted AND a.datname = current_database()`
      for (const lose of ["UPDATE accounts SET role = 'member'", "DELETE FROM accounts"]) {
        const admin = yield* joined(owner.as, "admin")
        const ask = app.call("POST", "/auth/api-keys", { label: "kept", mode: "test" }, admin.as)
        const asked = yield* openEnded(sql)(
          Effect.gen(function* () {
            yield* sql`SELECT FROM customers WHERE customer_id = ${customer_id}::uuid FOR UPDATE`
            const asking = yield* Effect.forkChild(ask)
            yield* until(
              "the request waits for the workspace",
              Effect.map(waiting, ({ length }) => length > 0)
            )
            yield* sql`DELETE FROM one_time_tokens WHERE account_id = ${admin.account_id}::uuid`
            yield* sql.unsafe(`${lose} WHERE account_id = '${admin.account_id}'`)
            return asking
          })
        )
        const told = yield* Fiber.join(asked)
        // On a busy machine it may have waited for as long as a lock is waited for.
        const last = told.status === 503 ? yield* ask : told
        assert.deepStrictEqual(statusAndCode(last), [401, "unauthorized"])
      }
      const keys = yield* sql`SELECT label FROM api_keys WHERE customer_id = ${customer_id}::uuid AND label = 'kept'`
      assert.deepStrictEqual(keys, [])
    })
  )
})
