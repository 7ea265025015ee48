/** Who rises, who falls, who is paid, and when seasons run. */
import { assert, describe, it } from "vitest"
import * as fc from "fast-check"
import {
  firstFree,
  nameOfSeason,
  statusAt,
  windowIssue
} from "../../../src/features/campaigns/leagues/Rules/Calendar.ts"
import {
  linesOf,
  movesOf,
  outlookOf,
  rewardAt,
  stepsOf,
  tierAfter,
  zoneAt
} from "../../../src/features/campaigns/leagues/Rules.ts"
import { addGain, playSeason, type Scores } from "../../../src/features/campaigns/leagues/Rules/Simulation.ts"
import { leagueConfig } from "../../../src/features/campaigns/leagues/Api.ts"
import { openTier, type Tier, type Zone } from "../../../src/wire/campaigns/League.ts"

const zone: fc.Arbitrary<Zone> = fc.oneof(
  fc.record({ mode: fc.constant("count" as const), value: fc.nat(100) }),
  fc.record({ mode: fc.constant("share" as const), value: fc.integer({ min: 0, max: 50 }).map((n) => n / 100) })
)
const tiersOf = (zones: ReadonlyArray<readonly [Zone, Zone]>): ReadonlyArray<Tier> =>
  zones.map(([promote, demote], at) => ({ ...openTier, tier_key: `t${at}`, order: at + 1, promote, demote }))
const ladder = fc.array(fc.tuple(zone, zone), { minLength: 1, maxLength: 5 }).map(tiersOf)

describe("a cohort", () => {
  it("moves at most half of it each way, nobody both ways, and nobody past the ends", () => {
    fc.assert(
      fc.property(ladder, fc.integer({ min: 0, max: 100 }), (tiers, players) => {
        const steps = stepsOf(tiers)
        steps.forEach((step, at) => {
          const moves = movesOf(step, players)
          assert.isAtMost(Math.max(moves.promoted, moves.demoted), players / 2)
          if (at === 0) assert.strictEqual(moves.demoted, 0)
          if (at === steps.length - 1) assert.strictEqual(moves.promoted, 0)
          const zones = Array.from({ length: players }, (_, rank) => zoneAt(moves, players, rank + 1))
          assert.lengthOf(
            zones.filter((name) => name === "promote"),
            moves.promoted
          )
          assert.lengthOf(
            zones.filter((name) => name === "demote"),
            moves.demoted
          )
          for (const name of zones) assert.isTrue(tiers.some(({ tier_key }) => tier_key === tierAfter(step, name)))
          const { demote_rank, promote_rank } = linesOf(moves, players)
          assert.strictEqual(
            promote_rank === null ? "none" : zones[promote_rank - 1],
            promote_rank === null ? "none" : "promote"
          )
          assert.strictEqual(
            demote_rank === null ? "none" : zones[demote_rank - 1],
            demote_rank === null ? "none" : "demote"
          )
        })
      })
    )
  })

  it("rounds shares down, as they are written", () => {
    const [low] = stepsOf(
      tiersOf([
        [{ mode: "share", value: 0.29 }, openTier.demote],
        [openTier.promote, openTier.demote]
      ])
    )
    assert.deepStrictEqual(
      [100, 99, 3, 1].map((players) => movesOf(low!, players).promoted),
      [29, 28, 0, 0]
    )
  })

  it("is paid by rank, and comes to no more than was foreseen", () => {
    const reward = (coins: number) => ({ coins, tokens: [], badges: [], items: [], skills: [], streak_freezes: 0 })
    const tier: Tier = {
      ...openTier,
      rewards: [
        { rank_min: 1, rank_max: 1, reward: reward(100) },
        { rank_min: 3, rank_max: 5, reward: reward(10) }
      ]
    }
    assert.deepStrictEqual(
      [1, 2, 3, 5, 6].map((rank) => rewardAt(tier, rank)?.coins ?? 0),
      [100, 0, 10, 10, 0]
    )
    const config = { ...leagueConfig.defaults, cohort_size: 4 }
    const [outlook] = outlookOf({ config, tiers: [tier] }, [
      { tier_key: "open", buddies: 9 },
      { tier_key: "open", buddies: 2 }
    ])
    assert.deepInclude(outlook, { buddies: 11, cohorts: 4, cost: { coins: 2 * 120 + 100 + 100, tokens: {} } })
  })
})

describe("a season on record", () => {
  const tier = fc.constantFrom("t0", "t1", "t2", null)
  const players = fc
    .array(
      fc.record({ tier_key: tier, audience: fc.constantFrom("young", "old"), score: fc.integer({ min: 1, max: 50 }) })
    )
    .map((found) => found.map((one, at) => ({ ...one, buddy_id: `b${at}` })))

  it("ends with everybody in some tier, and its parts sum up to it", () => {
    fc.assert(
      fc.property(ladder, players, fc.nat(20), fc.boolean(), (tiers, found, idle, demote_idle) => {
        const config = { ...leagueConfig.defaults, cohort_size: 4, demote_idle }
        const scores: Scores = new Map()
        for (const { buddy_id, score } of found) addGain(scores, { buddy_id, amount: score })
        // Some stand in tiers that are gone.
        const keys = [...new Set(["t0", "t1", "t2", ...tiers.map(({ tier_key }) => tier_key)])]
        const standing = new Map(
          keys.map((key) => [key, idle + found.filter(({ tier_key }) => tier_key === key).length] as const)
        )
        const played = playSeason({ config, tiers }, { scores, players: found, standing })
        const total = (of: (tier: (typeof played.tiers)[number]) => number) =>
          played.tiers.reduce((sum, one) => sum + of(one), 0)
        assert.strictEqual(played.idle, idle * keys.length)
        assert.strictEqual(played.participants, found.length)
        assert.strictEqual(
          total(({ buddies_after }) => buddies_after),
          played.participants + played.idle
        )
        assert.strictEqual(
          total(({ promoted }) => promoted),
          played.promoted
        )
        for (const { buddies_after, scores: spread } of played.tiers) {
          assert.isAtLeast(buddies_after, 0)
          if (spread === null) continue
          const { max, min, p25, p50, p75 } = spread
          assert.deepStrictEqual(
            [min, p25, p50, p75, max].toSorted((a, b) => a - b),
            [min, p25, p50, p75, max]
          )
        }
      })
    )
  })
})

const at = (text: string) => Date.parse(text)

describe("a season", () => {
  const config = { ...leagueConfig.defaults, enabled: true, timezone: "Europe/Berlin" }

  it("begins at midnight of its weekday, in its zone, clock changes included", () => {
    const free = firstFree(config, [], at("2026-10-20T12:00:00Z"))!
    assert.deepStrictEqual([free.starts_at, free.ends_at], [at("2026-10-25T23:00:00Z"), at("2026-11-01T23:00:00Z")])
    const shorter = firstFree(config, [], at("2026-03-22T22:59:00Z"))!
    assert.strictEqual(shorter.ends_at - shorter.starts_at, 167 * 3_600_000)
    assert.strictEqual(nameOfSeason(free, config.timezone), "Week 44")
    assert.strictEqual(nameOfSeason({ ...free, ends_at: free.ends_at - 86_400_000 }, "UTC"), "Season of 2026-10-25")
    assert.isNull(firstFree({ ...config, starts_on: null }, [], 0))
    assert.isNull(firstFree({ ...config, enabled: false }, [], 0))
  })

  it("meets no other, and is not made up for when it was missed", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 20 }))), fc.nat(30), (taken, today) => {
        const day = 86_400_000
        const others = taken.map(([first, days]) => ({ starts_at: first * day, ends_at: (first + days) * day }))
        const now = today * day + 1
        const free = firstFree({ ...config, timezone: "UTC" }, others, now)!
        assert.isAtLeast(free.starts_at, now)
        for (const other of others) assert.isTrue(other.ends_at <= free.starts_at || other.starts_at >= free.ends_at)
      })
    )
  })

  it("is what its moments say until it is closed", () => {
    const moments = { starts_at: 10, ends_at: 20, finalizes_at: 30, state: "open" as const }
    assert.deepStrictEqual(
      [9, 10, 19, 20, 99].map((now) => statusAt(moments, now)),
      ["scheduled", "active", "active", "finalizing", "finalizing"]
    )
    assert.strictEqual(statusAt({ ...moments, state: "closed" }, 15), "closed")
    const minute = 60_000
    const issueAt = (from: number, to: number) => windowIssue({ starts_at: from, ends_at: to }, 0)?.path[0] ?? null
    assert.deepStrictEqual(
      [issueAt(-5 * minute, 5 * minute), issueAt(-6 * minute, 60 * minute), issueAt(0, 9 * minute)],
      [null, "starts_at", "ends_at"]
    )
    // Answers write years with four digits, and a season may be final three days after its end.
    const year10_000 = Date.UTC(10_000, 0, 1)
    const ending = (before_days: number) => {
      const end = year10_000 - before_days * 86_400_000
      return issueAt(end - 60 * minute, end)
    }
    assert.deepStrictEqual([ending(1), ending(3), ending(4)], ["ends_at", "ends_at", null])
  })
})
