import type { BadgeCheck } from "./BadgeCheck.ts"
import { userZoneAt } from "../calendar/calendar.ts"
import { alwaysInput } from "../core/inputs.ts"
import { awardBadge, badgeStateOf, setBadge } from "./awards.ts"
import { groupMet, unmetOf } from "../rules/conditions.ts"
import type { DecideContext } from "../core/Decision.ts"
import { type Draft, fired, openDraft, read, skipped } from "../core/Draft.ts"
import type { CompiledBadge, Snapshot } from "../core/Snapshot.ts"
import { type BadgeState, type BuddyState, own } from "../core/State.ts"

/** Decisions 5: badges are looked at until nothing changes, at most this often. */
const roundsMax = 3
/**
 * Badges not yet earned are shown in the trace up to this many, first ones first: a hundred open badges would drown
 * the rest.
 */
const unmetShownMax = 5

/**
 * Badges whose criteria may have turned, to a fixed point: an award may pay coins, and coins or the badge itself may
 * complete another badge. Only badges that read a changed input are looked at, after a hatch or a migration all of
 * them.
 */
export const applyBadges = (draft: Draft): void => {
  const { snapshot, state } = draft
  const badges = snapshot.badge_list
  if (badges.length === 0) return
  const isFirstLook = state.checked_config_version_id !== snapshot.config_version_id
  state.checked_config_version_id = snapshot.config_version_id
  const unmet = new Set<CompiledBadge>()
  const woken = mark(draft, new Uint8Array(badges.length))
  let candidates = isFirstLook ? new Uint8Array(badges.length).fill(1) : new Uint8Array(woken)
  for (const { place } of snapshot.badges_by_input.get(alwaysInput) ?? []) candidates[place] = 1
  for (let round = 0; round < roundsMax; round += 1) {
    const next = new Uint8Array(badges.length)
    for (let place = 0; place < candidates.length; place += 1) {
      if (candidates[place] === 0) continue
      const compiled = badges[place]!
      if (lookAt(draft, compiled) !== "unmet") unmet.delete(compiled)
      else if (woken[place] === 1 && unmet.size < unmetShownMax) unmet.add(compiled)
      if (draft.changed.size > 0) passOn(draft, place, woken, candidates, next)
    }
    candidates = next
    if (!next.includes(1)) break
  }
  // What the last round still set off is looked at with the next command.
  if (candidates.includes(1)) state.checked_config_version_id = null
  for (const { badge } of unmet) {
    skipped(draft, "badge_definition", badge.badge_key, "condition_failed", {
      unmet: unmetOf(badge.criteria, draft.facts)
    })
  }
}

/** Marks, by place, the badges that read an input changed since the last call. */
const mark = (draft: Draft, marks: Uint8Array): Uint8Array => {
  for (const input of draft.changed) {
    for (const { place } of draft.snapshot.badges_by_input.get(input) ?? []) marks[place] = 1
  }
  draft.changed.clear()
  return marks
}

/** What an award changed concerns later badges in the same round and earlier ones in the next. */
const passOn = (draft: Draft, place: number, woken: Uint8Array, candidates: Uint8Array, next: Uint8Array): void => {
  const affected = mark(draft, new Uint8Array(woken.length))
  for (let other = 0; other < affected.length; other += 1) {
    if (affected[other] === 0) continue
    woken[other] = 1
    if (other > place) candidates[other] = 1
    else next[other] = 1
  }
}

/** Does this badge ever come by itself? */
const isEarned = ({ badge }: CompiledBadge): boolean =>
  badge.status === "active" && badge.award_mode !== "api" && badge.criteria.conditions.length > 0

const isMeantFor = ({ context }: Draft, { badge }: CompiledBadge): boolean =>
  badge.audience === null || badge.audience === context.buddy.audience

/**
 * A badge that is not held is earned by what a buddy has now and by what a late event shows it had: else the order in
 * which events arrive would decide. To be given again it needs its edges in order.
 */
const isReached = ({ reached }: Draft, { criteria, repeatable }: CompiledBadge["badge"], held: BadgeState): boolean =>
  reached !== null && (!repeatable || held.count === 0) && groupMet(criteria, reached)

/**
 * Windows and runs fall with time, when nothing looks: what was met at the last look may have been false until this
 * command. What the command itself has touched was looked at already.
 */
const fellMeanwhile = (draft: Draft, { badge_key, criteria }: CompiledBadge["badge"]): boolean => {
  const { before: state, facts } = draft
  const held = own(state.badges, badge_key)
  return (
    held?.satisfied === true && held === read(draft, "badges", badge_key) && !groupMet(criteria, { ...facts, state })
  )
}

type Look = "settled" | "unmet"

const settle = (draft: Draft, compiled: CompiledBadge, { satisfied }: BadgeState): Look => {
  if (!satisfied) setBadge(draft, compiled, { satisfied: true })
  return "settled"
}

/** Judge one badge. Repeatable badges fire on the rising edge of their criteria, others once. */
const lookAt = (draft: Draft, compiled: CompiledBadge): Look => {
  const { badge } = compiled
  if (!isEarned(compiled) || !isMeantFor(draft, compiled)) return "settled"
  const held = badgeStateOf(draft, compiled)
  if (held.count > 0 && !badge.repeatable) return "settled"
  const isMet = groupMet(badge.criteria, draft.facts)
  if (!isMet && !isReached(draft, badge, held)) {
    if (held.satisfied) setBadge(draft, compiled, { satisfied: false, ...(held.rejected ? { rejected: false } : {}) })
    return held.ready || held.satisfied ? "settled" : "unmet"
  }
  if (held.ready) return settle(draft, compiled, held)
  const isAnew = isMet && fellMeanwhile(draft, badge)
  if (!isAnew && (held.rejected === true || (held.count + (held.past ?? 0) > 0 && held.satisfied))) {
    return settle(draft, compiled, held)
  }
  // One that comes again was only had then: what it asks for may rise from now on.
  const satisfied = isMet || !badge.repeatable || badge.award_mode !== "auto"
  setBadge(draft, compiled, { satisfied, ...(held.rejected ? { rejected: false } : {}) })
  if (badge.award_mode === "auto") {
    const ledgerId = awardBadge(draft, compiled, null)
    fired(
      draft,
      "badge_definition",
      badge.badge_key,
      { coin_reward: badge.coin_reward },
      ledgerId === null ? [] : [ledgerId]
    )
    return "settled"
  }
  setBadge(draft, compiled, { ready: true })
  draft.history.push({ kind: "review", key: badge.badge_key, body: { type: "ready" } })
  draft.outbound.push({
    event: "badge.ready",
    body: { buddy_id: draft.context.buddy.buddy_id, badge_key: badge.badge_key }
  })
  fired(draft, "badge_definition", badge.badge_key, { awaits: "manual_review" })
  return "settled"
}

const pays = { coin_reward: 0, is_due: false } as const

/**
 * Judge one badge outside of its turn, because the tenant asks whether it was earned before it existed. What is held is
 * never given again, not even when it is repeatable: nothing happened that would earn it anew.
 */
export const checkBadge = (draft: Draft, badge_key: string): BadgeCheck => {
  if ((read(draft, "badges", badge_key)?.count ?? 0) > 0) return { verdict: "already_held", ...pays }
  const compiled = draft.snapshot.badges.get(badge_key)
  if (compiled === undefined || !isEarned(compiled)) return { verdict: "on_other_version", ...pays }
  if (!isMeantFor(draft, compiled)) return { verdict: "skipped", ...pays }
  const wasReady = badgeStateOf(draft, compiled).ready
  lookAt(draft, compiled)
  const { count, ready, satisfied } = badgeStateOf(draft, compiled)
  if (count > 0) return { verdict: "awarded", coin_reward: draft.badges.at(-1)!.coin_reward, is_due: true }
  if (ready) return { verdict: "awaiting_review", coin_reward: 0, is_due: !wasReady }
  // Met, and yet not given: refused by a reviewer or lost again, and never unmet since.
  return { verdict: satisfied ? "skipped" : "not_met", ...pays }
}

/** What `CheckBadge` would answer now; nothing of the buddy changes. */
export const badgeCheckOf = (
  snapshot: Snapshot,
  state: BuddyState,
  badge_key: string,
  context: DecideContext
): BadgeCheck => {
  const draft = openDraft(snapshot, state, context, { type: "command", id: null })
  draft.zone = userZoneAt(state.timezone, context.now)
  return checkBadge(draft, badge_key)
}
