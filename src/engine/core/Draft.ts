/**
 * The working copy one command is decided on. Branches of the state are copied when first written, the rest stays
 * shared with the state before; what the outside must do (ledger, outbound events, trace) is collected on the way.
 */
import type { Facts } from "./Facts.ts"
import type {
  Accepted,
  BadgeAward,
  DecideContext,
  HistoryEntry,
  LedgerEntry,
  PathUpdate,
  Signal,
  StreakUpdate,
  TraceReason,
  TraceRow
} from "./Decision.ts"
import type { FeedEntry } from "../community/TeamTerms.ts"
import type { Snapshot } from "./Snapshot.ts"
import { shownEventId } from "../../wire/EventIds.ts"
import { dayMs } from "../calendar/zones.ts"
import type { OutboundEvent } from "../../wire/Webhook.ts"
import { type BuddyState, type LimitState, own } from "./State.ts"
import type { Write } from "./Writes.ts"

type Branch =
  | "tokens"
  | "skills"
  | "streaks"
  | "badges"
  | "limits"
  | "counts"
  | "items"
  | "sales"
  | "drops"
  | "event_badges"
  | "gates"
  | "fading"
  | "paths"
  | "quests"
  | "debts"
  | "outfits"
  | "lotteries"
  | "lunches"
type Entry<B extends Branch> = NonNullable<BuddyState[B]>[string]

export interface Reference {
  readonly type: "event" | "command" | "recipe"
  readonly id: string | null
}

/** What caused a change, as receivers may be told. */
export const shownReference = ({ reference: { id, type } }: Pick<Draft, "reference">): string | null =>
  type === "event" && id !== null ? shownEventId(id) : id

export interface Draft {
  readonly snapshot: Snapshot
  readonly context: DecideContext
  readonly before: BuddyState
  readonly state: { -readonly [K in keyof BuddyState]: BuddyState[K] }
  /** the state above, as conditions read it */
  readonly facts: Facts
  /** the same as of the day the command speaks about, which is that of an event that may be late */
  judged: Facts
  /** of a late event: what its day has come to by now; null: it tells no more than the facts */
  reached: Facts | null
  readonly copied: Set<Branch>
  readonly reference: Reference
  /** the moment the command speaks about: when the event occurred, or now; epoch ms */
  at: number
  /** the user's zone at the moment the command speaks about; null when never told */
  zone: string | null
  /** this command's own copy of the limits of its event type */
  limits: Record<string, LimitState> | null
  /** inputs of criteria that changed (`Snapshot.inputOf`) */
  changed: Set<string>
  /** coins credited so far, rewards included */
  coins: number
  readonly token_gains: Map<string, number>
  readonly entries: Array<LedgerEntry>
  readonly outbound: Array<OutboundEvent>
  readonly badges: Array<BadgeAward>
  readonly uniques: Array<Accepted["uniques"][number]>
  readonly freed: Array<Accepted["freed"][number]>
  readonly revoked_badges: Array<string>
  readonly budgets: Array<Accepted["budgets"][number]>
  readonly writes: Array<Write>
  readonly trace: Array<TraceRow>
  /** trace rows told after all others: what followed from what they tell */
  readonly aftermath: Array<TraceRow>
  readonly streak_updates: Array<StreakUpdate>
  readonly path_updates: Array<PathUpdate>
  readonly granted_items: Array<string>
  readonly history: Array<HistoryEntry>
  readonly feed: Array<FeedEntry>
  readonly signals: Array<Signal>
}

export const openDraft = (
  snapshot: Snapshot,
  before: BuddyState,
  context: DecideContext,
  reference: Reference
): Draft => {
  const state = { ...before }
  const facts = { snapshot, state, now: context.now, tenant_timezone: context.tenant_timezone }
  return {
    snapshot,
    context,
    before,
    state,
    facts,
    judged: facts,
    reached: null,
    copied: new Set(),
    reference,
    at: context.now,
    zone: null,
    limits: null,
    changed: new Set(),
    coins: 0,
    token_gains: new Map(),
    entries: [],
    outbound: [],
    badges: [],
    uniques: [],
    freed: [],
    revoked_badges: [],
    budgets: [],
    writes: [],
    trace: [],
    aftermath: [],
    streak_updates: [],
    path_updates: [],
    granted_items: [],
    history: [],
    feed: [],
    signals: []
  }
}

/**
 * What occurred since may still matter to an event: it comes late by so much at most. A test clock may be ended, and
 * its buddy is back in a present that nobody on the clock knows.
 */
export const neededSince = ({ context: { isOnTestClock, max_lateness_days, now } }: Draft): number =>
  isOnTestClock ? 0 : now - max_lateness_days * dayMs

export const read = <B extends Branch>(draft: Draft, branch: B, key: string): Entry<B> | undefined =>
  own((draft.state[branch] ?? {}) as Readonly<Record<string, Entry<B>>>, key)

/**
 * Write one entry of a branch. `__proto__` cannot be a plain entry and no edge lets it in; here it is simply not kept.
 */
export const write = <B extends Branch>(draft: Draft, branch: B, key: string, value: Entry<B>): void => {
  if (key === "__proto__") return
  if (!draft.copied.has(branch)) {
    draft.state[branch] = { ...draft.state[branch] } as BuddyState[B]
    draft.copied.add(branch)
  }
  const entries = draft.state[branch] as Record<string, Entry<B>>
  entries[key] = value
}

const noLedger: ReadonlyArray<string> = []

export const skipped = (
  draft: Draft,
  type: string,
  key: string,
  reason: TraceReason,
  detail: Readonly<Record<string, unknown>>
): void => {
  draft.trace.push({ type, key, outcome: "skipped", reason, detail, ledger_ids: noLedger })
}

/** A part of a reward that was left out, told after the row of whatever gave it. */
export const leftOut = (
  draft: Draft,
  key: string,
  reason: TraceReason,
  detail: Readonly<Record<string, unknown>>
): void => {
  draft.aftermath.push({ type: "reward", key, outcome: "skipped", reason, detail, ledger_ids: noLedger })
}

export const fired = (
  draft: Draft,
  type: string,
  key: string,
  detail: Readonly<Record<string, unknown>>,
  ledgerIds: ReadonlyArray<string> = noLedger
): void => {
  draft.trace.push({ type, key, outcome: "fired", reason: "fired", detail, ledger_ids: ledgerIds })
}
