/**
 * Surprise drops. Whether one is won and what it holds are drawn from the event's id and a secret, so a repeated event
 * and a dry run see the same; after so many misses in a row the next one wins.
 */
import type { DropPrize, DropTerms, LiveDrop } from "../../wire/campaigns/SurpriseDrops.ts"
import type { LiveCampaigns } from "../../wire/campaigns/Live.ts"
import type { Limits, Reward } from "../../wire/content/Shared.ts"
import { dayMs } from "../calendar/zones.ts"
import type { EventCommand, ReverseCommand } from "../core/Command.ts"
import { type Draft, fired, read, skipped, write } from "../core/Draft.ts"
import { takePointsOf } from "../reversal/remains.ts"
import { type Charge, chargeOf } from "../rules/coins.ts"
import { isLimiting, uncountFiring } from "../rules/limits.ts"
import { payReward } from "../rules/rewards.ts"
import { compileJudged, type Judged } from "../core/Snapshot.ts"
import { admissible, refuse, settle, type Settled } from "../rules/rules.ts"
import { uniqueKey } from "../rules/uniques.ts"
import { fitsCoins } from "../rules/wallet.ts"
import type { Happening } from "./Account.ts"
import { countOutcome, dayOfOutcome, missed, type Outcome, outcomeBucket, uncountWin } from "./outcomes.ts"

const rowType = "surprise_drop"

type Drop = Judged<LiveDrop>

const isLive = (terms: DropTerms): terms is LiveDrop => terms.enabled

const compileDrop = (terms: LiveDrop): Drop => compileJudged(rowType, terms)

const byPriority = (left: LiveDrop, right: LiveDrop): number =>
  left.priority - right.priority || (left.rule_key < right.rule_key ? -1 : 1)

export const dropHappenings = ({ surprise_drops = [] }: LiveCampaigns): ReadonlyArray<Happening> =>
  surprise_drops
    .filter(isLive)
    .toSorted(byPriority)
    .map(compileDrop)
    .map((drop) => ({
      event_type: drop.rule.trigger.event_type,
      apply: (draft, event) => applyDrop(draft, drop, event)
    }))

const missesOf = (draft: Draft, rule_id: string): number => read(draft, "drops", rule_id) ?? 0

const remember = (draft: Draft, rule_id: string, misses: number): void => {
  if (misses > 0) return write(draft, "drops", rule_id, misses)
  const { [rule_id]: _before, ...others } = draft.state.drops ?? {}
  keep(draft, others)
}

const keep = (draft: Draft, drops: Readonly<Record<string, number>>): void => {
  draft.copied.delete("drops")
  if (Object.keys(drops).length === 0) delete draft.state.drops
  else draft.state.drops = drops
}

/** Misses are remembered for as long as there is the drop. */
export const forgetDrops = (draft: Draft): void => {
  const held = draft.state.drops
  if (held === undefined) return
  const live = draft.context.campaigns.surprise_drops ?? []
  const isOver = (id: string): boolean => !live.some(({ rule_id }) => rule_id === id)
  // With every command, and hardly ever is there one to forget.
  if (Object.keys(held).some(isOver)) {
    keep(draft, Object.fromEntries(Object.entries(held).filter(([rule_id]) => !isOver(rule_id))))
  }
}

/** By weight; of what is left over by rounding the last one. */
const placeOf = (pool: ReadonlyArray<DropPrize>, chance: number): number => {
  let rest = chance * pool.reduce((sum, { weight }) => sum + weight, 0)
  const place = pool.findIndex(({ weight }) => (rest -= weight) < 0)
  return place < 0 ? pool.length - 1 : place
}

/** What an event that could win it has to do with it. */
interface Roll {
  readonly drop: Drop
  readonly event: EventCommand
  readonly settled: Settled
  readonly misses: number
  readonly is_beginner: boolean
  readonly is_pity: boolean
  readonly probability: number
}

const bucketFor = (draft: Draft, { drop, event, is_beginner }: Roll, outcome: Outcome): string => {
  const { revision } = drop.rule
  return outcomeBucket({ day: dayOfOutcome(draft, event.occurred_at), revision, is_beginner, outcome })
}

const applyDrop = (draft: Draft, drop: Drop, event: EventCommand): void => {
  const settled = admissible(draft, drop, event)
  if (settled === null) return
  const { beginner, pity_after, probability, rule_id, rule_key } = drop.rule
  const misses = missesOf(draft, rule_id)
  const is_beginner = beginner !== null && event.occurred_at < draft.state.hatched_at + beginner.days * dayMs
  const is_pity = pity_after !== null && misses >= pity_after
  const chance = is_beginner ? beginner.probability : probability
  const roll: Roll = { drop, event, settled, misses, is_beginner, is_pity, probability: chance }
  if (is_pity || draft.context.draw(`${rule_id}:hit`) < chance) return win(draft, roll)
  remember(draft, rule_id, misses + 1)
  const bucket = bucketFor(draft, roll, missed)
  countOutcome(draft, rule_id, bucket, 1)
  const told = { surprise_drop_id: rule_id, probability: chance, misses: misses + 1, pity_after, is_beginner }
  skipped(draft, rowType, rule_key, "missed", told)
}

/** What the budget is charged; null: nothing is. */
const chargeFor = (draft: Draft, { drop, event }: Roll, { coins }: Reward): Charge | null => {
  const { budget } = drop.rule
  return budget === null || coins === 0 || !fitsCoins(draft, coins) ? null : chargeOf(draft, budget, event.occurred_at)
}

const win = (draft: Draft, roll: Roll): void => {
  const { drop, event, is_beginner, is_pity, misses, probability, settled } = roll
  const { limits, reward_pool, rule_id, rule_key } = drop.rule
  const prize = placeOf(reward_pool, draft.context.draw(`${rule_id}:prize`))
  const { reward } = reward_pool[prize]!
  const charge = chargeFor(draft, roll, reward)
  if (charge !== null) {
    const left = draft.context.budget(rule_id, charge.period_key, charge.max_coins)
    if (left < reward.coins) {
      // Else those that cost least would seem to be drawn more often than they are.
      if (!is_pity) countOutcome(draft, rule_id, bucketFor(draft, roll, `unpaid:${prize}`), 1)
      refuse(draft, drop, "budget_exhausted", { ...charge, left, required: reward.coins })
      return
    }
    draft.budgets.push({ rule_id, amount: reward.coins, ...charge })
  }
  remember(draft, rule_id, 0)
  const bucket = bucketFor(draft, roll, is_pity ? `pity:${prize}` : `${prize}`)
  countOutcome(draft, rule_id, bucket, 1)
  settle(draft, drop, event, settled)
  const ledgerIds = payReward(draft, reward, { reason: "drop", rule_id })
  const points = reward.skills.filter(({ skill_key }) => draft.snapshot.skills.has(skill_key))
  const won = { prize, reward, points, bucket, limits }
  const told = { surprise_drop_id: rule_id, probability, misses, is_pity, is_beginner, ...won }
  fired(draft, rowType, rule_key, charge === null ? told : { ...told, charged: charge.period_key }, ledgerIds)
}

type Event = ReverseCommand["event"]

/** Whatever it may hold after the limit was lowered, what is given back fits. */
const unlimited = Number.MAX_SAFE_INTEGER

/** What the ledger has of it goes with the event's other rows; here go its points, its place, its budget, its luck. */
export const takeDrop = (draft: Draft, { detail }: Event["fired"][number], event: Event): void => {
  const { bucket, charged, misses, surprise_drop_id: rule_id } = detail
  if (typeof rule_id !== "string" || typeof bucket !== "string" || typeof misses !== "number") return
  const reward = detail["reward"] as Reward
  // Releases before did not tell which of them the buddy's version knew.
  takePointsOf(draft, event, (detail["points"] as Reward["skills"] | undefined) ?? reward.skills)
  uncountWin(draft, rule_id, bucket)
  if (typeof charged === "string") {
    draft.budgets.push({ rule_id, period_key: charged, amount: -reward.coins, max_coins: unlimited })
  }
  const terms = draft.context.campaigns.surprise_drops?.find((one) => one.rule_id === rule_id)
  if (terms !== undefined) remember(draft, rule_id, missesOf(draft, rule_id) + misses)
  const limits = limitsOf(detail["limits"], terms)
  if (limits === undefined) return
  if (isLimiting(limits)) uncountFiring(draft, { rule_id, limits }, event)
  const { unique_by } = limits
  if (unique_by.length > 0) draft.freed.push({ rule_id, unique_key: uniqueKey(unique_by, event.properties) })
}

/** Those it was won under; releases before did not tell them. */
const limitsOf = (told: unknown, terms: DropTerms | undefined): Limits | undefined =>
  (told as Limits | undefined) ?? (terms !== undefined && isLive(terms) ? terms.limits : undefined)
