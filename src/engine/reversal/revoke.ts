/**
 * Badges of a reversed event go where their criteria do not hold without them, whether by owning them or by their
 * coins; so do those of events reversed before, where this event had held them.
 */
import { badgeStateOf, setBadge } from "../badges/awards.ts"
import type { ReverseCommand } from "../core/Command.ts"
import { groupMet } from "../rules/conditions.ts"
import type { Draft } from "../core/Draft.ts"
import { inputOf } from "../core/inputs.ts"
import { isOwed, rememberBadge, remaining, remainsOf, remainsToJudge } from "./remains.ts"
import type { CompiledBadge } from "../core/Snapshot.ts"
import { type BadgeRemains, type BadgeState, own, type RemainingEntry } from "../core/State.ts"

type Fact = ReverseCommand["event"]

interface Award {
  readonly compiled: CompiledBadge
  readonly before: BadgeState
  /** awards in question, and how many of them are still held */
  readonly awards: number
  readonly lost: number
  /** what they were paid with */
  readonly entries: ReadonlyArray<RemainingEntry>
  /** what remains of the same badge and is not judged, because this event came later */
  readonly spared: BadgeRemains | null
}

/** Returns the payments of badges that go; what stays is remembered. */
export const revokeBadges = (draft: Draft, event: Fact): ReadonlyArray<RemainingEntry> => {
  const { coins } = draft.state
  revokeUndefined(draft, event)
  const brought = badgesOf(draft, event)
  const unheld = [...brought.keys()].filter((compiled) => badgeStateOf(draft, compiled).count === 0)
  const judged = remainsToJudge(draft, event, [...brought.keys()])
  const open = opened(draft, brought, new Map(judged))
  for (const [compiled, { before, lost }] of open) {
    if (lost > 0) setBadge(draft, compiled, { count: before.count - lost })
  }
  const kept = keepEarned(draft, open)
  draft.state.coins = coins
  for (const { awards, compiled, entries, spared } of kept) {
    const all = { awards: awards + (spared?.awards ?? 0), entries: [...(spared?.entries ?? []), ...entries] }
    rememberBadge(draft, compiled, { ...all, judged_at: draft.context.now })
  }
  // A badge that is lost may be asked for anew, though nothing its criteria read has changed: all are looked at.
  if (open.size > 0) draft.state.checked_config_version_id = null
  for (const [compiled, { before, lost, spared }] of open) {
    rememberBadge(draft, compiled, spared)
    if (lost === 0) continue
    setBadge(draft, compiled, { past: (before.past ?? 0) + lost, satisfied: false, ready: false })
    draft.changed.add(compiled.input)
    draft.revoked_badges.push(compiled.badge.badge_key)
  }
  const lost = new Set([...unheld, ...open.keys()].map(({ badge }) => badge.badge_definition_id))
  return [
    ...event.entries
      .filter((entry) => isOwed(entry) && entry.rule_id !== null && lost.has(entry.rule_id))
      .map(remaining),
    ...judged.flatMap(([compiled, { entries }]) => (open.has(compiled) ? entries : []))
  ]
}

/**
 * What the buddy's version no longer defines has no criteria that could hold without the event: it goes as its coins
 * do. Event badges are defined elsewhere and have gone with what they counted.
 */
const revokeUndefined = (draft: Draft, { badge_keys, fired }: Fact): void => {
  const elsewhere = new Set(fired.flatMap(({ key, type }) => (type === "event_badge" ? [key] : [])))
  for (const badge_key of new Set(badge_keys)) {
    if (draft.snapshot.badges.has(badge_key) || elsewhere.has(badge_key)) continue
    const gone = { badge: { badge_key } }
    const { count, past = 0 } = badgeStateOf(draft, gone)
    const lost = Math.min(count, badge_keys.filter((one) => one === badge_key).length)
    if (lost === 0) continue
    setBadge(draft, gone, { count: count - lost, past: past + lost, satisfied: false, ready: false })
    draft.changed.add(inputOf.badge(badge_key))
    draft.revoked_badges.push(badge_key)
  }
}

type Paid = Pick<Award, "awards" | "entries">

const badgesOf = ({ snapshot }: Draft, { badge_keys, entries }: Fact): ReadonlyMap<CompiledBadge, Paid> =>
  new Map(
    [...new Set(badge_keys)].flatMap((key) => {
      const compiled = snapshot.badges.get(key)
      if (compiled === undefined) return []
      const paid = entries.filter(({ rule_id }) => rule_id === compiled.badge.badge_definition_id)
      const awards = badge_keys.filter((one) => one === key).length
      return [[compiled, { awards, entries: paid.filter(isOwed).map(remaining) }] as const]
    })
  )

/** All that is to be judged, together: badges may hold each other. */
const opened = (
  draft: Draft,
  brought: ReadonlyMap<CompiledBadge, Paid>,
  judged: ReadonlyMap<CompiledBadge, Paid>
): Map<CompiledBadge, Award> => {
  const open = new Map<CompiledBadge, Award>()
  const put = (compiled: CompiledBadge, { awards, entries }: Paid) => {
    const before = badgeStateOf(draft, compiled)
    const known = open.get(compiled)
    const all = awards + (known?.awards ?? 0)
    open.set(compiled, {
      compiled,
      before,
      awards: all,
      lost: Math.min(all, before.count),
      entries: [...(known?.entries ?? []), ...entries],
      spared: judged.has(compiled) ? null : (own(remainsOf(draft).badges, compiled.badge.badge_key) ?? null)
    })
  }
  for (const [compiled, paid] of brought) if (badgeStateOf(draft, compiled).count > 0) put(compiled, paid)
  for (const [compiled, left] of judged) put(compiled, left)
  return open
}

/** Gives back, one by one, what holds without the rest; what remains open is lost. */
const keepEarned = (draft: Draft, open: Map<CompiledBadge, Award>): ReadonlyArray<Award> => {
  const kept: Array<Award> = []
  const { balance, earned, spent } = draft.state.coins
  let without = [...open.values()].reduce((sum, award) => sum + coinsOf(award), 0)
  for (let isMoving = true; isMoving;) {
    isMoving = false
    for (const [compiled, award] of open) {
      const { award_mode, criteria } = compiled.badge
      draft.state.coins = { balance: Math.max(0, balance - without), earned: Math.max(0, earned - without), spent }
      if (award_mode !== "auto" || criteria.conditions.length === 0 || !groupMet(criteria, draft.facts)) continue
      if (award.lost > 0) setBadge(draft, compiled, { count: award.before.count })
      open.delete(compiled)
      kept.push(award)
      without -= coinsOf(award)
      isMoving = true
    }
  }
  return kept
}

const coinsOf = ({ entries }: Pick<BadgeRemains, "entries">): number =>
  entries.reduce((sum, { amount, unit }) => sum + (unit === "coin" ? amount : 0), 0)
