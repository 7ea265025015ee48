/** How many histories are recounted, and how one that failed is told again. */
import * as fc from "fast-check"

export interface Asked {
  /** of all kinds together */
  readonly histories: number
  /** null: every kind */
  readonly kind: number | null
  readonly seed: number | null
  readonly path: string | null
}

const numberIn = (text: string | undefined): number | null => (text === undefined || text === "" ? null : Number(text))

/** A path leads to its history in the kind of histories it was found in, and to something else in any other. */
export const askedOf = (environment: Readonly<Record<string, string | undefined>>): Asked => {
  const kind = numberIn(environment["AUDIT_KIND"])
  const path = environment["AUDIT_PATH"] || null
  if (path !== null && kind === null) throw new Error("AUDIT_PATH needs the AUDIT_KIND it was found in")
  return {
    histories: numberIn(environment["AUDIT_HISTORIES"]) ?? 600,
    kind,
    seed: numberIn(environment["AUDIT_SEED"]),
    path
  }
}

export const isAsked = ({ kind }: Asked, place: number): boolean => kind === null || kind === place

/** Throws with the smallest history found, and with the command that tells it again. */
export const recount = <Ts>(
  asked: Asked,
  { file = "auditor", place, share }: { readonly file?: string; readonly place: number; readonly share: number },
  property: fc.IProperty<Ts>
): void => {
  const { path, seed } = asked
  const outcome = fc.check(property, {
    numRuns: share,
    ...(seed === null ? {} : { seed }),
    ...(path === null ? {} : { path, endOnFailure: true })
  })
  if (!outcome.failed) return
  const replay = `AUDIT_KIND=${place} AUDIT_SEED=${outcome.seed} AUDIT_PATH=${outcome.counterexamplePath}`
  throw new Error(
    `${fc.defaultReportMessage(outcome)}\n\n${replay} npx vitest run test/pure/engine/${file}.test.ts\n`,
    {
      cause: outcome.errorInstance
    }
  )
}
