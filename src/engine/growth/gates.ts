import type { UnlockGateCommand } from "../core/Command.ts"
import { type Draft, fired, read, skipped, write } from "../core/Draft.ts"
import { inputOf } from "../core/inputs.ts"
import type { ManualOutcome } from "../core/Decision.ts"
import { debitToken, tokensOf } from "../rules/wallet.ts"
import { isoTime } from "../calendar/zones.ts"

/** Spends primary tokens once; a gate that stands open already costs nothing (contract part 2). */
export const unlockGate = (draft: Draft, { cost, gate_key, token_key }: UnlockGateCommand): ManualOutcome => {
  const { now } = draft.context
  const { balance } = tokensOf(draft, token_key)
  const opened = read(draft, "gates", gate_key)
  if (opened !== undefined) {
    skipped(draft, "gate", gate_key, "limit_reached", { limit: "once", unlocked_at: isoTime(opened) })
    return { reply: { _tag: "Gate", already_unlocked: true, balance, unlocked_at: opened } }
  }
  const type = draft.snapshot.tokens.get(token_key)
  if (type === undefined) return { error: { code: "unknown_token", token_key } }
  if (type.kind === "progression") return { error: { code: "progression_not_spendable", token_key } }
  if (balance < cost) return { error: { code: "insufficient_tokens", token_key, balance, required: cost } }
  const ledgerId = debitToken(draft, token_key, cost, { reason: "gate_unlock", rule_id: null })
  write(draft, "gates", gate_key, now)
  draft.changed.add(inputOf.gate(gate_key))
  const { buddy_id } = draft.context.buddy
  const body = { gate_key, token_key, cost, unlocked_at: isoTime(now) }
  draft.outbound.push({ event: "gate.unlocked", body: { buddy_id, ...body } })
  draft.history.push({ kind: "gate", key: gate_key, body })
  fired(draft, "gate", gate_key, { token_key, cost, balance_before: balance, balance_after: balance - cost }, [
    ledgerId
  ])
  return { reply: { _tag: "Gate", already_unlocked: false, balance: balance - cost, unlocked_at: now } }
}
