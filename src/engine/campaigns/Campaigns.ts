/**
 * What runs for everybody beside the config version, compiled once per read of it and looked up by event type: a tenant
 * that uses none of it pays for one comparison.
 *
 * Two places of an event belong to it. Happenings come after the streaks and may pay, so badges and paths see what they
 * brought. Accounts come last: they read what the event has brought, count it where buddies count together, and pay
 * nothing.
 */
import { type LiveCampaigns, noCampaigns } from "../../wire/campaigns/Live.ts"
import { isCounting } from "../../wire/campaigns/League.ts"
import type { Group } from "../../wire/content/Shared.ts"
import type { EventCommand } from "../core/Command.ts"
import type { Account, Happening } from "./Account.ts"
import { type Draft, skipped } from "../core/Draft.ts"
import { windowsIn } from "../core/Snapshot.ts"
import { boardAccount } from "./leaderboard.ts"
import { seasonAccount } from "./league.ts"
import { lotteryAccounts } from "./lotteries.ts"
import { causeAccounts } from "./causes.ts"
import { dropHappenings } from "./drops.ts"
import { badgeHappenings } from "./eventBadges.ts"
import { questAccounts } from "./quests.ts"

type Compile<A> = (live: LiveCampaigns) => ReadonlyArray<A>

/** In the order in which they apply. */
const happenings: ReadonlyArray<Compile<Happening>> = [dropHappenings, badgeHappenings]

/** In the order in which they count. */
const accounts: ReadonlyArray<Compile<Account>> = [
  ({ leaderboards = [] }) => leaderboards.map(boardAccount),
  ({ seasons = [] }) => seasons.filter(isCounting).map(seasonAccount),
  questAccounts,
  causeAccounts,
  lotteryAccounts
]

/** Those of a type and those of all types, in one order. */
interface ByType<A> {
  readonly typed: ReadonlyMap<string, ReadonlyArray<A>>
  readonly others: ReadonlyArray<A>
}

export interface Campaigns {
  /** by event type, as those of a config version: what conditions of happenings count */
  readonly windows: ReadonlyMap<string, number>
  readonly happenings: ByType<Happening>
  readonly accounts: ByType<Account>
}

const byType = <A extends { readonly event_type: string | null }>(all: ReadonlyArray<A>): ByType<A> => {
  const types = new Set(all.flatMap(({ event_type }) => event_type ?? []))
  const of = (type: string) => all.filter(({ event_type }) => event_type === null || event_type === type)
  return {
    typed: new Map([...types].map((type) => [type, of(type)])),
    others: all.filter(({ event_type }) => event_type === null)
  }
}

const found = <A>({ others, typed }: ByType<A>, type: string): ReadonlyArray<A> => typed.get(type) ?? others

/** Of everything an event may set off. */
const conditionsOf = ({
  event_badges = [],
  lotteries = [],
  surprise_drops = []
}: LiveCampaigns): ReadonlyArray<Group> => [
  ...[...surprise_drops, ...event_badges].flatMap((terms) => (terms.enabled ? [terms.conditions] : [])),
  ...lotteries.flatMap(({ draw }) => (draw === null ? [] : [draw.eligibility]))
]

/** With what is on sale for all, which no condition of a campaign stands for. */
const windowsOf = (live: LiveCampaigns): ReadonlyMap<string, number> => {
  const windows = windowsIn(conditionsOf(live))
  for (const { event_type, window_days } of live.counted ?? []) {
    windows.set(event_type, Math.max(windows.get(event_type) ?? 0, window_days))
  }
  return windows
}

const compileCampaigns = (live: LiveCampaigns): Campaigns => ({
  windows: windowsOf(live),
  happenings: byType(happenings.flatMap((compile) => compile(live))),
  accounts: byType(accounts.flatMap((compile) => compile(live)))
})

/** For as long as somebody keeps what was read. */
const compiled = new WeakMap<LiveCampaigns, Campaigns>()

export const campaignsOf = ({ context: { campaigns } }: Draft): Campaigns => {
  const known = compiled.get(campaigns)
  if (known !== undefined) return known
  const made = compileCampaigns(campaigns)
  compiled.set(campaigns, made)
  return made
}

/** How many days of events of the type some condition counts, 0 for totals only; undefined: none does. */
export const campaignWindow = (draft: Draft, event_type: string): number | undefined =>
  draft.context.campaigns === noCampaigns ? undefined : campaignsOf(draft).windows.get(event_type)

/** Where nothing is written, or only what is pinned counts: backtests, looks, tools. */
export const withoutCampaigns = { campaigns: noCampaigns, isBackfill: () => false, isOnTestClock: false }

export const applyHappenings = (draft: Draft, event: EventCommand): void => {
  if (draft.context.campaigns === noCampaigns) return
  for (const happening of found(campaignsOf(draft).happenings, event.type)) happening.apply(draft, event)
}

export const applyAccounts = (draft: Draft, event: EventCommand): void => {
  if (draft.context.campaigns === noCampaigns) return
  const reason = draft.context.isOnTestClock ? "test_clock" : draft.context.isBackfill() ? "backfill" : null
  for (const account of found(campaignsOf(draft).accounts, event.type)) {
    if (!account.concerns(draft, event)) continue
    if (reason === null) account.count(draft, event)
    else skipped(draft, account.type, account.key, reason, {})
  }
}
