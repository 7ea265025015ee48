/** Kinds of kudos, and buddies that give them. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { type Answer, type Call, TestApp } from "../service/TestApp.ts"
import { until } from "../service/time.ts"
import { mates } from "./TeamMates.ts"

export const types = "/customers/me/kudo-types"

export const thanks = { kudo_key: "thanks", label: "Thanks", emoji: "🙏", receiver_reward: { coins: 5 } }

export const makeType = Effect.fnUntraced(function* (call: Call, body: Readonly<Record<string, unknown>> = {}) {
  const made = yield* call("POST", types, { ...thanks, ...body })
  assert.strictEqual(made.status, 201, made.text)
  return made.body
})

/** A tenant with a kind of kudos, and so many buddies beside the first. */
export const thankful = Effect.fnUntraced(function* (count: number, type: Readonly<Record<string, unknown>> = {}) {
  const tenant = yield* (yield* TestApp).tenant({ plan: "enterprise" })
  const [ada, ...others] = yield* mates(tenant, count)
  const kind = yield* makeType(tenant.call, type)
  return { ...tenant, tenant, ada, others, kind }
})

export const give = (
  call: Call,
  from: string | undefined,
  to_buddy_id: string | undefined,
  body: Readonly<Record<string, unknown>> = {}
) => call("POST", `/buddies/${from}/kudos`, { to_buddy_id, kudo_key: "thanks", ...body })

export const refused = ({ body, status }: Answer) => [status, body?.error?.code, body?.error?.details]

/** The receiver is paid after the answer. */
export const hasCoins = (call: Call, buddy_id: string | undefined, coins: number) =>
  until(
    `${coins} coins`,
    Effect.map(call("GET", `/buddies/${buddy_id}`), ({ body }) => body.coins === coins)
  )
