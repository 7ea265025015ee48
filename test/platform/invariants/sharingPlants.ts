/** Faults around shared buddies: links too many, links to nobody, and brags of what never was. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { change, type Plant } from "./Plant.ts"
import type { World } from "./world.ts"

const ofTenant = ({ customer_id }: World) => [customer_id]

const told = (moment: string) =>
  change(
    "UPDATE brags SET happened_at = happened_at - interval '1 hour' WHERE customer_id = $1::uuid AND moment = $2",
    ({ customer_id }) => [customer_id, moment]
  )

export const sharingPlants: ReadonlyArray<Plant> = [
  {
    fault: "a buddy has two links that open",
    breaks: "share_links_are_one",
    plant: (world) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql.unsafe("DROP INDEX share_links_live")
        yield* change(
          `INSERT INTO share_links (customer_id, code, buddy_id, created_at)
           SELECT customer_id, reverse(code), buddy_id, created_at FROM share_links WHERE customer_id = $1::uuid`,
          ofTenant
        )(world)
      })
  },
  {
    fault: "a link leads to a buddy that is gone",
    breaks: "share_links_are_one",
    plant: change("UPDATE share_links SET buddy_id = gen_random_uuid() WHERE customer_id = $1::uuid", ofTenant)
  },
  ...["badge", "evolution", "streak_milestone", "path_completed", "league_rank"].map((moment): Plant => ({
    fault: `somebody told of a moment that never was: ${moment}`,
    breaks: "brags_happened",
    plant: told(moment)
  })),
  {
    fault: "a brag names a streak that reached nothing",
    breaks: "brags_happened",
    plant: change(
      "UPDATE brags SET subject_key = 'no_such' WHERE customer_id = $1::uuid AND moment = 'streak_milestone'",
      ofTenant
    )
  },
  {
    fault: "visits are counted of a shared buddy that is gone",
    breaks: "share_visits_are_of_buddies_there_are",
    plant: change(
      "UPDATE visit_counts SET subject_id = gen_random_uuid() WHERE customer_id = $1::uuid AND subject_kind = 'share'",
      ofTenant
    )
  },
  {
    fault: "a brag was paid",
    breaks: "brags_pay_nothing",
    plant: change(
      `UPDATE ledger SET reference_id = (SELECT brag_id::text FROM brags WHERE customer_id = $1::uuid LIMIT 1)
       WHERE customer_id = $1::uuid AND reason = 'kudos'`,
      ofTenant
    ),
    also: ["ledger_hash"]
  }
]
