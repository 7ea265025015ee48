/** Every change of coins and tokens passes here: one balance, one ledger entry, one outbound event. */
import { type Draft, read, shownReference, write } from "../core/Draft.ts"
import { coinsInput, inputOf } from "../core/inputs.ts"
import type { Facts } from "../core/Facts.ts"
import { type Balance, own } from "../core/State.ts"

export const balanceMax = Number.MAX_SAFE_INTEGER
export const nothing: Balance = { balance: 0, earned: 0, spent: 0 }

export interface Posting {
  /** coin_rule | token_rule | badge | streak | evolution | manual, or the words of a manual command */
  readonly reason: string
  readonly rule_id: string | null
  readonly is_lucky?: boolean
  /** what was once taken and comes back is above no `max_balance` */
  readonly is_uncapped?: boolean
}

const enter = (
  draft: Draft,
  unit: string,
  amount: number,
  balance: number,
  posting: Posting,
  reverses_ledger_id?: string
): string => {
  const ledger_id = draft.context.nextId()
  draft.entries.push({
    ledger_id,
    unit,
    amount,
    balance_after: balance,
    reason: posting.reason,
    reference_type: draft.reference.type,
    reference_id: draft.reference.id,
    rule_id: posting.rule_id,
    is_lucky: posting.is_lucky ?? false,
    ...(reverses_ledger_id === undefined ? {} : { reverses_ledger_id })
  })
  return ledger_id
}

const announceCoins = (
  draft: Draft,
  event: "coins.earned" | "coins.spent",
  amount: number,
  balance: number,
  ledgerId: string,
  posting: Posting
) => {
  draft.outbound.push({
    event,
    body: {
      buddy_id: draft.context.buddy.buddy_id,
      amount,
      balance,
      reason: posting.reason,
      reference_id: shownReference(draft),
      ledger_id: ledgerId,
      is_lucky: posting.is_lucky ?? false
    }
  })
}

const announceToken = (
  draft: Draft,
  event: "token.earned" | "token.spent",
  tokenKey: string,
  amount: number,
  posting: Posting
) => {
  draft.outbound.push({
    event,
    body: { buddy_id: draft.context.buddy.buddy_id, token_type: tokenKey, amount, reason: posting.reason }
  })
}

const credited = ({ balance, earned, spent }: Balance, amount: number): Balance => ({
  balance: balance + amount,
  earned: earned + amount,
  spent
})
const debited = ({ balance, earned, spent }: Balance, amount: number): Balance => ({
  balance: balance - amount,
  earned,
  spent: spent + amount
})

/** Would this credit leave the range of exact integers? Lifetime sums are never below the balance, so they decide. */
const fits = (held: Balance, amount: number): boolean => held.earned + amount <= balanceMax

/** As much of a buddy as tells what it holds: of a draft what it has come to. */
type Holder = Pick<Facts, "state" | "snapshot">

/** Whether a credit would be paid; `spent`: of the same token, before it. */
export const fitsCoins = ({ state }: Holder, amount: number): boolean => fits(state.coins, amount)
export const fitsToken = (holder: Holder, tokenKey: string, amount: number, spent = 0): boolean => {
  const held = tokensOf(holder, tokenKey)
  return fits(held, amount) && held.balance - spent + amount <= tokenMax(holder, tokenKey)
}

/** The ledger id, or null when the cap would be crossed: then nothing is paid (decisions 12). */
export const creditCoins = (draft: Draft, amount: number, posting: Posting): string | null => {
  const held = draft.state.coins
  if (!fits(held, amount)) return null
  draft.state.coins = credited(held, amount)
  draft.coins += amount
  draft.changed.add(coinsInput)
  const ledgerId = enter(draft, "coin", amount, held.balance + amount, posting)
  announceCoins(draft, "coins.earned", amount, held.balance + amount, ledgerId, posting)
  payDebt(draft, "coin", amount)
  return ledgerId
}

/** The caller has checked that the balance suffices. */
export const debitCoins = (draft: Draft, amount: number, posting: Posting): string => {
  const held = draft.state.coins
  draft.state.coins = debited(held, amount)
  draft.changed.add(coinsInput)
  const ledgerId = enter(draft, "coin", -amount, held.balance - amount, posting)
  announceCoins(draft, "coins.spent", amount, held.balance - amount, ledgerId, posting)
  return ledgerId
}

/**
 * Takes a payment back: it was never spent, so no lifetime sum grows. What was spent in a former life is earned anew.
 * Returns the ledger id.
 */
export const refundCoins = (draft: Draft, amount: number, paidLedgerId: string): string => {
  const { balance, earned, spent } = draft.state.coins
  const unspent = Math.min(amount, spent)
  draft.state.coins = { balance: balance + amount, earned: earned + amount - unspent, spent: spent - unspent }
  draft.coins += amount
  draft.changed.add(coinsInput)
  const posting: Posting = { reason: "gift_refund", rule_id: null }
  const ledgerId = enter(draft, "coin", amount, balance + amount, posting, paidLedgerId)
  announceCoins(draft, "coins.earned", amount, balance + amount, ledgerId, posting)
  payDebt(draft, "coin", amount)
  return ledgerId
}

export const tokensOf = ({ state }: Holder, tokenKey: string): Balance => own(state.tokens, tokenKey) ?? nothing

/** Why a credit was refused: the cap it met, in the words of the trace. */
export const capOf = (draft: Draft, unit: string, amount: number): Readonly<Record<string, unknown>> => {
  const tokenKey = unit === "coin" ? null : unit.slice("token:".length)
  const held = tokenKey === null ? draft.state.coins : tokensOf(draft, tokenKey)
  const max = tokenKey === null ? balanceMax : tokenMax(draft, tokenKey)
  return max === balanceMax
    ? { unit, amount, limit: "max_lifetime", used: held.earned, max }
    : { unit, amount, limit: "max_balance", used: held.balance, max }
}

/** The most of this token a buddy may hold. */
export const tokenMax = ({ snapshot }: Holder, tokenKey: string): number =>
  snapshot.tokens.get(tokenKey)?.max_balance ?? balanceMax

/** The ledger id, or null when `max_balance` would be crossed: then nothing is paid. */
export const creditToken = (draft: Draft, tokenKey: string, amount: number, posting: Posting): string | null => {
  const held = tokensOf(draft, tokenKey)
  if (!fits(held, amount)) return null
  if (posting.is_uncapped !== true && held.balance + amount > tokenMax(draft, tokenKey)) return null
  write(draft, "tokens", tokenKey, credited(held, amount))
  draft.token_gains.set(tokenKey, (draft.token_gains.get(tokenKey) ?? 0) + amount)
  draft.changed.add(inputOf.token(tokenKey))
  const ledgerId = enter(draft, `token:${tokenKey}`, amount, held.balance + amount, posting)
  announceToken(draft, "token.earned", tokenKey, amount, posting)
  payDebt(draft, `token:${tokenKey}`, amount)
  return ledgerId
}

/** The caller has checked that the balance suffices. */
export const debitToken = (draft: Draft, tokenKey: string, amount: number, posting: Posting): string => {
  const held = tokensOf(draft, tokenKey)
  write(draft, "tokens", tokenKey, debited(held, amount))
  draft.changed.add(inputOf.token(tokenKey))
  const ledgerId = enter(draft, `token:${tokenKey}`, -amount, held.balance - amount, posting)
  announceToken(draft, "token.spent", tokenKey, amount, posting)
  return ledgerId
}

/** Gives up every coin, and the lifetime sums with it. Returns the ledger id, if there was anything to give up. */
export const settleCoins = (draft: Draft, posting: Posting): ReadonlyArray<string> => {
  const { balance } = draft.state.coins
  const ledgerIds = balance === 0 ? [] : [debitCoins(draft, balance, posting)]
  draft.state.coins = nothing
  draft.changed.add(coinsInput)
  return ledgerIds
}

/** The same for one token. */
export const settleToken = (draft: Draft, tokenKey: string, posting: Posting): ReadonlyArray<string> => {
  const { balance } = tokensOf(draft, tokenKey)
  const ledgerIds = balance === 0 ? [] : [debitToken(draft, tokenKey, balance, posting)]
  write(draft, "tokens", tokenKey, nothing)
  draft.changed.add(inputOf.token(tokenKey))
  return ledgerIds
}

const repayment: Posting = { reason: "debt_repayment", rule_id: null }

/** What a reversal could not take back is paid out of the next credits of its unit. */
const payDebt = (draft: Draft, unit: string, credit: number): void => {
  const owed = read(draft, "debts", unit) ?? 0
  if (owed === 0) return
  const amount = Math.min(owed, credit)
  write(draft, "debts", unit, owed - amount)
  const tokenKey = unit === "coin" ? null : unit.slice("token:".length)
  const ledgerId =
    tokenKey === null ? debitCoins(draft, amount, repayment) : debitToken(draft, tokenKey, amount, repayment)
  if (tokenKey === null) draft.coins -= amount
  else draft.token_gains.set(tokenKey, (draft.token_gains.get(tokenKey) ?? 0) - amount)
  const detail = { credit, owed_before: owed, paid: amount, owed_after: owed - amount }
  draft.aftermath.push({ type: "debt", key: unit, outcome: "fired", reason: "fired", detail, ledger_ids: [ledgerId] })
}

/** Never earned after all: it leaves the lifetime sum as well. */
const withdrawn = ({ balance, earned, spent }: Balance, amount: number): Balance => ({
  balance: balance - amount,
  earned: earned - amount,
  spent
})

/**
 * Takes one credit back, as far as the balance allows. Null: the mode refuses to take less than all of it. `missing` is
 * what was already spent.
 */
export const takeBack = (
  draft: Draft,
  entry: { readonly ledger_id: string; readonly unit: string; readonly amount: number },
  posting: Posting,
  mode: "clamp" | "debt" | "reject"
): { readonly ledger_id: string | null; readonly missing: number } | null => {
  const { unit } = entry
  const tokenKey = unit === "coin" ? null : unit.slice("token:".length)
  const held = tokenKey === null ? draft.state.coins : tokensOf(draft, tokenKey)
  // After a prestige the lifetime sums may be smaller than what was once earned.
  const amount = Math.min(entry.amount, held.balance, held.earned)
  const missing = entry.amount - amount
  if (missing > 0 && mode === "reject") return null
  if (missing > 0 && mode === "debt") write(draft, "debts", unit, (read(draft, "debts", unit) ?? 0) + missing)
  if (amount === 0) return { ledger_id: null, missing }
  const left = withdrawn(held, amount)
  if (tokenKey === null) {
    draft.state.coins = left
    draft.coins -= amount
    draft.changed.add(coinsInput)
  } else {
    write(draft, "tokens", tokenKey, left)
    draft.changed.add(inputOf.token(tokenKey))
  }
  const ledger_id = enter(draft, unit, -amount, left.balance, posting, entry.ledger_id)
  if (tokenKey === null) announceCoins(draft, "coins.spent", amount, left.balance, ledger_id, posting)
  else announceToken(draft, "token.spent", tokenKey, amount, posting)
  return { ledger_id, missing }
}
