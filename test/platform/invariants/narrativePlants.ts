/** Faults in what a workspace says, and in how it came to say it. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { change, type Plant } from "./Plant.ts"
import type { World } from "./world.ts"

const ofTenant = ({ customer_id }: World) => [customer_id]

/** Where the database refuses a row by itself, after it was told not to. */
const unconstrained = (table: string, constraint: string, statement: Plant["plant"]) => (world: World) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql.unsafe(`ALTER TABLE ${table} DROP CONSTRAINT ${constraint}`)
    yield* statement(world)
  })

const decided = (status: string) =>
  `(SELECT proposal_id FROM council_proposals WHERE customer_id = $1::uuid AND status = '${status}')`

export const narrativePlants: ReadonlyArray<Plant> = [
  {
    fault: "a text is changed behind the back of its audit",
    breaks: "narrative_is_its_audit",
    plant: change(
      `UPDATE narratives SET texts = jsonb_set(texts, '{intro,text}', '"Forged"') WHERE customer_id = $1::uuid`,
      ofTenant
    )
  },
  {
    fault: "the tone is changed behind the back of its audit",
    breaks: "narrative_is_its_audit",
    plant: change("UPDATE narratives SET tone = 'playful' WHERE customer_id = $1::uuid", ofTenant)
  },
  {
    fault: "a change of the narrative is forgotten",
    breaks: "narrative_audit_is_whole",
    plant: change(
      "DELETE FROM narrative_audit WHERE customer_id = $1::uuid AND slot = 'hatch_copy' AND previous IS NULL",
      ofTenant
    )
  },
  {
    fault: "what a text was before is forged",
    breaks: "narrative_audit_is_whole",
    plant: change(
      "UPDATE narrative_audit SET previous = 'Forged' WHERE customer_id = $1::uuid AND source = 'council'",
      ofTenant
    )
  },
  {
    fault: "the vote for an approved proposal is gone",
    breaks: "proposals_are_decided_by_votes",
    plant: change(
      `DELETE FROM council_votes WHERE customer_id = $1::uuid AND proposal_id = ${decided("approved")}`,
      ofTenant
    )
  },
  {
    fault: "a proposal was rejected by one vote of two",
    breaks: "proposals_are_decided_by_votes",
    plant: change(
      "UPDATE council_proposals SET quorum = 2 WHERE customer_id = $1::uuid AND status = 'rejected'",
      ofTenant
    )
  },
  {
    fault: "a rejected proposal is said to be the council's",
    breaks: "council_says_what_was_approved",
    plant: change(
      `UPDATE narrative_audit SET proposal_id = ${decided("rejected")}
       WHERE customer_id = $1::uuid AND source = 'council'`,
      ofTenant
    )
  },
  {
    fault: "another text was approved than is said",
    breaks: "council_says_what_was_approved",
    plant: change(
      "UPDATE council_proposals SET text = 'Forged' WHERE customer_id = $1::uuid AND status = 'approved'",
      ofTenant
    )
  },
  {
    fault: "an approval is told of a second time",
    breaks: "approvals_are_told_once",
    also: ["delivery_attempts_are_recorded"],
    plant: change(
      `INSERT INTO webhook_deliveries (customer_id, delivery_id, webhook_config_id, event, body, status, attempts,
         response_status, next_attempt_at, created_at, finished_at)
       SELECT customer_id, gen_random_uuid(), webhook_config_id, event, body, status, attempts, response_status,
         next_attempt_at, created_at, finished_at
       FROM webhook_deliveries WHERE customer_id = $1::uuid AND event = 'council.proposal_approved'`,
      ofTenant
    )
  },
  {
    fault: "a buddy has four open proposals",
    breaks: "open_proposals_within_limits",
    plant: change(
      `INSERT INTO council_proposals (customer_id, proposal_id, target_slot, text, buddy_id, status, created_at)
       SELECT $1::uuid, gen_random_uuid(), 'intro', 'x', $2::uuid, 'open', now() FROM generate_series(1, 4)`,
      ({ buddy_id, customer_id }) => [customer_id, buddy_id]
    )
  },
  {
    fault: "a mission anchor leads to a page anybody on the way may change",
    breaks: "anchors_lead_somewhere",
    plant: unconstrained(
      "mission_anchors",
      "mission_anchors_cta_url_check",
      change("UPDATE mission_anchors SET cta_url = 'http://example.test' WHERE customer_id = $1::uuid", ofTenant)
    )
  }
]
