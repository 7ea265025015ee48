/** Random lives: commands in order of arrival, with late events, changes of time zone and clock changes. */
import * as fc from "fast-check"
import type { Command } from "../../../src/engine/core/Command.ts"
import type { Surroundings } from "../auditor/Books.ts"
import type { Step } from "../auditor/Auditor.ts"
import { gifts, live, used } from "./campaigns.ts"
import { keeping, paths, ticking } from "./keeping.ts"
import { progressing } from "./progress.ts"
import { boxes, takingPart } from "./takingPart.ts"
import { audience, eventTypes, seldom, zones } from "./words.ts"

const minuteMs = 60_000
const dayMs = 86_400_000

/** Just before clock changes, a turn of the year, and an ordinary week. */
const starts = ["2026-03-05T20:00:00Z", "2026-10-22T09:30:00Z", "2026-12-27T23:10:00Z", "2026-11-20T12:00:00Z"].map(
  Date.parse
)

const properties = fc.record(
  {
    score: fc.oneof(fc.integer({ min: -2, max: 12 }), fc.constantFrom(0.5, 1e15, "a", null)),
    kind: fc.constantFrom<unknown>("a", "b", "ab", ["a"], true, { deep: { list: [1, 2] } }),
    minutes: fc.double({ min: -5, max: 90, noNaN: true }),
    timezone: fc.oneof(
      { weight: 9, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.constantFrom(...zones, "Mars/Olympus", 5) }
    )
  },
  { requiredKeys: [] }
)

const minutes = (min: number, max: number) => fc.integer({ min, max }).map((count) => count * minuteMs)

/**
 * How the events of a life lie in time: anyhow, or about one a day with many late ones, which is where streaks are
 * hard.
 */
const rhythms = {
  any: {
    pause: fc.oneof(minutes(0, 90), minutes(300, 1_700), minutes(1_400, 2_000), minutes(2_000, 20_000)),
    lateness: fc.oneof(
      { weight: 4, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: minutes(-5, 2_880) },
      { weight: 1, arbitrary: minutes(0, 9 * 1_440) }
    )
  },
  daily: {
    pause: fc.oneof(minutes(100, 1_440), minutes(1_300, 1_600), minutes(1_440, 4_500)),
    lateness: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: minutes(0, 7 * 1_440) })
  }
}
export type Rhythm = keyof typeof rhythms

const eventAt = (rhythm: Rhythm) =>
  fc.record({ type: fc.constantFrom(...eventTypes, eventTypes[0]), properties, late: rhythms[rhythm].lateness })
const reason = fc.constantFrom(null, "support")
const tokenKey = fc.constantFrom("xp", "gem", "none")
const small = fc.integer({ min: 1, max: 40 })
const manual: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ _tag: fc.constant("EarnCoins" as const), amount: small, reason, reference_id: fc.constant(null) }),
  fc.record({
    _tag: fc.constant("SpendCoins" as const),
    amount: small,
    reason,
    reference_id: fc.constantFrom(null, "r-1")
  }),
  fc.record({ _tag: fc.constant("EarnToken" as const), token_key: tokenKey, amount: small, reason }),
  fc.record({ _tag: fc.constant("SpendToken" as const), token_key: tokenKey, amount: small, reason }),
  fc.record({ _tag: fc.constant("AwardBadge" as const), badge_key: fc.constantFrom("b0", "b1", "b4", "none"), reason }),
  fc.record({ _tag: fc.constant("CheckBadge" as const), badge_key: fc.constantFrom("b0", "b1", "b2", "b3", "none") }),
  fc.record({
    _tag: fc.constant("UpdateSkills" as const),
    updates: fc.array(
      fc.record({
        skill_key: fc.constantFrom("focus", "focus", "memory", "none"),
        operation: fc.constantFrom("increase" as const, "decrease" as const, "set" as const),
        value: fc.nat(6)
      }),
      { minLength: 1, maxLength: 2 }
    )
  }),
  fc.record({ _tag: fc.constant("Rename" as const), name: fc.constant("Pip") })
)

const undo = fc.record({
  back: fc.nat(8),
  mode: fc.constantFrom("clamp" as const, "clamp" as const, "debt" as const, "reject" as const)
})

/** What else happens in a life besides events and corrections by hand. */
export interface Habits {
  /** buys, wears, opens, grows, forgets */
  readonly progresses?: boolean
  /**
   * takes events back, whenever or while late events are still let in: older days of a streak are settled. Such a life
   * stays in one zone
   */
  readonly regrets?: "ever" | "soon"
  /** takes vacations, restores and freezes streaks */
  readonly rests?: boolean
  /** lives among campaigns */
  readonly celebrates?: boolean
  /** is on a path */
  readonly travels?: boolean
}

const actionAt = (rhythm: Rhythm, { celebrates, progresses = false, regrets, rests, travels }: Habits) =>
  fc.record({
    pause: rhythms[rhythm].pause,
    what: fc.oneof(
      { weight: 6, arbitrary: eventAt(rhythm) },
      { weight: 1, arbitrary: manual },
      { weight: celebrates === true ? 2 : 0, arbitrary: gifts },
      { weight: celebrates === true ? 4 : 0, arbitrary: takingPart },
      { weight: progresses ? 3 : 0, arbitrary: progressing },
      { weight: regrets === undefined ? 0 : 2, arbitrary: undo },
      { weight: rests === true ? 3 : 0, arbitrary: keeping },
      { weight: travels === true ? 2 : 0, arbitrary: ticking }
    )
  })

export interface Life {
  readonly around: Surroundings
  readonly steps: Array<Step>
}

/** Uniform in [0, 1) and settled by its words alone, as the host promises the engine. */
const drawOf =
  (seed: number) =>
  (eventId: string, label: string): number => {
    let hash = seed | 0
    for (const letter of `${eventId}|${label}`)
      hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x5bd1e995) ^ (hash >>> 13)
    return (hash >>> 0) / 2 ** 32
  }

/** Where the user is does not change in a life that takes events back: days are given back on today's calendar. */
const settled = (said: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(said).filter(([name]) => name !== "timezone"))

export const life = (rhythm: Rhythm, maxLength: number, habits: Habits = {}): fc.Arbitrary<Life> =>
  fc.constantFrom(...starts).chain((start) => lifeFrom(start, rhythm, maxLength, habits))

const lifeFrom = (start: number, rhythm: Rhythm, maxLength: number, habits: Habits): fc.Arbitrary<Life> =>
  fc
    .record({
      campaigns: habits.celebrates === true ? live(start) : fc.constant(undefined),
      used,
      boxes,
      isOnTestClock: seldom(false, true),
      tenantZone: fc.constantFrom(...zones),
      userZone: fc.constantFrom(null, ...zones),
      lateDays: fc.constantFrom(7, 7, 1, 3),
      seed: fc.integer(),
      known: paths,
      actions: fc.array(actionAt(rhythm, habits), { minLength: 1, maxLength, size: "max" })
    })
    .map(
      ({
        actions,
        boxes: offered,
        campaigns,
        isOnTestClock,
        known,
        lateDays,
        seed,
        tenantZone,
        used: taken,
        userZone
      }) => {
        let now = start
        const happened = new Map<number, number>()
        const steps = actions.map(({ pause: paused, what }, index): Step => {
          now += paused
          if ("back" in what) {
            const [place, at] = [...happened].at(-1 - what.back) ?? [-1, 0]
            const isLate = habits.regrets === "soon" && at < now - lateDays * dayMs
            return { now, command: { _tag: "Undo", event_id: isLate ? "none" : `e${place}`, mode: what.mode } }
          }
          if ("among" in what) return { now, command: what.among({ live: campaigns ?? {}, boxes: offered }, index) }
          if ("on" in what) return { now, command: what.on(known) }
          if ("at" in what) return { now, command: what.at(now) }
          if ("_tag" in what) return { now, command: what }
          const { late, properties: said, type } = what
          const given = habits.regrets === undefined ? said : settled(said)
          happened.set(index, now - late)
          return {
            now,
            command: { _tag: "Event", event_id: `e${index}`, type, occurred_at: now - late, properties: given }
          }
        })
        return {
          steps,
          around: {
            audience,
            tenant_timezone: tenantZone,
            max_lateness_days: lateDays,
            hatched_at: start - dayMs,
            timezone: userZone,
            ...(campaigns === undefined ? {} : { campaigns, isOnTestClock, used: taken }),
            ...(habits.travels === true ? { path: known[0] } : {}),
            draw: drawOf(seed)
          }
        }
      }
    )
