/**
 * Kudos are given by the giver's own actor, so its limits hold whatever is asked at once. The receiver is paid
 * afterwards, by the signal, under a receipt.
 */
import type { Reward } from "../../wire/content/Shared.ts"
import { userZoneAt, zoneFor } from "../calendar/calendar.ts"
import { dayMs, isoTime, localDay, startOfDay, type Zone } from "../calendar/zones.ts"
import type { ManualOutcome } from "../core/Decision.ts"
import { type Draft, fired } from "../core/Draft.ts"
import { type BuddyState, own } from "../core/State.ts"
import { payReward } from "../rules/rewards.ts"
import { tellTeams } from "./feed.ts"
import type { DayOfKudos, GiveKudosCommand, KudosError, KudosGiven, KudosTerms } from "./KudosTerms.ts"

export const kudosReason = "kudos"
/** Of one buddy on one of its days, over all types. */
export const kudosPerDay_max = 200

const sum = (counts: Readonly<Record<string, number>> = {}): number =>
  Object.values(counts).reduce((total, count) => total + count, 0)

/** What was given on a day; what the state keeps of one before counts no more. */
export const givenOn = ({ kudos }: Pick<BuddyState, "kudos">, day: number): DayOfKudos => {
  const of = (wanted: number) => [kudos, kudos?.present].find((one) => one?.day === wanted)
  // Who comes to a zone further west has had this day already, and begins it no second time.
  return of(day) ?? of(day + 1) ?? { day, given: {} }
}

/** With what was given on a day; on a test clock also with the day its giver was away from. */
const keptOf = ({ context, state: { kudos } }: Draft, { day, given }: DayOfKudos): KudosGiven => {
  if (!context.isOnTestClock || kudos === undefined) return { day, given }
  const present = kudos.present ?? { day: kudos.day, given: kudos.given }
  return present.day === day ? { day, given } : { day, given, present }
}

/** How many of a type may still be given on a day. */
export const leftOf = (
  given: KudosGiven["given"],
  { daily_limit_per_sender, kudo_type_id }: Pick<KudosTerms, "daily_limit_per_sender" | "kudo_type_id">
): number => {
  const total = Object.values(given).reduce((count, ofType) => count + sum(ofType), 0)
  return Math.max(0, Math.min(daily_limit_per_sender - sum(own(given, kudo_type_id)), kudosPerDay_max - total))
}

const refusedBy = (
  given: KudosGiven["given"],
  { to_buddy_id, type }: GiveKudosCommand,
  resets_at: number
): KudosError | null => {
  const ofType = own(given, type.kudo_type_id) ?? {}
  const limits = [
    ["daily", sum(ofType), type.daily_limit_per_sender],
    ["pair", own(ofType, to_buddy_id) ?? 0, type.pair_limit_per_day],
    ["total", Object.values(given).reduce((count, one) => count + sum(one), 0), kudosPerDay_max]
  ] as const
  const reached = limits.find(([, used, max]) => used >= max)
  if (reached === undefined) return null
  const [limit, used, max] = reached
  return { code: "kudo_limit_reached", limit, used, max, resets_at }
}

/** When a day of the giver is over, also where it moves to another zone with its end. */
const endOf = ({ context, state }: Draft, zone: Zone, day: number): number => {
  const at = startOfDay(zone, day + 1)
  const next = zoneFor("user", { user: userZoneAt(state.timezone, at), tenant: context.tenant_timezone })
  return localDay(next, at) > day ? at : startOfDay(next, day + 1)
}

const isNothing = ({ badges, coins, items, skills, tokens }: Reward): boolean =>
  coins === 0 && tokens.length + badges.length + items.length + skills.length === 0

export const giveKudos = (draft: Draft, command: GiveKudosCommand): ManualOutcome => {
  const { buddy, isOnTestClock, now } = draft.context
  const { kudo_id, message, to_buddy_id, type } = command
  const { audience, daily_limit_per_sender: daily_limit, kudo_key, kudo_type_id, receiver_reward } = type
  if (audience !== null && audience !== buddy.audience) {
    return { error: { code: "kudo_not_allowed", reason: "audience" } }
  }
  const zone = zoneFor("user", { user: draft.zone, tenant: draft.context.tenant_timezone })
  const { day, given } = givenOn(draft.state, localDay(zone, now))
  const refused = refusedBy(given, command, endOf(draft, zone, day))
  if (refused !== null) return { error: refused }
  const ofType = own(given, kudo_type_id) ?? {}
  const counted = { ...ofType, [to_buddy_id]: (own(ofType, to_buddy_id) ?? 0) + 1 }
  const after = { ...given, [kudo_type_id]: counted }
  draft.state.kudos = keptOf(draft, { day, given: after })
  const { coins } = receiver_reward
  const ledger_ids = payReward(draft, type.giver_reward, { reason: kudosReason, rule_id: null })
  const row = { kudo_id, kudo_type_id, kudo_key, to_buddy_id, message, coins, local_day: day, daily_limit }
  draft.writes.push({ kind: "kudos", row: { ...row, is_on_test_clock: isOnTestClock, given_at: now } })
  draft.history.push({ kind: "kudos", key: kudo_id, body: { type: "given", kudo_key, to_buddy_id, coins } })
  tellTeams(draft, "kudos_given", { kudo_id, kudo_key, to_buddy_id })
  const told = { kudo_id, kudo_key, from_buddy_id: buddy.buddy_id, to_buddy_id, message, coins }
  draft.outbound.push({ event: "kudos.given", body: { ...told, occurred_at: isoTime(now) } })
  if (!isNothing(receiver_reward)) {
    draft.signals.push({ _tag: "DeliverKudos", kudo_id, kudo_type_id, to_buddy_id, reward: receiver_reward })
  }
  fired(draft, "kudos", kudo_key, { kudo_id, to_buddy_id, coins, used: sum(counted), max: daily_limit }, ledger_ids)
  const left_today = leftOf(after, type)
  return { reply: { _tag: "Kudos", kudo_id, kudo_key, to_buddy_id, coins, left_today, occurred_at: now } }
}

/** A day that is over in every zone is nobody's limit. Test clocks may go back to it, and so leave it alone. */
export const forgetKudos = (draft: Draft): void => {
  const { kudos } = draft.state
  if (kudos === undefined || draft.context.isOnTestClock) return
  if ((kudos.day + 3) * dayMs < draft.context.now) delete draft.state.kudos
}
