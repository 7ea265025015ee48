/**
 * Events of the lateness window arrive in any order. What a streak is afterwards does not depend on it: its length, its
 * longest run, its days and its freezes are those of a life in which everything arrived in time. No badge that asks for
 * them or for counted events is missed, and what an event is judged on once everything before it is known is the same.
 *
 * Two things do depend on it, because what was given stays: a milestone may have been paid for two runs that turn out
 * to be one, and it or a badge for a run that turns out to be shorter. And a time zone counts for events that arrive
 * after the one that told it, so nobody moves here.
 */
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import type { EventCommand } from "../../../src/engine/core/Command.ts"
import type { ConfigContent } from "../../../src/wire/content/ConfigContent.ts"
import { askedOf, isAsked, recount } from "../../kit/auditor/AuditRun.ts"
import { Auditor, type Step } from "../../kit/auditor/Auditor.ts"
import type { Surroundings } from "../../kit/auditor/Books.ts"
import { EngineHost } from "../../kit/engine/EngineHost.ts"
import { streakContent } from "../../kit/generators/content.ts"
import { eventTypes, zones } from "../../kit/generators/words.ts"
import { coinRule, contentOf } from "../../kit/engine/World.ts"

const minute_ms = 60_000
const day_ms = 86_400_000
const lesson = eventTypes[0]!

/** AUDIT_HISTORIES=100000 digs deeper. */
const asked = askedOf(process.env)
const share = process.env["AUDIT_HISTORIES"] === undefined ? 2_000 : asked.histories
const timeout = 300_000 + share * 60

/** Around clock changes, a turn of the year, and an ordinary week. */
const ends = ["2026-03-11T20:00:00Z", "2026-10-28T09:30:00Z", "2027-01-02T23:10:00Z", "2026-11-20T12:00:00Z"]

interface Lived {
  readonly around: Surroundings
  readonly end: number
  /** in the order in which they occurred */
  readonly events: ReadonlyArray<EventCommand>
  /** the same events in the order in which they arrive */
  readonly arriving: ReadonlyArray<EventCommand>
}

/** Any minute of the window, and often shortly after midnight, where the grace decides. */
const ago = fc.oneof(
  fc.integer({ min: 0, max: 7 * 1_440 - 10 }),
  fc.tuple(fc.nat(6), fc.integer({ min: 0, max: 800 })).map(([days, minutes]) => days * 1_440 + minutes)
)

const lived: fc.Arbitrary<Lived> = fc
  .record({
    end: fc.constantFrom(...ends.map(Date.parse)),
    tenant_timezone: fc.constantFrom(...zones),
    timezone: fc.constantFrom(null, ...zones),
    moments: fc.array(ago, { minLength: 1, maxLength: 14 }),
    keys: fc.infiniteStream(fc.integer())
  })
  .map(({ end, keys, moments, tenant_timezone, timezone }) => {
    const events = moments
      .toSorted((a, b) => b - a)
      .map((minutes, index) => ({
        _tag: "Event" as const,
        event_id: `e${index}`,
        type: lesson,
        occurred_at: end - minutes * minute_ms,
        properties: {}
      }))
    const order = events.map((event) => [event, keys.next().value as number] as const)
    const around = {
      audience: "students",
      tenant_timezone,
      timezone,
      max_lateness_days: 7,
      hatched_at: end - 9 * day_ms,
      draw: () => 0
    }
    return { around, end, events, arriving: order.toSorted((a, b) => a[1] - b[1]).map(([event]) => event) }
  })

/** Everything arrives when it happens, and a last look at the end. */
const inTime = ({ events }: Lived): ReadonlyArray<Step> =>
  events.map((command) => ({ now: command.occurred_at, command }))
const late = ({ arriving, end }: Lived): ReadonlyArray<Step> => arriving.map((command) => ({ now: end, command }))

const hostOf = (config: ConfigContent, { around }: Lived, steps: ReadonlyArray<Step>): EngineHost => {
  const host = new EngineHost(config, around)
  host.live(steps)
  return host
}

/** The streaks, without what tells the two lives apart: how much of them is settled already. */
const streaksOf = ({ snapshot, state }: EngineHost) =>
  snapshot.content.streak_rules.map(({ streak_key }) => {
    const { current, expires_at, freezes_left, longest, period_key, since_freeze } = state.streaks[streak_key]!
    return { streak_key, current, expires_at, freezes_left, longest, period_key, since_freeze }
  })

const recounted = (config: ConfigContent, life: Lived, steps: ReadonlyArray<Step>) => {
  const auditor = new Auditor(config, life.around).replay([...steps])
  return config.streak_rules.map(({ streak_key }) => {
    const recount = auditor.streaks.get(streak_key)!
    const { current, freezes } = recount.count()
    return { streak_key, current, freezes_left: freezes, longest: recount.longest }
  })
}

const asRecounted = (host: EngineHost) =>
  streaksOf(host).map(({ current, freezes_left, longest, streak_key }) => ({
    streak_key,
    current,
    freezes_left,
    longest
  }))

const daily = { rule_id: "s-0", streak_key: "s0", qualifying: { events: [{ event_type: lesson }] } }
const condition = fc.record({
  type: fc.constantFrom("streak_current" as const, "streak_longest" as const, "event_count" as const),
  operator: fc.constantFrom("gte" as const, "gt" as const),
  value: fc.integer({ min: 1, max: 5 }),
  window_days: fc.constantFrom(1, 2, 4)
})
const asksFor = ({ type, window_days, ...asked }: typeof condition extends fc.Arbitrary<infer T> ? T : never) =>
  type === "event_count" ? { type, key: lesson, window_days, ...asked } : { type, key: "s0", ...asked }

describe("whatever order events arrive in", () => {
  it.skipIf(!isAsked(asked, 0))(
    `streaks are the same, and what the auditor counts, over ${share} lives`,
    { timeout },
    () => {
      const same = fc.property(streakContent, lived, (config, life) => {
        const host = hostOf(config, life, late(life))
        assert.deepEqual(streaksOf(host), streaksOf(hostOf(config, life, inTime(life))))
        assert.deepEqual(asRecounted(host), recounted(config, life, late(life)))
      })
      recount(asked, { file: "arrival", place: 0, share }, same)
    }
  )

  it.skipIf(!isAsked(asked, 1))(`badges that are given once are not lost over ${share} lives`, { timeout }, () => {
    const same = fc.property(condition, lived, fc.constantFrom(0, 120, 720), (wanted, life, grace_minutes) => {
      const config = contentOf({
        streak_rules: [{ ...daily, grace_minutes }],
        badge_definitions: [
          { badge_definition_id: "b", badge_key: "b", label: "B", criteria: { conditions: [asksFor(wanted)] } }
        ]
      })
      const owned = (steps: ReadonlyArray<Step>) => (hostOf(config, life, steps).state.badges["b"]?.count ?? 0) > 0
      const [isDue, isGiven] = [owned(inTime(life)), owned(late(life))]
      // Counts only grow, while a late event may shorten a run that had earned the badge by then.
      assert.strictEqual(isGiven, isDue || (isGiven && wanted.type !== "event_count"))
    })
    recount(asked, { file: "arrival", place: 1, share }, same)
  })

  it.skipIf(!isAsked(asked, 2))(
    `an event that comes last is judged as in time over ${share} lives`,
    { timeout },
    () => {
      const same = fc.property(condition, lived, fc.nat(13), (wanted, life, which) => {
        const dates = life.events.map(({ occurred_at }) => Math.floor(occurred_at / day_ms))
        // Of one day only the first is told apart from the others: a day is judged as a whole.
        const events = life.events.filter((_, index) => dates.indexOf(dates[index]!) === index)
        const one = events[which % events.length]!
        const world = { ...life, events, around: { ...life.around, timezone: "UTC", tenant_timezone: "UTC" } }
        const config = contentOf({
          streak_rules: [daily],
          coin_rules: [coinRule({ trigger: { event_type: lesson }, conditions: { conditions: [asksFor(wanted)] } })]
        })
        const paid = (steps: ReadonlyArray<Step>) => {
          const host = hostOf(config, world, steps)
          return host.accepted.at(steps.findIndex(({ command }) => command === one))!.effects.coins
        }
        const others = events.filter((event) => event !== one).map((command) => ({ now: command.occurred_at, command }))
        assert.strictEqual(paid([...others, { now: life.end, command: one }]), paid(inTime(world)))
      })
      recount(asked, { file: "arrival", place: 2, share }, same)
    }
  )
})
