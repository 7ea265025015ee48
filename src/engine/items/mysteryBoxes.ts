/** A mystery box is paid, drawn and rewarded in one command: nobody pays for nothing, and nothing is drawn twice. */
import type { BoxPrice } from "../../wire/campaigns/MysteryBox.ts"
import { awardBadge } from "../badges/awards.ts"
import { isoTime } from "../calendar/zones.ts"
import { countOutcome, dayOfOutcome, narrowed, type Outcome, outcomeBucket } from "../campaigns/outcomes.ts"
import type { ManualOutcome } from "../core/Decision.ts"
import { type Draft, fired } from "../core/Draft.ts"
import type { EngineError } from "../core/EngineError.ts"
import type { Facts } from "../core/Facts.ts"
import { own } from "../core/State.ts"
import { groupMet, requirementsOf } from "../rules/conditions.ts"
import { countFiring, refusedByLimits } from "../rules/limits.ts"
import { creditCoins, creditToken, debitCoins, debitToken, fitsCoins, fitsToken, tokensOf } from "../rules/wallet.ts"
import type { BoxChance, BoxError, BoxTerms, OpenBoxCommand } from "./boxTerms.ts"
import { countOfItem, grantItem } from "./items.ts"

export const boxReason = "mystery_box"
/** Openings are a budget all buddies of the tenant draw on, also while it has no end: it may be given one later. */
export const openingsPeriod = "openings"
/** Openings are counted as if of an event type, of a name that none can have. */
const limitsType = " mystery_box"

const limitedRule = ({ limits, mystery_box_id }: BoxTerms) => {
  const { cooldown_seconds, max_per_day, max_per_month, max_per_week, max_total } = limits
  const is_per_period = [max_per_day, max_per_week, max_per_month].some((max) => max !== null)
  const is_limited = is_per_period || max_total !== null || cooldown_seconds > 0
  return { rule: { rule_id: mystery_box_id, limits }, is_limited, is_per_period }
}

const limitRefusal = (draft: Draft, box: BoxTerms): EngineError | null => {
  const refused = refusedByLimits(draft, limitedRule(box), { type: limitsType, occurred_at: draft.context.now })
  if (refused === null) return null
  const { limit = "cooldown_seconds", max = 1, used = 1 } = refused.detail as Partial<BoxLimit>
  return { code: "box_limit_reached", limit, used, max }
}
type BoxLimit = Extract<BoxError, { readonly code: "box_limit_reached" }>

/** Whether the buddy would have something of it once it has paid: the price may make room for the reward. */
export const canTake = (
  holder: Pick<Facts, "state" | "snapshot">,
  { item, reward }: BoxChance,
  { amount, token_key }: BoxPrice
): boolean => {
  const { snapshot, state } = holder
  switch (reward.kind) {
    case "coins":
      return fitsCoins(holder, reward.amount)
    case "token":
      return (
        snapshot.tokens.has(reward.key) &&
        fitsToken(holder, reward.key, reward.amount, reward.key === token_key ? amount : 0)
      )
    case "item":
      return item !== null && (item.per_buddy === null || countOfItem(holder, item.item_id) < item.per_buddy)
    case "badge": {
      const compiled = snapshot.badges.get(reward.key)
      if (compiled === undefined || compiled.badge.status !== "active") return false
      return compiled.badge.repeatable || (own(state.badges, reward.key)?.count ?? 0) === 0
    }
  }
}

/** By weight; of what is left over by rounding the last one. */
const drawn = (pool: ReadonlyArray<BoxChance>, chance: number): BoxChance => {
  let rest = chance * pool.reduce((sum, { weight }) => sum + weight, 0)
  return pool.find(({ weight }) => (rest -= weight) < 0) ?? pool.at(-1)!
}

const balanceOf = (draft: Draft, { token_key }: BoxPrice): number =>
  token_key === null ? draft.state.coins.balance : tokensOf(draft, token_key).balance

const unpaid = (draft: Draft, price: BoxPrice): EngineError | null => {
  const required = price.amount
  if (price.mode === "token") {
    const { token_key } = price
    const type = draft.snapshot.tokens.get(token_key)
    if (type === undefined) return { code: "unknown_token", token_key }
    if (type.kind === "progression") return { code: "progression_not_spendable", token_key }
    const { balance } = tokensOf(draft, token_key)
    return balance < required ? { code: "insufficient_tokens", token_key, balance, required } : null
  }
  const { balance } = draft.state.coins
  return balance < required ? { code: "insufficient_coins", balance, required } : null
}

const posting = { reason: boxReason, rule_id: null }

const pay = (draft: Draft, price: BoxPrice): ReadonlyArray<string> => {
  if (price.mode === "free") return []
  return [
    price.mode === "coins"
      ? debitCoins(draft, price.amount, posting)
      : debitToken(draft, price.token_key, price.amount, posting)
  ]
}

const give = (draft: Draft, { item, reward }: BoxChance): ReadonlyArray<string> => {
  switch (reward.kind) {
    case "coins":
      return [creditCoins(draft, reward.amount, posting) ?? []].flat()
    case "token":
      return [creditToken(draft, reward.key, reward.amount, posting) ?? []].flat()
    case "badge":
      return [awardBadge(draft, draft.snapshot.badges.get(reward.key)!, boxReason) ?? []].flat()
    case "item":
      grantItem(draft, {
        _tag: "GrantItem",
        item: item!,
        purchase_id: draft.context.nextId(),
        source: "reward",
        reason: boxReason,
        from_buddy_id: null
      })
      return []
  }
}

/** Why the buddy cannot open it, or what may be in it for this buddy. */
const poolFor = (draft: Draft, box: BoxTerms): EngineError | ReadonlyArray<BoxChance> => {
  const { box_key, eligibility, mystery_box_id, stock_total } = box
  if (!groupMet(eligibility, draft.facts)) {
    return { code: "entry_requirements_not_met", requirements: requirementsOf(eligibility, draft.facts) }
  }
  const limited = limitRefusal(draft, box)
  if (limited !== null) return limited
  if (stock_total !== null && draft.context.budget(mystery_box_id, openingsPeriod, stock_total) < 1) {
    return { code: "box_out_of_stock", box_key }
  }
  const pool = box.pool.filter((chance) => canTake(draft, chance, box.price))
  if (pool.length === 0) return { code: "box_exhausted", box_key }
  return unpaid(draft, box.price) ?? pool
}

export const openBox = (draft: Draft, { box, opening_id }: OpenBoxCommand): ManualOutcome => {
  const pool = poolFor(draft, box)
  if ("code" in pool) return { error: pool }
  const { box_key, mystery_box_id, price, revision, stock_total } = box
  const won = drawn(pool, draft.context.draw(`${mystery_box_id}:prize`))
  const { reward } = won
  const ledgerIds = [...pay(draft, price), ...give(draft, won)]
  const { buddy, now } = draft.context
  countFiring(draft, limitedRule(box), { type: limitsType, occurred_at: now })
  const max_coins = stock_total ?? Number.MAX_SAFE_INTEGER
  draft.budgets.push({ rule_id: mystery_box_id, period_key: openingsPeriod, amount: 1, max_coins })
  // What is judged later on is chance, so only openings in which everything could be drawn.
  const outcome: Outcome = pool.length === box.pool.length ? `${box.pool.indexOf(won)}` : narrowed
  const bucket = outcomeBucket({ day: dayOfOutcome(draft, now), revision, is_beginner: false, outcome })
  countOutcome(draft, mystery_box_id, bucket, 1)
  const body = { buddy_id: buddy.buddy_id, box_key, reward, occurred_at: isoTime(now) }
  draft.outbound.push({ event: "mystery_box.opened", body })
  const price_paid = price.amount
  const chances = { weight: won.weight, pool: pool.length, left_out: box.pool.length - pool.length }
  fired(draft, "mystery_box", box_key, { mystery_box_id, price, reward, ...chances, stock_total }, ledgerIds)
  return { reply: { _tag: "Opened", opening_id, box_key, reward, price_paid, balance: balanceOf(draft, price) } }
}
