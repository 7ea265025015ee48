/** Steps of tests of surprise drops and event badges, through the public routes. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { lesson } from "../players/players.ts"
import type { Call } from "../service/TestApp.ts"

export const dropsPath = "/customers/me/surprise-drops"
export const eventBadgesPath = "/customers/me/event-badges"

export const gift = {
  drop_key: "gift",
  name: "Gift",
  trigger: { event_type: "gift.opened" },
  probability: 1,
  reward_pool: [{ weight: 1, reward: { coins: 20 } }]
}

export const launch = { badge_key: "launch", label: "Launch day", trigger: { event_type: "party.joined" } }

const made = (path: string, standard: object) =>
  Effect.fnUntraced(function* (call: Call, body: object = {}) {
    const answer = yield* call("POST", path, { ...standard, ...body })
    assert.strictEqual(answer.status, 201, answer.text)
    return answer.body
  })
export const makeDrop = made(dropsPath, gift)
export const makeEventBadge = made(eventBadgesPath, launch)

/** The answer to an event without anything that rules of the sample content pay for. */
export const sent = Effect.fnUntraced(function* (call: Call, user_id: string, type: string, more: object = {}) {
  const answer = yield* call("POST", "/events", lesson(user_id, { type, properties: {}, ...more }))
  assert.strictEqual(answer.status, 200, answer.text)
  return answer.body
})

export const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()

export interface Step {
  readonly type: string
  readonly key: string
  readonly outcome: string
  readonly reason: string
  readonly detail: Readonly<Record<string, unknown>>
  readonly ledger_ids: ReadonlyArray<string>
}

/** What the trace of an event says of things of a type. */
export const stepsOf = Effect.fnUntraced(function* (call: Call, event_id: string, type: string) {
  const { body } = yield* call("GET", `/events/${event_id}/trace`)
  return (body.rules as ReadonlyArray<Step>).filter((step) => step.type === type)
})

/** By how chance came out. */
export const outcomesOf = Effect.fnUntraced(function* (customer_id: string, subject_id: string) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* sql<{ outcome: string; times: number }>`
    SELECT split_part(bucket, '|', 4) AS outcome, sum(amount)::int AS times FROM campaign_totals
    WHERE customer_id = ${customer_id}::uuid AND subject_id = ${subject_id}::uuid GROUP BY 1 ORDER BY 1`
  return Object.fromEntries(found.map(({ outcome, times }) => [outcome, times]))
})
