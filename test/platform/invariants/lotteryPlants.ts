/** Faults around lotteries and mystery boxes. */
import { change, type Plant } from "./Plant.ts"
import type { World } from "./world.ts"

const drawn = ({ drawn_id }: World) => [drawn_id]
const open = ({ open_id }: World) => [open_id]
const cancelled = ({ cancelled_id }: World) => [cancelled_id]

export const lotteryPlants: ReadonlyArray<Plant> = [
  {
    fault: "the open draw of an active lottery is gone",
    breaks: "lottery_has_its_draw",
    // Of a workspace that has long had lotteries: one that just got them back has a moment to open the draw.
    plant: change(
      `WITH gone AS (
        UPDATE lottery_draws SET status = 'cancelled', closed_at = now(), is_settled = true WHERE draw_id = $1::uuid
        RETURNING customer_id)
      UPDATE customers AS c SET updated_at = c.created_at FROM gone WHERE c.customer_id = gone.customer_id`,
      open
    )
  },
  {
    fault: "an open draw takes no tickets",
    breaks: "lottery_has_its_draw",
    plant: change("UPDATE campaign_subjects SET is_open = false WHERE subject_id = $1::uuid", open)
  },
  {
    fault: "another hash is published after the draw",
    breaks: "draw_keeps_its_promise",
    plant: change("UPDATE lottery_draws SET commit_hash = md5(commit_hash) WHERE draw_id = $1::uuid", drawn)
  },
  {
    fault: "a seed is told before its draw",
    breaks: "draw_keeps_its_promise",
    plant: change("UPDATE lottery_draws SET seed = 'early' WHERE draw_id = $1::uuid", open)
  },
  {
    fault: "a line is slipped into a list",
    breaks: "draw_list_is_its_entries",
    plant: change(
      `UPDATE lottery_draws SET entries_text = entries_text || gen_random_uuid() || E' 1\\n' WHERE draw_id = $1::uuid`,
      drawn
    )
  },
  {
    fault: "an entry is left out of a list",
    breaks: "draw_list_is_its_entries",
    plant: change(
      `INSERT INTO lottery_entries
       SELECT customer_id, draw_id, gen_random_uuid(), gen_random_uuid(), 1, now(), now() FROM lottery_draws
       WHERE draw_id = $1::uuid`,
      drawn
    )
  },
  {
    fault: "two winners change places",
    breaks: "draw_winners_follow",
    plant: change(
      `UPDATE lottery_winners AS w SET entry_id = o.entry_id FROM lottery_winners AS o
       WHERE w.draw_id = $1::uuid AND o.draw_id = w.draw_id AND o.position <> w.position`,
      drawn
    )
  },
  {
    fault: "a winner is dropped",
    breaks: "draw_winners_follow",
    also: ["draw_place_paid_once"],
    plant: change("DELETE FROM lottery_winners WHERE draw_id = $1::uuid AND rank = 2", drawn)
  },
  {
    fault: "a buddy has a ticket it has not paid for",
    breaks: "lottery_debits_are_tickets",
    plant: change("UPDATE lottery_entries SET tickets = tickets + 1 WHERE draw_id = $1::uuid", cancelled)
  },
  {
    fault: "a ticket is not counted",
    breaks: "draw_counts_its_tickets",
    plant: change(
      "UPDATE campaign_totals SET amount = amount - 1 WHERE subject_id = $1::uuid AND bucket = 'entries'",
      open
    )
  },
  {
    fault: "a prize has no receipt",
    breaks: "draw_place_paid_once",
    plant: change("DELETE FROM campaign_receipts WHERE campaign_id = $1::uuid AND grant_key = '1/1'", drawn)
  },
  {
    fault: "a ticket of a cancelled draw was not refunded",
    breaks: "cancelled_tickets_refunded",
    plant: change("DELETE FROM campaign_receipts WHERE campaign_id = $1::uuid", cancelled)
  },
  {
    fault: "a box gave less than it said",
    breaks: "box_is_paid_and_pays",
    plant: change(
      `UPDATE buddy_changes SET reply = jsonb_set(reply::jsonb, '{reward,amount}', '4')
       WHERE kind = 'open_box' AND input ->> 'mystery_box_id' = $1`,
      ({ mystery_box_id }) => [mystery_box_id]
    )
  },
  {
    fault: "an opening is not counted",
    breaks: "box_openings_are_counted",
    plant: change("DELETE FROM campaign_totals WHERE subject_id = $1::uuid", ({ mystery_box_id }) => [mystery_box_id])
  },
  {
    fault: "a box is opened more often than there are of it",
    breaks: "box_openings_are_counted",
    plant: change(
      `WITH places AS (UPDATE rule_budgets SET used = 0 WHERE rule_id = $1::uuid)
       UPDATE mystery_boxes SET content = jsonb_set(content, '{stock_total}', '0') WHERE mystery_box_id = $1::uuid`,
      ({ mystery_box_id }) => [mystery_box_id]
    )
  },
  {
    fault: "a draw is forgotten",
    breaks: "draws_end",
    plant: change("UPDATE lottery_draws SET draw_at = now() - interval '1 hour' WHERE draw_id = $1::uuid", open)
  }
]
