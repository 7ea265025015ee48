/**
 * What the figures of a tenant learn of a change: increments by metric, local day and key. All of it is told by what is
 * stored of the change anyway (event, ledger, history, trace), so that it can be counted again.
 */
import { localDay, type Zone, zoneOf } from "../../engine/calendar/zones.ts"
import type { Accepted, BadgeAward, HistoryEntry, LedgerEntry, TraceRow } from "../../engine/core/Decision.ts"
import type { Command } from "../../engine/core/Command.ts"
import type { BuddyState } from "../../engine/core/State.ts"
import {
  type Count,
  type Delta,
  long_streak,
  longStreakFeature,
  now_day,
  rewardedFeature,
  type Sighting,
  testPrefix,
  type UserDay
} from "../../wire/analytics/Delta.ts"
import type { TenantFacts } from "../../platform/auth/Tenants.ts"
import type { Repin } from "../Protocol.ts"
import { changeOf } from "./ChangeRecord.ts"
import { equipFeature, featureOf, featuresOfTrace, type KeptChange } from "./CountedFeatures.ts"
import { type Booked, type BookedBy, countEntry } from "./CountedMoney.ts"

/** Events that are said to be older count for this day: 2000-01-01. */
const first_day = 10_957

/** Streaks that may have begun because another one was lost: nobody reports them. */
export const untoldMetric = "streak_lost_untold"

const day_ms = 86_400_000
/** Lower ends of the buckets in which days from hatching are counted. */
const ageBuckets = [0, 1, 2, 3, 5, 7, 10, 14, 21, 30, 45, 60, 90, 180, 365]
const bucketOf = (days: number): number => ageBuckets.findLast((least) => least <= days) ?? 0

export interface Counted {
  readonly audience: string
  readonly user_id: string
  /** of the tenant */
  readonly zone: Zone
  readonly isOnTestClock: boolean
  /** epoch ms at which the buddy lives */
  readonly now: number
}

interface EventFacts {
  readonly type: string
  readonly occurred_at: number
  readonly mode: string
  readonly audience: string
}

type Outcome = Pick<Accepted, "badges" | "effects" | "entries" | "history" | "outbound" | "reply" | "trace" | "status">

/** What is stored with an event of what came of it. */
export type Decided = Pick<Outcome, "effects" | "trace">

const isRewarded = ({ effects, trace }: Decided): boolean =>
  effects.coins !== 0 ||
  effects.tokens.length > 0 ||
  effects.badges_awarded.length > 0 ||
  effects.path_updates.length > 0 ||
  trace.some(({ outcome, type }) => type === "skill_rule" && outcome === "fired")

const limits: ReadonlySet<string> = new Set(["limit_reached", "cooldown", "unique_already_paid", "budget_exhausted"])

/** Rules a limit of theirs kept from paying, each once: `coin_rule:lesson:limit_reached`. */
const limitsOf = (trace: ReadonlyArray<TraceRow>): ReadonlySet<string> =>
  new Set(trace.filter(({ reason }) => limits.has(reason)).map(({ key, reason, type }) => `${type}:${key}:${reason}`))

export class Counts {
  readonly counts: Array<Count> = []
  readonly users: Array<UserDay> = []
  private sightings: Array<Sighting> | undefined
  private events = 0
  private coins = 0
  private readonly by: Counted
  private readonly today: number
  private readonly used: Array<string> = []

  constructor(by: Counted) {
    this.by = by
    this.today = localDay(by.zone, by.now)
  }

  private add(metric: string, key: string, count: number, amount = 0, day = this.today, audience = this.by.audience) {
    this.counts.push([this.by.isOnTestClock ? testPrefix + metric : metric, day, audience, key, count, amount])
  }

  /** All of it, as done by a buddy. */
  delta(buddy_id: string): Delta {
    const { coins, counts: c, events, sightings, users: u } = this
    if (this.by.isOnTestClock || (events === 0 && sightings === undefined)) return { c, u }
    return { c, u, b: [[buddy_id, events, coins]], h: sightings ?? unseen }
  }

  private see(metric: Sighting[0], key: string): void {
    this.sightings ??= []
    this.sightings.push([metric, key, 1])
  }

  /** An event that is new, with or without somebody to receive it. */
  event({ audience, mode, occurred_at, type }: EventFacts, outcome: Decided | null): void {
    const day = Math.max(first_day, localDay(this.by.zone, occurred_at))
    const coins = outcome?.effects.coins ?? 0
    const hasBrought = outcome !== null && isRewarded(outcome)
    this.add("events", type, 1, coins, day, audience)
    if (mode === "backfill") this.add("events_backfilled", type, 1, coins, day, audience)
    if (outcome === null) this.add("events_without_buddy", type, 1, 0, day, audience)
    else if (!hasBrought) {
      this.add("events_unrewarded", type, 1, 0, day, audience)
      for (const key of limitsOf(outcome.trace)) this.see("limited", key)
    }
    this.events++
    this.coins += Math.max(0, coins)
    if (this.by.isOnTestClock) return
    this.users.push([audience, this.by.user_id, "", day])
    if (hasBrought) this.users.push([audience, this.by.user_id, rewardedFeature, day])
  }

  /** Everything a decision has brought about, but that it was an event. */
  decision(command: Command | Repin, outcome: Outcome, before: BuddyState, after: BuddyState): void {
    for (const entry of outcome.entries) this.entry(entry, outcome.trace)
    for (const badge of outcome.badges) this.badge(badge)
    for (const told of outcome.history) this.history(told, before)
    this.holders("badge_holders", before.badges, after.badges, countOf)
    if (outcome.entries.some(isFirstOrLast)) this.holders("token_holders", before.tokens, after.tokens, balanceOf)
    this.holders("item_owners", before.items, after.items, countOf)
    this.brought(outcome)
    const change = command._tag === "Event" ? undefined : changeOf(command, undefined, outcome, "")
    if (change !== undefined) this.change(change)
    if (command._tag === "Reverse") {
      const { reply } = outcome
      this.reversed(command.event, "coins" in reply ? Number(reply.coins) : 0)
    }
    if (outcome.status !== "archived") return
    this.archived(after)
    // What nobody plays with is held by nobody: it changes no more. Its coins are still there, and its items its own.
    this.holders("badge_holders", after.badges, {}, countOf)
    this.holders("token_holders", after.tokens, {}, balanceOf)
  }

  /** What stands with an event or a change of what came of it. */
  brought({ effects, trace }: Decided): void {
    // What was written before there were streaks says nothing of them.
    for (const update of effects.streak_updates ?? []) if (update.extended) this.streak(update)
    for (const row of trace) {
      if (row.outcome !== "fired") continue
      if (row.type === "streak_rule") this.fired(row)
      if (row.type === "equipment" || row.type === "outfit") this.wears(row)
    }
    for (const feature of featuresOfTrace(trace)) this.use(feature, 1)
  }

  /** What came to nothing is kept of no one, and used nothing. */
  change(kept: KeptChange): void {
    const feature = featureOf(kept)
    if (feature !== undefined) this.use(feature, 1)
  }

  archived({
    coins,
    tokens
  }: {
    readonly coins: Pick<BuddyState["coins"], "balance">
    readonly tokens: BuddyState["tokens"]
  }): void {
    this.add("archived", "buddy", 1)
    this.add("archived", "coin", 0, coins.balance)
    for (const [token_key, { balance }] of Object.entries(tokens))
      this.add("archived", `token:${token_key}`, 0, balance)
  }

  egg(metric: "eggs_cancelled" | "eggs_created" | "eggs_hatched"): void {
    this.add(metric, "", 1)
  }

  /** The rest of what is used is told by the family whose it is. */
  private use(feature: string, times: number): void {
    this.add("feature_actions", feature, times)
    this.mark(feature)
  }

  private mark(feature: string): void {
    if (this.by.isOnTestClock || this.used.includes(feature)) return
    this.used.push(feature)
    this.users.push([this.by.audience, this.by.user_id, feature, this.today])
  }

  badge({ badge_key, coin_reward }: Pick<BadgeAward, "badge_key" | "coin_reward">): void {
    this.add("badges", badge_key, 1, coin_reward)
    this.use("badges", 1)
  }

  entry(entry: Booked, trace: ReadonlyArray<BookedBy>): void {
    const { amount, key, metric } = countEntry(entry, trace)
    this.add(metric, key, 1, amount)
  }

  history({ body, key, kind }: HistoryEntry, before: Pick<BuddyState, "hatched_at">): void {
    switch (kind) {
      case "review":
        if (body["type"] === "ready") this.see("reviews", key)
        return
      case "item":
        this.add("items", `${key}:${String(body["source"])}`, 1, Number(body["price_paid"] ?? 0))
        if (body["source"] === "purchase" || body["source"] === "gift") this.use(body["source"], 1)
        return
      case "gate":
        this.add("gates", key, 1)
        return this.use("gates", 1)
      case "evolution": {
        const age = Math.floor((this.by.now - before.hatched_at) / day_ms)
        this.add("evolutions", `${String(body["previous_stage"])}>${String(body["new_stage"])}`, 1)
        this.add("evolution_days", `${String(body["new_stage"])}:${bucketOf(age)}`, 1)
        return this.use("evolution", 1)
      }
      case "prestige":
        this.add("prestiges", "", 1)
        return this.use("evolution", 1)
      case "path":
        return this.use("paths", 1)
      case "streak":
        if (body["type"] === "restored" || body["type"] === "frozen") this.add(`streak_${body["type"]}`, key, 1)
        return
      case "reversal":
        for (const badge_key of (body["badges_revoked"] ?? []) as ReadonlyArray<string>) {
          this.add("badges_revoked", badge_key, 1)
        }
        return
    }
  }

  private holders<A>(metric: string, before: Held<A>, after: Held<A>, held: (one: A) => number): void {
    if (before === after) return
    for (const key in before) {
      const [was, is] = [before[key], after[key]]
      if (was === is) continue
      const had = was !== undefined && held(was) > 0
      const has = is !== undefined && held(is) > 0
      if (had !== has) this.add(metric, key, has ? 1 : -1, 0, now_day)
    }
    for (const key in after)
      if (before[key] === undefined && held(after[key]!) > 0) this.add(metric, key, 1, 0, now_day)
  }

  /** What was put on, by hand or as an outfit. */
  private wears({ detail }: TraceRow): void {
    for (const item_id of (detail["equipped"] ?? []) as ReadonlyArray<string>) {
      this.add("equips", item_id, 1)
      this.use(equipFeature, 1)
    }
  }

  private streak({ current_streak, streak_key }: StreakUpdate): void {
    this.add("streak_extended", streak_key, 1)
    if (current_streak === 1) this.add("streak_started", streak_key, 1)
    if (current_streak >= long_streak) this.mark(longStreakFeature)
    this.use("streaks", 1)
  }

  private fired({ detail, key }: TraceRow): void {
    if (detail["lost"] === true) this.add("streak_lost", key, 1)
    // What was written before it was said tells neither.
    if (detail["current_streak"] === 1 && detail["lost"] === undefined) this.add(untoldMetric, key, 1)
    const lengths = (detail["lengths"] ?? detail["milestones"] ?? []) as ReadonlyArray<number>
    for (const length of lengths) this.add("streak_milestone", `${key}:${length}`, 1)
  }

  /** `coins`: those that were taken back. */
  reversed({ occurred_at, type }: Pick<EventFacts, "occurred_at" | "type">, coins: number): void {
    const day = Math.max(first_day, localDay(this.by.zone, occurred_at))
    this.add("events_reversed", type, 1, coins, day)
  }
}

/** `now`: epoch ms at which the user lives. */
export const countsOf = (
  { audience, user_id }: Pick<Counted, "audience" | "user_id">,
  { clocks, timezone }: Pick<TenantFacts, "clocks" | "timezone">,
  now: number
): Counts => new Counts({ audience, user_id, zone: zoneOf(timezone), isOnTestClock: clocks.has(user_id), now })

const unseen: ReadonlyArray<Sighting> = []

type Held<A> = Readonly<Record<string, A>>
type StreakUpdate = Accepted["effects"]["streak_updates"][number]

const countOf = ({ count }: { readonly count: number }): number => count
/** After which somebody holds what was not held before, or the other way round; no balance changes without one. */
const isFirstOrLast = ({ amount, balance_after }: Pick<LedgerEntry, "amount" | "balance_after">): boolean =>
  balance_after > 0 !== balance_after - amount > 0
/** A token that was spent to nothing is not held. */
const balanceOf = ({ balance }: { readonly balance: number }): number => balance
