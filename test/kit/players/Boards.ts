/** Leaderboards through the public routes: a board that is on, scores, and the pages of players. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { Answer } from "../service/TestApp.ts"
import { TestApp, type TestTenant } from "../service/TestApp.ts"
import { hatch, lesson, publish } from "./players.ts"
import { mintSession, withToken } from "./Widgets.ts"

export const settings = "/customers/me/leaderboard-config"
export const dayMs = 86_400_000

export const rule = (amount: number) => ({
  rule_key: "coins",
  name: "Coins",
  trigger: { event_type: "lesson.completed" },
  amount: { mode: "per_property", property: "score", rate: amount }
})

export const opened = Effect.fnUntraced(function* (
  config: Readonly<Record<string, unknown>> = {},
  users: ReadonlyArray<string> = ["ada", "bob", "cyd"]
) {
  const tenant = yield* (yield* TestApp).tenant({ plan: "growth" })
  yield* publish(tenant, { coin_rules: [rule(1)], token_types: [{ token_key: "xp", name: "XP", kind: "progression" }] })
  const on = yield* tenant.call("PATCH", settings, { enabled: true, ...config })
  assert.strictEqual(on.status, 200, on.text)
  const buddies = yield* Effect.forEach(users, (user) => Effect.map(hatch(tenant, user), ({ buddy_id }) => buddy_id))
  return { tenant, call: tenant.call, buddies }
})

export const score = Effect.fnUntraced(function* ({ call }: TestTenant, user: string, amount: number, rest = {}) {
  const sent = yield* call("POST", "/events", lesson(user, { properties: { score: amount }, ...rest }))
  assert.strictEqual(sent.status, 200, sent.text)
  return sent.body.event_id as string
})

interface Entry {
  readonly rank: number | null
  readonly buddy_id: string | null
  readonly score: number
}

export const rowsOf = ({ body }: Answer) => body.data.map(({ buddy_id, rank, score }: Entry) => [rank, buddy_id, score])

/** A page of a buddy that is there already. */
export const viewer = Effect.fnUntraced(function* ({ call }: TestTenant, user_id: string) {
  const { data } = (yield* call("GET", `/buddies?user_id=${user_id}&status=active`)).body
  const { buddy_id } = data[0]
  const key = yield* mintSession(call, { buddy_id, user_id, scopes: ["events:track"] })
  return { buddy_id, widget: withToken(call, key) }
})
