/** Faults in what causes have counted and told. */
import { change, type Plant } from "./Plant.ts"
import type { World } from "./world.ts"

const ofCause = ({ cause_id }: World) => [cause_id]
const ofSubject = (table: string, set: string, more = "true") =>
  change(`UPDATE ${table} SET ${set} WHERE subject_id = $1::uuid AND ${more}`, ofCause)
const ofCrossing = (set: string, crossing: number) =>
  change(`UPDATE cause_crossings SET ${set} WHERE cause_id = $1::uuid AND crossing = ${crossing}`, ofCause)

export const causePlants: ReadonlyArray<Plant> = [
  {
    fault: "a share of a cause grows by itself",
    breaks: "cause_total_is_its_shares",
    plant: ofSubject("campaign_scores", "score = score + 1")
  },
  {
    fault: "a day of a cause shrinks",
    breaks: "cause_total_is_its_shares",
    plant: ofSubject("campaign_totals", "amount = amount - 1", "bucket <> 'all'")
  },
  {
    fault: "an active cause is shut",
    breaks: "cause_counts_while_active",
    plant: ofSubject("campaign_subjects", "is_open = false")
  },
  {
    fault: "a threshold is dropped",
    breaks: "cause_crossings_are_consecutive",
    also: ["cause_chain_recomputes", "cause_crossing_is_delivered_once"],
    plant: change("DELETE FROM cause_crossings WHERE cause_id = $1::uuid AND crossing = 1", ofCause)
  },
  {
    fault: "an epoch has told more than there is",
    breaks: "cause_crossings_are_consecutive",
    plant: change("UPDATE cause_epochs SET told_k = told_k + 1 WHERE cause_id = $1::uuid", ofCause)
  },
  {
    fault: "the moment of a threshold is moved",
    breaks: "cause_chain_recomputes",
    plant: ofCrossing("occurred_at = occurred_at + interval '1 second'", 1)
  },
  {
    fault: "a cause forgets its last threshold",
    breaks: "cause_chain_recomputes",
    plant: change("UPDATE causes SET last_hash = repeat('0', 64) WHERE cause_id = $1::uuid", ofCause)
  },
  {
    fault: "a threshold goes to somebody else's endpoint",
    breaks: "cause_crossing_is_delivered_once",
    plant: change("UPDATE webhook_configs SET owner = 'cause:other' WHERE owner = 'cause:' || $1", ofCause)
  },
  {
    fault: "two thresholds are told by one delivery",
    breaks: "cause_crossing_is_delivered_once",
    plant: ofCrossing(
      "delivery_id = (SELECT c.delivery_id FROM cause_crossings AS c WHERE c.cause_id = $1::uuid AND c.crossing = 1)",
      2
    )
  },
  {
    fault: "a threshold is sent a second time",
    breaks: "cause_crossing_is_delivered_once",
    plant: change(
      `INSERT INTO webhook_deliveries
       SELECT (jsonb_populate_record(d, jsonb_build_object('delivery_id', gen_random_uuid()))).*
       FROM webhook_deliveries AS d JOIN cause_crossings AS c USING (customer_id, delivery_id)
       WHERE c.cause_id = $1::uuid AND c.crossing = 1`,
      ofCause
    )
  },
  {
    fault: "a test counts as a threshold",
    breaks: "cause_crossing_is_delivered_once",
    plant: change(
      `UPDATE webhook_deliveries AS d SET body = replace(body, '"is_test":false', '"is_test":true')
       FROM cause_crossings AS c WHERE c.cause_id = $1::uuid AND d.customer_id = c.customer_id
         AND d.delivery_id = c.delivery_id`,
      ofCause
    )
  },
  {
    fault: "a cause has come further than anybody was told",
    breaks: "cause_thresholds_are_told",
    also: ["cause_chain_recomputes", "cause_total_is_its_shares"],
    plant: change(
      `WITH aged AS (UPDATE campaign_scores SET reached_at = reached_at - interval '1 hour'
           WHERE subject_id = $1::uuid),
         told AS (UPDATE cause_crossings SET occurred_at = occurred_at - interval '1 hour'
           WHERE cause_id = $1::uuid)
       UPDATE campaign_totals SET amount = amount + 10000000 WHERE subject_id = $1::uuid AND bucket = 'all'`,
      ofCause
    )
  }
]
