/** Faults around pages of ours: who is in without being let in, gifts the books do not have, and visits of nothing. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { change, type Plant } from "./Plant.ts"
import type { World } from "./world.ts"

const ofTenant = ({ customer_id }: World) => [customer_id]

/** Where the database refuses a row by itself, after it was told not to. */
const unconstrained = (constraint: string, statement: Plant["plant"]) => (world: World) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql.unsafe(`ALTER TABLE hosted_players DROP CONSTRAINT ${constraint}`)
    yield* statement(world)
  })

export const hostedPlants: ReadonlyArray<Plant> = [
  {
    fault: "a player is disabled and stays in",
    breaks: "hosted_sessions_are_let_in",
    plant: change(
      "UPDATE hosted_players SET status = 'disabled' WHERE customer_id = $1::uuid AND last_session_at IS NOT NULL",
      ofTenant
    )
  },
  {
    fault: "a hosted surface is taken back with people in it",
    breaks: "hosted_sessions_are_let_in",
    plant: change("UPDATE hosted_surfaces SET status = 'draft' WHERE customer_id = $1::uuid", ofTenant)
  },
  {
    fault: "two players of a hosted surface have one code",
    breaks: "hosted_access_is_ones_own",
    plant: unconstrained(
      "hosted_players_customer_id_hosted_surface_id_code_mac_key",
      change("UPDATE hosted_players SET code_mac = 'same' WHERE customer_id = $1::uuid", ofTenant)
    )
  },
  {
    fault: "a run of a recipe is forgotten that was paid",
    breaks: "recipe_runs_are_ledger",
    plant: change("DELETE FROM hosted_runs WHERE customer_id = $1::uuid", ofTenant)
  },
  {
    fault: "a run of a recipe gave more than the ledger has",
    breaks: "recipe_runs_are_ledger",
    plant: change(
      `UPDATE hosted_runs SET action = jsonb_set(action, '{amount}', '3') WHERE customer_id = $1::uuid`,
      ofTenant
    )
  },
  {
    fault: "a run of a recipe never ends",
    breaks: "recipe_runs_end",
    plant: change(
      `INSERT INTO hosted_runs (customer_id, run_id, hosted_surface_id, recipe_key, player_id, buddy_id, action, origin,
         day, status, ran_at)
       SELECT customer_id, gen_random_uuid(), hosted_surface_id, recipe_key, player_id, buddy_id, action, origin, day,
         'pending', ran_at - interval '1 day' FROM hosted_runs WHERE customer_id = $1::uuid`,
      ofTenant
    )
  },
  {
    fault: "a showroom picks somebody who is not there",
    breaks: "showrooms_pick_buddies_there_are",
    plant: change(
      "UPDATE showrooms SET buddy_ids = buddy_ids || gen_random_uuid() WHERE customer_id = $1::uuid",
      ofTenant
    )
  },
  {
    fault: "a showroom picks the same buddy twice",
    breaks: "showrooms_pick_buddies_there_are",
    plant: change("UPDATE showrooms SET buddy_ids = buddy_ids || buddy_ids WHERE customer_id = $1::uuid", ofTenant)
  },
  {
    fault: "a visit of a showroom is counted that nobody could open",
    breaks: "showroom_visits_were_possible",
    plant: change("UPDATE showrooms SET first_published_at = NULL WHERE customer_id = $1::uuid", ofTenant)
  },
  {
    fault: "a crowd in front of a showroom is told of one by one",
    breaks: "showroom_crowds_are_quiet",
    plant: change("UPDATE showrooms SET told = 61 WHERE customer_id = $1::uuid", ofTenant)
  }
]
