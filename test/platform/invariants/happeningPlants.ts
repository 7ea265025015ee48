/** Faults around surprise drops and event badges. */
import { change, type Plant } from "./Plant.ts"

/** Another text of the trace of every event of a type. */
const retold = (type: string, from: string, to: string) =>
  change(
    `UPDATE events SET trace = regexp_replace(trace::text, '${from}', '${to}', 'g')::json
     WHERE type = '${type}' AND buddy_id = $1::uuid`,
    ({ buddy_id }) => [buddy_id]
  )

export const happeningPlants: ReadonlyArray<Plant> = [
  {
    fault: "pity comes later than it was promised",
    breaks: "drop_pity_is_kept",
    plant: retold("gift.opened", '("missed",\\["[^"]*",[^,]*,[^,]*),[0-9]+', "\\1,0")
  },
  {
    fault: "pity comes later than it was promised, as an earlier release told it",
    breaks: "drop_pity_is_kept",
    plant: retold("gift.opened", '"missed",\\["([^"]*)",[^]]*\\]', '"missed",{"surprise_drop_id":"\\1","pity_after":0}')
  },
  {
    fault: "a drop forgets what it has spent",
    breaks: "drop_within_budget",
    plant: change("UPDATE rule_budgets SET used = used - 1 WHERE rule_id = $1::uuid", ({ surprise_drop_id }) => [
      surprise_drop_id
    ])
  },
  {
    fault: "a miss is not counted",
    breaks: "drop_rolls_are_counted",
    plant: change("DELETE FROM campaign_totals WHERE subject_id = $1::uuid AND bucket LIKE '%miss'", (world) => [
      world.surprise_drop_id
    ])
  },
  {
    fault: "a badge of a party is given for another day",
    breaks: "event_badge_within_window",
    plant: retold("party.joined", '"ends_at":"[^"]*"', '"ends_at":"2020-01-01T00:00:00Z"')
  },
  {
    fault: "an event badge is given a second time",
    breaks: "event_badge_once",
    plant: retold("party.joined", '"awarded":false', '"awarded":true')
  },
  {
    fault: "a place of an event badge is given away twice",
    breaks: "event_badge_has_places",
    plant: change("UPDATE rule_budgets SET used = 0 WHERE rule_id = $1::uuid", ({ event_badge_id }) => [event_badge_id])
  }
]
