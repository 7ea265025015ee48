/**
 * Whose turn it is to call a provider. The first half of a day's calls goes to whoever comes; of the second nobody gets
 * beyond a share, so that a few who ask all day leave something for everybody else.
 */

const shares = 20

/** of a day's calls, what one workspace may count on */
export const shareOf = (max: number): number => Math.max(1, Math.floor(max / shares))

/** `used`: calls of the day by all, `own` those of the workspace that wants another. */
export const mayCall = (max: number, { own, used }: { readonly own: number; readonly used: number }): boolean =>
  used < max && (used < max / 2 || own < shareOf(max))
