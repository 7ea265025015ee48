/** Idempotency-Keys over the days: valid for 24 hours, then free again, swept or not. */
import { assert, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { noEffects } from "../../src/buddy/Protocol.ts"
import { ReplyCache } from "../../src/buddy/actor/ReplyCache.ts"
import { policies } from "../../src/platform/retention/Policies.ts"
import { sweep } from "../../src/platform/retention/Sweep.ts"
import { commandRequest } from "../buddy/support.ts"
import { hatched } from "../kit/players/StoredBuddy.ts"
import { TestApp } from "../kit/service/TestApp.ts"

/** Hours pass for everything a key leaves behind. */
const pass = (hours: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    for (const table of ["idempotency_keys", "commands"])
      yield* sql`UPDATE ${sql(table)} SET created_at = created_at - make_interval(hours => ${hours})`
  })

layer(TestApp.layer(), { excludeTestServices: true })("a key that is used every day", (it) => {
  it.effect("means one change within its 24 hours and another one after them, whenever old rows are swept", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, customer_id } = yield* (yield* TestApp).tenant()
      const { buddy_id } = yield* hatched(customer_id)
      const bonus = call(
        "POST",
        `/buddies/${buddy_id}/coins`,
        { amount: 5 },
        { headers: { "idempotency-key": "daily" } }
      )
      const given = Effect.map(bonus, ({ body, headers, status }) => [
        status,
        body.balance,
        headers.get("idempotency-replayed")
      ])
      const commands = Effect.map(sql`SELECT command_id FROM commands`, (found) => found.length)

      assert.deepStrictEqual(yield* given, [200, 5, null])
      yield* pass(23)
      assert.deepStrictEqual(yield* given, [200, 5, "true"])
      yield* pass(2)
      assert.deepStrictEqual(yield* given, [200, 10, null], "another use, although nothing was swept yet")
      assert.deepStrictEqual(yield* given, [200, 10, "true"])

      // Now the key's row is young again and its first command is old.
      yield* sweep()
      assert.strictEqual(yield* commands, 1)
      assert.deepStrictEqual(yield* given, [200, 10, "true"])

      yield* pass(48)
      const swept = yield* sweep()
      assert.deepStrictEqual(
        swept.filter(({ deleted }) => deleted > 0).map(({ deleted, table }) => [table, deleted]),
        [
          ["commands", 1],
          ["idempotency_keys", 1]
        ]
      )
    })
  )
})

it("the memory of a process forgets a command long before the database may", () => {
  let now = 1_800_000_000_000
  const recent = new ReplyCache(() => now)
  const request = commandRequest("idem:daily", { _tag: "Rename", name: "Pip" })
  const answer = {
    reply: { _tag: "Done" as const },
    effects: noEffects,
    trace: [],
    config_version_id: null,
    state_version: 2,
    duplicate: false,
    payload_mismatch: false
  }
  recent.remember("customer", request, answer)
  assert.isTrue(recent.repeated("customer", request)?.duplicate)
  const { keep_ms } = policies.find(({ table }) => table === "commands")!
  now += keep_ms / 2
  assert.isUndefined(recent.repeated("customer", request))
})
