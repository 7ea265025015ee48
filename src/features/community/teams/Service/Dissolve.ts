/** Taking a buddy out of a team that is gone, under an id of its own: however often it is asked, it is done once. */
import type { NewOperation } from "../../../players/operations/Store.ts"
import { Effect } from "effect"
import type { Buddies } from "../../../../buddy/Buddies.ts"
import type { Unavailable } from "../../../../buddy/Protocol.ts"

export type Dissolved = "out" | "gone"

/** gone: archived, erased, or nobody who could be asked. */
export const dissolveOne = (
  buddies: Pick<Buddies["Service"], "send">,
  customer_id: string,
  team_id: string,
  buddy_id: string
): Effect.Effect<Dissolved, Unavailable> =>
  buddies
    .send(customer_id, buddy_id, {
      command_id: `team_dissolve:${team_id}:${buddy_id}`,
      command: { _tag: "LeaveTeam", team_id, is_dissolved: true },
      event: null,
      webhooks: true,
      origin: { type: "job", id: "team_dissolve" }
    })
    .pipe(
      Effect.as("out" as const),
      Effect.catchTags({
        BuddyNotFound: () => Effect.succeed("gone" as const),
        CommandRejected: () => Effect.succeed("gone" as const)
      })
    )

/** The operation that takes all members out. */
export const dissolving = (team_id: string): NewOperation => ({
  type: "team_dissolve",
  resource_type: "team",
  resource_id: team_id.toLowerCase()
})
