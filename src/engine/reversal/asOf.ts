/**
 * A reversal is decided on what the tables said a moment ago. Whether an event of the kind it asks about has come or
 * gone since is told by these few numbers: events only add to a count, and whatever takes from one counts as a reversal
 * or a prestige.
 */
import type { AsOf } from "../core/Command.ts"
import type { Draft } from "../core/Draft.ts"
import { type BuddyState, own } from "../core/State.ts"

export const asOfState = (
  config_version_id: string,
  { counts, prestige_level, reversals = 0 }: BuddyState,
  types: ReadonlyArray<string>
): AsOf => ({
  config_version_id,
  prestige_level,
  reversals,
  counts: Object.fromEntries(types.map((type) => [type, own(counts, type)?.total ?? 0]))
})

/** The same as of this moment. */
export const asOf = ({ snapshot, state }: Draft, { counts }: AsOf): AsOf =>
  asOfState(snapshot.config_version_id, state, Object.keys(counts))

export const isSame = (left: AsOf, right: AsOf): boolean =>
  left.config_version_id === right.config_version_id &&
  left.prestige_level === right.prestige_level &&
  left.reversals === right.reversals &&
  Object.entries(left.counts).every(([type, count]) => right.counts[type] === count)
