/** Lotteries the buddy may enter, or has tickets of. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { own } from "../../../../../engine/core/State.ts"
import { groupMet } from "../../../../../engine/rules/conditions.ts"
import { oddsOf } from "../../../../campaigns/lotteries/Rules.ts"
import { type OpenDraw, openDraws } from "../../../../campaigns/lotteries/Store/Open.ts"
import type { WidgetLottery } from "../../Api/Campaigns.ts"
import { type Looking, ofAudience, where } from "../Looking.ts"

const ticketsOf = ({ facts }: Looking, { draw_id, lottery_id }: OpenDraw): number => {
  const held = own(facts.state.lotteries ?? {}, lottery_id)
  return held?.draw_id === draw_id ? held.tickets : 0
}

const shown = (draw: OpenDraw, looking: Looking): ReadonlyArray<WidgetLottery> => {
  const { commit_hash, draw_at, entries, last_draw_id, lottery_id, name, terms } = draw
  const { audience, eligibility, entry, prizes } = terms
  const my_tickets = ticketsOf(looking, draw)
  if (my_tickets === 0 && !(ofAudience(looking, audience) && groupMet(eligibility, looking.facts))) return []
  const odds_per_entry = oddsOf(prizes, entries)
  const about = { lottery_id, name, draw_at, entry, commit_hash, prizes, last_draw_id }
  return [{ ...about, my_tickets, entries, odds_per_entry }]
}

export const lotteriesOf = Effect.map(SqlClient.SqlClient, (sql) => {
  const open = openDraws(sql)
  return (looking: Looking) => {
    const { customer_id, isOnTestClock, may } = looking
    return where(
      may("lotteries") && !isOnTestClock,
      Effect.map(open(customer_id), (draws) => draws.flatMap((draw) => shown(draw, looking)))
    )
  }
})
