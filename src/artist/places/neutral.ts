/** Hills under a quiet sky, for every other theme. */
import { fill } from "../brush.ts"
import { ellipse } from "../geometry.ts"
import { cloud, hills, type View } from "./view.ts"

export const neutral = (view: View): string =>
  cloud(190, 300, 130, "#ffffff", 0.8) +
  cloud(846, 220, 110, "#ffffff", 0.8) +
  fill(ellipse(790, 300, 70, 70), "#fff0c9", 0.9) +
  hills(view.far, 740, 110) +
  hills(view.near, 822, 60)
