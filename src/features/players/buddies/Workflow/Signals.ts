/** What committed changes ask for, done by whichever runner owns the buddy. One line per signal. */
import { Effect, Layer } from "effect"
import { Grants } from "../../../../buddy/Grants.ts"
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
    const grants = yield* Grants
    const handlers: Handlers = {
      AutoEvolve: growth.autoEvolve,
      Repaint: ({ buddy_id, customer_id }) => appearance.repaintSoon(customer_id, buddy_id),
      GrantItems: items.grantItems,
      DeliverGift: items.deliverGift,
      // However often it is said: the receipt of the kudos is single.
      DeliverKudos: ({ customer_id, kudo_id, kudo_type_id, reward, to_buddy_id }) => {
        const grant = { source: "kudos", campaign_id: kudo_type_id, grant_key: kudo_id, reward } as const
        const origin = { type: "job", id: "kudos" } as const
        return Effect.orDie(grants.grant(customer_id, to_buddy_id, { ...grant, origin }))
      }
    }
    yield* signals.handle((signal) => (handlers[signal._tag] as (signal: Signal) => Effect.Effect<unknown>)(signal))
  })
).pipe(Layer.provide([BuddyItems.layer, Growth.layer, Appearance.layer, Grants.layer]))
