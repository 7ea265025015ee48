import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { originOf } from "../../../wire/Change.ts"
import { isSlot, type Slot } from "../../../wire/content/Narrative.ts"
import { NotFound } from "../../../wire/Failure.ts"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { NarrativeStore } from "../narrative/Store.ts"
import { CouncilApi } from "./Api.ts"
import { voterOf } from "./Rules.ts"
import { Council } from "./Service.ts"
import { CouncilStore } from "./Store.ts"

const slotNamed = (name: string): Effect.Effect<Slot, NotFound> =>
  isSlot(name) ? Effect.succeed(name) : Effect.fail(new NotFound({ resource: "slot" }))

export const CouncilHttp = HttpApiBuilder.group(
  feature(CouncilApi),
  "council",
  Effect.fn(function* (handlers) {
    const store = yield* CouncilStore
    const council = yield* Council
    const narratives = yield* NarrativeStore
    /** By somebody's own authority. */
    const write = Effect.fnUntraced(function* (slot: Slot, next: string | null) {
      const caller = yield* Principal
      return yield* narratives.change(caller.customer_id, [{ slot, next }], {
        actor: originOf(caller),
        source: "patch"
      })
    })
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        return yield* store.list((yield* Principal).customer_id, query)
      }),
      propose: Effect.fnUntraced(function* ({ payload: { buddy_id, slot, text } }) {
        return yield* council.propose((yield* Principal).customer_id, { slot, text, buddy_id })
      }),
      vote: Effect.fnUntraced(function* ({ params, payload }) {
        const caller = yield* Principal
        const by = { voter: voterOf(caller), actor: originOf(caller) }
        return yield* store.vote(caller.customer_id, params.id, payload, by)
      }),
      setSlot: Effect.fnUntraced(function* ({ params, payload }) {
        const slot = yield* slotNamed(params.slot)
        return { slot, ...(yield* write(slot, payload.text)).texts[slot]! }
      }),
      clearSlot: Effect.fnUntraced(function* ({ params }) {
        yield* write(yield* slotNamed(params.slot), null)
      })
    })
  })
).pipe(Layer.provide([Council.layer, CouncilStore.layer, NarrativeStore.layer]))
