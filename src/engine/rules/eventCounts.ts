import { campaignWindow } from "../campaigns/Campaigns.ts"
import type { EventCommand } from "../core/Command.ts"
import { zoneFor } from "../calendar/calendar.ts"
import { type Draft, neededSince, read, write } from "../core/Draft.ts"
import { inputOf } from "../core/inputs.ts"
import { countUp } from "../calendar/periods.ts"
import { dayMs, localDay } from "../calendar/zones.ts"

/**
 * Event types are the clients' own words, so their number per buddy is bounded; types the config names always count.
 */
const typesMax = 200

/** Any zone, and a change of it. */
const marginDays = 2

const longest = (left: number | undefined, right: number | undefined): number | undefined =>
  left === undefined || right === undefined ? (left ?? right) : Math.max(left, right)

/**
 * Counts the event for `event_count`: in total, and per local day of the user as far back as the pinned config looks
 * from any event that may still arrive.
 */
export const countEvent = (draft: Draft, event: EventCommand): void => {
  const { snapshot, state } = draft
  const held = read(draft, "counts", event.type)
  const window = longest(snapshot.windows.get(event.type), campaignWindow(draft, event.type))
  if (held === undefined && window === undefined && !snapshot.triggers.has(event.type)) {
    if (Object.keys(state.counts).length >= typesMax) return
  }
  const { tenant_timezone } = draft.context
  const day = localDay(zoneFor("user", { user: draft.zone, tenant: tenant_timezone }), event.occurred_at)
  const oldest = Math.floor(neededSince(draft) / dayMs) - (window ?? 0) - marginDays
  const recent = window === undefined ? [] : countUp(held?.recent ?? [], day, oldest)
  write(draft, "counts", event.type, { total: (held?.total ?? 0) + 1, recent })
  draft.changed.add(inputOf.event(event.type))
}
