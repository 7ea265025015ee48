/** Faults in gifts without a condition, in their cards, and in what is told of absences. */
import { change, changeState, type Plant } from "./Plant.ts"
import type { World } from "./world.ts"

const ofBuddy = ({ buddy_id }: World) => [buddy_id]
const ofTenant = ({ customer_id }: World) => [customer_id]

export const giftPlants: ReadonlyArray<Plant> = [
  {
    fault: "twenty-one cards of gifts wait",
    breaks: "free_lunch_cards_within_limits",
    plant: changeState(
      "{lunches}",
      `(state::jsonb -> 'lunches') || (
         SELECT jsonb_object_agg(id, (SELECT value FROM jsonb_each(state::jsonb -> 'lunches') LIMIT 1))
         FROM generate_series(1, 21) AS id)`
    )
  },
  {
    fault: "a card tells of a gift nobody paid",
    breaks: "free_lunch_cards_within_limits",
    plant: change("DELETE FROM campaign_receipts WHERE source = 'free_lunch' AND buddy_id = $1::uuid", ofBuddy)
  },
  {
    fault: "a card was dismissed twice",
    breaks: "free_lunch_is_said_once",
    plant: change(
      `INSERT INTO buddy_changes SELECT customer_id, buddy_id, gen_random_uuid(), kind, input, origin,
         config_version_id, reply, effects, trace, ledger_ids, occurred_at FROM buddy_changes
       WHERE kind = 'dismiss_free_lunch' AND buddy_id = $1::uuid`,
      ofBuddy
    )
  },
  {
    fault: "a card that was dismissed waits again",
    breaks: "free_lunch_is_said_once",
    plant: changeState(
      "{lunches}",
      `(SELECT jsonb_object_agg(key, value || '{"status": "seen"}') FROM jsonb_each(state::jsonb -> 'lunches'))`
    )
  },
  {
    fault: "an absence is told that was too short",
    breaks: "reengaged_after_the_lapse",
    plant: change(
      `UPDATE events SET trace = replace(trace::text, '"days_away":5', '"days_away":2')::json
       WHERE customer_id = $1::uuid AND user_id = 'finn' AND trace::text LIKE '%"days_away":5%'`,
      ofTenant
    )
  },
  {
    fault: "an absence is told by two events",
    breaks: "absence_is_told_once",
    also: ["reengaged_after_the_lapse"],
    plant: change(
      `UPDATE events AS e SET occurred_at = e.occurred_at + interval '1 second',
         trace = (left(e.trace::text, -1) || ',' || (
           SELECT json_build_array('reengagement', 'absence', 'fired', step -> 3)
           FROM events AS told CROSS JOIN LATERAL json_array_elements(told.trace) AS step
           WHERE told.customer_id = $1::uuid AND step ->> 0 = 'reengagement')::text || ']')::json
       WHERE customer_id = $1::uuid AND user_id = 'finn' AND trace::text NOT LIKE '%"days_away":5%'`,
      ofTenant
    )
  }
]
