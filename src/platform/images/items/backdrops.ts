/** Whole places that replace the theme's scene when a background item is equipped. */
import type { Brush } from "../brush.ts"
import { choose } from "../hash.ts"
import type { Place } from "./backdropParts.ts"
import { beach, forest, undersea } from "./landscapes.ts"
import { cosmos, night, rainbow } from "./skies.ts"

const places: readonly [Place, ...Array<Place>] = [night, beach, forest, undersea, rainbow, cosmos]

/** The place an item key stands for. */
export const backdrop = (brush: Brush, key: string): string => choose(places, key, "background")(brush, key)
