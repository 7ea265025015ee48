import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { skillView } from "../../../src/engine/views/views.ts"
import { runningStreak } from "../../../src/engine/streaks/streakClock.ts"
import type { ConfigContent } from "../../../src/wire/content/ConfigContent.ts"
import type { StreakRule } from "../../../src/wire/content/StreakRule.ts"
import { askedOf, isAsked, recount } from "../../kit/auditor/AuditRun.ts"
import { Auditor } from "../../kit/auditor/Auditor.ts"
import { StreakRecount } from "../../kit/auditor/Streaks.ts"
import { EngineHost } from "../../kit/engine/EngineHost.ts"
import { content, restfulContent, streakContent } from "../../kit/generators/content.ts"
import { type Life, life } from "../../kit/generators/history.ts"

/**
 * AUDIT_HISTORIES=100000 with TEST_SEED=random digs deeper than the default run has time for (three to five minutes).
 * A failure names the command that tells its history again.
 */
const asked = askedOf(process.env)
const timeout = 300_000 + asked.histories * 20

const live = (config: ConfigContent, { around, steps }: Life): EngineHost => {
  const host = new EngineHost(config, around)
  host.live(steps)
  return host
}

const nonZero = (purses: Iterable<readonly [string, { balance: number; earned: number; spent: number }]>) =>
  Object.fromEntries(
    [...purses].filter(([, purse]) => purse.earned > 0).toSorted(([left], [right]) => (left < right ? -1 : 1))
  )

const byItem = (left: { item_id: string }, right: { item_id: string }) => (left.item_id < right.item_id ? -1 : 1)
const owed = (amounts: Iterable<readonly [string, number]>) =>
  Object.fromEntries(
    [...amounts].filter(([, amount]) => amount > 0).toSorted(([left], [right]) => (left < right ? -1 : 1))
  )
const dateOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)
const spent = (amounts: Iterable<number>) => [...amounts].filter((amount) => amount !== 0).toSorted()

/** What both sides must agree on, in one comparable shape. */
const engineSide = (host: EngineHost, config: ConfigContent, { around, steps }: Life) => {
  const { snapshot, state } = host
  const facts = { snapshot, state, now: steps.at(-1)!.now, tenant_timezone: around.tenant_timezone }
  const announced: Record<string, number> = {}
  for (const { event } of host.accepted.flatMap((decision) => decision.outbound))
    announced[event] = (announced[event] ?? 0) + 1
  return {
    coins: state.coins,
    tokens: nonZero(Object.entries(state.tokens)),
    skills: Object.entries(skillView(snapshot, state)).map(([key, { level, points }]) => ({ key, level, points })),
    badges: config.badge_definitions.map(({ badge_key }) => ({
      badge_key,
      count: state.badges[badge_key]?.count ?? 0,
      lost: state.badges[badge_key]?.past ?? 0,
      ready: state.badges[badge_key]?.ready ?? false
    })),
    items: Object.entries(state.items)
      .map(([item_id, { count, equipped }]) => ({ item_id, count, equipped }))
      .toSorted(byItem),
    gates: Object.keys(state.gates).toSorted(),
    stage: state.evolution_stage,
    prestiges: state.prestige_level,
    debts: owed(Object.entries(state.debts ?? {})),
    counts: owed(Object.entries(state.counts).map(([type, { total }]) => [type, total])),
    streaks: config.streak_rules.map(({ freezes, streak_key }) => ({
      streak_key,
      current: state.streaks[streak_key]?.current ?? 0,
      longest: state.streaks[streak_key]?.longest ?? 0,
      freezes: state.streaks[streak_key]?.freezes_left ?? freezes.initial,
      running: runningStreak(facts, streak_key)
    })),
    vacations: (state.vacations ?? []).map(({ from_day, to_day }) => `${dateOf(from_day)} ${dateOf(to_day)}`),
    journey: host.accepted
      .flatMap(({ effects }) => effects.path_updates)
      .map(({ path_key, step_key, sub_step_key }) => `${path_key}/${step_key}/${sub_step_key}`)
      .toSorted(),
    ready: state.evolution_ready,
    refusals: host.decisions.map((decision) => (decision._tag === "Rejected" ? decision.error.code : null)),
    coinsPerStep: host.decisions.map((decision) => (decision._tag === "Rejected" ? 0 : decision.effects.coins)),
    budgets: spent(host.budgets.values()),
    announced
  }
}

const auditorSide = (config: ConfigContent, { around, steps }: Life) => {
  const auditor = new Auditor(config, around).replay(steps)
  return {
    coins: auditor.coins,
    tokens: nonZero(auditor.tokens),
    skills: [...auditor.points].map(([key, points]) => ({ key, level: auditor.level(key, points), points })),
    badges: config.badge_definitions.map(({ badge_key }) => {
      const { count, lost, ready } = auditor.badge(badge_key)
      return { badge_key, count, lost, ready }
    }),
    items: [...auditor.items]
      .map(([item_id, { count, worn }]) => ({ item_id, count, equipped: worn }))
      .toSorted(byItem),
    gates: [...auditor.gates].toSorted(),
    stage: auditor.stage,
    prestiges: auditor.prestiges,
    debts: owed(auditor.debts),
    counts: owed(auditor.eventTotals()),
    streaks: config.streak_rules.map(({ streak_key }) => {
      const recount = auditor.streaks.get(streak_key)!
      const { current, freezes } = recount.count()
      return { streak_key, current, longest: recount.longest, freezes, running: auditor.runningStreak(streak_key) }
    }),
    vacations: auditor.vacations.map(({ first, last }) => `${first} ${last}`).toSorted(),
    journey: [...auditor.journeys.values()].flatMap(({ log }) => log).toSorted(),
    ready: auditor.evolutionReady,
    refusals: auditor.refusals,
    coinsPerStep: auditor.coinsPerStep,
    budgets: spent(auditor.budgets.values()),
    announced: auditor.announced
  }
}

describe("the engine over random lives", () => {
  const kinds = [
    { name: "of any rhythm", config: content, history: life("any", 40) },
    { name: "with about one event a day", config: content, history: life("daily", 40) },
    { name: "that live for their streaks", config: streakContent, history: life("daily", 60) },
    { name: "that buy, wear, open, grow and forget", config: content, history: life("any", 50, { progresses: true }) },
    {
      name: "that also take events back",
      config: content,
      history: life("any", 40, { progresses: true, regrets: "soon" })
    },
    {
      name: "that take anything back, and have no streaks",
      config: content.map((written) => ({ ...written, streak_rules: [] })),
      history: life("any", 40, { progresses: true, regrets: "ever" })
    },
    {
      name: "that take back days of their streaks",
      config: streakContent,
      history: life("daily", 40, { regrets: "soon" })
    },
    {
      name: "that rest, restore and freeze",
      config: restfulContent,
      history: life("daily", 60, { rests: true })
    },
    {
      name: "that rest, restore, freeze and take days back",
      config: restfulContent,
      history: life("daily", 40, { rests: true, regrets: "soon" })
    },
    {
      name: "that travel, rest and do everything else",
      config: content,
      history: life("any", 50, { progresses: true, rests: true, travels: true })
    },
    {
      name: "that travel, rest and take back",
      config: content,
      history: life("daily", 40, { progresses: true, regrets: "soon", rests: true, travels: true })
    }
  ]
  const share = Math.ceil(asked.histories / kinds.length)
  for (const [place, { config, history, name }] of kinds.entries()) {
    it.skipIf(!isAsked(asked, place))(
      `agrees with the independent auditor on ${share} histories ${name}`,
      { timeout },
      () => {
        const agree = fc.property(config, history, (written, lived) => {
          assert.deepEqual(engineSide(live(written, lived), written, lived), auditorSide(written, lived))
        })
        recount(asked, { place, share }, agree)
      }
    )
  }
})

describe("a streak that was frozen by hand, broke, and started again", () => {
  const rule: StreakRule = {
    rule_id: "s-0",
    streak_key: "s0",
    name: null,
    enabled: true,
    audience: null,
    frequency: "daily",
    qualifying: { match: "any", events: [{ event_type: "lesson.completed", min_count: 1, filters: [] }] },
    timezone: { mode: "user", fallback: null },
    grace_minutes: 720,
    at_risk_minutes: 240,
    freezes: { initial: 1, max: 1, earn_every_days: 1, auto_consume: true },
    vacation: null,
    restore_window_days: 1,
    milestones: []
  }
  const at = (day: number, hour: number) => Date.UTC(2026, 2, day, hour)

  it("is not joined by the auditor with a freeze that was earned afterwards", () => {
    const streak = new StreakRecount(rule, [])
    streak.add("e0", "UTC", at(4, 23), [0])
    assert.isNull(streak.freeze("UTC", at(6, 23)))
    streak.add("e1", "UTC", at(8, 0), [0])
    assert.isNull(streak.freeze("UTC", at(8, 21)))
    assert.strictEqual(streak.freeze("UTC", at(9, 19)), "no_freezes_left")
    assert.strictEqual(streak.running("UTC", at(9, 19)), 1)
  })
})

describe("a history that fails", () => {
  /** As if a buddy could not own more than two coins. */
  const flawed = fc.property(content, life("any", 40), (written, lived) => {
    assert.isBelow(live(written, lived).state.coins.balance, 3)
  })
  const failure = (environment: Record<string, string>): Error => {
    try {
      recount(askedOf(environment), { place: 1, share: 300 }, flawed)
    } catch (error) {
      return error as Error
    }
    throw new Error("the flaw was not found")
  }
  const counterexample = ({ message }: Error) => /Counterexample: (.*)/.exec(message)![1]

  it("names the command that tells it again, at once and as small as it was found", () => {
    const first = failure({})
    const [, kind, seed, path] = /AUDIT_KIND=(\S+) AUDIT_SEED=(\S+) AUDIT_PATH=(\S+) npx/.exec(first.message)!
    const again = failure({ AUDIT_KIND: kind!, AUDIT_SEED: seed!, AUDIT_PATH: path! })
    assert.match(again.message, /^Property failed after 1 tests/)
    assert.strictEqual(counterexample(again), counterexample(first))
    assert.strictEqual((again.cause as Error).message, (first.cause as Error).message)
  })

  it("is looked for in its own kind of histories only", () => {
    assert.isFalse(isAsked(askedOf({ AUDIT_KIND: "1", AUDIT_PATH: "3:0" }), 0))
    assert.isTrue(isAsked(askedOf({ AUDIT_KIND: "1", AUDIT_PATH: "3:0" }), 1))
    assert.throws(() => askedOf({ AUDIT_PATH: "3:0" }), /AUDIT_KIND/)
  })
})
