/** What an event counts on the board: for the period of the tenant's calendar it occurred in. */
import type { LeaderboardTerms } from "../../wire/campaigns/Leaderboard.ts"
import { boardKeyAt } from "../calendar/boardPeriods.ts"
import { zoneOf } from "../calendar/zones.ts"
import { fired } from "../core/Draft.ts"
import type { Account } from "./Account.ts"
import { countedType, measure } from "./metrics.ts"
import { score } from "./writes.ts"

export const boardAccount = ({ metric, period, subject_id }: LeaderboardTerms): Account => ({
  type: "leaderboard",
  key: period,
  event_type: countedType(metric),
  concerns: () => true,
  count: (draft, event) => {
    const measured = measure(draft, metric)
    if (measured === null) return
    const period_key = boardKeyAt(period, zoneOf(draft.context.tenant_timezone), event.occurred_at)
    const row = { subject_id, period_key, ...measured }
    score(draft, row)
    fired(draft, "leaderboard", period, row)
  }
})
