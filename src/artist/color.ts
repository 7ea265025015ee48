/**
 * Colour arithmetic in OKLab. Mixing there keeps shades clean: a darker coral stays coral instead of turning grey,
 * which plain RGB mixing would do.
 */

type Lab = readonly [lightness: number, a: number, b: number]

const toLinear = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4

const toGamma = (channel: number): number =>
  channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055

const toLab = (hex: string): Lab => {
  const value = Number.parseInt(hex.slice(1), 16)
  const red = toLinear(((value >> 16) & 255) / 255)
  const green = toLinear(((value >> 8) & 255) / 255)
  const blue = toLinear((value & 255) / 255)
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  ]
}

const toHex = ([lightness, a, b]: Lab): string => {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s
  ]
  const hex = channels.map((channel) =>
    Math.round(Math.min(1, Math.max(0, toGamma(Math.max(0, channel)))) * 255)
      .toString(16)
      .padStart(2, "0")
  )
  return `#${hex.join("")}`
}

/** The colour `amount` (0..1) of the way from one `#rrggbb` to another. */
export const mix = (from: string, to: string, amount: number): string => {
  const [l1, a1, b1] = toLab(from)
  const [l2, a2, b2] = toLab(to)
  return toHex([l1 + (l2 - l1) * amount, a1 + (a2 - a1) * amount, b1 + (b2 - b1) * amount])
}

/** Brighter, leaning to warm light rather than to plain white. */
export const lighten = (color: string, amount: number): string => mix(color, "#fffaf0", amount)

/** Darker with a little more chroma, so that shadows look deep and not dirty. */
export const darken = (color: string, amount: number): string => {
  const [l, a, b] = toLab(color)
  return toHex([l * (1 - amount), a * (1 + amount * 0.15), b * (1 + amount * 0.15)])
}
