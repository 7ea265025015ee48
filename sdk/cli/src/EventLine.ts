/** An event and what it brought, in one line. */
import type { Event } from "../../src/index.ts"
import { operations } from "../../src/generated/operations.ts"
import { encode } from "../../src/names.ts"
import type { Paint } from "../../../src/platform/observability/Paint.ts"
import { clockOf, harmless } from "./Output.ts"

type Effects = Event["effects"]

/** What an event brought; empty when it was nothing. */
export const effectWords = (effects: Effects): string =>
  [
    ...(effects.coins === 0 ? [] : [`${signed(effects.coins)} coins`]),
    ...effects.tokens.map(({ amount, tokenKey }) => `${signed(amount)} ${tokenKey}`),
    ...effects.badgesAwarded.map(({ badgeKey }) => `badge ${badgeKey}`),
    ...effects.streakUpdates
      .filter(({ extended }) => extended)
      .map(({ currentStreak, streakKey }) => `streak ${streakKey} ${currentStreak}`),
    ...effects.pathUpdates.map(({ pathKey, subStepKey }) => `path ${pathKey} ${subStepKey}`),
    ...(effects.evolutionReady ? ["ready to evolve"] : [])
  ].join(", ")

const signed = (amount: number) => (amount > 0 ? `+${amount}` : String(amount))

/** In the names of the API, whose own it is. */
export const eventFacts = (event: Event): Readonly<Record<string, unknown>> => {
  const { data } = operations.events.list.answer
  return { kind: "event", ...(encode(event, data) as object) }
}

export const eventWords =
  ({ effects, receivedAt, type, userId }: Event) =>
  (paint: Paint): string => {
    const brought = effectWords(effects)
    const words = brought === "" ? paint("nothing", "dim") : paint(brought, "green")
    return `${paint(clockOf(receivedAt), "dim")}  ${harmless(type).padEnd(24)}  ${harmless(userId)}  ${words}`
  }
