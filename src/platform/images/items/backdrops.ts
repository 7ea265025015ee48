/** Whole places that replace the theme's scene when a background item is equipped. */
import type { Brush } from "../brush.ts"
import { choose } from "../hash.ts"
import type { Place } from "./backdropParts.ts"
import { spelled } from "./designs.ts"
import { beach, forest, undersea } from "./landscapes.ts"
import { classroom, library } from "./rooms.ts"
import { cosmos, night, rainbow } from "./skies.ts"

const places: readonly [Place, ...Array<Place>] = [night, beach, forest, undersea, rainbow, cosmos, classroom, library]

/** A word of the key, and the place it asks for. */
const words: ReadonlyArray<readonly [RegExp, Place]> = [
  [/library|book|hall|round table/, library],
  [/class|school|office|desk|room/, classroom],
  [/beach|sea side|island|coast/, beach],
  [/sea|ocean|reef|water/, undersea],
  [/forest|park|garden|wood|camp|track/, forest],
  [/space|cosmos|galaxy|planet|moon/, cosmos],
  [/rainbow|summit|sky|cloud/, rainbow],
  [/night|evening|star/, night]
]

/** The place an item key stands for: the one it names, else one chosen by the key. */
export const backdrop = (brush: Brush, key: string): string => {
  const text = spelled(key)
  const place = words.find(([word]) => word.test(text))?.[1] ?? choose(places, key, "background")
  return place(brush, key)
}
