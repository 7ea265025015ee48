/** Faults in how a workspace was set up, and in what its game is for. */
import { change, type Plant } from "./Plant.ts"
import type { World } from "./world.ts"

const ofTenant = ({ customer_id }: World) => [customer_id]

const spend = (image_id: string, purpose: string, credits: number) =>
  `INSERT INTO image_usage (customer_id, image_id, purpose, provider, status, credits, duration_ms, created_at)
   SELECT $1::uuid, ${image_id}, '${purpose}', 'parrot', 'drawing', ${credits}, 0, now()`

const session = "UPDATE onboarding_sessions SET"
const message = "UPDATE onboarding_messages SET"
const steps = "UPDATE six_d SET"
const where = "WHERE customer_id = $1::uuid"

const operation = `(SELECT operation_id FROM operations ${where} AND type = 'onboarding' LIMIT 1)`

export const setupPlants: ReadonlyArray<Plant> = [
  {
    fault: "a session is busy with work that has ended",
    breaks: "onboarding_is_busy_with_open_work",
    plant: change(
      `${session} busy = jsonb_build_object('kind', 'plan', 'operation_id', ${operation}, 'since', 0, 'progress', 0)
       ${where}`,
      ofTenant
    )
  },
  {
    fault: "the newest plan is gone",
    breaks: "onboarding_plans_are_numbered",
    plant: change(`DELETE FROM onboarding_plans ${where}`, ofTenant)
  },
  {
    fault: "a plan says another number than it has",
    breaks: "onboarding_plans_are_numbered",
    plant: change(`UPDATE onboarding_plans SET plan = jsonb_set(plan, '{revision}', '7') ${where}`, ofTenant)
  },
  {
    fault: "a plan has ended and what was paid for it hangs in the air",
    breaks: "onboarding_work_is_settled",
    also: ["paid_picture_is_used"],
    plant: change(spend(operation, "plan", 2), ofTenant)
  },
  {
    fault: "a message is lost",
    breaks: "onboarding_messages_are_counted",
    plant: change(`DELETE FROM onboarding_messages ${where}`, ofTenant)
  },
  {
    fault: "a reply says it cost something, and nobody paid",
    breaks: "onboarding_messages_are_settled",
    plant: change(`${message} credits = 1 ${where}`, ofTenant)
  },
  {
    fault: "a message got no reply, and costs something",
    breaks: "onboarding_messages_are_settled",
    plant: change(`${message} status = 'failed', credits = 1 ${where}`, ofTenant)
  },
  {
    fault: "steps are answered behind the back of their changes",
    breaks: "six_steps_are_as_last_changed",
    plant: change(`${steps} changes = changes + 1 ${where}`, ofTenant)
  },
  {
    fault: "a change of the steps is forgotten",
    breaks: "six_steps_are_as_last_changed",
    plant: change(`DELETE FROM six_d_audit ${where} AND seq = 1`, ofTenant)
  },
  {
    fault: "what was completed is changed afterwards",
    breaks: "six_steps_are_frozen_as_completed",
    plant: change(`UPDATE six_d_revisions SET steps = steps - 'fun' ${where}`, ofTenant)
  },
  {
    fault: "what was completed was never frozen",
    breaks: "six_steps_are_frozen_as_completed",
    plant: change(`DELETE FROM six_d_revisions ${where}`, ofTenant)
  }
]
