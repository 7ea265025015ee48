/** Boosters that run: the buddy's own and those of its audience. */
import { boostersAt } from "../../../../../engine/campaigns/boosters.ts"
import type { WidgetBooster } from "../../Api/Campaigns.ts"
import type { Looking } from "../Looking.ts"

export const boostersOf = ({ audience, facts, live, may }: Looking): ReadonlyArray<WidgetBooster> => {
  if (!may("buddies")) return []
  return boostersAt(facts.state.boosters, live.boosters, audience, facts.now)
    .filter(({ starts_at }) => starts_at <= facts.now)
    .map(({ applies_to, booster_id, ends_at, multiplier }) => ({
      booster_id,
      applies_to,
      multiplier,
      ends_at: new Date(ends_at).toISOString()
    }))
}
