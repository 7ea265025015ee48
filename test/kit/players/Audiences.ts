/** Audiences beside the one whose name needs not be said. */
import { Effect } from "effect"
import { succeeded } from "../../../src/testing/Requests.ts"
import type { Call } from "../service/TestApp.ts"

const configure = (call: Call, keys: ReadonlyArray<string>) =>
  succeeded(call("PATCH", "/customers/me/audiences", { audiences: keys.map((key) => ({ key })) }))

/** Makes something for the audience `staff`, in which nobody is: requests that follow need not say theirs. */
export const forStaff = Effect.fnUntraced(function* <A, E, R>(call: Call, make: Effect.Effect<A, E, R>) {
  yield* configure(call, ["default", "staff"])
  const made = yield* make
  yield* configure(call, ["default"])
  return made
})
