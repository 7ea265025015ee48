/** Which signs of a look are told, where there are more than anybody reads. */
import { severities, type Severity } from "../../../../wire/Notification.ts"
import type { Alert, AlertKind } from "../Api.ts"

export interface Sign extends Pick<
  Alert,
  "subject" | "observed" | "expected" | "factor" | "window" | "evidence" | "links" | "suggestion"
> {
  readonly kind: AlertKind
  readonly severity: Severity
}

/** More of one look are not told. */
export const signs_max = 100

/** What is not there comes before all that is. */
const rank = (sign: Sign | undefined): number => (sign === undefined ? -1 : severities.indexOf(sign.severity))

/** A rule and a drop may have one key: of one subject the graver sign counts. */
const onePerSubject = (signs: ReadonlyArray<Sign>): ReadonlyArray<Sign> => {
  const found = new Map<string, Sign>()
  for (const sign of signs) {
    const about = `${sign.subject.type} ${sign.subject.id}`
    if (rank(sign) > rank(found.get(about))) found.set(about, sign)
  }
  return [...found.values()]
}

/**
 * Of each kind its signs. The grave come first, and then the kinds take turns: a hundred types that fell silent
 * together must not hide an endpoint that fails.
 */
export const chosen = (kinds: ReadonlyArray<ReadonlyArray<Sign>>): ReadonlyArray<Sign> =>
  kinds
    .flatMap((signs) => onePerSubject(signs).map((sign, turn) => ({ sign, turn })))
    .toSorted((one, other) => rank(other.sign) - rank(one.sign) || one.turn - other.turn)
    .slice(0, signs_max)
    .map(({ sign }) => sign)
