import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import type { ConfigContent } from "../../../src/wire/content/ConfigContent.ts"
import type { StreakRule } from "../../../src/wire/content/StreakRule.ts"
import { askedOf, isAsked, recount } from "../../kit/auditor/AuditRun.ts"
import { faults } from "../../kit/auditor/Faults.ts"
import { auditorSide, engineSide } from "../../kit/auditor/Sides.ts"
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
    },
    {
      name: "that own things and take part in everything",
      config: content,
      history: life("any", 50, { celebrates: true, progresses: true })
    },
    {
      name: "that own things, take part and take back",
      config: content,
      history: life("any", 50, { celebrates: true, progresses: true, regrets: "soon" })
    },
    { name: "that live among campaigns", config: content, history: life("any", 40, { celebrates: true }) },
    {
      name: "that live among campaigns and take back",
      config: content,
      history: life("any", 40, { celebrates: true, regrets: "soon" })
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
    assert.isNull(streak.freeze("UTC", at(5, 23)))
    streak.add("e1", "UTC", at(8, 0), [0])
    assert.isNull(streak.freeze("UTC", at(8, 21)))
    assert.strictEqual(streak.freeze("UTC", at(9, 19)), "no_freezes_left")
    assert.strictEqual(streak.running("UTC", at(9, 19)), 1)
  })
})

describe("an engine that counts wrongly", () => {
  for (const [name, misread] of faults) {
    it(`is found when it ${name}`, { timeout }, () => {
      const history = life("any", 40, { celebrates: true, progresses: true, regrets: "soon" })
      const agree = fc.property(content, history, (written, lived) => {
        assert.deepEqual(engineSide(live(written, misread(lived)), written, lived), auditorSide(written, lived))
      })
      assert.isTrue(fc.check(agree, { numRuns: 2_000, endOnFailure: true }).failed)
    })
  }
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
