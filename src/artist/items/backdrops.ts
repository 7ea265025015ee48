/** Whole places that replace the theme's scene when a background item is equipped. */
import type { Brush } from "../brush.ts"
import { choose } from "../hash.ts"
import type { Place } from "./backdropParts.ts"
import { spelled } from "./designs.ts"
import { camp, mountains } from "./highlands.ts"
import { beach, forest, undersea } from "./landscapes.ts"
import { classroom, library } from "./rooms.ts"
import { clouds, cosmos, night, rainbow } from "./skies.ts"
import { office, roof, runway, serverRoom, shop } from "./town.ts"

const places: readonly [Place, ...Array<Place>] = [
  night,
  beach,
  forest,
  undersea,
  rainbow,
  cosmos,
  classroom,
  library,
  mountains,
  clouds,
  camp,
  office,
  roof,
  shop,
  runway,
  serverRoom
]

/** A word of the key, and the place it asks for. The first line that fits counts: a night sky is a night first. */
const words: ReadonlyArray<readonly [RegExp, Place]> = [
  [/rainbow/, rainbow],
  [/\bspace|cosmos|cosmic|galax|planet|nebula|orbit|universe/, cosmos],
  [/night|evening|midnight|moon|star(s|ry|light)?\b|dusk|twilight/, night],
  [/server|data ?cent|computer|machine/, serverRoom],
  [/runway|catwalk|stage|theatre|theater|spotlight/, runway],
  [/shop|store|market|boutique|mall\b/, shop],
  [/library|book|\bhall|round table|museum|castle/, library],
  [/office|desk|meeting|cubicle/, office],
  [/class|school|lecture|academy/, classroom],
  [/roof|terrace|balcony|city|town|skyline|street/, roof],
  [/summit|mountain|peak|alps?\b|hike|trail|snow/, mountains],
  [/undersea|underwater|reef|ocean floor|aquarium|sea ?bed|deep sea/, undersea],
  [/beach|sea ?side|shore|island|coast|lagoon|sunset/, beach],
  [/\bsea|ocean|water/, undersea],
  [/camp|\bfire|tent/, camp],
  [/forest|park|garden|wood|track|meadow|jungle/, forest],
  [/sky|skies|cloud|heaven/, clouds],
  [/room/, classroom]
]

/** The place a word of the key asks for, if any does. */
export const namedPlace = (key: string): Place | undefined => {
  const text = spelled(key)
  return words.find(([word]) => word.test(text))?.[1]
}

/** The place an item key stands for: the one it names, else one chosen by the key. */
export const backdrop = (brush: Brush, key: string): string =>
  (namedPlace(key) ?? choose(places, key, "background"))(brush, key)
