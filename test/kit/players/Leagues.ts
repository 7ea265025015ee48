/** Leagues through the public routes: two tiers, seasons, scores, closes. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { TestApp, type TestTenant } from "../service/TestApp.ts"
import { ended } from "./Eggs.ts"
import { hatch, lesson, publish } from "./players.ts"

export const root = "/customers/me/leagues"
export const config = `${root}/config`
export const seasonsPath = `${root}/seasons`
export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

const coinRule = {
  rule_key: "coins",
  name: "Coins",
  trigger: { event_type: "lesson.completed" },
  amount: { mode: "per_property", property: "score", rate: 1 }
}

export const bronze = {
  tier_key: "bronze",
  name: "Bronze",
  order: 1,
  promote: { mode: "count", value: 1 },
  rewards: [{ rank_min: 1, rank_max: 2, reward: { coins: 200 } }]
}
export const silver = { tier_key: "silver", name: "Silver", order: 2, demote: { mode: "share", value: 0.5 } }

export const at = (ms: number) => new Date(Date.now() + ms).toISOString()

export const played = Effect.fnUntraced(function* (users: ReadonlyArray<string> = [], settings = {}) {
  const tenant = yield* (yield* TestApp).tenant({ plan: "growth" })
  const { call } = tenant
  yield* publish(tenant, { coin_rules: [coinRule] })
  const on = yield* call("PATCH", config, { enabled: true, starts_on: null, cohort_size: 3, ...settings })
  assert.strictEqual(on.status, 200, on.text)
  const tiers = yield* call("PUT", `${root}/tiers`, { tiers: [silver, bronze] })
  assert.deepStrictEqual(
    tiers.body.data?.map(({ tier_key }: { tier_key: string }) => tier_key),
    ["bronze", "silver"],
    tiers.text
  )
  const buddies = yield* Effect.forEach(users, (user) => Effect.map(hatch(tenant, user), ({ buddy_id }) => buddy_id))
  return { tenant, call, buddies }
})

export const begin = Effect.fnUntraced(function* (
  { call }: TestTenant,
  window: Readonly<Record<string, unknown>> = {}
) {
  const made = yield* call("POST", seasonsPath, { name: "Cup", starts_at: at(-1_000), ends_at: at(dayMs), ...window })
  assert.strictEqual(made.status, 201, made.text)
  return made.body
})

export const score = Effect.fnUntraced(function* ({ call }: TestTenant, user: string, amount: number, rest = {}) {
  const sent = yield* call("POST", "/events", lesson(user, { properties: { score: amount }, ...rest }))
  assert.strictEqual(sent.status, 200, sent.text)
})

export interface Standing {
  readonly buddy_id: string
  readonly tier_key: string
  readonly cohort: number | null
  readonly rank: number | null
  readonly score: number
  readonly zone: string
  readonly to_tier: string
  readonly reward: { readonly coins: number } | null
  readonly reward_status: string | null
}

export const standings = ({ call }: TestTenant, season_id: string, query = "") =>
  Effect.map(
    call("GET", `${seasonsPath}/${season_id}/standings${query}`),
    ({ body }) => body.data as ReadonlyArray<Standing>
  )

export const close = Effect.fnUntraced(function* ({ call }: TestTenant, season_id: string) {
  const forced = yield* call("POST", `${seasonsPath}/${season_id}/force-close`, { reason: "enough" })
  assert.strictEqual(forced.status, 202, forced.text)
  const { result, status } = yield* ended(call, forced.body.operation_id)
  assert.strictEqual(status, "completed")
  return result
})

export const coinsOf = ({ call }: TestTenant, buddy_id: string) =>
  Effect.map(call("GET", `/buddies/${buddy_id}`), ({ body }) => body.coins as number)
