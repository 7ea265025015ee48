/**
 * The stand-in for every ImageProvider in tests: answers at once with a tiny PNG whose colour follows from the request,
 * remembers what it was asked, and fails or takes its time as often as it is told to.
 */
import { Context, type Duration, Effect, Layer, Ref } from "effect"
import { crc32, deflateSync } from "node:zlib"
import type { CreatureRequest } from "./creature.ts"
import { hash } from "./hash.ts"
import { ImageError, ImageProvider } from "./ImageProvider.ts"

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const

const chunk = (name: string, body: Uint8Array): Uint8Array => {
  const named = Buffer.concat([Buffer.from(name, "latin1"), body])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** A picture of one pixel; `color` is 0xrrggbb. */
const pixel = (color: number): Uint8Array<ArrayBuffer> => {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])
  const row = Buffer.from([0, (color >> 16) & 255, (color >> 8) & 255, color & 255])
  const chunks = [chunk("IHDR", header), chunk("IDAT", deflateSync(row)), chunk("IEND", Buffer.alloc(0))]
  return new Uint8Array(Buffer.concat([Buffer.from(signature), ...chunks]))
}

const unavailable = new ImageError({ detail: "told to fail", reason: "unavailable", retryable: true })

export class FakeImages extends Context.Service<
  FakeImages,
  {
    /** The next `times` pictures that nothing was said of fail; with `unavailable`, unless another error is given. */
    failNext(times: number, error?: ImageError): Effect.Effect<void>
    /** The next `times` pictures that nothing was said of take so long. */
    slowNext(times: number, duration: Duration.Input): Effect.Effect<void>
    /** Every request so far, oldest first, failed ones included. */
    readonly calls: Effect.Effect<ReadonlyArray<CreatureRequest>>
    /** How many icons were asked for so far. */
    readonly icons: Effect.Effect<number>
  }
>()("hatchery/platform/FakeImages") {
  /** Provides ImageProvider and the handle that steers it. `costs` in credits per picture. */
  static readonly layerAt = (costs: ImageProvider["Service"]["costs"]) =>
    Layer.effectContext(Effect.suspend(() => makeFake(costs)))

  static readonly layer = FakeImages.layerAt({ stage_image: 0, icon: 0 })
}

/** As few as the builtin artist, so that tests see who waits for whom. */
const at_once = 2

const makeFake = (costs: ImageProvider["Service"]["costs"]) =>
  Effect.gen(function* () {
    const calls = yield* Ref.make<ReadonlyArray<CreatureRequest>>([])
    const icons = yield* Ref.make(0)
    const fates = yield* Ref.make<ReadonlyArray<Effect.Effect<void, ImageError>>>([])
    const next = (times: number, fate: Effect.Effect<void, ImageError>) =>
      Ref.update(fates, (waiting) => [...waiting, ...Array.from({ length: times }, () => fate)])
    const draw = Effect.fn("FakeImages.draw")(function* (what: string) {
      yield* (yield* Ref.modify(fates, ([first, ...rest]) => [first, rest])) ?? Effect.void
      const color = hash(what) & 0xffffff
      return { image: pixel(color), thumb: pixel(color ^ 0xffffff) }
    })
    const provider = ImageProvider.of({
      name: "fake",
      at_once,
      costs,
      stageImage: Effect.fn("FakeImages.stageImage")(function* (request) {
        yield* Ref.update(calls, (before) => [...before, request])
        return yield* draw(JSON.stringify(request))
      }),
      icon: (request) =>
        Effect.andThen(
          Ref.update(icons, (before) => before + 1),
          draw(JSON.stringify(request))
        )
    })
    const steering = FakeImages.of({
      calls: Ref.get(calls),
      icons: Ref.get(icons),
      failNext: (times, error = unavailable) => next(times, Effect.fail(error)),
      slowNext: (times, duration) => next(times, Effect.sleep(duration))
    })
    return Context.make(ImageProvider, provider).pipe(Context.add(FakeImages, steering))
  })
