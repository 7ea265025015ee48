/**
 * What changes have told the figures, told again by what is stored of them. Only such metrics as rows that stay tell to
 * the last one; what somebody looked at or a receiver answered is told once.
 */
import type { Zone } from "../../engine/calendar/zones.ts"
import type { HistoryEntry, TraceRow } from "../../engine/core/Decision.ts"
import { type Count, type Delta, DeltaSum, rewardedFeature, testPrefix } from "../../wire/analytics/Delta.ts"
import type { Booked, BookedBy } from "./CountedMoney.ts"
import { Counts, type Decided } from "./Counts.ts"

/** By increments of days. */
export const recountedByDay = [
  "badges",
  "badges_revoked",
  "coins_corrected",
  "coins_in",
  "coins_out",
  "events",
  "events_backfilled",
  "events_reversed",
  "events_unrewarded",
  "events_without_buddy",
  "evolutions",
  "gates",
  "items",
  "prestiges",
  "streak_frozen",
  "streak_restored",
  "tokens_corrected",
  "tokens_in",
  "tokens_out"
]
/** By how buddies stand now. */
export const recountedNow = ["badge_holders", "item_owners", "token_holders"]
/** Of days of users: that there was an event, and that it brought something. */
export const recountedFeatures = ["", rewardedFeature]

const byDay: ReadonlySet<string> = new Set(recountedByDay)
const isRecounted = ([metric]: Count): boolean =>
  byDay.has(metric.startsWith(testPrefix) ? metric.slice(testPrefix.length) : metric)

/** The part of a step that reports know it by. */
export type Step = Pick<BookedBy, "key" | "type">

/** Which step an entry is of, by the entry's id. A trace is long and its steps are few: each is kept once. */
export class Steps {
  private readonly named = new Map<string, Step>()
  private readonly byEntry = new Map<string, Step>()

  keep(trace: ReadonlyArray<TraceRow>): void {
    for (const { key, ledger_ids, type } of trace) {
      if (ledger_ids.length === 0) continue
      const name = `${type} ${key}`
      const step = this.named.get(name) ?? { type, key }
      this.named.set(name, step)
      for (const id of ledger_ids) if (!this.byEntry.has(id)) this.byEntry.set(id, step)
    }
  }

  of(ledger_id: string): Step | undefined {
    return this.byEntry.get(ledger_id)
  }
}

export interface Whose {
  readonly audience: string
  readonly user_id: string
  readonly isOnTestClock: boolean
}

interface At extends Whose {
  /** of the workspace, then */
  readonly zone: Zone
  /** epoch ms of the change, as the buddy lived */
  readonly now: number
}

/** Sums of changes, one after the other. */
export class Recount {
  private readonly sum = new DeltaSum()

  private of(at: At, count: (counts: Counts) => void): void {
    const counts = new Counts(at)
    count(counts)
    this.sum.add({ c: counts.counts.filter(isRecounted), u: counts.users })
  }

  /** `decided` null: nobody received it. */
  event(at: At, event: { type: string; occurred_at: number; mode: string }, decided: Decided | null): void {
    this.of(at, (counts) => counts.event({ ...event, audience: at.audience }, decided))
  }

  /** `step`: the one that tells of the entry, if any does. */
  entry(at: At, entry: Booked, step: Step | undefined): void {
    const trace = step === undefined ? [] : [{ ...step, ledger_ids: [entry.ledger_id] }]
    this.of(at, (counts) => counts.entry(entry, trace))
  }

  badge(at: At, badge: { badge_key: string; coin_reward: number }): void {
    this.of(at, (counts) => counts.badge(badge))
  }

  history(at: At, told: HistoryEntry): void {
    // How old a buddy was is told by the buddy; it is none of what is recounted.
    this.of(at, (counts) => counts.history({ ...told }, { hatched_at: at.now }))
  }

  reversed(at: At, event: { type: string; occurred_at: number }, coins: number): void {
    this.of(at, (counts) => counts.reversed(event, coins))
  }

  delta(): Delta {
    const { c, u } = this.sum.value()
    return { c, u: u.filter(([, , feature]) => recountedFeatures.includes(feature)) }
  }
}
