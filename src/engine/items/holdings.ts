import type { Prestige } from "../../wire/content/EvolutionRules.ts"
import type { Draft } from "../core/Draft.ts"
import { own } from "../core/State.ts"

/** What a prestige is about to take, for the trace. Items are only counted: a buddy may own any number. */
export const takenBy = ({ keeps }: Prestige, { snapshot, state }: Draft): Readonly<Record<string, unknown>> => {
  const kept = new Set<string>(keeps)
  const all: Readonly<Record<string, () => unknown>> = {
    coins: () => state.coins.balance,
    tokens: () => Object.fromEntries(Object.entries(state.tokens).map(([key, { balance }]) => [key, balance])),
    badges: () => Object.keys(state.badges).filter((key) => state.badges[key]!.count > 0),
    skills: () =>
      Object.fromEntries(
        [...snapshot.skills.values()].map(({ skill, start_points }) => [
          skill.skill_key,
          own(state.skills, skill.skill_key) ?? start_points
        ])
      ),
    streaks: () => Object.fromEntries(Object.entries(state.streaks).map(([key, { current }]) => [key, current])),
    items: () => Object.keys(state.items).length,
    gates: () => Object.keys(state.gates)
  }
  return Object.fromEntries(Object.entries(all).flatMap(([name, tell]) => (kept.has(name) ? [] : [[name, tell()]])))
}
