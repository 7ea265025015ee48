/** Puts a creature together: scene, prestige light, the species' layers, and the items between them. */
import { type Brush, document, group, makeBrush } from "./brush.ts"
import { type Figure, makeKit, prestigeMax, stageMax, variantCount } from "./figure.ts"
import { clampInteger, hash } from "./hash.ts"
import { type EquippedItem, type WornLayers, wornLayers } from "./items.ts"
import { collar, groundShadow, hatchlingShell, prestigeAura } from "./ornament.ts"
import { coatOf, type Palette, paletteOf } from "./palette.ts"
import { groundY, scene } from "./scene.ts"
import { speciesOf } from "./species.ts"

export interface CreatureRequest {
  /** A preset key; anything else gets the neutral palette. */
  readonly theme: string
  /** 0..11, clamped. */
  readonly variant: number
  /** 1..5, clamped. */
  readonly stage: number
  /** 0..10, clamped. */
  readonly prestige: number
  readonly items?: ReadonlyArray<EquippedItem>
}

type Drawn = Required<CreatureRequest>

/** Hatchlings are drawn larger in proportion, so that a young buddy is not lost in its picture. */
const stageScales = [1.34, 1.27, 1.2, 1.14, 1.1] as const

const figureLayers = (brush: Brush, palette: Palette, figure: Figure, request: Drawn, worn: WornLayers): string => {
  const shell =
    request.stage === 1
      ? hatchlingShell(brush, coatOf(palette, request.variant), request.variant, figure, {
          feet: !worn.has("feet") && !worn.has("body") && !worn.has("neck"),
          head: !worn.has("head")
        })
      : { cap: "", cup: "" }
  const collared = request.stage >= 4 && figure.collar && !worn.has("neck")
  return [
    groundShadow(brush, palette.ink, figure.anchors.body.width * 1.06 + 60),
    worn.behind,
    figure.back,
    worn.has("head") ? "" : (figure.crest ?? ""),
    figure.torso,
    figure.tentacled === true ? "" : worn.of("body"),
    figure.legs,
    worn.of("feet"),
    figure.head,
    figure.face,
    worn.of("face"),
    shell.cap,
    worn.of("head"),
    figure.tentacled === true ? "" : worn.of("hand"),
    figure.arms,
    figure.tentacled === true ? worn.of("body") + worn.of("hand") : "",
    worn.of("neck"),
    collared ? collar(brush, palette, figure.anchors, request.stage) : "",
    shell.cup,
    worn.of("accessory")
  ].join("")
}

const clamped = (input: CreatureRequest, theme: string): Drawn => ({
  items: input.items ?? [],
  prestige: clampInteger(input.prestige, 0, prestigeMax),
  stage: clampInteger(input.stage, 1, stageMax),
  theme,
  variant: clampInteger(input.variant, 0, variantCount - 1)
})

/** A creature with what it wears, to be laid over some ground. */
export interface Posed {
  /** What it wears instead of a scene, 1024 x 1024. */
  readonly backdrop: string | undefined
  /** Standing on (x, y); `zoom` 1: as large as it is at its stage in a picture of 1024 x 1024. */
  readonly at: (x: number, y: number, zoom?: number) => string
}

const standing = (brush: Brush, palette: Palette, request: Drawn): Posed => {
  const holds = request.items.some(({ category }) => category === "hand")
  const kit = makeKit(brush, palette, coatOf(palette, request.variant), request.stage, holds)
  const figure = speciesOf(request.variant)(kit)
  const scale = stageScales[request.stage - 1] ?? 1
  const worn = wornLayers({ brush, edge: 512 / scale, figure }, request.items)
  return {
    backdrop: worn.has("background") ? worn.of("background") : undefined,
    at: (x, y, zoom = 1) =>
      group(figureLayers(brush, palette, figure, request, worn), `translate(${x} ${y}) scale(${scale * zoom})`)
  }
}

/** For pictures with more in them than one creature in its scene. */
export const poseCreature = (brush: Brush, palette: Palette, input: CreatureRequest): Posed =>
  standing(brush, palette, clamped(input, palette.name))

/** A creature in its scene, as a self-contained SVG document of 1024 x 1024. */
export const drawCreature = (input: CreatureRequest): string => {
  const palette = paletteOf(input.theme)
  const request = clamped(input, palette.name)
  const brush = makeBrush(`c${hash(JSON.stringify(request)).toString(36)}`, palette.ink, 8)
  const posed = standing(brush, palette, request)
  const place = posed.backdrop ?? scene(brush, palette, request.stage, `${palette.name}:${request.variant}`)
  const aura = prestigeAura(brush, request.prestige)
  return document(place + aura + posed.at(512, groundY), brush.definitions())
}
