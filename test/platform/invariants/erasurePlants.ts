/** Faults in what is kept of users who were erased. */
import { change, type Plant } from "./Plant.ts"
import type { World } from "./world.ts"

const ofTenant = ({ customer_id }: World) => [customer_id]

export const erasurePlants: ReadonlyArray<Plant> = [
  {
    fault: "an erased buddy held more than it did",
    breaks: "units_are_ledger_sum",
    also: ["erased_balance_is_ledger_sum"],
    plant: change(
      `UPDATE erased_buddies SET units = jsonb_set(units, '{coin,balance}',
        to_jsonb((units #>> '{coin,balance}')::int + 1)) WHERE customer_id = $1::uuid`,
      ofTenant
    )
  },
  {
    fault: "an erased buddy had more rows than it had",
    breaks: "erased_balance_is_ledger_sum",
    plant: change(
      `UPDATE erased_buddies SET units = jsonb_set(units, '{coin,rows}',
        to_jsonb((units #>> '{coin,rows}')::int + 1)) WHERE customer_id = $1::uuid`,
      ofTenant
    )
  },
  {
    fault: "the proof of an erasure is forged",
    breaks: "erasures_are_chained",
    plant: change("UPDATE erasures SET proof = proof || ' ' WHERE customer_id = $1::uuid", ofTenant)
  },
  {
    fault: "a story of an erased buddy is still told",
    breaks: "erased_is_gone",
    plant: change(
      `INSERT INTO buddy_history (customer_id, buddy_id, history_id, kind, key, body, created_at)
      SELECT customer_id, buddy_id, gen_random_uuid(), 'decay', 'skill', '{}', now() FROM erased_buddies
      WHERE customer_id = $1::uuid`,
      ofTenant
    )
  }
]
