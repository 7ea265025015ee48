/**
 * What a user may watch once: the hatching, a new stage, a new life, each of every life. The buddy remembers the newest
 * that wait and those that were watched last.
 */
import type { Command } from "../core/Command.ts"
import type { ManualOutcome } from "../core/Decision.ts"
import { type Draft, fired, skipped } from "../core/Draft.ts"
import type { BuddyState, Ceremony } from "../core/State.ts"
import { isoTime } from "../calendar/zones.ts"

type Kind = Pick<Ceremony, "ceremony" | "evolution_stage">

const isOf = (kind: Kind) => (one: Ceremony) =>
  one.ceremony === kind.ceremony && one.evolution_stage === kind.evolution_stage

const pending_max = 10
const recorded_max = 50

/** The newest of them, as many as are remembered. */
const remembered = (ceremonies: ReadonlyArray<Ceremony>): ReadonlyArray<Ceremony> => {
  const excess = (isRecorded: boolean, max: number) =>
    Math.max(ceremonies.filter(({ recorded }) => recorded === isRecorded).length - max, 0)
  const left = { true: excess(true, recorded_max), false: excess(false, pending_max) }
  return ceremonies.filter(({ recorded }) => left[`${recorded}`]-- <= 0)
}

/** One more to be watched; of too many that wait the oldest is let go. */
export const reach = (draft: Draft, ceremony: "evolution" | "prestige"): void => {
  const { ceremonies = [], evolution_stage, prestige_level } = draft.state
  const reached = { ceremony, evolution_stage, prestige_level, recorded: false, at: draft.context.now }
  const isKnown = ceremonies.some((one) => isOf(reached)(one) && one.prestige_level === prestige_level)
  if (!isKnown) draft.state.ceremonies = remembered([...ceremonies, reached])
}

/** What was reached and not yet watched, the newest first. */
export const pendingCeremonies = ({ ceremonies = [] }: BuddyState): ReadonlyArray<Ceremony> =>
  ceremonies.filter(({ recorded }) => !recorded).reverse()

export const pendingCeremony = (state: BuddyState): Kind | null => {
  const [newest] = pendingCeremonies(state)
  return newest === undefined ? null : { ceremony: newest.ceremony, evolution_stage: newest.evolution_stage }
}

/** Watched to its end, the newest that waits of its kind and stage: told once, however often it is said. */
export const completeCeremony = (
  draft: Draft,
  { ceremony, evolution_stage }: Extract<Command, { readonly _tag: "CompleteCeremony" }>
): ManualOutcome => {
  const { ceremonies = [] } = draft.state
  const ofKind = ceremonies.filter(isOf({ ceremony, evolution_stage }))
  const found = ofKind.findLast(({ recorded }) => !recorded) ?? ofKind.at(-1)
  if (found === undefined) return { error: { code: "ceremony_not_pending", ceremony, evolution_stage } }
  const key = `${ceremony}_${evolution_stage}`
  const { prestige_level, recorded } = found
  if (recorded) {
    skipped(draft, "ceremony", key, "limit_reached", { limit: "once", prestige_level })
    return { reply: { _tag: "Ceremony", already_recorded: true } }
  }
  draft.state.ceremonies = remembered([...ceremonies.filter((one) => one !== found), { ...found, recorded: true }])
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
