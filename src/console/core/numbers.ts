/** Numbers as people type them. Pure. */

/** Neither `0x10` nor an empty text is a number to whoever types it. */
const written = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i

/** undefined: it is none, or none that can be sent */
export const numberFrom = (text: string): number | undefined => {
  const number = written.test(text.trim()) ? Number(text) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}
