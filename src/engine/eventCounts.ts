import type { EventCommand } from "./Command.ts"
import { type Draft, read, write } from "./Draft.ts"
import { inputOf } from "./inputs.ts"
import { countUp } from "./periods.ts"
import { dayMs } from "./zones.ts"

/**
 * Event types are the clients' own words, so their number per buddy is bounded; types the config names always count.
 */
const typesMax = 200

/** Counts the event for `event_count`: in total, and per UTC day as far back as the pinned config looks. */
export const countEvent = (draft: Draft, event: EventCommand): void => {
  const { snapshot, state } = draft
  const held = read(draft, "counts", event.type)
  const window = snapshot.windows.get(event.type)
  if (held === undefined && window === undefined && !snapshot.triggers.has(event.type)) {
    if (Object.keys(state.counts).length >= typesMax) return
  }
  const today = Math.floor(draft.context.now / dayMs)
  const recent =
    window === undefined || window === 0
      ? []
      : countUp(held?.recent ?? [], Math.floor(event.occurred_at / dayMs), today - window + 1)
  write(draft, "counts", event.type, { total: (held?.total ?? 0) + 1, recent })
  draft.changed.add(inputOf.event(event.type))
}
