/** The buddy that looks, and what sections of its widgets are judged on: one read for all of them. */
import { Clock, Effect } from "effect"
import type { Facts } from "../../../../engine/core/Facts.ts"
import { Tenants } from "../../../../platform/auth/Tenants.ts"
import type { LiveCampaigns } from "../../../../wire/campaigns/Live.ts"
import { type Capability, isActive } from "../../../../wire/Plans.ts"
import { BuddyReads } from "../../../players/buddies/Store.ts"

export interface Looking {
  readonly customer_id: string
  readonly buddy_id: string
  readonly audience: string
  /** at the moment the buddy lives at: what is its own follows that */
  readonly facts: Facts
  /** epoch ms; what buddies share knows no other moment */
  readonly present: number
  /** it takes part in nothing that is shared */
  readonly isOnTestClock: boolean
  readonly live: LiveCampaigns
  readonly may: (capability: Capability) => boolean
}

/** To be yielded while a layer is built. */
export const lookings = Effect.gen(function* () {
  const reads = yield* BuddyReads
  const tenants = yield* Tenants
  return Effect.fn("Widget.looking")(function* (customer_id: string, buddy_id: string) {
    const { at, buddy, snapshot, state } = yield* reads.standing(customer_id, buddy_id)
    const tenant = yield* Effect.orDie(tenants.get(customer_id))
    return {
      customer_id,
      buddy_id: buddy.buddy_id,
      audience: buddy.audience,
      facts: { snapshot, state, ...at },
      present: yield* Clock.currentTimeMillis,
      isOnTestClock: tenant.clocks.has(buddy.user_id),
      live: tenant.campaigns,
      may: (capability) => isActive(tenant, capability)
    } satisfies Looking
  })
})

export const ofAudience = ({ audience }: Looking, meant: string | null): boolean => meant === null || meant === audience

const none: Effect.Effect<ReadonlyArray<never>> = Effect.succeed([])

/** Empty where the workspace may not use it, and nothing is read then. */
export const where = <A>(isOn: boolean, section: Effect.Effect<ReadonlyArray<A>>): Effect.Effect<ReadonlyArray<A>> =>
  isOn ? section : none
