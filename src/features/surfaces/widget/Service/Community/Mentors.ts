/** Who looks after the buddy, and whom it may ask to. */
import { Effect, Option } from "effect"
import { buddyRefs } from "../../../../../platform/secrets/BuddyRefs.ts"
import { MentorStore } from "../../../../community/mentors/Store.ts"
import type { WidgetMentor, WidgetMentorship } from "../../Api/Community.ts"
import { type Looking, where } from "../Looking.ts"

const mentors_max = 50

export const mentorsOf = Effect.gen(function* () {
  const store = yield* MentorStore
  const refs = yield* buddyRefs

  const seen = Effect.fnUntraced(function* (looking: Looking) {
    const { audience, buddy_id, customer_id } = looking
    const query = { page: 1, limit: mentors_max, seen_by: { buddy_id, audience } }
    const { data } = yield* store.directory(customer_id, query)
    return data.map(({ available, badges, evolution_stage, league, name, thumb_url, ...mentor }): WidgetMentor => ({
      ref: refs.of(looking, mentor.buddy_id),
      name,
      thumb_url,
      evolution_stage,
      badges,
      ...(league === undefined ? {} : { league }),
      available
    }))
  })

  const mine = Effect.fnUntraced(function* (looking: Looking) {
    const { buddy_id, customer_id, facts } = looking
    const found = yield* store.mentorOf(customer_id, buddy_id, facts.now)
    if (Option.isNone(found)) return null
    const { mentor_buddy_id, ...session } = found.value
    return { ...session, ref: refs.of(looking, mentor_buddy_id) } satisfies WidgetMentorship
  })

  return Effect.fnUntraced(function* (looking: Looking) {
    const isOn = looking.may("mentors")
    return { mentor: isOn ? yield* mine(looking) : null, mentors: yield* where(isOn, seen(looking)) }
  })
})
