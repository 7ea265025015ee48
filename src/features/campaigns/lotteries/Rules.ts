/** What a lottery may become, and what its prizes come to. */
import type { LotteryPrize, LotteryStatus } from "../../../wire/campaigns/Lottery.ts"

const ways: Readonly<Record<LotteryStatus, ReadonlyArray<LotteryStatus>>> = {
  draft: ["active"],
  active: ["paused"],
  paused: ["active"],
  ended: []
}

export const mayBecome = (from: LotteryStatus, to: LotteryStatus): boolean => from === to || ways[from].includes(to)

export interface Place {
  readonly rank: number
  /** within the rank, from 1 */
  readonly place: number
  readonly reward: LotteryPrize["reward"]
}

/** In the order in which they are drawn. */
export const placesOf = (prizes: ReadonlyArray<LotteryPrize>): ReadonlyArray<Place> =>
  prizes
    .toSorted((left, right) => left.rank - right.rank)
    .flatMap(({ rank, reward, winners }) =>
      Array.from({ length: winners }, (_, index) => ({ rank, place: index + 1, reward }))
    )

export const oddsOf = (prizes: ReadonlyArray<LotteryPrize>, entries: number): number | null =>
  entries === 0 ? null : Math.min(1, placesOf(prizes).length / entries)

export const grantKeyOf = ({ place, rank }: Pick<Place, "place" | "rank">): string => `${rank}/${place}`
