/** Steps of onboarding that tests take. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Call } from "../service/TestApp.ts"

export const sessions = "/onboarding/sessions"
export const lingo =
  "Lingo teaches languages. A learner completes a lesson, passes quizzes and finishes courses. Students help " +
  "classmates."

export const begin = Effect.fnUntraced(function* (call: Call, description = lingo) {
  const opened = yield* call("POST", sessions, { description })
  assert.strictEqual(opened.status, 201, opened.text)
  return opened.body.onboarding_session_id as string
})

export const planned = Effect.fnUntraced(function* (call: Call, id: string, how = "generate-plan", body: unknown = {}) {
  const answer = yield* call("POST", `${sessions}/${id}/${how}`, body)
  assert.strictEqual(answer.status, 200, answer.text)
  return answer.body
})

export const codeOf = (answer: { readonly status: number; readonly body: { error?: { code: string } } }) => [
  answer.status,
  answer.body.error?.code
]

/** The newest message as a process leaves it that died a while ago, while a model thought of the reply. */
export const lostMessage = Effect.fnUntraced(function* (customer_id: string) {
  const sql = yield* SqlClient.SqlClient
  const [lost] = yield* sql<{ readonly message_id: string }>`
    UPDATE onboarding_messages SET status = 'streaming', reply = '', created_at = now() - interval '11 minutes'
    WHERE customer_id = ${customer_id}::uuid AND message_id = (
      SELECT message_id FROM onboarding_messages WHERE customer_id = ${customer_id}::uuid
      ORDER BY message_id DESC LIMIT 1)
    RETURNING message_id`
  yield* sql`UPDATE image_usage SET status = 'drawing', created_at = now() - interval '11 minutes'
    WHERE customer_id = ${customer_id}::uuid AND image_id = ${lost!.message_id}::uuid`
})
