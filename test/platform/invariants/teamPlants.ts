/** Faults in who is in a team and who looks after whom. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { change, type Plant } from "./Plant.ts"
import type { World } from "./world.ts"

const ofTeam = ({ team_id }: World) => [team_id]
const ofArchived = ({ archived_id, team_id }: World) => [team_id, archived_id]

export const teamPlants: ReadonlyArray<Plant> = [
  {
    fault: "a member is made a mentor in the rows alone",
    breaks: "team_members_are_state",
    plant: change(`UPDATE team_members SET role = 'mentor' WHERE team_id = $1::uuid AND role = 'member'`, ofTeam)
  },
  {
    fault: "a team counts a member too few",
    breaks: "team_places_are_members",
    plant: change(`UPDATE rule_budgets SET used = used - 1 WHERE rule_id = $1::uuid AND period_key = 'members'`, ofTeam)
  },
  {
    fault: "an archived buddy stands in a team",
    breaks: "buddy_in_few_teams",
    also: ["team_members_are_state", "team_places_are_members"],
    plant: change(
      `INSERT INTO team_members (customer_id, team_id, buddy_id, role, joined_at, terms)
       SELECT customer_id, team_id, $2::uuid, 'member', now(), terms FROM teams WHERE team_id = $1::uuid`,
      ofArchived
    )
  },
  {
    fault: "a rise is told that nobody has had",
    breaks: "team_rise_is_told_once",
    plant: change(
      `UPDATE buddy_history SET body = jsonb_set(body::jsonb, '{to_role}', '"member"')::json
       WHERE kind = 'team' AND key = $1 AND body ->> 'to_role' = 'mentor'`,
      ofTeam
    )
  },
  {
    fault: "the mentor of a session loses the role without it",
    breaks: "mentor_session_has_mentor",
    also: ["team_members_are_state"],
    plant: change(`UPDATE team_members SET role = 'member' WHERE team_id = $1::uuid AND role = 'mentor'`, ofTeam)
  },
  {
    fault: "a mentee has a second mentor",
    breaks: "mentee_has_one_mentor",
    plant: (world) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`DROP INDEX mentor_sessions_mentee`
        yield* change(
          `INSERT INTO mentor_sessions SELECT customer_id, gen_random_uuid(), mentor_buddy_id, mentee_buddy_id, team_id,
             starts_at, ends_at, NULL FROM mentor_sessions WHERE team_id = $1::uuid`,
          ofTeam
        )(world)
      })
  },
  {
    fault: "the team of a mentor goes and its session stays",
    breaks: "mentor_session_has_mentor",
    plant: change("UPDATE teams SET deleted_at = now() WHERE team_id = $1::uuid", ofTeam)
  },
  {
    fault: "a mentor has more mentees than there were places",
    breaks: "mentor_has_places",
    plant: change(
      `UPDATE mentor_visibility SET max_mentees_per_mentor = 0, updated_at = updated_at - interval '1 hour'
       WHERE customer_id = (SELECT customer_id FROM teams WHERE team_id = $1::uuid)`,
      ofTeam
    )
  }
]
