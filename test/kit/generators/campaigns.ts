/** What runs for everybody, and what single buddies are given of it. */
import { Schema } from "effect"
import * as fc from "fast-check"
import type { Command } from "../../../src/engine/core/Command.ts"
import { boosted, roundings, stackings } from "../../../src/wire/campaigns/Boosters.ts"
import type { CauseTerms } from "../../../src/wire/campaigns/Causes.ts"
import { boardPeriods } from "../../../src/wire/campaigns/Leaderboard.ts"
import type { LiveCampaigns } from "../../../src/wire/campaigns/Live.ts"
import type { LiveLottery, LotteryEntryTerms } from "../../../src/wire/campaigns/Lottery.ts"
import type { Metric } from "../../../src/wire/campaigns/Metric.ts"
import type { QuestTerms } from "../../../src/wire/campaigns/Quests.ts"
import { type DropContent, dropFields } from "../../../src/wire/campaigns/SurpriseDrops.ts"
import { type EventBadgeContent, eventBadgeFields } from "../../../src/wire/campaigns/EventBadges.ts"
import { Filters, Group } from "../../../src/wire/content/Shared.ts"
import { budget, ruleFields } from "./content.ts"
import {
  audience,
  eventType,
  eventTypes,
  filters,
  match,
  maybe,
  reward,
  seldom,
  seldomGroup,
  skills,
  tokens
} from "./words.ts"

const hourMs = 3_600_000

const booster = fc.record({
  booster_id: fc.integer({ min: 0 }).map((id) => `b${id}`),
  booster_key: fc.constant("happy_hour"),
  applies_to: fc.subarray([...boosted], { minLength: 1 }),
  multiplier: fc.integer({ min: 101, max: 1_000 }).map((hundredths) => hundredths / 100),
  stacking: fc.constantFrom(...stackings),
  rounding: fc.constantFrom(...roundings)
})

/** Given by hand, to this buddy alone. */
export const gifts: fc.Arbitrary<{ readonly at: (now: number) => Command }> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .record({ booster, duration: fc.integer({ min: 1, max: 100 }), ahead: fc.constantFrom(null, null, 0, 12, 40) })
      .map(({ ahead, booster, duration }) => ({
        at: (now: number): Command => ({
          _tag: "GrantBooster",
          booster,
          starts_at: ahead === null ? null : now + ahead * hourMs,
          duration_ms: duration * hourMs
        })
      }))
  },
  {
    weight: 1,
    arbitrary: fc.constant({ at: (): Command => ({ _tag: "RevokeBooster", booster_id: "nobody's" }) })
  }
)

const { amount: _amount, limits, ...asked } = ruleFields
const probability = fc.constantFrom(0, 0.2, 0.5, 1)
const gift = reward.map(({ streak_freezes: _freezes, ...rest }) => rest)

const drop = fc
  .record({
    ...asked,
    limits,
    name: fc.constant("Gift"),
    probability,
    pity_after: maybe(fc.integer({ min: 1, max: 3 })),
    beginner: maybe(fc.record({ days: fc.integer({ min: 1, max: 5 }), probability })),
    reward_pool: fc.array(fc.record({ weight: fc.constantFrom(0.5, 1, 7), reward: gift }), {
      minLength: 1,
      maxLength: 3
    }),
    budget
  })
  .map((written): DropContent => Schema.decodeUnknownSync(Schema.Struct(dropFields))(written))

const drops = fc.array(drop, { maxLength: 3 }).map((all) =>
  all.map(({ enabled, name: _name, ...terms }, place) => {
    const rule_id = `drop-${place}`
    return enabled
      ? { ...terms, rule_id, rule_key: `drop${place}`, revision: 1, enabled: true as const }
      : { rule_id, enabled: false as const }
  })
)

/** Some of their keys are those of badges that a version may define. */
export const partyKeys = ["p0", "b1", "p2"] as const

const { audience: forWhom, conditions, trigger } = asked
const party = fc
  .record({
    label: fc.constant("Party"),
    audience: forWhom,
    conditions,
    trigger,
    required_count: fc.constantFrom(1, 1, 2, 4),
    coin_reward: fc.nat(9),
    max_awards: fc.constantFrom(null, 1)
  })
  .map((written): EventBadgeContent => Schema.decodeUnknownSync(Schema.Struct(eventBadgeFields))(written))

const parties = (start: number) =>
  fc
    .array(fc.record({ party, from: maybe(fc.nat(200)), hours: maybe(fc.nat(300)) }), { maxLength: partyKeys.length })
    .map((all) =>
      all.map(({ from, hours, party: content }, place) => {
        const { description: _text, icon_url: _icon, status: _status, tier: _tier, ...terms } = content
        const starts_at = from === null ? null : start + (from - 50) * hourMs
        const ends_at = hours === null ? null : (starts_at ?? start) + (hours + 1) * hourMs
        const event_badge_id = `party-${place}`
        return { ...terms, event_badge_id, badge_key: partyKeys[place]!, enabled: true as const, starts_at, ends_at }
      })
    )
export const ofSomebody = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(null, audience) },
  { weight: 1, arbitrary: fc.constant("others") }
)

/** Days are counted as far back as config versions look, and whoever is eligible is live configuration. */
export const eligibility = seldomGroup.map((written): Group => {
  const { conditions, match: matching } = Schema.decodeUnknownSync(Group)(written)
  return { match: matching, conditions: conditions.map((condition) => ({ ...condition, window_days: null })) }
})
const wanted = filters.map((written) => Schema.decodeUnknownSync(Filters)(written))

const metric: fc.Arbitrary<Metric> = fc.oneof(
  fc.constant({ type: "coins_earned" as const, key: null }),
  fc.record({ type: fc.constant("token_earned" as const), key: fc.constantFrom(...tokens, "none") }),
  fc.record({ type: fc.constant("event_count" as const), key: eventType }),
  fc.record({ type: fc.constant("skill_level" as const), key: fc.constantFrom(...skills, "none") }),
  fc.record({ type: fc.constant("streak_current" as const), key: fc.constantFrom("s0", "s1", "none") })
)

/** From two days before a life begins. */
const window = (start: number) =>
  fc.tuple(fc.nat(200), fc.integer({ min: 1, max: 300 })).map(([from, hours]) => ({
    starts_at: start + (from - 50) * hourMs,
    ends_at: start + (from + hours - 50) * hourMs
  }))

const numbered = <T>(arbitrary: fc.Arbitrary<T>, maxLength: number) =>
  fc.array(arbitrary, { maxLength }).map((all) => all.map((one, place) => ({ ...one, place })))

const counted = {
  audience: ofSomebody,
  event_type: fc.constantFrom(...eventTypes, eventTypes[0]),
  match,
  filters: wanted,
  metric: fc.constantFrom("count" as const, "sum" as const, "sum" as const),
  property: fc.constantFrom("score", "minutes", "minutes", "kind")
} as const

const quests = (start: number): fc.Arbitrary<ReadonlyArray<QuestTerms>> =>
  numbered(
    fc.record({
      ...counted,
      window: window(start),
      has_end: fc.boolean(),
      participants: fc.constantFrom("all" as const, "opt_in" as const),
      team_id: seldom<string | null>(null, "another"),
      max_participants: fc.constantFrom(null, 2, 3),
      cap: fc.constantFrom(null, 1, 7, 40),
      participant_count: fc.nat(3)
    }),
    3
  ).map((all) =>
    all.map(({ has_end, match: matching, place, window: { ends_at, starts_at }, ...quest }) => ({
      ...quest,
      match: matching as QuestTerms["match"],
      starts_at,
      ends_at: has_end ? ends_at : null,
      quest_id: `q${place}`,
      quest_key: `quest_${place}`
    }))
  )

const causes: fc.Arbitrary<ReadonlyArray<CauseTerms>> = numbered(
  fc.record({ ...counted, units_per_event: fc.constantFrom(1, 0.25, 0.1, 0.000001, 3.3, 1_000_000) }),
  2
).map((all) =>
  all.map(({ match: matching, place, ...cause }) => ({
    ...cause,
    match: matching as CauseTerms["match"],
    cause_id: `c${place}`,
    cause_key: `cause_${place}`
  }))
)

const max_entries_per_buddy = fc.integer({ min: 1, max: 6 })
const amount = fc.integer({ min: 1, max: 8 })
const entry: fc.Arbitrary<LotteryEntryTerms> = fc.oneof(
  fc.record({ mode: fc.constant("event" as const), event_type: eventType, filters: wanted, max_entries_per_buddy }),
  fc.record({ mode: fc.constant("coin_cost" as const), amount, max_entries_per_buddy }),
  fc.record({
    mode: fc.constant("token_cost" as const),
    token_key: fc.constantFrom("gem", "gem", "xp", "none"),
    amount,
    max_entries_per_buddy
  })
)

const lotteries = (start: number): fc.Arbitrary<ReadonlyArray<LiveLottery>> =>
  numbered(fc.record({ entry, audience: ofSomebody, eligibility, is_open: seldom(true, false) }), 3).map((all) =>
    all.map(({ is_open, place, ...terms }) => ({
      lottery_id: `l${place}`,
      lottery_key: `lottery_${place}`,
      revision: 2,
      status: is_open ? "active" : "paused",
      draw: !is_open
        ? null
        : {
            ...terms,
            draw_id: `d${place}`,
            draw_at: new Date(start + 1_000 * hourMs).toISOString(),
            commit_hash: "hash",
            prizes: []
          }
    }))
  )

/** As of the start of a life. */
export const live = (start: number): fc.Arbitrary<LiveCampaigns> =>
  fc.record({
    surprise_drops: drops,
    event_badges: parties(start),
    boosters: fc.array(
      fc
        .record({ booster, audience: fc.constantFrom(audience, audience, "others"), window: window(start) })
        .map(({ booster: terms, window: when, ...whose }) => ({ ...terms, ...whose, ...when })),
      { maxLength: 3 }
    ),
    reengagement: fc.array(fc.record({ lapsed_after_days: fc.constantFrom(3, 3, 5), reward: fc.option(reward) }), {
      maxLength: 1
    }),
    leaderboards: numbered(fc.record({ metric, period: fc.constantFrom(...boardPeriods) }), 2).map((all) =>
      all.map(({ place, ...board }) => ({ ...board, subject_id: `board${place}` }))
    ),
    seasons: numbered(fc.record({ metric, window: window(start) }), 2).map((all) =>
      all.map(({ metric: by, place, window: when }) => ({ metric: by, ...when, season_id: `season${place}` }))
    ),
    quests: quests(start),
    causes,
    lotteries: lotteries(start)
  })

/** What others have taken of places there are only so many of. */
export const used = maybe(
  fc.record({
    "q0 places": fc.nat(3),
    "d0 entrants": fc.constantFrom(0, 499_999, 500_000),
    "x0 openings": fc.nat(3)
  })
).map((taken) => taken ?? {})
