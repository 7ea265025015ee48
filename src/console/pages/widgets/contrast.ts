/** How well white can be read on a colour. Pure. */
const channel = (part: number) => {
  const value = part / 255
  return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

/** WCAG 2's ratio, from 1 to 21; undefined: this is no colour. */
export const contrastWithWhite = (color: string): number | undefined => {
  const [, red, green, blue] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color) ?? []
  if (red === undefined || green === undefined || blue === undefined) return undefined
  const [r, g, b] = [red, green, blue].map((part) => channel(Number.parseInt(part, 16))) as [number, number, number]
  return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05)
}
