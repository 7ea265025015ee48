/** Steps of tests of lotteries, through the public routes. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { ended } from "../players/Eggs.ts"
import { granted, hatch, publish } from "../players/players.ts"
import { type Call, TestApp, type TestTenant } from "../service/TestApp.ts"

export const path = "/customers/me/lotteries"

export const raffle = {
  name: "Friday draw",
  status: "active",
  entry: { mode: "coin_cost", amount: 10, max_entries_per_buddy: 10 },
  schedule: { frequency: "weekly", weekday: 5, hour: 18, timezone: "Europe/Berlin" },
  prizes: [
    { rank: 1, winners: 1, reward: { coins: 500 } },
    { rank: 2, winners: 2, reward: { coins: 50 } }
  ]
}

export const make = Effect.fnUntraced(function* (call: Call, body: Readonly<Record<string, unknown>> = {}) {
  const made = yield* call("POST", path, { ...raffle, ...body })
  assert.strictEqual(made.status, 201, made.text)
  return made.body
})

export const rich = Effect.fnUntraced(function* (tenant: TestTenant, user_id: string, coins = 100) {
  const { buddy_id } = yield* hatch(tenant, user_id)
  if (coins > 0) yield* granted(tenant.call, buddy_id, coins)
  return buddy_id
})

export const started = Effect.gen(function* () {
  const tenant = yield* (yield* TestApp).tenant()
  yield* publish(tenant)
  return tenant
})

export const enter = (call: Call, buddy_id: string, lottery: string, tickets?: number) =>
  call("POST", `/buddies/${buddy_id}/lotteries/${lottery}/entries`, tickets === undefined ? {} : { tickets })

export const drawNow = Effect.fnUntraced(function* (call: Call, lottery: string) {
  const accepted = yield* call("POST", `${path}/${lottery}/draws`, { reason: "the fair is over" })
  assert.strictEqual(accepted.status, 202, accepted.text)
  const operation = yield* ended(call, accepted.body.operation_id)
  assert.strictEqual(operation.status, "completed", JSON.stringify(operation))
  return operation
})

export const coinsOf = (call: Call, buddy_id: string) =>
  Effect.map(call("GET", `/buddies/${buddy_id}`), ({ body }) => body.coins)

export const refusal = ({ body, status }: Effect.Success<ReturnType<Call>>) => [
  status,
  body.error?.code,
  body.error?.details
]
