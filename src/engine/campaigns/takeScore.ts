/** A reversed event's share of a score that adds up goes back, as long as the score still counts. */
import { isCounting } from "../../wire/campaigns/League.ts"
import type { ReverseCommand } from "../core/Command.ts"
import type { Draft } from "../core/Draft.ts"
import { takeFromSeason } from "./league.ts"
import { score } from "./writes.ts"

/** The subjects of scores that are open. */
const openSubjects = ({ context: { campaigns } }: Draft): ReadonlyArray<string> => [
  ...(campaigns.leaderboards ?? []).map(({ subject_id }) => subject_id),
  ...(campaigns.seasons ?? []).filter(isCounting).map(({ season_id }) => season_id)
]

export const takeScore = (draft: Draft, { detail }: ReverseCommand["event"]["fired"][number]): void => {
  const { amount, fold, period_key, subject_id } = detail
  if (fold !== "add" || typeof amount !== "number" || typeof period_key !== "string") return
  if (typeof subject_id !== "string" || !openSubjects(draft).includes(subject_id)) return
  takeFromSeason(draft, subject_id, amount)
  score(draft, { subject_id, period_key, amount: -amount, fold: "add" })
}
