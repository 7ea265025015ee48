/** Showrooms of a new tenant, made and published. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { publish, studyContent } from "../players/players.ts"
import { type Answer, type Call, TestApp, type TestTenant } from "../service/TestApp.ts"

export const showrooms = "/customers/me/showrooms"

export const fine = (answer: Answer, status = 200) => {
  assert.strictEqual(answer.status, status, answer.text)
  return answer.body
}

export const workspace = Effect.gen(function* () {
  const tenant = yield* (yield* TestApp).tenant({ name: "Acme Learning" })
  yield* publish(tenant, studyContent)
  return tenant
})

export const made = (call: Call, body: Readonly<Record<string, unknown>> = {}) =>
  Effect.map(call("POST", showrooms, { name: "Spring", ...body }), (answer) => fine(answer, 201))

export const open = Effect.fnUntraced(function* ({ call }: TestTenant, body: Readonly<Record<string, unknown>> = {}) {
  const { showroom_id } = yield* made(call, body)
  return fine(yield* call("POST", `${showrooms}/${showroom_id}/publish`))
})
