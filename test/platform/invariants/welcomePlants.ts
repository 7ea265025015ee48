/** Faults in links to come back by. */
import { change, type Plant } from "./Plant.ts"
import type { World } from "./world.ts"

const ofTenant = ({ customer_id }: World) => [customer_id]

export const welcomePlants: ReadonlyArray<Plant> = [
  {
    fault: "a link to come back by works for longer than was said",
    breaks: "welcome_links_end",
    plant: change(
      "UPDATE welcome_tokens SET expires_at = expires_at + interval '1 day' WHERE customer_id = $1::uuid",
      ofTenant
    )
  },
  {
    fault: "a link to come back by outlives its buddy",
    breaks: "welcome_links_end",
    plant: change("UPDATE welcome_tokens SET buddy_id = gen_random_uuid() WHERE customer_id = $1::uuid", ofTenant)
  }
]
