/**
 * An idea as content of a preset, ready to be applied. Whoever had the idea, what was to be avoided is avoided,
 * names are
 * told apart, what is not defined is not referred to, and amounts stay between caps. Pure: the same idea gives the same
 * content.
 */
import { Schema } from "effect"
import { PresetContent } from "../../../../wire/content/ConfigContent.ts"
import type { PlanIdea } from "./Idea.ts"
import {
  badges,
  coinRules,
  eventTypes,
  evolution,
  type Marketplaces,
  plain,
  type Planned,
  plannedOf,
  shops,
  skills,
  type Source,
  streaks,
  tokenRules
} from "./Parts.ts"
import type { Answers } from "../Api/Questions.ts"

export interface Ground {
  readonly answers: Answers
  /** of the preset, for its shelves */
  readonly marketplaces: Marketplaces
}

export interface Compiled {
  readonly content: PresetContent
  readonly reasons: PlanIdea["reasons"]
  readonly events_per_user_week: Readonly<Record<string, number>>
}

const complete = Schema.decodeUnknownSync(PresetContent, { onExcessProperty: "error", errors: "all" })

const reasonsOf = (idea: PlanIdea, events: ReadonlyArray<Planned>, avoid: ReadonlySet<string>): PlanIdea["reasons"] => {
  const without: Readonly<Record<string, string>> = {
    randomness: "No reward is drawn: you want to do without randomness.",
    loss: "Skills do not fade and streaks are forgiving: you want to do without loss.",
    spending: "There is no shop and no gate: you want to do without spending.",
    competition: "Nothing compares users with each other: you want to do without competition."
  }
  const paths: Readonly<Record<string, string>> = {
    randomness: "coin_rules",
    loss: "skill_decay_rules",
    spending: "marketplaces",
    competition: "badge_definitions"
  }
  return [
    ...idea.reasons.map(({ path, why }) => ({ path: plain(path, "plan"), why: plain(why, "") })),
    ...events.map(({ event_type, role, why }) => ({
      path: `event_types.${event_type}`,
      why: `${why} Its role: ${role}.`
    })),
    ...[...avoid].map((what) => ({ path: paths[what]!, why: without[what]! }))
  ]
}

export const compile = (idea: PlanIdea, { answers, marketplaces }: Ground): Compiled => {
  const avoid: ReadonlySet<string> = new Set(answers.avoid ?? [])
  const events = plannedOf(idea)
  const hasShop = !avoid.has("spending")
  const source: Source = {
    event_types: eventTypes(events),
    token_types: [
      { token_key: "xp", name: "Experience", kind: "progression", system_token: "xp" },
      ...(hasShop
        ? [{ token_key: "gem", name: "Gems", kind: "primary", system_token: "gem", max_balance: 10_000 } as const]
        : [])
    ],
    coin_rules: coinRules(events, avoid),
    token_rules: tokenRules(events, hasShop),
    ...skills(events, avoid),
    badge_definitions: badges(idea, events),
    streak_rules: streaks(idea, events, avoid),
    evolution_rules: evolution(idea, events),
    ...shops(marketplaces, avoid)
  }
  return {
    content: complete(source),
    reasons: reasonsOf(idea, events, avoid),
    events_per_user_week: Object.fromEntries(events.map(({ event_type, per_user_week }) => [event_type, per_user_week]))
  }
}
