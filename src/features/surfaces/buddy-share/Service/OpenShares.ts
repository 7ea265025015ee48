/** Shared buddies as anybody sees them at the moment. */
import { Context, Effect, Layer, Option } from "effect"
import { Tenants } from "../../../../platform/auth/Tenants.ts"
import { remembered } from "../../../../platform/cluster/Remembered.ts"
import { makeSingleFlight } from "../../../../platform/requests/SingleFlight.ts"
import { isActive } from "../../../../wire/Plans.ts"
import { OgImages } from "../../og-images/Service.ts"
import { type PublicBuddy, PublicBuddies } from "../../public-buddies/Service.ts"
import { isCode } from "../Rules.ts"
import { type Found, ShareStore, type TenantLook } from "../Store.ts"

interface Seen extends TenantLook {
  readonly customer_id: string
  readonly buddy: PublicBuddy
  /** composed for cards of links; undefined: there is none, or none yet */
  readonly composed: string | null
}

export interface OpenShare extends Seen, Pick<Found, "buddy_id" | "created_at" | "settings"> {
  readonly code: string
  /** null: it is not shown */
  readonly tenant_name: string | null
}

export class OpenShares extends Context.Service<
  OpenShares,
  { find(code: string): Effect.Effect<Option.Option<OpenShare>> }
>()("hatchery/features/buddy-share/OpenShares") {
  static readonly layer = Layer.effect(
    OpenShares,
    Effect.gen(function* () {
      const store = yield* ShareStore
      const tenants = yield* Tenants
      const buddies = yield* PublicBuddies
      const images = yield* OgImages
      // The link is looked up each time, so that a voided one and an erased buddy are gone at once; its looks may wait.
      const once = (yield* makeSingleFlight)<Option.Option<Found>, never>()
      const seen = yield* remembered<Seen>({
        capacity: 5_000,
        ttl_ms: 30_000,
        load: Effect.fnUntraced(function* (key) {
          const [customer_id, buddy_id] = key.split("/") as [string, string]
          const buddy = (yield* buddies.find(customer_id, [buddy_id])).get(buddy_id)
          if (buddy === undefined) return Option.none()
          const look = yield* store.look(customer_id)
          const accent_color = buddy.accent_color ?? look.theme.accent_color
          const of = { customer_id, kind: "buddy", buddies: [buddy], accent_color, mode: look.theme.mode } as const
          return Option.some({ customer_id, buddy, ...look, composed: yield* images.url(of) })
        })
      })
      return OpenShares.of({
        find: Effect.fn("OpenShares.find")(function* (code) {
          const found = isCode(code) ? yield* once(code, store.find(code)) : Option.none<Found>()
          if (Option.isNone(found) || !found.value.settings.enabled) return Option.none()
          const { customer_id, ...link } = found.value
          const tenant = yield* Effect.orDie(tenants.get(customer_id))
          if (!isActive(tenant, "share")) return Option.none()
          const tenant_name = link.settings.show_tenant_name ? tenant.name : null
          return Option.map(yield* seen(`${customer_id}/${link.buddy_id}`), (buddy) => ({
            ...link,
            ...buddy,
            code,
            tenant_name
          }))
        })
      })
    })
  ).pipe(Layer.provide([ShareStore.layer, PublicBuddies.layer, OgImages.layer]))
}
