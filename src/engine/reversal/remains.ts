/**
 * A reward outlives the event that brought it as long as something else earns it: another event of the same day, or
 * criteria that hold without it. It is remembered here, so that it goes once that is taken back too, and the order of
 * reversals does not matter. What a day of a streak gave goes with that day; a badge is judged again when something its
 * criteria read is taken back, as if the event that goes had brought it.
 */
import type { ReverseCommand } from "../core/Command.ts"
import type { Draft } from "../core/Draft.ts"
import { read, write } from "../core/Draft.ts"
import { coinsInput } from "../core/inputs.ts"
import { periodKey, periodOfKey } from "../calendar/periods.ts"
import { pointsHeld, setPoints } from "../rules/points.ts"
import type { CompiledBadge } from "../core/Snapshot.ts"
import { type BadgeRemains, type Remains, type RemainingEntry, type StreakRemains } from "../core/State.ts"
import { milestonesAt } from "../streaks/streakFold.ts"
import { owedAgain } from "../streaks/streakMilestones.ts"
import type { Reward } from "../../wire/content/Shared.ts"

type Fact = ReverseCommand["event"]

const none: Remains = { badges: {}, streaks: [] }

export const remainsOf = ({ state }: Draft): Remains => state.remains ?? none

const keep = (draft: Draft, change: Partial<Remains>): void => {
  const next = { ...remainsOf(draft), ...change }
  if (next.streaks.length > 0 || Object.keys(next.badges).length > 0) draft.state.remains = next
  else delete draft.state.remains
}

/** What a prestige gave up is gone, and the life after it owes none of that. */
export const isOwed = ({ amount, given_up = false }: Fact["entries"][number]): boolean => amount > 0 && !given_up

export const remaining = ({ amount, ledger_id, unit }: Fact["entries"][number]): RemainingEntry => ({
  ledger_id,
  unit,
  amount
})

const lengthsOf = ({ detail: { lengths } }: Fact["fired"][number]): ReadonlyArray<number> =>
  Array.isArray(lengths) ? lengths.filter((length) => typeof length === "number") : []

/** Points of the milestones of one trace row of a streak. */
export const milestonePoints = ({ snapshot }: Draft, row: Fact["fired"][number]): Reward["skills"] => {
  const milestones = row.milestones ?? snapshot.streaks.get(row.key)?.rule.milestones ?? []
  return lengthsOf(row).flatMap((length) => milestonesAt({ milestones }, length).flatMap(({ reward }) => reward.skills))
}

const takePoints = (draft: Draft, points: Reward["skills"]): void => {
  for (const { amount, skill_key } of points) {
    const compiled = draft.snapshot.skills.get(skill_key)
    if (compiled !== undefined) setPoints(draft, compiled, Math.max(0, pointsHeld(draft, compiled) - amount))
  }
}

/** Of the event that is taken back: a life that began without points owes none of those before it. */
export const takePointsOf = (draft: Draft, { points_given_up = false }: Fact, points: Reward["skills"]): void => {
  if (!points_given_up) takePoints(draft, points)
}

/** The rows of the streaks the event had filled a day of. */
const daysFilled = ({ snapshot }: Draft, { fired }: Fact) =>
  fired.flatMap((row) => {
    const streak = row.type === "streak_rule" ? snapshot.streaks.get(row.key) : undefined
    return streak === undefined ? [] : [{ row, streak }]
  })

/**
 * Of the streaks that stay as they are, those that do not stay for this event's sake: its day was lost before, with
 * another event the day needed as well.
 */
export const lostBefore = (draft: Draft, event: Fact): ReadonlyArray<string> =>
  (event.others === null ? [] : daysFilled(draft, event)).flatMap(({ row, streak: { kind, rule } }) => {
    const held = read(draft, "streaks", row.key)
    const key = row.detail["period"]
    if (held === undefined || held.frequency !== rule.frequency || typeof key !== "string") return []
    const { base, qualified } = held
    // Keys of one kind are in the order of their periods.
    const isSettled = base.period !== null && key <= periodKey(kind, base.period)
    return isSettled || qualified.some((period) => periodKey(kind, period) === key) ? [] : [rule.rule_id]
  })

/** What the event was given for days of streaks that stay; what is settled, or cannot be told, stays for good. */
const streaksLeft = (draft: Draft, event: Fact, kept: ReadonlyArray<string>): ReadonlyArray<StreakRemains> =>
  (event.others === null ? [] : daysFilled(draft, event)).flatMap(({ row, streak }) => {
    const held = read(draft, "streaks", row.key)
    if (held === undefined || !kept.includes(streak.rule.rule_id)) return []
    const period = held.qualified.find((one) => periodKey(streak.kind, one) === row.detail["period"])
    const entries = event.entries.filter((entry) => entry.rule_id === streak.rule.rule_id && isOwed(entry))
    const points = event.points_given_up === true ? [] : milestonePoints(draft, row)
    const lengths = lengthsOf(row)
    if (period === undefined || (entries.length === 0 && points.length === 0 && lengths.length === 0)) return []
    return [
      { streak_key: row.key, frequency: held.frequency, period, entries: entries.map(remaining), points, lengths }
    ]
  })

const fateOf = (draft: Draft, { frequency, period, streak_key }: StreakRemains): "stays" | "goes" | "settled" => {
  const held = read(draft, "streaks", streak_key)
  if (held === undefined || held.frequency !== frequency) return "settled"
  if (held.base.period !== null && period <= held.base.period) return "settled"
  return held.qualified.includes(period) ? "stays" : "goes"
}

const oweAgain = (draft: Draft, key: string, period: number, lengths: ReadonlyArray<number>): void => {
  const held = read(draft, "streaks", key)
  if (held === undefined || lengths.length === 0) return
  const { due: _due, paid: _paid, ...others } = held
  write(draft, "streaks", key, { ...others, ...owedAgain(held, period, lengths) })
}

/** The milestones of days that do not stay are taken back, so they may be reached anew. */
const owePayments = (draft: Draft, event: Fact, kept: ReadonlyArray<string>): void => {
  for (const { row, streak } of event.others === null ? [] : daysFilled(draft, event)) {
    if (kept.includes(streak.rule.rule_id)) continue
    const key = row.detail["period"]
    // Of its own day: a late event may have moved the one that goes to the day before, see grace.
    const period = typeof key === "string" ? periodOfKey(streak.kind, key) : undefined
    if (period !== undefined) oweAgain(draft, row.key, period, lengthsOf(row))
  }
}

/** Called once the streaks are told without the event. Takes points at once, and returns what else is to be taken. */
export const settleStreakRemains = (
  draft: Draft,
  event: Fact,
  kept: ReadonlyArray<string>
): ReadonlyArray<RemainingEntry> => {
  owePayments(draft, event, kept)
  const all = remainsOf(draft).streaks
  const going = all.filter((one) => fateOf(draft, one) === "goes")
  const staying = all.filter((one) => fateOf(draft, one) === "stays")
  keep(draft, { streaks: [...staying, ...streaksLeft(draft, event, kept)] })
  takePoints(
    draft,
    going.flatMap(({ points }) => points)
  )
  for (const { lengths = [], period, streak_key } of going) oweAgain(draft, streak_key, period, lengths)
  return going.flatMap(({ entries }) => entries)
}

/**
 * Badges of earlier reversed events that are to be judged anew: those that read what this reversal changed or may
 * change, the event having been there when they were judged last.
 */
export const remainsToJudge = (
  draft: Draft,
  event: Fact,
  own: ReadonlyArray<CompiledBadge>
): ReadonlyArray<readonly [CompiledBadge, BadgeRemains]> => {
  const open = Object.entries(remainsOf(draft).badges).flatMap(([key, left]) => {
    const compiled = draft.snapshot.badges.get(key)
    return compiled === undefined || left.judged_at < event.received_at ? [] : [[compiled, left] as const]
  })
  const found = new Set<CompiledBadge>()
  const inputs = new Set(draft.changed)
  const mayLose = ({ badge, input }: CompiledBadge) => {
    inputs.add(input)
    if (badge.coin_reward > 0) inputs.add(coinsInput)
  }
  own.forEach(mayLose)
  for (let before = -1; before < found.size;) {
    before = found.size
    for (const [compiled] of open) {
      if (found.has(compiled) || !isRead(draft, compiled, inputs)) continue
      found.add(compiled)
      mayLose(compiled)
    }
  }
  return open.filter(([compiled]) => found.has(compiled))
}

const isRead = ({ snapshot }: Draft, compiled: CompiledBadge, inputs: ReadonlySet<string>): boolean =>
  [...inputs].some((input) => snapshot.badges_by_input.get(input)?.includes(compiled))

/** null: nothing remains of it */
export const rememberBadge = (draft: Draft, { badge }: CompiledBadge, left: BadgeRemains | null): void => {
  const { [badge.badge_key]: _before, ...others } = remainsOf(draft).badges
  keep(draft, { badges: left === null ? others : { ...others, [badge.badge_key]: left } })
}

/**
 * A new life without badges or streaks has nothing of theirs to lose, nor points where it has no skills, and nothing of
 * the units that were given up.
 */
export const outlive = (draft: Draft, kept: ReadonlySet<string>, given_up: ReadonlySet<string>): void => {
  const { badges, streaks } = remainsOf(draft)
  const lasting = <Left extends { readonly entries: ReadonlyArray<RemainingEntry> }>(left: Left): Left => ({
    ...left,
    entries: left.entries.filter(({ unit }) => !given_up.has(unit))
  })
  const pointsOf = (left: StreakRemains): StreakRemains => (kept.has("skills") ? left : { ...left, points: [] })
  const lastingBadges = Object.entries(badges).map(([key, left]) => [key, lasting(left)] as const)
  keep(draft, {
    badges: kept.has("badges") ? Object.fromEntries(lastingBadges) : {},
    streaks: kept.has("streaks") ? streaks.map(lasting).map(pointsOf) : []
  })
}
