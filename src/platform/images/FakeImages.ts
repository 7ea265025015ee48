/**
 * The stand-in for every ImageProvider in tests: answers at once with a tiny PNG whose colour follows from the request,
 * remembers what it was asked, and fails or takes its time as often as it is told to.
 */
import { Context, type Duration, Effect, Latch, Layer, Ref } from "effect"
import { crc32, deflateSync } from "node:zlib"
import type { PicturePurpose } from "../billing/CreditBooks.ts"
import type { CreatureRequest } from "../../artist/creature.ts"
import { hash } from "../../artist/hash.ts"
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

/**
 * Which pictures are meant; all when it is left out. Much is drawn beside what a test asks for, earlier or later as the
 * machine is busy: who plans a failure says of what.
 */
export interface PictureKind {
  readonly purpose?: PicturePurpose
  /** of the creature */
  readonly stage?: number
}

interface Fate extends PictureKind {
  readonly happens: Effect.Effect<void, ImageError>
}

const isOf = (asked: PictureKind, { purpose, stage }: PictureKind) =>
  (purpose === undefined || purpose === asked.purpose) && (stage === undefined || stage === asked.stage)

export class FakeImages extends Context.Service<
  FakeImages,
  {
    /**
     * The next `times` pictures `of` this kind that nothing was said of fail; with `unavailable`, unless another error
     * is given.
     */
    failNext(times: number, error?: ImageError, of?: PictureKind): Effect.Effect<void>
    /** The next `times` pictures `of` this kind that nothing was said of take so long. */
    slowNext(times: number, duration: Duration.Input, of?: PictureKind): Effect.Effect<void>
    /** The next picture `of` this kind that nothing was said of is not drawn before what this answers with has run. */
    holdNext(of?: PictureKind): Effect.Effect<Effect.Effect<void>>
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
    const fates = yield* Ref.make<ReadonlyArray<Fate>>([])
    const next = (times: number, fate: Fate) =>
      Ref.update(fates, (waiting) => [...waiting, ...Array.from({ length: times }, () => fate)])
    const fateOf = (asked: PictureKind) =>
      Ref.modify(fates, (waiting) => {
        const index = waiting.findIndex((fate) => isOf(asked, fate))
        return index < 0 ? [Effect.void, waiting] : [waiting[index]!.happens, waiting.toSpliced(index, 1)]
      })
    const draw = Effect.fn("FakeImages.draw")(function* (asked: PictureKind, what: string) {
      yield* yield* fateOf(asked)
      const color = hash(what) & 0xffffff
      return { image: pixel(color), thumb: pixel(color ^ 0xffffff) }
    })
    const provider = ImageProvider.of({
      name: "fake",
      at_once,
      costs,
      stageImage: Effect.fn("FakeImages.stageImage")(function* (request) {
        yield* Ref.update(calls, (before) => [...before, request])
        return yield* draw({ purpose: "stage_image", stage: request.stage }, JSON.stringify(request))
      }),
      icon: (request) =>
        Effect.andThen(
          Ref.update(icons, (before) => before + 1),
          draw({ purpose: "icon" }, JSON.stringify(request))
        )
    })
    const steering = FakeImages.of({
      calls: Ref.get(calls),
      icons: Ref.get(icons),
      failNext: (times, error = unavailable, of = {}) => next(times, { ...of, happens: Effect.fail(error) }),
      holdNext: Effect.fnUntraced(function* (of = {}) {
        const released = yield* Latch.make()
        yield* next(1, { ...of, happens: released.await })
        return Effect.asVoid(released.open)
      }),
      slowNext: (times, duration, of = {}) => next(times, { ...of, happens: Effect.sleep(duration) })
    })
    return Context.make(ImageProvider, provider).pipe(Context.add(FakeImages, steering))
  })
