/** What is left of two users: a copy of one, and the proof that the other was erased. */
import { Effect } from "effect"
import { succeeded } from "../../../src/testing/Requests.ts"
import { ended, erased } from "../players/Erasing.ts"
import type { TestTenant } from "../service/TestApp.ts"

export const recordsOfUsers = Effect.fnUntraced(function* ({ call }: TestTenant, user_id: string) {
  const copying = yield* succeeded(call("POST", `/customers/me/users/${user_id}/export`))
  const { export_id } = (yield* ended(call, copying.body.operation_id)).result
  const former = `former-${user_id}`
  yield* succeeded(call("POST", "/eggs", { user_id: former }))
  const { record } = yield* erased(call, former)
  return [
    ["/customers/me/exports/{id}", export_id],
    ["/customers/me/erasures/{id}", record.erasure_id]
  ] as ReadonlyArray<readonly [string, string]>
})
