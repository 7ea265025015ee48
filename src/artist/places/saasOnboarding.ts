/** Clouds, windows of an app and steps to climb. */
import { fill } from "../brush.ts"
import { mix } from "../color.ts"
import { ellipse } from "../geometry.ts"
import { cloud, hills, rect, type View } from "./view.ts"

export const saasOnboarding = (view: View): string => {
  const card = (x: number, y: number, width: number, height: number, coat: number): string =>
    rect(x, y, width, height, "#ffffff", 22) +
    rect(x, y, width, 44, view.haze(coat, 0.45), 22) +
    rect(x, y + 24, width, 20, view.haze(coat, 0.45), 0) +
    [0, 1, 2].map((dot) => fill(ellipse(x + 26 + dot * 24, y + 22, 7, 7), "#ffffff", 0.9)).join("") +
    [0, 1, 2]
      .map((row) => rect(x + 24, y + 68 + row * 34, (width - 48) * ([1, 0.72, 0.86][row] ?? 1), 16, view.far, 8))
      .join("")
  const steps = [0, 1, 2, 3].map((step) =>
    rect(-30 + step * 74, 838 - (4 - step) * 42, 96, 400, mix(view.near, "#ffffff", 0.06 + step * 0.1), 14)
  )
  return (
    cloud(190, 330, 150, "#ffffff", 0.85) +
    cloud(850, 250, 128, "#ffffff", 0.85) +
    cloud(600, 150, 84, "#ffffff", 0.6) +
    card(56, 396, 224, 196, 0) +
    card(760, 452, 210, 190, 2) +
    hills(view.near, 838, 50) +
    steps.join("")
  )
}
