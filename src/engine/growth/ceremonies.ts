/**
 * What a user may watch once: the hatching, a new stage, a new life. The buddy remembers the newest of each kind and
 * stage, so that the list stays as short as the stages are few, and whether it was watched to its end.
 */
import type { Command } from "../core/Command.ts"
import type { ManualOutcome } from "../core/Decision.ts"
import { type Draft, fired, skipped } from "../core/Draft.ts"
import type { BuddyState, Ceremony } from "../core/State.ts"
import { isoTime } from "../calendar/zones.ts"

type Kind = Pick<Ceremony, "ceremony" | "evolution_stage">

const isOf = (kind: Kind) => (one: Ceremony) =>
  one.ceremony === kind.ceremony && one.evolution_stage === kind.evolution_stage

/** One more to be watched; the one of the same kind and stage in a life before is not shown any more. */
export const reach = (draft: Draft, ceremony: "evolution" | "prestige"): void => {
  const { ceremonies = [], evolution_stage, prestige_level } = draft.state
  const reached = { ceremony, evolution_stage, prestige_level, recorded: false }
  const before = ceremonies.find(isOf(reached))
  if (before?.prestige_level === prestige_level) return
  draft.state.ceremonies = [...ceremonies.filter((one) => one !== before), reached]
}

/** The newest that was reached and not yet watched. */
export const pendingCeremony = ({ ceremonies = [] }: BuddyState): Kind | null => {
  const newest = ceremonies.findLast(({ recorded }) => !recorded)
  return newest === undefined ? null : { ceremony: newest.ceremony, evolution_stage: newest.evolution_stage }
}

/** Watched to its end: told once, however often it is said. */
export const completeCeremony = (
  draft: Draft,
  { ceremony, evolution_stage }: Extract<Command, { readonly _tag: "CompleteCeremony" }>
): ManualOutcome => {
  const { ceremonies = [] } = draft.state
  const found = ceremonies.find(isOf({ ceremony, evolution_stage }))
  if (found === undefined) return { error: { code: "ceremony_not_pending", ceremony, evolution_stage } }
  const key = `${ceremony}_${evolution_stage}`
  const { prestige_level, recorded } = found
  if (recorded) {
    skipped(draft, "ceremony", key, "limit_reached", { limit: "once", prestige_level })
    return { reply: { _tag: "Ceremony", already_recorded: true } }
  }
  draft.state.ceremonies = ceremonies.map((one) => (one === found ? { ...one, recorded: true } : one))
  const { buddy_id, user_id } = draft.context.buddy
  const occurred_at = isoTime(draft.context.now)
  draft.outbound.push({
    event: "buddy.ceremony_completed",
    body: { buddy_id, user_id, ceremony, evolution_stage, occurred_at }
  })
  draft.history.push({ kind: "ceremony", key, body: { ceremony, evolution_stage, prestige_level } })
  fired(draft, "ceremony", key, { prestige_level })
  return { reply: { _tag: "Ceremony", already_recorded: false } }
}
