/** Cards of gifts that were not put away, the newest first. */
import { openLunches } from "../../../../../engine/campaigns/freeLunches.ts"
import type { WidgetFreeLunch } from "../../Api/Campaigns.ts"
import type { Looking } from "../Looking.ts"

export const freeLunchesOf = ({ facts, may }: Looking): ReadonlyArray<WidgetFreeLunch> => {
  if (!may("buddies")) return []
  return openLunches(facts.state, facts.now).map(({ coins, expires_at, grant_id, message, status }) => ({
    grant_id,
    coins,
    message,
    status: status === "seen" ? "seen" : "granted",
    expires_at: expires_at === null ? null : new Date(expires_at).toISOString()
  }))
}
