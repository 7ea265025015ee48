/** Thanks the buddy may give today, and the newest it was given. */
import { Effect } from "effect"
import { userZoneAt, zoneFor } from "../../../../../engine/calendar/calendar.ts"
import { localDay } from "../../../../../engine/calendar/zones.ts"
import { givenOn, leftOf } from "../../../../../engine/community/kudos.ts"
import { buddyRefs } from "../../../../../platform/secrets/BuddyRefs.ts"
import { KudosStore } from "../../../../community/kudos/Store.ts"
import { KudoTypeStore } from "../../../../community/kudos-types/Store.ts"
import type { WidgetKudos } from "../../Api/Community.ts"
import { type Looking, ofAudience } from "../Looking.ts"

const received_max = 20

const none: WidgetKudos = { types: [], received: [] }

export const kudosOf = Effect.gen(function* () {
  const types = yield* KudoTypeStore
  const store = yield* KudosStore
  const refs = yield* buddyRefs

  const giving = Effect.fnUntraced(function* (looking: Looking) {
    const { customer_id, facts } = looking
    const { now, state, tenant_timezone } = facts
    const zone = zoneFor("user", { user: userZoneAt(state.timezone, now), tenant: tenant_timezone })
    const { given } = givenOn(state, localDay(zone, now))
    return (yield* types.active(customer_id))
      .filter(({ audience }) => ofAudience(looking, audience))
      .map(({ emoji, kudo_key, label, ...type }) => ({ kudo_key, label, emoji, left_today: leftOf(given, type) }))
  })

  const received = Effect.fnUntraced(function* (looking: Looking) {
    const { buddy_id, customer_id } = looking
    const found = yield* store.newest(customer_id, buddy_id, received_max)
    return found.map(({ from, ...kudos }) => ({
      ...kudos,
      from: from === null ? null : { ref: refs.of(looking, from.buddy_id), name: from.name, thumb_url: from.thumb_url }
    }))
  })

  return (looking: Looking) =>
    looking.may("kudos") ? Effect.all({ types: giving(looking), received: received(looking) }) : Effect.succeed(none)
})
