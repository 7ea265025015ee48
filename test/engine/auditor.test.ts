import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { skillView } from "../../src/engine/views.ts"
import { runningStreak } from "../../src/engine/streakClock.ts"
import type { ConfigContent } from "../../src/wire/content/ConfigContent.ts"
import { Auditor } from "../kit/Auditor.ts"
import { EngineHost } from "../kit/EngineHost.ts"
import { content, streakContent } from "../kit/generators/content.ts"
import { type Life, life } from "../kit/generators/history.ts"

/** AUDIT_RUNS=100000 digs deeper than the default run has time for. */
const runs = Number(process.env["AUDIT_RUNS"] ?? 2_000)
const timeout = 30_000 + runs * 20

const live = (config: ConfigContent, { around, steps }: Life): EngineHost => {
  const host = new EngineHost(config, around)
  for (const { command, now } of steps) host.send(now, command)
  return host
}

const nonZero = (purses: Iterable<readonly [string, { balance: number; earned: number; spent: number }]>) =>
  Object.fromEntries(
    [...purses].filter(([, purse]) => purse.earned > 0).toSorted(([left], [right]) => (left < right ? -1 : 1))
  )

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
      ready: state.badges[badge_key]?.ready ?? false
    })),
    streaks: config.streak_rules.map(({ freezes, streak_key }) => ({
      streak_key,
      current: state.streaks[streak_key]?.current ?? 0,
      longest: state.streaks[streak_key]?.longest ?? 0,
      freezes: state.streaks[streak_key]?.freezes_left ?? freezes.initial,
      running: runningStreak(facts, streak_key)
    })),
    ready: state.evolution_ready,
    refusals: host.decisions.map((decision) => (decision._tag === "Rejected" ? decision.error.code : null)),
    coinsPerStep: host.decisions.map((decision) => (decision._tag === "Rejected" ? 0 : decision.effects.coins)),
    budgets: [...host.budgets.values()].toSorted(),
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
      const { count, ready } = auditor.badge(badge_key)
      return { badge_key, count, ready }
    }),
    streaks: config.streak_rules.map(({ streak_key }) => {
      const recount = auditor.streaks.get(streak_key)!
      const { current, freezes } = recount.count()
      return { streak_key, current, longest: recount.longest, freezes, running: auditor.runningStreak(streak_key) }
    }),
    ready: auditor.evolutionReady,
    refusals: auditor.refusals,
    coinsPerStep: auditor.coinsPerStep,
    budgets: [...auditor.budgets.values()].toSorted(),
    announced: auditor.announced
  }
}

describe("the engine over random lives", () => {
  const kinds = [
    { name: "of any rhythm", config: content, history: life("any", 40) },
    { name: "with about one event a day", config: content, history: life("daily", 40) },
    { name: "that live for their streaks", config: streakContent, history: life("daily", 60) }
  ]
  for (const { config, history, name } of kinds) {
    const share = Math.ceil(runs / kinds.length)
    it(`agrees with the independent auditor on ${share} histories ${name}`, { timeout }, () => {
      fc.assert(
        fc.property(config, history, (written, lived) => {
          assert.deepEqual(engineSide(live(written, lived), written, lived), auditorSide(written, lived))
        }),
        { numRuns: share }
      )
    })
  }
})
