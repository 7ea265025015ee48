/** The painter of tests: what is planned for a picture may not befall another one. */
import { assert, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { FakeImages } from "../../../src/platform/images/FakeImages.ts"
import { ImageProvider } from "../../../src/platform/images/ImageProvider.ts"

const creature = (stage = 1) => ({ theme: "default", variant: 0, stage, prestige: 0 })
const star = { kind: "badge", theme: "learning", label: "Star", description: "", tier: null } as const

it.effect("keeps a failure for the kind of picture it was planned for, whatever is drawn before", () =>
  Effect.gen(function* () {
    const images = yield* ImageProvider
    const fake = yield* FakeImages
    yield* fake.failNext(1, undefined, { purpose: "icon" })
    yield* fake.failNext(1, undefined, { stage: 4 })
    yield* images.stageImage(creature())
    yield* Effect.flip(images.icon(star))
    yield* images.icon(star)
    yield* Effect.flip(images.stageImage(creature(4)))
    yield* images.stageImage(creature(4))
  }).pipe(Effect.provide(FakeImages.layer))
)

it.effect("holds a picture back until it is let go of", () =>
  Effect.gen(function* () {
    const images = yield* ImageProvider
    const draw = yield* (yield* FakeImages).holdNext()
    const held = yield* Effect.forkChild(images.stageImage(creature()), { startImmediately: true })
    yield* images.stageImage(creature())
    assert.isUndefined(held.pollUnsafe())
    yield* draw
    yield* Fiber.join(held)
  }).pipe(Effect.provide(FakeImages.layer))
)
