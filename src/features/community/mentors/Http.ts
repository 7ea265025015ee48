import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { buddyRefs } from "../../../platform/secrets/BuddyRefs.ts"
import { NotFound } from "../../../wire/Failure.ts"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { MentorsApi, WidgetMentorsApi } from "./Api.ts"
import { Mentors } from "./Service.ts"
import { MentorStore } from "./Store.ts"

const customer = Effect.map(Principal, ({ customer_id }) => customer_id)

export const MentorsHttp = HttpApiBuilder.group(
  feature(MentorsApi),
  "mentors",
  Effect.fn(function* (handlers) {
    const store = yield* MentorStore
    const mentors = yield* Mentors
    return handlers.handleAll({
      config: Effect.fnUntraced(function* () {
        return yield* store.config(yield* customer)
      }),
      configure: Effect.fnUntraced(function* ({ payload }) {
        return yield* store.configure(yield* customer, payload)
      }),
      directory: Effect.fnUntraced(function* ({ query }) {
        return yield* store.directory(yield* customer, query)
      }),
      sessions: Effect.fnUntraced(function* ({ query }) {
        return yield* store.sessions(yield* customer, query)
      }),
      start: Effect.fnUntraced(function* ({ payload }) {
        return yield* mentors.start(yield* customer, { ...payload, isSelfService: false })
      }),
      end: Effect.fnUntraced(function* ({ query }) {
        yield* store.end(yield* customer, query)
      })
    })
  })
).pipe(Layer.provide([MentorStore.layer, Mentors.layer]))

export const WidgetMentorsHttp = HttpApiBuilder.group(
  feature(WidgetMentorsApi),
  "widget-mentors",
  Effect.fn(function* (handlers) {
    const mentors = yield* Mentors
    const refs = yield* buddyRefs
    return handlers.handleAll({
      start: Effect.fnUntraced(function* ({ payload: { mentor_ref } }) {
        const caller = yield* Principal
        if (!("scopes" in caller)) return yield* Effect.die(new Error("a widget route without a widget token"))
        const { buddy_id: mentee_buddy_id, customer_id } = caller
        const mentor_buddy_id = yield* refs.open(caller, mentor_ref)
        if (mentor_buddy_id === undefined) return yield* new NotFound({ resource: "mentor" })
        const { mentor_buddy_id: _, ...session } = yield* mentors.start(customer_id, {
          mentor_buddy_id,
          mentee_buddy_id,
          team_id: null,
          isSelfService: true
        })
        return { ...session, mentor_ref }
      })
    })
  })
).pipe(Layer.provide(Mentors.layer))
