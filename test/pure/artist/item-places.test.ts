/** Items sit where they belong: measured on the pictures of all twelve creatures. */
import { assert, describe, it } from "vitest"
import { makeBrush } from "../../../src/artist/brush.ts"
import { makeKit, stageMax, variantCount } from "../../../src/artist/figure.ts"
import { drawCreatureSvg } from "../../../src/platform/images/ImageProvider.ts"
import { coatOf, paletteOf } from "../../../src/artist/palette.ts"
import { groundY } from "../../../src/artist/scene.ts"
import { speciesOf } from "../../../src/artist/species.ts"
import { changes, creature, range } from "../../kit/pictures/Drawings.ts"

const scales = [1.34, 1.27, 1.2, 1.14, 1.1]
/** In its shell, half grown and full grown: the stages between lie between. */
const stages = [1, 3, stageMax]
const everybody = range(variantCount).flatMap((variant) => stages.map((stage) => ({ stage, variant })))

/** A body part in coordinates of the 1024 picture. */
const bodyOf = (variant: number, stage: number, holds = false) => {
  const palette = paletteOf("learning")
  const kit = makeKit(makeBrush("test", palette.ink, 8), palette, coatOf(palette, variant), stage, holds)
  const { anchors } = speciesOf(variant)(kit)
  const scale = scales[stage - 1] ?? 1
  const place = ({ width, x, y }: { width: number; x: number; y: number }) => ({
    width: width * scale,
    x: 512 + x * scale,
    y: groundY + y * scale
  })
  const face = place(anchors.face)
  const eyes = [-1, 1].map((side) => ({ x: face.x + (side * face.width) / 2, y: face.y }))
  return { eyes, face, feet: anchors.feet.map(place), head: place(anchors.head), neck: place(anchors.neck), scale }
}

const worn = (variant: number, stage: number, category: string, item_key: string, against?: string) =>
  changes(
    drawCreatureSvg(creature({ items: [{ category, item_key }], stage, variant })),
    drawCreatureSvg(creature({ items: against === undefined ? [] : [{ category, item_key: against }], stage, variant }))
  )

/** Nothing may lie on the middle of an eye: half of its radius around it. */
const covers = (at: (x: number, y: number) => boolean, eye: { x: number; y: number }, reach: number) =>
  [-1, 0, 1].some((dx) => [-1, 0, 1].some((dy) => at(eye.x + dx * reach, eye.y + dy * reach)))

const named = ({ stage, variant }: { stage: number; variant: number }) => `variant ${variant} at stage ${stage}`

/** Hundreds of pictures: much longer than other tests on a busy machine. */
describe("on all twelve creatures, at every age", () => {
  it("what is held is beside the face: no tool lies over an eye, and none sinks out of the picture", async () => {
    for (const who of everybody) {
      const { eyes, scale } = bodyOf(who.variant, who.stage)
      for (const item_key of ["magnifying_glass", "flag", "shopping_bag"]) {
        const { at, everywhere } = await worn(who.variant, who.stage, "hand", item_key)
        const on = `${item_key} of ${named(who)}`
        assert.isAbove(everywhere.length, 38, `${on} is seen`)
        for (const eye of eyes) assert.isFalse(covers(at, eye, 12 * scale), `${on} covers an eye`)
        assert.isBelow(Math.max(...everywhere.map(({ y }) => y)), groundY + 45, `${on} stands on the ground`)
        assert.isBelow(Math.max(...everywhere.map(({ x }) => x)), 1020, `${on} is whole`)
        assert.isAbove(Math.min(...everywhere.map(({ x }) => x)), 4, `${on} is whole`)
      }
    }
  })

  it("a hat sits above the eyes, on the head and not over it", async () => {
    for (const who of everybody) {
      const { eyes, head, scale } = bodyOf(who.variant, who.stage)
      for (const item_key of ["wizard_hat", "graduation_cap", "headset"]) {
        const { at, everywhere } = await worn(who.variant, who.stage, "head", item_key, "party_hat")
        const on = `${item_key} of ${named(who)}`
        for (const eye of eyes) assert.isFalse(covers(at, eye, 10 * scale), `${on} covers an eye`)
        const above = everywhere.filter(({ y }) => y < head.y + 6)
        assert.isAbove(above.length, 15, `${on} is seen above its brim`)
        assert.isBelow(head.y, Math.min(...eyes.map(({ y }) => y)) - 20 * scale, `${on} rests above the eyes`)
      }
    }
  })

  it("glasses frame both eyes", async () => {
    for (const who of everybody) {
      const { eyes, face } = bodyOf(who.variant, who.stage)
      const { everywhere } = await worn(who.variant, who.stage, "face", "sunglasses")
      for (const eye of eyes) {
        const near = everywhere.filter(({ x, y }) => Math.hypot(x - eye.x, y - eye.y) < face.width * 0.45)
        assert.isAbove(near.length, 10, `${named(who)} wears a lens before each eye`)
      }
      const middle = everywhere.reduce((total, { x }) => total + x, 0) / everywhere.length
      assert.isBelow(Math.abs(middle - face.x), face.width * 0.12, `${named(who)}: in the middle of the face`)
    }
  })

  it("clothes cover the chest and leave the face free", async () => {
    for (const who of everybody) {
      const { eyes, scale } = bodyOf(who.variant, who.stage)
      for (const item_key of ["school_jacket", "hoodie"]) {
        // Without its shell, which a hatchling takes off to wear something.
        const { everywhere } = await worn(who.variant, who.stage, "body", item_key, "sash")
        const top = Math.min(...everywhere.map(({ y }) => y))
        assert.isAbove(everywhere.length, 30, `${item_key} of ${named(who)} is seen`)
        assert.isAbove(top, Math.max(...eyes.map(({ y }) => y)) + 24 * scale, `${item_key} of ${named(who)}`)
      }
    }
  })

  it("what is worn round the neck lies below the eyes and the nose", async () => {
    for (const who of everybody) {
      const { eyes, scale } = bodyOf(who.variant, who.stage)
      const { everywhere } = await worn(who.variant, who.stage, "neck", "bow_tie", "scarf")
      const top = Math.min(...everywhere.map(({ y }) => y))
      assert.isAbove(top, Math.max(...eyes.map(({ y }) => y)) + 16 * scale, named(who))
    }
  })

  it("there is a boot for every foot that stands on the ground", async () => {
    /** dragon, bunny, owl, axolotl, fox, mushling, moth, hedgehog, octopus, ram, frog, kirin */
    const feet = [2, 2, 2, 2, 2, 2, 2, 2, 4, 4, 2, 4]
    for (const who of everybody) {
      const body = bodyOf(who.variant, who.stage)
      assert.strictEqual(body.feet.length, feet[who.variant], named(who))
      const { everywhere } = await worn(who.variant, who.stage, "feet", "rain_boots", "woollen_socks")
      for (const foot of body.feet) {
        const near = everywhere.filter(
          ({ x, y }) => Math.abs(x - foot.x) < foot.width * 0.5 && y > groundY - foot.width * 1.1
        )
        assert.isAbove(near.length, 3, `${named(who)}, the foot at ${Math.round(foot.x)}`)
      }
      const stray = everywhere.filter(({ y }) => y < groundY - Math.max(...body.feet.map(({ width }) => width)) * 1.2)
      assert.strictEqual(stray.length, 0, `${named(who)}: nothing but on its feet`)
    }
  })
})
