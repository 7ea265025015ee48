/** Faults in the founding cohort. */
import { change, type Plant } from "./Plant.ts"
import type { World } from "./world.ts"

const ofTenant = ({ customer_id }: World) => [customer_id]
const planted = (statement: string) => change(statement, ofTenant)

export const cohortPlants: ReadonlyArray<Plant> = [
  {
    fault: "a founding number is left out",
    breaks: "founding_numbers_have_no_gap",
    plant: planted("DELETE FROM founding_members WHERE customer_id = $1::uuid AND number = 1")
  },
  {
    fault: "a founding cohort has counted one less than it has",
    breaks: "founding_numbers_have_no_gap",
    plant: planted("UPDATE founding_cohorts SET enrolled = enrolled - 1 WHERE customer_id = $1::uuid")
  },
  {
    fault: "a founding member was enrolled twice",
    breaks: "founding_members_are_told",
    plant: planted(`INSERT INTO founding_audit (customer_id, number, buddy_id, user_id, action, origin, occurred_at)
      SELECT customer_id, number, buddy_id, user_id, action, origin, occurred_at FROM founding_audit
      WHERE customer_id = $1::uuid AND number = 1 AND action = 'enrolled'`)
  },
  {
    fault: "a founding member is nobody, and was not removed",
    breaks: "founding_members_are_told",
    plant: planted(
      "UPDATE founding_members SET buddy_id = NULL, user_id = NULL WHERE customer_id = $1::uuid AND number = 1"
    )
  },
  {
    fault: "a founding reward has no receipt",
    breaks: "founding_reward_is_paid_once",
    plant: planted("DELETE FROM campaign_receipts WHERE customer_id = $1::uuid AND source = 'founding_cohort'")
  },
  {
    fault: "a founding reward that was paid is called void",
    breaks: "founding_reward_is_paid_once",
    plant: planted(
      `WITH forgotten AS (DELETE FROM founding_audit WHERE customer_id = $1::uuid AND action = 'reward_granted')
       UPDATE founding_members SET reward_status = 'void' WHERE customer_id = $1::uuid AND reward_status = 'granted'`
    )
  }
]
