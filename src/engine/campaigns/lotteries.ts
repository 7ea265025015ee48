/** Tickets of lotteries: bought by a command, or one for each event of a type. */
import type { LiveCampaigns } from "../../wire/campaigns/Live.ts"
import { entrants_max, type LiveLottery, type LotteryTerms, type OpenDraw } from "../../wire/campaigns/Lottery.ts"
import type { ReverseCommand } from "../core/Command.ts"
import type { DecideContext, ManualOutcome } from "../core/Decision.ts"
import { type Draft, fired, read, skipped, write } from "../core/Draft.ts"
import type { LotteryTickets } from "../core/CampaignState.ts"
import { dayMs } from "../calendar/zones.ts"
import { groupMet, requirementsOf } from "../rules/conditions.ts"
import { compileFilters, firstFailure } from "../rules/filters.ts"
import { debitCoins, debitToken, tokensOf } from "../rules/wallet.ts"
import type { Account } from "./Account.ts"
import type { EnterLotteryCommand, EntryRequirement } from "./lotteryTerms.ts"
import { total } from "./writes.ts"

/** Entrants of a draw are a budget all buddies of the tenant draw on. */
export const entrantsPeriod = "entrants"
export const entriesBucket = "entries"
export const participantsBucket = "participants"
export const lotteryReason = "lottery_entry"

/** Of what the caller has read and what is known here, the newer one: the draw may have been closed in between. */
export const lotteryNow = (told: LiveLottery, { campaigns }: Pick<DecideContext, "campaigns">): LiveLottery => {
  const known = campaigns.lotteries?.find(({ lottery_id }) => lottery_id === told.lottery_id)
  return known !== undefined && known.revision > told.revision ? known : told
}

/** What a buddy has to be and have, in the words of every other requirement. */
const requirementsFor = ({ audience, eligibility }: LotteryTerms, draft: Draft): ReadonlyArray<EntryRequirement> => {
  const current = draft.context.buddy.audience
  const ofAudience =
    audience === null
      ? []
      : [{ type: "audience", key: null, operator: "eq", value: audience, current, met: audience === current } as const]
  return [...ofAudience, ...requirementsOf(eligibility, draft.facts)]
}

const isEligible = ({ audience, eligibility }: LotteryTerms, draft: Draft): boolean =>
  (audience === null || audience === draft.context.buddy.audience) && groupMet(eligibility, draft.facts)

const noTickets = { entry_id: null, tickets: 0 }

/** What the buddy has of a draw. */
const heldOf = (draft: Draft, lottery_id: string, draw_id: string) => {
  const held = read(draft, "lotteries", lottery_id)
  return held === undefined || held.draw_id !== draw_id ? noTickets : held
}

const hasRoom = (draft: Draft, draw_id: string): boolean =>
  draft.context.budget(draw_id, entrantsPeriod, entrants_max) >= 1

/** Longer than any draw is open, unless it is put off or paused. */
const keptMs = 62 * dayMs

/** Its draw is still to come: whoever forgets its tickets would enter twice. */
const isAwaited = ({ context: { campaigns } }: Draft, lottery_id: string): boolean =>
  campaigns.lotteries?.some((one) => one.lottery_id === lottery_id && (one.draw !== null || one.status === "paused")) ??
  false

/** Tickets of lotteries that are over are forgotten with the next ones of another. */
const prune = (draft: Draft, lottery_id: string): void => {
  const held: Readonly<Record<string, LotteryTickets>> = draft.state.lotteries ?? {}
  const isOver = (id: string): boolean =>
    id !== lottery_id && held[id]!.draw_at + keptMs <= draft.context.now && !isAwaited(draft, id)
  if (Object.keys(held).some(isOver)) {
    draft.state.lotteries = Object.fromEntries(Object.entries(held).filter(([id]) => !isOver(id)))
  }
}

/** What tickets are for; `draw_at` is epoch ms. */
interface Drawing {
  readonly lottery_id: string
  readonly draw_id: string
  readonly draw_at: number
}

const drawingOf = (lottery_id: string, { draw_at, draw_id }: OpenDraw): Drawing => ({
  lottery_id,
  draw_id,
  draw_at: Date.parse(draw_at)
})

/** Of a draw that rests nothing is fenced: nobody enters it, and it goes on with what is counted here. */
const restingTotal = (draft: Draft, row: Parameters<typeof total>[1]): void => {
  draft.writes.push({ kind: "totals", row })
}

/** Adds tickets, or takes them back where `tickets` is negative. Answers what the buddy has of the draw now. */
const count = (
  draft: Draft,
  { draw_at, draw_id, lottery_id }: Drawing,
  tickets: number,
  tell = total
): { readonly entry_id: string; readonly tickets: number } => {
  const held = heldOf(draft, lottery_id, draw_id)
  const entry_id = held.entry_id ?? draft.context.nextId()
  const next = held.tickets + tickets
  const came = (next > 0 ? 1 : 0) - (held.tickets > 0 ? 1 : 0)
  tell(draft, { subject_id: draw_id, bucket: entriesBucket, amount: tickets })
  if (came !== 0) {
    tell(draft, { subject_id: draw_id, bucket: participantsBucket, amount: came })
    draft.budgets.push({ rule_id: draw_id, period_key: entrantsPeriod, amount: came, max_coins: entrants_max })
  }
  draft.writes.push({ kind: "tickets", row: { draw_id, entry_id, tickets, counted_at: draft.context.now } })
  write(draft, "lotteries", lottery_id, { draw_id, entry_id, tickets: next, draw_at })
  prune(draft, lottery_id)
  return { entry_id, tickets: next }
}

const priceOf = ({ entry }: OpenDraw, tickets: number): number => (entry.mode === "event" ? 0 : entry.amount * tickets)

/** Why the buddy cannot pay, or null. */
const unpaid = (
  draft: Draft,
  { entry }: OpenDraw,
  required: number
): Extract<ManualOutcome, { error: unknown }> | null => {
  if (entry.mode !== "token_cost") {
    const { balance } = draft.state.coins
    return balance < required ? { error: { code: "insufficient_coins", balance, required } } : null
  }
  const { token_key } = entry
  const type = draft.snapshot.tokens.get(token_key)
  if (type === undefined) return { error: { code: "unknown_token", token_key } }
  if (type.kind === "progression") return { error: { code: "progression_not_spendable", token_key } }
  const { balance } = tokensOf(draft, token_key)
  return balance < required ? { error: { code: "insufficient_tokens", token_key, balance, required } } : null
}

const pay = (draft: Draft, { entry }: OpenDraw, price: number): string => {
  const posting = { reason: lotteryReason, rule_id: null }
  return entry.mode === "token_cost"
    ? debitToken(draft, entry.token_key, price, posting)
    : debitCoins(draft, price, posting)
}

export const enterLottery = (draft: Draft, command: EnterLotteryCommand): ManualOutcome => {
  const { draw, lottery_id, lottery_key, status } = lotteryNow(command.lottery, draft.context)
  if (draw === null) return { error: { code: "lottery_not_open", status } }
  if (draft.context.isOnTestClock) return { error: { code: "test_clock_user" } }
  const { draw_at, draw_id, commit_hash, entry } = draw
  if (entry.mode === "event") return { error: { code: "entry_automatic" } }
  const requirements = requirementsFor(draw, draft)
  if (!isEligible(draw, draft)) return { error: { code: "entry_requirements_not_met", requirements } }
  const held = heldOf(draft, lottery_id, draw_id)
  const max = entry.max_entries_per_buddy
  if (held.tickets + command.tickets > max) return { error: { code: "entry_limit_reached", used: held.tickets, max } }
  if (held.tickets === 0 && !hasRoom(draft, draw_id)) {
    return { error: { code: "campaign_limit", of: "entrants", max: entrants_max } }
  }
  const price_paid = priceOf(draw, command.tickets)
  const short = unpaid(draft, draw, price_paid)
  if (short !== null) return short
  const ledgerId = pay(draft, draw, price_paid)
  const { entry_id, tickets: tickets_total } = count(draft, drawingOf(lottery_id, draw), command.tickets)
  const balance = entry.mode === "token_cost" ? tokensOf(draft, entry.token_key).balance : draft.state.coins.balance
  const { tickets } = command
  const detail = { lottery_id, draw_id, entry_id, tickets, tickets_total, max, price_paid, requirements }
  fired(draft, "lottery", lottery_key, detail, [ledgerId])
  return {
    reply: { _tag: "Entered", entry_id, draw_id, tickets, tickets_total, price_paid, balance, draw_at, commit_hash }
  }
}

/** Lotteries whose tickets come with events. */
export const lotteryAccounts = ({ lotteries = [] }: LiveCampaigns): ReadonlyArray<Account> =>
  lotteries.flatMap(({ draw, lottery_id, lottery_key }) => {
    if (draw === null || draw.entry.mode !== "event") return []
    const { draw_id, entry } = draw
    const filters = compileFilters(entry.filters)
    const drawing = drawingOf(lottery_id, draw)
    return [
      {
        type: "lottery",
        key: lottery_key,
        event_type: entry.event_type,
        concerns: (draft, { properties }) => firstFailure(filters, properties) < 0 && isEligible(draw, draft),
        count: (draft) => {
          const held = heldOf(draft, lottery_id, draw_id)
          const max = entry.max_entries_per_buddy
          const limit = (name: string, detail: object) =>
            skipped(draft, "lottery", lottery_key, "limit_reached", { limit: name, draw_id, ...detail })
          if (held.tickets >= max) return limit("max_entries_per_buddy", { used: held.tickets, max })
          if (held.tickets === 0 && !hasRoom(draft, draw_id)) return limit("entrants", { max: entrants_max })
          const { entry_id, tickets: tickets_total } = count(draft, drawing, 1)
          fired(draft, "lottery", lottery_key, { lottery_id, draw_id, entry_id, tickets: 1, tickets_total, max })
        }
      } satisfies Account
    ]
  })

/** The draw that nobody has drawn yet, also of one that is paused: then how its tickets are told differs. */
const undrawn = (lottery: LiveLottery | undefined): { readonly draw: OpenDraw; readonly tell: typeof total } | null => {
  const draw = lottery?.draw ?? lottery?.resting ?? null
  return draw === null ? null : { draw, tell: lottery?.draw ? total : restingTotal }
}

/** The ticket of an event that is taken back, until its draw closes. */
export const takeTicketBack = (draft: Draft, { detail }: ReverseCommand["event"]["fired"][number]): void => {
  const { draw_id, lottery_id, tickets } = detail as { lottery_id: string; draw_id: string; tickets: number }
  const found = undrawn(draft.context.campaigns.lotteries?.find((one) => one.lottery_id === lottery_id))
  if (found?.draw.draw_id !== draw_id || heldOf(draft, lottery_id, draw_id).tickets < tickets) return
  count(draft, drawingOf(lottery_id, found.draw), -tickets, found.tell)
}

/**
 * Who is archived wins nothing: what is told of a draw that is not drawn yet has its tickets no more. They stay bought,
 * and its own.
 */
export const leaveDraws = (draft: Draft): void => {
  for (const lottery of draft.context.campaigns.lotteries ?? []) {
    const held = read(draft, "lotteries", lottery.lottery_id)
    const found = undrawn(lottery)
    if (held === undefined || held.tickets <= 0 || found?.draw.draw_id !== held.draw_id) continue
    const { draw_id, tickets } = held
    found.tell(draft, { subject_id: draw_id, bucket: entriesBucket, amount: -tickets })
    found.tell(draft, { subject_id: draw_id, bucket: participantsBucket, amount: -1 })
  }
}
