/** An export has what an erasure would take: also what is only found by what it says. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { uuid } from "../../../src/platform/postgres/Ids.ts"
import { made } from "../../kit/campaigns/Causes.ts"
import { ended } from "../../kit/players/Erasing.ts"
import { hatch, publish } from "../../kit/players/players.ts"
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
})
