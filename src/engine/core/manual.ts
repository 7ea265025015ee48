/**
 * Commands a tenant's backend or dashboard sends directly (decisions 5, manual overrides). Each returns the answer or
 * a refusal.
 */
import { awardBadge, badgeStateOf, setBadge } from "../badges/awards.ts"
import { checkBadge } from "../badges/badges.ts"
import { grantBooster, revokeBooster } from "../campaigns/boosters.ts"
import { applyFreeLunch } from "../campaigns/freeLunches.ts"
import { grantReward } from "../campaigns/grants.ts"
import { giveKudos } from "../community/kudos.ts"
import { applyOutfit } from "../community/outfits.ts"
import { enterLottery, leaveDraws } from "../campaigns/lotteries.ts"
import type { Command, SkillUpdate } from "./Command.ts"
import { joinTeam, leaveAllTeams, leaveTeam, setTeamRole } from "../community/teams.ts"
import { type CompiledSkill, levelOf, pointsOf } from "../rules/curves.ts"
import type { ManualOutcome } from "./Decision.ts"
import { type Draft, fired, skipped } from "./Draft.ts"
import { joinQuest, leaveQuest, leaveQuests } from "../campaigns/quests.ts"
import { clearEquipment, equipItems } from "../items/equipment.ts"
import { completeCeremony } from "../growth/ceremonies.ts"
import { evolve } from "../growth/evolution.ts"
import { unlockGate } from "../growth/gates.ts"
import { buyItem, grantItem, refundGift } from "../items/items.ts"
import { openBox } from "../items/mysteryBoxes.ts"
import { decaySkill } from "../growth/decay.ts"
import { completeSubStep } from "../growth/paths.ts"
import { reverseEvent } from "../reversal/reverse.ts"
import { skillChanges } from "../rules/skills.ts"
import { freezeStreak, restoreStreak } from "../streaks/streakRepair.ts"
import { warnStreak } from "../streaks/streakRisk.ts"
import { endVacation, takeVacation } from "../streaks/vacations.ts"
import { pointsHeld, setPoints } from "../rules/points.ts"
import {
  balanceMax,
  creditCoins,
  creditToken,
  debitCoins,
  debitToken,
  type Posting,
  tokenMax,
  tokensOf
} from "../rules/wallet.ts"
import { isoTime } from "../calendar/zones.ts"

export type ManualCommand = Exclude<Command, { readonly _tag: "Event" }>

type Of<Tag extends Command["_tag"]> = Extract<Command, { readonly _tag: Tag }>

const postingOf = (command: { readonly reason: string | null }): Posting => ({
  reason: command.reason ?? "manual",
  rule_id: null
})

/** What buddies do together, and what they are given from outside. */
type SharedCommand = Of<
  | "GrantBooster"
  | "RevokeBooster"
  | "JoinQuest"
  | "LeaveQuest"
  | "GrantReward"
  | "EnterLottery"
  | "OpenBox"
  | "SeeFreeLunch"
  | "DismissFreeLunch"
  | "GiveKudos"
  | "JoinTeam"
  | "SetTeamRole"
  | "LeaveTeam"
>

const applyShared = (draft: Draft, command: SharedCommand): ManualOutcome => {
  switch (command._tag) {
    case "GrantBooster":
      return grantBooster(draft, command)
    case "RevokeBooster":
      return revokeBooster(draft, command)
    case "JoinQuest":
      return joinQuest(draft, command)
    case "LeaveQuest":
      return leaveQuest(draft, command)
    case "GrantReward":
      return grantReward(draft, command)
    case "EnterLottery":
      return enterLottery(draft, command)
    case "OpenBox":
      return openBox(draft, command)
    case "SeeFreeLunch":
    case "DismissFreeLunch":
      return applyFreeLunch(draft, command)
    case "GiveKudos":
      return giveKudos(draft, command)
    case "JoinTeam":
      return joinTeam(draft, command)
    case "SetTeamRole":
      return setTeamRole(draft, command)
    case "LeaveTeam":
      return leaveTeam(draft, command)
  }
}

export const applyManual = (draft: Draft, command: ManualCommand): ManualOutcome => {
  switch (command._tag) {
    case "EarnCoins":
      return earnCoins(draft, command)
    case "SpendCoins":
      return spendCoins(draft, command)
    case "EarnToken":
      return earnToken(draft, command)
    case "SpendToken":
      return spendToken(draft, command)
    case "AwardBadge":
      return award(draft, command)
    case "CheckBadge":
      return check(draft, command)
    case "UpdateSkills":
      return updateSkills(draft, command)
    case "Evolve":
      return evolve(draft, command)
    case "UnlockGate":
      return unlockGate(draft, command)
    case "BuyItem":
      return buyItem(draft, command)
    case "GrantItem":
      return grantItem(draft, command)
    case "RefundGift":
      return refundGift(draft, command)
    case "EquipItems":
      return equipItems(draft, command)
    case "ClearEquipment":
      return clearEquipment(draft)
    case "SaveOutfit":
    case "WearOutfit":
    case "DeleteOutfit":
      return applyOutfit(draft, command)
    case "CompleteSubStep":
      return completeSubStep(draft, command)
    case "CompleteCeremony":
      return completeCeremony(draft, command)
    case "Reverse":
      return reverseEvent(draft, command)
    case "DecaySkill":
      return decaySkill(draft, command)
    case "RejectBadge":
      return reject(draft, command)
    case "TakeVacation":
      return takeVacation(draft, command)
    case "EndVacation":
      return endVacation(draft)
    case "RestoreStreak":
      return restoreStreak(draft, command)
    case "FreezeStreak":
      return freezeStreak(draft, command)
    case "WarnStreak":
      return warnStreak(draft, command)
    case "Rename":
      fired(draft, "manual", "rename", { name: command.name })
      return { reply: { _tag: "Done" } }
    case "Archive":
      leaveQuests(draft)
      leaveDraws(draft)
      fired(draft, "manual", "archive", {})
      leaveAllTeams(draft)
      return { reply: { _tag: "Done" } }
    default:
      return applyShared(draft, command)
  }
}

/** What was asked by hand and done: an amount of a unit, with the balances around it and the cap it stayed below. */
const tellPosting = (draft: Draft, key: string, amount: number, ledgerId: string): void => {
  const { balance_after, unit } = draft.entries.find(({ ledger_id }) => ledger_id === ledgerId)!
  const max_balance =
    unit === "coin" ? null : (draft.snapshot.tokens.get(unit.slice("token:".length))?.max_balance ?? null)
  const detail = { unit, amount, balance_before: balance_after - amount, balance_after, max_balance }
  fired(draft, "manual", key, detail, [ledgerId])
}

const earnCoins = (draft: Draft, command: Of<"EarnCoins">): ManualOutcome => {
  const ledger_id = creditCoins(draft, command.amount, postingOf(command))
  if (ledger_id === null) return { error: { code: "balance_limit", unit: "coin", max: balanceMax } }
  tellPosting(draft, "earn_coins", command.amount, ledger_id)
  return { reply: { _tag: "Coins", amount: command.amount, balance: draft.state.coins.balance, ledger_id } }
}

const spendCoins = (draft: Draft, command: Of<"SpendCoins">): ManualOutcome => {
  const { balance } = draft.state.coins
  if (balance < command.amount) return { error: { code: "insufficient_coins", balance, required: command.amount } }
  const ledger_id = debitCoins(draft, command.amount, postingOf(command))
  tellPosting(draft, "spend_coins", -command.amount, ledger_id)
  return { reply: { _tag: "Coins", amount: command.amount, balance: balance - command.amount, ledger_id } }
}

const earnToken = (draft: Draft, command: Of<"EarnToken">): ManualOutcome => {
  const { amount, token_key } = command
  if (!draft.snapshot.tokens.has(token_key)) return { error: { code: "unknown_token", token_key } }
  const ledger_id = creditToken(draft, token_key, amount, postingOf(command))
  if (ledger_id === null) {
    return { error: { code: "balance_limit", unit: `token:${token_key}`, max: tokenMax(draft, token_key) } }
  }
  tellPosting(draft, "earn_token", amount, ledger_id)
  return { reply: { _tag: "Token", token_key, amount, balance: tokensOf(draft, token_key).balance, ledger_id } }
}

const spendToken = (draft: Draft, command: Of<"SpendToken">): ManualOutcome => {
  const { amount, token_key } = command
  const type = draft.snapshot.tokens.get(token_key)
  if (type === undefined) return { error: { code: "unknown_token", token_key } }
  if (type.kind === "progression") return { error: { code: "progression_not_spendable", token_key } }
  const { balance } = tokensOf(draft, token_key)
  if (balance < amount) return { error: { code: "insufficient_tokens", token_key, balance, required: amount } }
  const ledger_id = debitToken(draft, token_key, amount, postingOf(command))
  tellPosting(draft, "spend_token", -amount, ledger_id)
  return { reply: { _tag: "Token", token_key, amount, balance: balance - amount, ledger_id } }
}

/** Awards by hand, and approves a badge that waits for review. Owned and not repeatable: nothing changes. */
const award = (draft: Draft, { badge_key, reason }: Of<"AwardBadge">): ManualOutcome => {
  const compiled = draft.snapshot.badges.get(badge_key)
  if (compiled === undefined) return { error: { code: "unknown_badge", badge_key } }
  const { label, repeatable } = compiled.badge
  const held = badgeStateOf(draft, compiled)
  if (held.count > 0 && !repeatable && !held.ready) {
    const awarded_at = held.awarded_at ?? draft.context.now
    const detail = { limit: "once", used: held.count, max: 1, awarded_at: isoTime(awarded_at) }
    skipped(draft, "badge_definition", badge_key, "limit_reached", detail)
    return { reply: { _tag: "Badge", badge_key, label, awarded_at, coin_reward: 0, already_awarded: true } }
  }
  const ledgerId = awardBadge(draft, compiled, reason)
  const { awarded_at, coin_reward } = draft.badges[draft.badges.length - 1]!
  const review = held.ready ? "approved" : null
  const detail = { by: "hand", review, coin_reward, repeatable, count_before: held.count, count_after: held.count + 1 }
  fired(draft, "badge_definition", badge_key, detail, ledgerId === null ? [] : [ledgerId])
  return { reply: { _tag: "Badge", badge_key, label, awarded_at, coin_reward, already_awarded: false } }
}

const check = (draft: Draft, { badge_key }: Of<"CheckBadge">): ManualOutcome => ({
  reply: { _tag: "BadgeCheck", badge_key, ...checkBadge(draft, badge_key) }
})

/**
 * Refuses a badge that waits for review. It asks again once its criteria have been false in between. One that waits and
 * is not in the buddy's version any more can be refused as well, or it would wait for ever.
 */
const reject = (draft: Draft, { badge_key, reason }: Of<"RejectBadge">): ManualOutcome => {
  const named = { badge: { badge_key } }
  if (!badgeStateOf(draft, named).ready) {
    const code = draft.snapshot.badges.has(badge_key) ? "badge_not_ready" : "unknown_badge"
    return { error: { code, badge_key } }
  }
  setBadge(draft, named, { ready: false, rejected: true })
  draft.history.push({ kind: "review", key: badge_key, body: { type: "rejected", reason } })
  fired(draft, "badge_definition", badge_key, { review: "rejected", reason })
  return { reply: { _tag: "Done" } }
}

const targetLevel = ({ operation, value }: SkillUpdate, level: number): number =>
  operation === "set" ? value : operation === "increase" ? level + value : level - value

/** Where a level was asked for beyond the first or the last one, the trace says so. */
const tellLevel = (
  draft: Draft,
  { skill, thresholds }: CompiledSkill,
  update: SkillUpdate,
  { level, next, points }: { readonly level: number; readonly points: number; readonly next: number }
): void => {
  const { operation, value } = update
  const asked_level = targetLevel(update, level)
  const max_level = thresholds.length
  const levels = { asked_level, level_before: level, level_after: levelOf(thresholds, next), max_level }
  const detail = { operation, value, ...levels, points_before: points, points_after: next }
  if (next !== points) fired(draft, "skill", skill.skill_key, detail)
  else skipped(draft, "skill", skill.skill_key, "limit_reached", { limit: "levels", ...detail })
}

/**
 * Levels move to the points their level starts at; an increase or decrease that leads nowhere leaves the points alone.
 */
const updateSkills = (draft: Draft, { updates }: Of<"UpdateSkills">): ManualOutcome => {
  const { skills } = draft.snapshot
  const unknown = updates.find(({ skill_key }) => !skills.has(skill_key))
  if (unknown !== undefined) return { error: { code: "unknown_skill", skill_key: unknown.skill_key } }
  const unchanged: Record<string, { level: number; previous: number; change: number }> = {}
  for (const update of updates) {
    const skill = skills.get(update.skill_key)!
    const points = pointsHeld(draft, skill)
    const level = levelOf(skill.thresholds, points)
    const target = Math.min(Math.max(targetLevel(update, level), 0), skill.thresholds.length)
    unchanged[update.skill_key] ??= { level, previous: level, change: 0 }
    const next = target === level && update.operation !== "set" ? points : pointsOf(skill.thresholds, target)
    if (next !== points) setPoints(draft, skill, next)
    tellLevel(draft, skill, update, { level, points, next })
  }
  return { reply: { _tag: "Skills", updates: { ...unchanged, ...skillChanges(draft) } } }
}
