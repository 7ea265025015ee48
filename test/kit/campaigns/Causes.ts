/** A workspace whose users do something, and a cause it adds up to. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { hatch, lesson, publish } from "../players/players.ts"
import { type Answer, type Call, TestApp, type TestTenant } from "../service/TestApp.ts"
import { until } from "../service/time.ts"
import type { Received } from "../webhooks/WebhookSink.ts"

interface Crossing {
  readonly crossing: number
  readonly total_units: number
  readonly occurred_at: string
  readonly delivery_status: string
  readonly prev_hash: string
  readonly hash: string
}

export const root = "/customers/me/causes"
export const trees = {
  cause_key: "trees",
  name: "Plant trees",
  unit_label: "tree",
  counter: { event_type: "lesson.completed", units_per_event: 0.5 },
  threshold_unit: 1,
  status: "active"
}

export const made = (answer: Answer, status = 201) => {
  assert.strictEqual(answer.status, status, answer.text)
  return answer.body
}

export const refused = ({ body, status, text }: Answer, expected: number, code: string, details?: object) => {
  assert.deepStrictEqual([status, body.error?.code], [expected, code], text)
  if (details !== undefined) assert.deepInclude(body.error.details, details)
}

export const school = Effect.gen(function* () {
  const tenant = yield* (yield* TestApp).tenant()
  yield* publish(tenant)
  const { buddy_id } = yield* hatch(tenant, "ada")
  return { ...tenant, buddy_id }
})

export const send = Effect.fnUntraced(function* (
  { call }: TestTenant,
  count: number,
  more: Readonly<Record<string, unknown>> = {}
) {
  const events = Array.from({ length: count }, () => lesson("ada", more))
  made(yield* call("POST", "/events/batch", { events }), 200)
  return events
})

export const causeOf = (call: Call, key = "trees") =>
  Effect.map(call("GET", `${root}/${key}`), (answer) => made(answer, 200))
export const crossingsOf = (call: Call, key = "trees") =>
  Effect.map(
    call("GET", `${root}/${key}/crossings?limit=200`),
    (answer) => made(answer, 200).data as ReadonlyArray<Crossing>
  )
export const reached = (call: Call, count: number, key = "trees") =>
  until(
    `${count} thresholds are told`,
    Effect.map(crossingsOf(call, key), (found) => found.length >= count)
  )

export const bodiesOf = (requests: ReadonlyArray<Received>) => requests.map(({ body }) => JSON.parse(body))
