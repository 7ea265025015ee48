/** Every change of coins and tokens passes here: one balance, one ledger entry, one outbound event. */
import { type Draft, read, write } from "./Draft.ts"
import { coinsInput, inputOf } from "./inputs.ts"
import type { Balance } from "./State.ts"

export const balanceMax = Number.MAX_SAFE_INTEGER
export const nothing: Balance = { balance: 0, earned: 0, spent: 0 }

export interface Posting {
  /** coin_rule | token_rule | badge | streak | evolution | manual, or the words of a manual command */
  readonly reason: string
  readonly rule_id: string | null
  readonly is_lucky?: boolean
}

const enter = (draft: Draft, unit: string, amount: number, balance: number, posting: Posting): string => {
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
    is_lucky: posting.is_lucky ?? false
  })
  return ledger_id
}

const announceCoins = (
  draft: Draft,
  event: string,
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
      reference_id: draft.reference.id,
      ledger_id: ledgerId,
      is_lucky: posting.is_lucky ?? false
    }
  })
}

const announceToken = (draft: Draft, event: string, tokenKey: string, amount: number, posting: Posting) => {
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

/** The ledger id, or null when the cap would be crossed: then nothing is paid (decisions 12). */
export const creditCoins = (draft: Draft, amount: number, posting: Posting): string | null => {
  const held = draft.state.coins
  if (!fits(held, amount)) return null
  draft.state.coins = credited(held, amount)
  draft.coins += amount
  draft.changed.add(coinsInput)
  const ledgerId = enter(draft, "coin", amount, held.balance + amount, posting)
  announceCoins(draft, "coins.earned", amount, held.balance + amount, ledgerId, posting)
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

export const tokensOf = (draft: Draft, tokenKey: string): Balance => read(draft, "tokens", tokenKey) ?? nothing

/** The most of this token a buddy may hold. */
export const tokenMax = (draft: Draft, tokenKey: string): number =>
  draft.snapshot.tokens.get(tokenKey)?.max_balance ?? balanceMax

/** The ledger id, or null when `max_balance` would be crossed: then nothing is paid. */
export const creditToken = (draft: Draft, tokenKey: string, amount: number, posting: Posting): string | null => {
  const held = tokensOf(draft, tokenKey)
  if (!fits(held, amount) || held.balance + amount > tokenMax(draft, tokenKey)) return null
  write(draft, "tokens", tokenKey, credited(held, amount))
  draft.token_gains.set(tokenKey, (draft.token_gains.get(tokenKey) ?? 0) + amount)
  draft.changed.add(inputOf.token(tokenKey))
  const ledgerId = enter(draft, `token:${tokenKey}`, amount, held.balance + amount, posting)
  announceToken(draft, "token.earned", tokenKey, amount, posting)
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
