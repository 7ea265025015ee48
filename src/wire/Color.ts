/** Colours as `#rrggbb`: how well they can be told apart, and what lies between two of them. */

export type Rgb = readonly [number, number, number]

export const channels = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

export const hexOf = (parts: Rgb): string =>
  `#${parts.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`

const linear = (channel: number) => {
  const share = channel / 255
  return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

export const luminance = (hex: string): number => {
  const [red, green, blue] = channels(hex)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** As WCAG 2 reckons it: 1..21. */
export const contrast = (one: string, other: string): number => {
  const [low, high] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high! + 0.05) / (low! + 0.05)
}

export const mixed = (from: string, to: string, share: number): string => {
  const [target, start] = [channels(to), channels(from)]
  const part = (index: 0 | 1 | 2) => start[index] + (target[index] - start[index]) * share
  return hexOf([part(0), part(1), part(2)])
}
