/** What committed changes ask for, done by whichever runner owns the buddy. One line per signal. */
import { Effect, Layer } from "effect"
import { type Signal, Signals } from "../../../../buddy/signals/Signals.ts"
import { Appearance } from "../Service/Appearance.ts"
import { Growth } from "../Service/Growth.ts"
import { BuddyItems } from "../Service/Items.ts"

type Handlers = {
  readonly [Tag in Signal["_tag"]]: (signal: Extract<Signal, { readonly _tag: Tag }>) => Effect.Effect<unknown>
}

export const buddySignals = Layer.effectDiscard(
  Effect.gen(function* () {
    const signals = yield* Signals
    const items = yield* BuddyItems
    const growth = yield* Growth
    const appearance = yield* Appearance
    const handlers: Handlers = {
      AutoEvolve: growth.autoEvolve,
      Repaint: ({ buddy_id, customer_id }) => appearance.repaintSoon(customer_id, buddy_id),
      GrantItems: items.grantItems,
      DeliverGift: items.deliverGift
    }
    yield* signals.handle((signal) => (handlers[signal._tag] as (signal: Signal) => Effect.Effect<unknown>)(signal))
  })
).pipe(Layer.provide([BuddyItems.layer, Growth.layer, Appearance.layer]))
