/**
 * Pictures of creatures. `layerBuiltin` draws them in this process: offline, at no cost, the same bytes for the same
 * request on every machine, so a picture may be drawn again at any time and found under the same hash.
 */
import { Context, Effect, Layer, Schema, Semaphore } from "effect"
import { type CreatureRequest, drawCreature } from "../../artist/creature.ts"
import { drawIcon, type IconRequest } from "../../artist/icon.ts"
import { rasterize, type StageImage } from "../../artist/rasterize.ts"

export { type CreatureRequest, drawCreature as drawCreatureSvg } from "../../artist/creature.ts"
export { drawEgg as drawEggSvg, type EggRequest } from "../../artist/egg.ts"
export { drawIcon as drawIconSvg, type IconRequest } from "../../artist/icon.ts"
export type { EquippedItem } from "../../artist/items.ts"
export type { StageImage } from "../../artist/rasterize.ts"

/**
 * Why there is no picture. `retryable` says whether the same request may succeed later without anybody's help:
 * - render_failed: the drawing could not be turned into pixels; trying again changes nothing
 * - timed_out, unavailable: the provider was too slow or did not answer
 * - credit_short: the tenant's balance does not cover a picture
 */
export class ImageError extends Schema.TaggedError<ImageError>()("ImageError", {
  reason: Schema.Literals(["render_failed", "timed_out", "unavailable", "credit_short"]),
  retryable: Schema.Boolean,
  detail: Schema.String
}) {}

/** More would only queue for the cores and hold their memory meanwhile. */
const at_once = 2

const failure = (cause: unknown): ImageError => {
  const detail = cause instanceof Error ? cause.message : String(cause)
  const isTimeout = detail.startsWith("timeout")
  return new ImageError({ detail, reason: isTimeout ? "timed_out" : "render_failed", retryable: isTimeout })
}

export class ImageProvider extends Context.Service<
  ImageProvider,
  {
    /** as usage reports name it */
    readonly name: string
    /** pictures drawn at the same time; who asks for more waits, see Studio */
    readonly at_once: number
    /** credits per picture */
    readonly costs: { readonly stage_image: number; readonly icon: number }
    /** The creature at a stage with its items: PNG of 1024 x 1024 and of 256 x 256. */
    stageImage(request: CreatureRequest): Effect.Effect<StageImage, ImageError>
    /** An icon in the same sizes. */
    icon(request: IconRequest): Effect.Effect<StageImage, ImageError>
  }
>()("hatchery/platform/ImageProvider") {
  static readonly layerBuiltin = Layer.effect(
    ImageProvider,
    Effect.gen(function* () {
      const drawings = yield* Semaphore.make(at_once)
      const draw = (svg: () => string) =>
        drawings.withPermit(Effect.tryPromise({ catch: failure, try: async () => rasterize(svg()) }))
      return ImageProvider.of({
        name: "builtin",
        at_once,
        costs: { stage_image: 0, icon: 0 },
        stageImage: Effect.fn("ImageProvider.stageImage")((request) => draw(() => drawCreature(request))),
        icon: Effect.fn("ImageProvider.icon")((request) => draw(() => drawIcon(request)))
      })
    })
  )
}
