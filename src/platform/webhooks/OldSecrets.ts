/**
 * Secrets a rotation has replaced and that sign for a while longer, as they are kept: in one sealed text, the oldest
 * first. A single one is written plain; its end stands beside it in the row, as the latest end of several does.
 */

/** of one endpoint; more are made only by whoever rotates again and again */
const old_secrets_max = 4

export interface OldSecret {
  readonly secret: string
  /** epoch ms, excluded */
  readonly until: number
}

/** No secret has either: they are base64. */
const between = " "
const mark = "@"

export const writeOldSecrets = (old: ReadonlyArray<OldSecret>): string =>
  old.length === 1 ? old[0]!.secret : old.map(({ secret, until }) => `${secret}${mark}${until}`).join(between)

/** Those that still sign at `now`. `end` is that of the row. */
export const readOldSecrets = (text: string, end: number, now: number): ReadonlyArray<OldSecret> =>
  text
    .split(between)
    .map((entry) => {
      const [secret, until] = entry.split(mark) as [string, string?]
      return { secret, until: until === undefined ? end : Number(until) }
    })
    .filter(({ until }) => until > now)

/** With one more. Whom the oldest was promised to may know no other; those in between give way. */
export const withOldSecret = (old: ReadonlyArray<OldSecret>, next: OldSecret): ReadonlyArray<OldSecret> => {
  const [oldest, ...others] = [...old, next]
  return [oldest!, ...others.slice(-(old_secrets_max - 1))]
}
