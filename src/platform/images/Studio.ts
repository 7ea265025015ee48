/**
 * Where tenants have their pictures drawn: the provider, paid with the tenant's credits, and a record of each use. The
 * painters go from tenant to tenant, and no tenant has all of them.
 */
import { Clock, Context, Effect, Layer } from "effect"
import type { PicturePurpose } from "../billing/CreditBooks.ts"
import { Credits } from "../billing/Credits.ts"
import { type FairPlaces, makeFairPlaces } from "../requests/FairPlaces.ts"
import { namedUuid, uuid } from "../postgres/Ids.ts"
import { CommandKey } from "../../wire/CommandKey.ts"
import { type CreatureRequest, type IconRequest, ImageError, ImageProvider, type StageImage } from "./ImageProvider.ts"

export class Studio extends Context.Service<
  Studio,
  {
    stageImage(customer_id: string, request: CreatureRequest): Effect.Effect<StageImage, ImageError>
    icon(customer_id: string, request: IconRequest): Effect.Effect<StageImage, ImageError>
    /** One after the other per tenant: for what may wait until whatever else the tenant wants is drawn. */
    oneByOne<A, E, R>(customer_id: string, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R>
  }
>()("hatchery/platform/images/Studio") {
  static readonly layer = Layer.effect(
    Studio,
    Effect.gen(function* () {
      const provider = yield* ImageProvider
      const credits = yield* Credits
      const painters = makeFairPlaces({
        places: provider.at_once,
        places_per_tenant: Math.max(1, provider.at_once - 1)
      })
      const lane = makeFairPlaces({ places: Number.POSITIVE_INFINITY, places_per_tenant: 1 })
      const inside =
        (places: FairPlaces, customer_id: string) =>
        <A, E, R>(work: Effect.Effect<A, E, R>) =>
          Effect.scoped(Effect.andThen(places.enter(customer_id), work)) as Effect.Effect<A, E, R>

      const paid = Effect.fnUntraced(function* (
        customer_id: string,
        purpose: PicturePurpose,
        request: CreatureRequest | IconRequest,
        drawing: Effect.Effect<StageImage, ImageError>
      ) {
        const price = provider.costs[purpose]
        const command = yield* CommandKey
        const work = { image_id: yield* uuid, purpose, provider: provider.name, credits: price }
        // Nodes that are sent one Idempotency-Key at once know nothing of each other, but for what they paid.
        const name = namedUuid("picture", customer_id, command ?? work.image_id, purpose, JSON.stringify(request))
        const image_id = yield* credits.payOnce(customer_id, work, name)
        if (image_id === undefined) {
          const detail = `a ${purpose} costs ${price} credits`
          return yield* new ImageError({ reason: "credit_short", retryable: false, detail })
        }
        const picture = { ...work, image_id }
        const began = yield* Clock.currentTimeMillis
        return yield* Effect.onExit(drawing, (exit) =>
          Effect.gen(function* () {
            const duration_ms = Math.round((yield* Clock.currentTimeMillis) - began)
            const status = exit._tag === "Success" ? "drawn" : "failed"
            yield* credits.conclude(customer_id, { ...picture, status, duration_ms })
          })
        )
      })

      return Studio.of({
        stageImage: (customer_id, request) =>
          inside(painters, customer_id)(paid(customer_id, "stage_image", request, provider.stageImage(request))),
        icon: (customer_id, request) =>
          inside(painters, customer_id)(paid(customer_id, "icon", request, provider.icon(request))),
        oneByOne: (customer_id, work) => inside(lane, customer_id)(work)
      })
    })
  ).pipe(Layer.provide(Credits.layer))
}
