/** Badges of what happens at this moment, which the buddy may still win. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { own } from "../../../../../engine/core/State.ts"
import type { LiveEventBadge } from "../../../../../wire/campaigns/EventBadges.ts"
import type { WidgetEventBadge } from "../../Api/Campaigns.ts"
import { type Looking, ofAudience, where } from "../Looking.ts"
import { awardsOf } from "../../Store/EventBadges.ts"

const concerns = ({ audience, badge_key, ends_at, event_badge_id, starts_at }: LiveEventBadge, looking: Looking) => {
  const { now, snapshot, state } = looking.facts
  const isOn = (starts_at ?? -Infinity) <= now && now < (ends_at ?? Infinity)
  // A badge the version of the buddy defines under that key has the say over it.
  const isItsOwn = snapshot.badges.has(badge_key)
  const isHeld =
    (own(state.badges, badge_key)?.count ?? 0) > 0 || own(state.event_badges ?? {}, event_badge_id)?.awarded === true
  return isOn && !isItsOwn && !isHeld && ofAudience(looking, audience)
}

export const eventBadgesOf = Effect.map(SqlClient.SqlClient, (sql) => {
  const awards = awardsOf(sql)
  const open = Effect.fnUntraced(function* (looking: Looking) {
    const { customer_id, facts, live } = looking
    const badges = (live.event_badges ?? []).filter((one) => one.enabled).filter((one) => concerns(one, looking))
    const limited = badges.filter(({ max_awards }) => max_awards !== null).map(({ event_badge_id }) => event_badge_id)
    const given = yield* awards(customer_id, limited)
    return badges.map(
      ({ badge_key, ends_at, event_badge_id, label, max_awards, required_count }): WidgetEventBadge => ({
        badge_key,
        label,
        progress: own(facts.state.event_badges ?? {}, event_badge_id)?.count ?? 0,
        required_count,
        ends_at: ends_at === null ? null : new Date(ends_at).toISOString(),
        left: max_awards === null ? null : Math.max(0, max_awards - (given.get(event_badge_id) ?? 0))
      })
    )
  })
  return (looking: Looking) => where(looking.may("buddies"), open(looking))
})
