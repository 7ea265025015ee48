/** A page that holds a widget token: what it calls goes out with that token and nothing else. */
import { Effect } from "effect"
import { succeeded } from "../../../src/testing/Requests.ts"
import type { TestTenant } from "../service/TestApp.ts"
import { hatch } from "./players.ts"

type Call = TestTenant["call"]

export const hatching = { ceremony: "hatch", evolution_stage: 1 }

/** Calls with a token; options of a single call are added to it. */
export const withToken =
  (call: Call, key: string): Call =>
  (method, path, body, options) =>
    call(method, path, body, { ...options, key })

export const mintSession = (call: Call, body: Readonly<Record<string, unknown>>) =>
  Effect.map(succeeded(call("POST", "/widget-sessions", body)), ({ body: { token } }) => token as string)

export const mintEmbed = (call: Call, body: Readonly<Record<string, unknown>>) =>
  Effect.map(succeeded(call("POST", "/embed-tokens", body)), ({ body: { token } }) => token as string)

/** The user watches the hatching to its end. */
export const watchHatching = Effect.fnUntraced(function* (call: Call, buddy_id: string, user_id: string) {
  const key = yield* mintSession(call, { buddy_id, user_id, scopes: ["events:track"] })
  return yield* succeeded(withToken(call, key)("POST", "/widget/ceremonies", hatching))
})

/** A buddy just hatched, and the calls of a page with a session of it. */
export const widgetOwner = Effect.fnUntraced(function* (
  tenant: TestTenant,
  user_id: string,
  scopes: ReadonlyArray<string> = ["events:track"]
) {
  const { buddy_id } = yield* hatch(tenant, user_id)
  const key = yield* mintSession(tenant.call, { buddy_id, user_id, scopes })
  return { buddy_id, user_id, key, widget: withToken(tenant.call, key) }
})
