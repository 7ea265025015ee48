/** Faults in boards and seasons. */
import { change, type Plant } from "./Plant.ts"
import type { World } from "./world.ts"

const ofTenant = ({ customer_id }: World) => [customer_id]
const fault = (text: string) => change(text, ofTenant)

export const leaguePlants: ReadonlyArray<Plant> = [
  {
    fault: "somebody has more on the board than was counted",
    breaks: "score_is_counted",
    plant: fault(`UPDATE campaign_scores SET score = score + 1000 WHERE customer_id = $1::uuid AND subject_id = (
      SELECT subject_id FROM leaderboards WHERE customer_id = $1::uuid)`)
  },
  {
    fault: "an event told more of the board than was counted, as an earlier release told it",
    breaks: "score_is_counted",
    plant: fault(`UPDATE events SET trace = regexp_replace(trace::text,
        '("leaderboard","[^"]*","fired"),\\["([^"]*)","([^"]*)",[^]]*\\]',
        '\\1,{"subject_id":"\\2","period_key":"\\3","amount":1000,"fold":"add"}', 'g')::json
      WHERE customer_id = $1::uuid AND trace::text LIKE '%"leaderboard"%'`)
  },
  {
    fault: "a score of a running season was never counted",
    breaks: "score_is_counted",
    plant: fault(`UPDATE campaign_scores SET score = score - 1 WHERE customer_id = $1::uuid AND subject_id IN (
      SELECT season_id FROM league_seasons WHERE customer_id = $1::uuid AND state = 'open')`)
  },
  {
    fault: "a count began after its scores",
    breaks: "board_counts_apart",
    plant: fault("UPDATE leaderboards SET counting_since = now() + interval '1 day' WHERE customer_id = $1::uuid")
  },
  {
    fault: "a board of weeks is called one of months",
    breaks: "board_counts_apart",
    plant: fault("UPDATE leaderboards SET period = 'monthly' WHERE customer_id = $1::uuid")
  },
  {
    fault: "a season begins before the one before it has ended",
    breaks: "seasons_apart",
    plant: fault(`UPDATE league_seasons SET starts_at = starts_at - interval '1 day'
      WHERE customer_id = $1::uuid AND state = 'open'`)
  },
  {
    fault: "a cohort has a member too many",
    breaks: "cohorts_fit",
    plant: fault("UPDATE league_cohorts SET members = 101 WHERE customer_id = $1::uuid")
  },
  {
    fault: "a member was placed without being counted",
    breaks: "cohorts_fit",
    plant: fault("UPDATE league_cohorts SET members = 0 WHERE customer_id = $1::uuid")
  },
  {
    fault: "somebody has a rank nobody has before",
    breaks: "ranks_are_places",
    plant: fault("UPDATE league_results SET rank = rank + 1 WHERE customer_id = $1::uuid AND rank > 0")
  },
  {
    fault: "a result is better than the score it was made of",
    breaks: "result_is_score",
    also: ["champions_are_results"],
    plant: fault("UPDATE league_results SET score = score + 1 WHERE customer_id = $1::uuid AND rank > 0")
  },
  {
    fault: "the receipt of a reward is gone",
    breaks: "season_pays_results",
    plant: fault("DELETE FROM campaign_receipts WHERE customer_id = $1::uuid AND source = 'league'")
  },
  {
    fault: "a receipt pays for a rank that has no reward",
    breaks: "season_pays_results",
    plant: fault(`UPDATE league_results SET reward = NULL, reward_status = NULL
      WHERE customer_id = $1::uuid AND reward IS NOT NULL`)
  },
  {
    fault: "a reward that was paid is called void",
    breaks: "season_pays_results",
    plant: fault(`UPDATE league_results SET reward_status = 'void'
      WHERE customer_id = $1::uuid AND reward_status = 'granted'`)
  },
  {
    fault: "a season says it has paid more than it has",
    breaks: "season_pays_results",
    plant: fault(`UPDATE league_seasons SET result = result || '{"coins": 1000000}'
      WHERE customer_id = $1::uuid AND state = 'closed'`)
  },
  {
    fault: "somebody in the hall of fame has another score than in the season",
    breaks: "champions_are_results",
    plant: fault("UPDATE league_champions SET score = score + 1 WHERE customer_id = $1::uuid")
  },
  {
    fault: "somebody is in the hall of fame who did not play",
    breaks: "champions_are_results",
    plant: fault("UPDATE league_champions SET buddy_id = gen_random_uuid() WHERE customer_id = $1::uuid")
  },
  {
    fault: "champions of a season are known before it is over",
    breaks: "champions_are_results",
    plant: fault(`UPDATE league_seasons SET ranked_at = NULL
      WHERE customer_id = $1::uuid AND ranked_at IS NOT NULL`)
  }
]
