/** A tenant with an inbox, wherever it says it is. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { type Call, TestApp } from "../service/TestApp.ts"

export const inboxes = "/webhook-inboxes"

/** Below the root of the service under test, wherever it says it is. */
export const rooted = (url: string) => `root:${new URL(url).pathname}`

export const openInbox = (input: object = {}) =>
  Effect.gen(function* () {
    const app = yield* TestApp
    const tenant = yield* app.tenant()
    const made = yield* tenant.call("POST", inboxes, input)
    assert.strictEqual(made.status, 201, made.text)
    const inbox = made.body
    const own = `${inboxes}/${inbox.webhook_inbox_id}`
    const send = (method: string, raw?: string, headers: Readonly<Record<string, string>> = {}) =>
      app.call(method, rooted(inbox.url), undefined, { ...(raw === undefined ? {} : { raw }), headers })
    const listed = (query = "") => Effect.map(tenant.call("GET", `${own}/requests${query}`), ({ body }) => body.data)
    return { ...tenant, inbox, own, send, listed }
  })

/** One that nothing is sent to. */
export const endpointOf = (call: Call) =>
  Effect.map(
    call("POST", "/webhook-configs", { url: "http://127.0.0.1:9/hook", events: ["*"], enabled: false }),
    (made) => {
      assert.strictEqual(made.status, 201, made.text)
      return made.body as { readonly webhook_config_id: string; readonly secret: string }
    }
  )
