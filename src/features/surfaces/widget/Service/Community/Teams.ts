/** The teams of the buddy, and who else is in them. */
import { Effect } from "effect"
import { buddyRefs } from "../../../../../platform/secrets/BuddyRefs.ts"
import { TeamStore } from "../../../../community/teams/Store.ts"
import type { WidgetTeam } from "../../Api/Community.ts"
import { type Looking, where } from "../Looking.ts"

const members_max = 50

export const teamsOf = Effect.gen(function* () {
  const store = yield* TeamStore
  const refs = yield* buddyRefs
  const own = Effect.fnUntraced(function* (looking: Looking) {
    const { buddy_id, customer_id } = looking
    // A buddy that is gone by now is in no team.
    const teams = yield* Effect.catchTag(store.teamsOf(customer_id, buddy_id), "NotFound", () => Effect.succeed([]))
    const ids = teams.map(({ team_id }) => team_id)
    const members = yield* store.firstOf(customer_id, ids, members_max)
    return teams.map(({ name, role, team_id }): WidgetTeam => ({
      team_id,
      name,
      role,
      members: members
        .filter((member) => member.team_id === team_id)
        .map((member) => ({
          ref: refs.of(looking, member.buddy_id),
          name: member.name,
          thumb_url: member.thumb_url,
          role: member.role,
          is_me: member.buddy_id === buddy_id
        }))
    }))
  })
  return (looking: Looking) => where(looking.may("teams"), own(looking))
})
