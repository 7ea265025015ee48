/**
 * What changes have told the figures, told again by what is stored of them. Only such metrics as rows that stay tell to
 * the last one; what somebody looked at or a receiver answered is told once.
 */
import type { Zone } from "../../engine/calendar/zones.ts"
import type { HistoryEntry, TraceRow } from "../../engine/core/Decision.ts"
import {
  type Count,
  type Delta,
  DeltaSum,
  longStreakFeature,
  rewardedFeature,
  testPrefix
} from "../../wire/analytics/Delta.ts"
import { equipFeature, featuresOfRows, type KeptChange } from "./CountedFeatures.ts"
import type { Booked, BookedBy } from "./CountedMoney.ts"
import { Counts, type Decided, untoldMetric } from "./Counts.ts"

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
/** The same, of erased users since their residue has it. */
export const recountedWithEggs = [
  "archived",
  "eggs_cancelled",
  "eggs_created",
  "eggs_hatched",
  "evolution_days",
  "streak_extended",
  "streak_milestone",
  "streak_started"
]
/** The same, since the residue has those as well. */
export const recountedWithWear = ["equips"]
/** The same, since the residue has those; but of days with something stored that says nothing of it. */
export const lostMetric = "streak_lost"
/** The same, of some of its keys: with those of eggs, and with what was worn. */
export const actionsMetric = "feature_actions"
export const recountedActions: ReadonlyArray<string> = featuresOfRows
export const recountedActionsWithWear: ReadonlyArray<string> = [...featuresOfRows, equipFeature]
/** By how buddies stand now. */
export const recountedNow = ["badge_holders", "item_owners", "token_holders"]
/** Of days of users: that there was an event, what it brought, and what was used. */
export const recountedFeatures = ["", rewardedFeature, longStreakFeature, ...recountedActionsWithWear]

const byDay: ReadonlySet<string> = new Set([
  ...recountedByDay,
  ...recountedWithEggs,
  ...recountedWithWear,
  lostMetric,
  untoldMetric
])
const features: ReadonlySet<string> = new Set(recountedFeatures)
const isRecounted = ([name, , , key]: Count): boolean => {
  const metric = name.startsWith(testPrefix) ? name.slice(testPrefix.length) : name
  return metric === actionsMetric ? features.has(key) : byDay.has(metric)
}

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

const ageMetric = "evolution_days"

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

  /** `change`: null of an event. */
  brought(at: At, decided: Decided, change: KeptChange | null): void {
    this.of(at, (counts) => {
      counts.brought(decided)
      if (change !== null) counts.change(change)
    })
  }

  /** `step`: the one that tells of the entry, if any does. */
  entry(at: At, entry: Booked, step: Step | undefined): void {
    const trace = step === undefined ? [] : [{ ...step, ledger_ids: [entry.ledger_id] }]
    this.of(at, (counts) => counts.entry(entry, trace))
  }

  badge(at: At, badge: { badge_key: string; coin_reward: number }): void {
    this.of(at, (counts) => counts.badge(badge))
  }

  /** `hatched_at`, epoch ms: of a buddy that is gone nobody knows it any more. */
  history(at: At, told: HistoryEntry, hatched_at: number | null): void {
    const counts = new Counts(at)
    counts.history({ ...told }, { hatched_at: hatched_at ?? at.now })
    const isTold = ([metric]: Count) => hatched_at !== null || !metric.endsWith(ageMetric)
    this.sum.add({ c: counts.counts.filter((count) => isRecounted(count) && isTold(count)), u: counts.users })
  }

  /** Of an evolution how old the buddy was, and nothing else. */
  age(at: At, { body, hatched_at, key }: { hatched_at: number; key: string; body: unknown }): void {
    const counts = new Counts(at)
    counts.history({ kind: "evolution", key, body: body as HistoryEntry["body"] }, { hatched_at })
    this.sum.add({ c: counts.counts.filter(([metric]) => metric.endsWith(ageMetric)), u: [] })
  }

  archived(at: At, state: Parameters<Counts["archived"]>[0]): void {
    this.of(at, (counts) => counts.archived(state))
  }

  egg(at: At, metric: Parameters<Counts["egg"]>[0]): void {
    this.of(at, (counts) => counts.egg(metric))
  }

  reversed(at: At, event: { type: string; occurred_at: number }, coins: number): void {
    this.of(at, (counts) => counts.reversed(event, coins))
  }

  delta(): Delta {
    const { c, u } = this.sum.value()
    return { c, u: u.filter(([, , feature]) => features.has(feature)) }
  }
}
