/** Ranks of a board that was read a moment ago, and where one buddy stands in it now. Pure. */
import type { TieBreak } from "../../../wire/campaigns/Leaderboard.ts"

/** Ranks beyond are not told one by one. */
export const ranked_max = 10_000

export interface Scored {
  /** a buddy, or a team where teams are ranked */
  readonly id: string
  readonly score: number
  /** epoch ms */
  readonly reached_at: number
}

/** What was read of a period: the first of it in their order, and how many there are. */
export interface Standings {
  readonly rows: ReadonlyArray<Scored>
  readonly total: number
  /** the scores that 1, 2, ... 99 of a hundred do not exceed; empty while all of it is in `rows` */
  readonly percentiles: ReadonlyArray<number>
  /** epoch ms of the read */
  readonly as_of: number
}

export interface Place {
  readonly rank: number | null
  readonly percentile: number
}

/** Less than zero: `left` stands before `right`. */
export const inOrder = (left: Scored, right: Scored): number =>
  right.score - left.score ||
  left.reached_at - right.reached_at ||
  (left.id < right.id ? -1 : left.id > right.id ? 1 : 0)

/** The first index whose row does not satisfy `isBefore`, in rows where those that do come first. */
const partition = (rows: ReadonlyArray<Scored>, isBefore: (row: Scored) => boolean): number => {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(rows[middle]!)) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * What is known of others may be a few seconds old; of oneself it is not. The own row stands where it belongs by now,
 * whatever the read had of it. Null: without a score.
 */
export const withOwn = (standings: Standings, id: string, own: Scored | null): Standings => {
  const { rows, total } = standings
  const before = rows.findIndex((row) => row.id === id)
  const others = before < 0 ? rows : rows.toSpliced(before, 1)
  if (own === null) return { ...standings, rows: others, total: before < 0 ? total : total - 1 }
  const isAllRead = total <= rows.length
  const grown = before < 0 && isAllRead ? total + 1 : total
  const place = partition(others, (row) => inOrder(row, own) < 0)
  // Behind everything that was read there are others nobody has read.
  const isBehind = place === others.length && !isAllRead
  return { ...standings, rows: isBehind ? others : others.toSpliced(place, 0, own).slice(0, ranked_max), total: grown }
}

const shareUpTo = (total: number, ahead: number): number => Math.floor(((total - ahead) * 100) / total)

/** Of the row at an index: with a shared rank, equals stand where the first of them does. */
export const placeAt = ({ rows, total }: Standings, index: number, tie_break: TieBreak): Place => {
  const { score } = rows[index]!
  const first = tie_break === "shared_rank" ? partition(rows, (row) => row.score > score) : index
  return { rank: first + 1, percentile: shareUpTo(total, first) }
}

/** Of a score behind all rows that were read. */
export const placeBehind = ({ percentiles }: Standings, score: number): Place => ({
  rank: null,
  percentile: percentiles.filter((up_to) => up_to <= score).length
})

/** Null: not ranked. */
export const placeOf = (standings: Standings, own: Scored | null, tie_break: TieBreak): Place | null => {
  if (own === null) return null
  const index = partition(standings.rows, (row) => inOrder(row, own) < 0)
  return standings.rows[index]?.id === own.id ? placeAt(standings, index, tie_break) : placeBehind(standings, own.score)
}
