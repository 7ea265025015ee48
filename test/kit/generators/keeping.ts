/** Guided journeys, and what a user does by hand for them and for streaks. */
import * as fc from "fast-check"
import type { Command } from "../../../src/engine/core/Command.ts"
import type { CompletionCondition, PathTerms } from "../../../src/wire/content/PathDefinition.ts"
import { badges, eventType, filters, gates, items, skills, tokens } from "./words.ts"

const dayMs = 86_400_000
const subKeys = ["read", "try", "show"] as const

const little = fc.integer({ min: 1, max: 4 })
const condition = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant("event_count"),
      event_type: eventType,
      count: little,
      filters,
      since: fc.constantFrom("available", "ever")
    })
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant("badge_owned"), key: fc.constantFrom(...badges) })
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("gate_unlocked"), key: fc.constantFrom(...gates) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("item_owned"), key: fc.constantFrom(...items) }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant("skill_level"), key: fc.constantFrom(...skills), value: little })
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("token_lifetime"),
      key: fc.constantFrom(...tokens),
      value: fc.integer({ min: 1, max: 30 })
    })
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("evolution_stage"), value: fc.integer({ min: 1, max: 3 }) }) }
) as fc.Arbitrary<CompletionCondition>

const subSteps = fc.subarray([...subKeys]).chain((keys) =>
  fc.tuple(
    ...keys.map((sub_step_key) =>
      fc.record({
        sub_step_key: fc.constant(sub_step_key),
        allow_manual_complete: fc.boolean(),
        completion_condition: fc.option(condition, { nil: null, freq: 4 })
      })
    )
  )
)

/** The active path, and one that is not. */
export const paths: fc.Arbitrary<readonly [PathTerms, PathTerms]> = fc
  .array(subSteps, { minLength: 2, maxLength: 4 })
  .map((all) => {
    const steps = all.map((sub_steps, place) => ({ step_key: `step${place}`, sub_steps }))
    return [
      { path_key: "way", steps },
      { path_key: "detour", steps: steps.toReversed() }
    ] as const
  })

type Known = readonly [PathTerms, PathTerms]

const streak_key = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom("s0", "s0", "s1") },
  { weight: 1, arbitrary: fc.constant("none") }
)
const tick = fc
  .tuple(
    fc.constantFrom(0 as const, 0 as const, 0 as const, 1 as const),
    fc.constantFrom(null, null, "step0", "step1", "step2"),
    fc.constantFrom(...subKeys, "none")
  )
  .map(([which, step_key, sub_step_key]) => ({
    on: (known: Known): Command => ({ _tag: "CompleteSubStep", path: known[which], step_key, sub_step_key })
  }))
const rest = fc
  .tuple(fc.option(fc.integer({ min: -1, max: 8 })), fc.integer({ min: -1, max: 20 }))
  .map(([after, days]) => ({
    at: (now: number): Command => {
      const today = Math.floor(now / dayMs)
      return {
        _tag: "TakeVacation",
        from_day: after === null ? null : today + after,
        to_day: today + (after ?? 0) + days
      }
    }
  }))

/** Said for sure, or to be said once the time or the paths are known. */
export const keeping = fc.oneof(
  { weight: 3, arbitrary: rest },
  { weight: 1, arbitrary: fc.constant<Command>({ _tag: "EndVacation" }) },
  {
    weight: 3,
    arbitrary: streak_key.map((key): Command => ({ _tag: "RestoreStreak", streak_key: key, reason: null }))
  },
  { weight: 3, arbitrary: streak_key.map((key): Command => ({ _tag: "FreezeStreak", streak_key: key })) }
)

export const ticking = tick
