/** What a drawing shows at the size of an avatar: pixels, the shape of a creature, and what an item changes of it. */
import sharp from "sharp"
import { document, makeBrush } from "../../../src/artist/brush.ts"
import { drawCreatureSvg, type CreatureRequest } from "../../../src/platform/images/ImageProvider.ts"
import { paletteOf } from "../../../src/artist/palette.ts"
import { scene } from "../../../src/artist/scene.ts"

const theme = "learning"

export const creature = (changes: Partial<CreatureRequest> = {}): CreatureRequest => ({
  prestige: 0,
  stage: 3,
  theme,
  variant: 4,
  ...changes
})

export const range = (count: number, from = 0) => Array.from({ length: count }, (_, index) => index + from)

const drawn = new Map<string, Promise<Buffer>>()

/**
 * RGB, row by row; drawn at that size at once, which is much quicker than drawing it large and shrinking it, and only
 * once: most drawings are compared with many.
 */
export const pixelsOf = (svg: string, side: number): Promise<Buffer> => {
  const sized = svg.replace('width="1024" height="1024"', `width="${side}" height="${side}"`)
  const pixels = drawn.get(sized) ?? sharp(Buffer.from(sized)).removeAlpha().raw().toBuffer()
  drawn.set(sized, pixels)
  return pixels
}

/** Greatest difference of a channel, 0..255. */
const distance = (one: Buffer, other: Buffer, pixel: number) => {
  const red = pixel * 3
  return Math.max(
    Math.abs(one[red]! - other[red]!),
    Math.abs(one[red + 1]! - other[red + 1]!),
    Math.abs(one[red + 2]! - other[red + 2]!)
  )
}

/** Differences below this are lost on a small screen. */
const visible = 28

/** The scene alone, as it stands behind the creature. */
const emptyScene = (variant: number, stage: number) => {
  const palette = paletteOf(theme)
  const brush = makeBrush("empty", palette.ink, 8)
  const drawn = scene(brush, palette, stage, `${palette.name}:${variant}`)
  return document(drawn, brush.definitions())
}

export const avatarSide = 64

/** Where a creature covers its scene: its shape without its colours, at 64 pixels. */
export const silhouette = async (variant: number, stage: number): Promise<ReadonlyArray<boolean>> => {
  const [full, empty] = await Promise.all([
    pixelsOf(drawCreatureSvg(creature({ stage, variant })), avatarSide),
    pixelsOf(emptyScene(variant, stage), avatarSide)
  ])
  return range(avatarSide * avatarSide).map((pixel) => distance(full, empty, pixel) > visible)
}

/** Share of the area of both shapes together that only one of them covers. */
export const differing = (one: ReadonlyArray<boolean>, other: ReadonlyArray<boolean>) => {
  const union = one.filter((inside, index) => inside || other[index]).length
  return one.filter((inside, index) => inside !== other[index]).length / Math.max(1, union)
}

/** Whether two drawings differ at a place, in coordinates of the 1024 picture, averaged over 8 x 8 of its pixels. */
export const changes = async (one: string, other: string) => {
  const side = 128
  const [first, second] = [await pixelsOf(one, side), await pixelsOf(other, side)]
  const scale = side / 1024
  const at = (x: number, y: number) => {
    const [column, row] = [Math.floor(x * scale), Math.floor(y * scale)]
    return (
      column >= 0 && row >= 0 && column < side && row < side && distance(first, second, row * side + column) > visible
    )
  }
  const everywhere = range(side * side)
    .filter((pixel) => distance(first, second, pixel) > visible)
    .map((pixel) => ({ x: ((pixel % side) + 0.5) / scale, y: (Math.floor(pixel / side) + 0.5) / scale }))
  return { at, everywhere }
}
