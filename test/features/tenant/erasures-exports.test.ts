/** An export has what an erasure would take: also what is only found by what it says. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { OperationStore } from "../../../src/features/players/operations/Store.ts"
import { UserExports } from "../../../src/features/tenant/erasures/Store/Exports.ts"
import { limits } from "../../../src/wire/Limits.ts"
import { uuid } from "../../../src/platform/postgres/Ids.ts"
import { made } from "../../kit/campaigns/Causes.ts"
import { ended } from "../../kit/players/Erasing.ts"
import { hatch, lesson, publish } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { openInbox } from "../../kit/webhooks/Inboxes.ts"

interface Line {
  readonly table: string
  readonly row: Readonly<Record<string, unknown>>
}

layer(TestApp.shared, { excludeTestServices: true })("the export of a user", (it) => {
  it.effect("has webhooks, answers under keys and what inboxes heard, and nothing of anybody else", () =>
    Effect.gen(function* () {
      const tenant = yield* openInbox()
      const { call, send } = tenant
      yield* publish(tenant)
      const hook = { url: "http://127.0.0.1:9/hook", events: ["coins.earned"] }
      made(yield* call("POST", "/webhook-configs", hook), 201)
      const [ada, bob] = [yield* hatch(tenant, "ada"), yield* hatch(tenant, "bob")]
      for (const { buddy_id } of [ada, bob]) {
        const key = { headers: { "idempotency-key": yield* uuid } }
        made(yield* call("POST", `/buddies/${buddy_id}/coins`, { amount: 5 }, key), 200)
      }
      for (const user_id of ["ada", "bob"]) yield* send("POST", JSON.stringify({ user_id }))
      const asked = made(yield* call("POST", "/customers/me/users/ada/export"), 202)
      const { result } = yield* ended(call, asked.operation_id)
      const { text } = yield* call("GET", `/customers/me/exports/${result.export_id}`)
      const lines: ReadonlyArray<Line> = text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line))
      const of = (...names: ReadonlyArray<string>) => lines.filter(({ table }) => names.includes(table))
      // It waits, or has been tried, or was both while this looked.
      const told = new Map(of("webhook_outbox", "webhook_deliveries").map(({ row }) => [row["delivery_id"], row]))
      assert.deepStrictEqual(
        Array.from(told.values(), ({ body, event }) => [event, JSON.parse(String(body)).buddy_id]),
        [["coins.earned", ada.buddy_id]]
      )
      assert.deepStrictEqual(
        of("idempotency_keys").map(({ row }) => [row["path"], JSON.parse(String(row["body"])).amount]),
        [[`/api/v1/buddies/${ada.buddy_id}/coins`, 5]]
      )
      assert.deepStrictEqual(
        of("webhook_inbox_requests").map(({ row }) => row["body"]),
        [JSON.stringify({ user_id: "ada" })]
      )
      for (const others of [bob.buddy_id, '"bob"']) assert.notInclude(text, others)
    })
  )

  it.effect("has each row once, for whatever reasons an erasure would take it", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* publish(tenant)
      const { buddy_id } = yield* hatch(tenant, "ada")
      const counter = { event_type: "lesson.completed", units_per_event: 1 }
      const cause = { name: "Trees", unit_label: "tree", counter, threshold_unit: 100, status: "active" }
      made(yield* call("POST", "/customers/me/causes", cause), 201)
      const target = { buddy_ids: [buddy_id] }
      const booster = { booster_key: "double", target, applies_to: ["coins"], multiplier: 2, duration_minutes: 60 }
      made(yield* call("POST", "/customers/me/boosters/grant", booster), 201)
      const proposal = { slot: "badge_copy", text: "Well done", buddy_id }
      made(yield* call("POST", "/customers/me/council/proposals", proposal), 201)
      made(yield* call("POST", "/events", lesson("ada")), 200)
      const file = "team_key,user_id\nblue,ada\n"
      const csv = { raw: file, headers: { "content-type": "text/csv" } }
      yield* ended(call, made(yield* call("POST", "/customers/me/teams/import", undefined, csv), 202).operation_id)
      const asked = made(yield* call("POST", "/customers/me/users/ada/export"), 202)
      const { result } = yield* ended(call, asked.operation_id)
      const lines = (yield* call("GET", `/customers/me/exports/${result.export_id}`)).text.trimEnd().split("\n")
      const tables = lines.map((line): string => JSON.parse(line).table)
      assert.includeMembers(tables, ["campaign_scores", "booster_grants", "council_proposals", "buddy_history"])
      assert.deepStrictEqual(
        lines.filter((line, at) => lines.indexOf(line) !== at),
        []
      )
    })
  )

  it.effect("waits while too many of the workspace are under way, and not for one that is", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const other = yield* (yield* TestApp).tenant()
      const { customer_id } = tenant
      const sql = yield* SqlClient.SqlClient
      const operations = yield* OperationStore
      const exports = yield* UserExports
      const ask = ({ call }: Pick<typeof tenant, "call">, user_id: string) =>
        call("POST", `/customers/me/users/${user_id}/export`)
      // Asked for, and begun by nobody: as if the nodes had not come to them.
      const open = (user_id: string) =>
        exports.open(customer_id, user_id, (resource_id) =>
          operations.create(customer_id, { type: "user_export", resource_type: "export", resource_id })
        )
      const users = Array.from({ length: limits.open_exports_max }, (_, index) => `user-${index}`)
      const opened = yield* sql.withTransaction(Effect.forEach(users, open))
      const refused = yield* ask(tenant, "one-more")
      assert.strictEqual(refused.status, 429, JSON.stringify(refused.body))
      assert.strictEqual(refused.body.error.code, "rate_limited")
      assert.strictEqual(refused.headers.get("retry-after"), "30")
      assert.strictEqual((yield* ask(tenant, "user-7")).body.operation_id, opened[7])
      assert.strictEqual((yield* ask(other, "one-more")).status, 202)
      made(yield* tenant.call("POST", `/operations/${opened[0]}/cancel`), 200)
      assert.strictEqual((yield* ask(tenant, "one-more")).status, 202)
    }).pipe(Effect.provide([UserExports.layer, OperationStore.layer]))
  )
})
