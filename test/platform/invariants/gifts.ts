/** What a workspace gives without being asked: for nothing, for coming back, for having been first. */
import { Effect } from "effect"
import { hatch, lesson } from "../../kit/players/players.ts"
import type { Answer, TestTenant } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

type Fine = (answer: Answer) => Answer

/** Gifts for nothing: one card waits, one was seen, one was dismissed. */
const feast = Effect.fnUntraced(function* ({ call }: TestTenant, fine: Fine, buddy_id: string) {
  const gift = { buddy_ids: [buddy_id], coins: 5, message: "For you" }
  const [, seen, dismissed] = yield* Effect.forEach([1, 2, 3], () =>
    Effect.map(call("POST", "/customers/me/free-lunches", gift), (answer) => fine(answer).body.data[0].grant_id)
  )
  fine(yield* call("POST", `/buddies/${buddy_id}/free-lunches/${seen}/seen`))
  fine(yield* call("POST", `/buddies/${buddy_id}/free-lunches/${dismissed}/dismiss`))
})

/** Away for five days, by the clock of its events. */
const comeBack = Effect.fnUntraced(function* (tenant: TestTenant, fine: Fine) {
  const { call } = tenant
  fine(yield* call("PATCH", "/customers/me/settings", { lapsed_after_days: 3 }))
  fine(yield* call("PATCH", "/customers/me/reengagement-config", { reward: { coins: 5 } }))
  yield* hatch(tenant, "finn")
  const away = new Date(Date.now() - 5 * 86_400_000).toISOString()
  fine(yield* call("POST", "/events", lesson("finn", { occurred_at: away })))
  fine(yield* call("POST", "/events", lesson("finn")))
})

/** The first two, numbered and rewarded. */
const found = Effect.fnUntraced(function* ({ call }: TestTenant, fine: Fine) {
  fine(yield* call("PATCH", "/customers/me/founding-cohort/config", { size: 2, reward: { coins: 5 } }))
  const { operation_id } = fine(yield* call("POST", "/customers/me/founding-cohort/backfill")).body
  yield* until(
    "the founding cohort is full",
    Effect.map(call("GET", `/operations/${operation_id}`), ({ body }) => body.status === "completed")
  )
})

export const giftsFor = Effect.fnUntraced(function* (tenant: TestTenant, fine: Fine, buddy_id: string) {
  yield* feast(tenant, fine, buddy_id)
  yield* comeBack(tenant, fine)
  yield* found(tenant, fine)
})
