/** Capabilities a workspace switches off or on, for itself. */
import { Effect } from "effect"
import { succeeded } from "../../../src/testing/Requests.ts"
import type { Call } from "../service/TestApp.ts"

/** Drafted and published: what publishing answered. */
export const turn = Effect.fnUntraced(function* (call: Call, toggles: Readonly<Record<string, boolean>>) {
  yield* succeeded(call("PATCH", "/customers/me/feature-toggles", { toggles }))
  return (yield* succeeded(call("POST", "/customers/me/feature-toggles/publish"))).body
})
