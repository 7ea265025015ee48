/** Faults in what buddies give each other. */
import { change, type Plant } from "./Plant.ts"
import type { World } from "./world.ts"

const ofKudos = ({ kudo_id }: World) => [kudo_id]
const row = (set: string) => change(`UPDATE kudos SET ${set} WHERE kudo_id = $1::uuid`, ofKudos)

export const kudosPlants: ReadonlyArray<Plant> = [
  {
    fault: "one more was given than the type allowed",
    breaks: "kudos_within_limits",
    plant: row("daily_limit = 0")
  },
  {
    fault: "a buddy has given more of all types than anybody may",
    breaks: "kudos_within_limits",
    plant: change(
      `INSERT INTO kudos SELECT customer_id, gen_random_uuid(), buddy_id, to_buddy_id, gen_random_uuid(), kudo_key,
         message, 0, local_day, daily_limit, is_on_test_clock, given_at, removed_at
       FROM kudos, generate_series(1, 200) WHERE kudo_id = $1::uuid`,
      ofKudos
    )
  },
  {
    fault: "kudos are paid to a second buddy",
    breaks: "kudos_paid_once",
    plant: change(
      `INSERT INTO campaign_receipts (customer_id, campaign_id, grant_key, buddy_id, source, body, ledger_ids,
         granted_at)
       SELECT customer_id, campaign_id, grant_key, $2::uuid, source, body, '{}', granted_at
       FROM campaign_receipts WHERE grant_key = $1`,
      ({ buddy_id, kudo_id }) => [kudo_id, buddy_id]
    )
  },
  {
    fault: "kudos that were paid are not there",
    breaks: "kudos_paid_once",
    plant: change("DELETE FROM kudos WHERE kudo_id = $1::uuid", ofKudos)
  },
  {
    fault: "what kudos were to bring is lost",
    breaks: "kudos_reach_who_got_them",
    plant: change("DELETE FROM campaign_receipts WHERE grant_key = $1", ofKudos)
  },
  {
    fault: "kudos say other coins than were told and paid",
    breaks: "kudos_coins_are_told",
    plant: row("coins = coins + 1")
  },
  {
    fault: "a user thanks itself",
    breaks: "kudos_are_for_others",
    also: ["egg_has_its_buddy"],
    plant: change(
      `UPDATE buddy_identities SET user_id = 'ada'
       FROM kudos WHERE kudos.kudo_id = $1::uuid AND buddy_identities.customer_id = kudos.customer_id
         AND buddy_identities.buddy_id = kudos.to_buddy_id`,
      ofKudos
    )
  }
]
