/** A buddy as it is once an event has paid. */
import type { BuddyAnswer, Effects, Streak } from "../../core/model.ts"

const streaksAfter = (streaks: ReadonlyArray<Streak>, { streakUpdates }: Effects) =>
  streaks.map((streak) => {
    const update = streakUpdates.find(({ streakKey }) => streakKey === streak.streakKey)
    return update === undefined ? streak : { ...streak, ...update }
  })

export const after = (answer: BuddyAnswer, effects: Effects): BuddyAnswer => ({
  ...answer,
  buddy: {
    ...answer.buddy,
    coins: answer.buddy.coins + effects.coins,
    tokens: {
      ...answer.buddy.tokens,
      ...Object.fromEntries(effects.tokens.map(({ balance, tokenKey }) => [tokenKey, balance]))
    }
  },
  streaks: streaksAfter(answer.streaks, effects),
  evolution: { ...answer.evolution, ready: answer.evolution.ready || effects.evolutionReady }
})
