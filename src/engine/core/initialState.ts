import { isTimeZone } from "../../wire/content/TimeZone.ts"
import type { Snapshot } from "./Snapshot.ts"
import type { BuddyState } from "./State.ts"
import { nothing } from "../rules/wallet.ts"

/**
 * A buddy just hatched. `timezone` is the egg's `metadata.timezone` when it names a zone, else null. Start levels are
 * written down, so that a later config version does not move them; a skill that version adds stands at its own start
 * level.
 */
export const initialState = (
  snapshot: Snapshot,
  { hatched_at, timezone }: { readonly hatched_at: number; readonly timezone: string | null }
): BuddyState => ({
  coins: nothing,
  tokens: {},
  skills: Object.fromEntries(
    [...snapshot.skills].filter(([, skill]) => skill.start_points > 0).map(([key, skill]) => [key, skill.start_points])
  ),
  streaks: {},
  badges: {},
  limits: {},
  counts: {},
  items: {},
  gates: {},
  evolution_ready: false,
  evolution_stage: 1,
  ceremonies: [{ ceremony: "hatch", evolution_stage: 1, prestige_level: 0, recorded: false, at: hatched_at }],
  prestige_level: 0,
  hatched_at,
  timezone: { zone: isTimeZone(timezone) ? timezone : null, next: null, next_from_day: null },
  checked_config_version_id: null
})
