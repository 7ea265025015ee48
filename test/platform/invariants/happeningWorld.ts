/** A drop that was missed and won by pity, once taken back, and an event badge for the second event of a party. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { inHours, makeDrop, makeEventBadge, sent } from "../../kit/campaigns/Drops.ts"
import type { TestTenant } from "../../kit/service/TestApp.ts"

export const luckAndParty = Effect.fnUntraced(function* ({ call }: TestTenant) {
  const budget = { max_coins: 100, period: "total" }
  const { surprise_drop_id } = yield* makeDrop(call, { probability: 0, pity_after: 1, budget })
  let coins = 0
  for (let count = 0; count < 4; count++) coins += (yield* sent(call, "ada", "gift.opened")).effects.coins
  assert.strictEqual(coins, 40)
  yield* sent(call, "cora", "gift.opened")
  const { event_id } = yield* sent(call, "cora", "gift.opened")
  assert.strictEqual((yield* call("POST", `/events/${event_id}/reverse`, {})).status, 200)
  const { event_badge_id } = yield* makeEventBadge(call, {
    required_count: 2,
    max_awards: 5,
    starts_at: inHours(-1),
    ends_at: inHours(1)
  })
  for (let count = 0; count < 3; count++) yield* sent(call, "ada", "party.joined")
  return { surprise_drop_id: surprise_drop_id as string, event_badge_id: event_badge_id as string }
})
