/**
 * Whether what was measured is also right: how many events there are, and which invariants of the database do not hold.
 */
import { Effect, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { analytics } from "../../src/platform/invariants/analytics.ts"
import { checkInvariants, type InvariantReport } from "../../src/platform/invariants/index.ts"
import { postgresClient, rows } from "../../src/platform/postgres/Sql.ts"

export interface Verdict {
  readonly events: number
  readonly broken: ReadonlyArray<InvariantReport>
}

const Count = Schema.Struct({ events: Schema.Int })

const ofFigures: ReadonlySet<string> = new Set(analytics.map(({ id }) => id))

interface VerifyOptions {
  /** The plain server keeps no figures of reports. */
  readonly withFigures?: boolean
}

export const verify = (url: string, { withFigures = true }: VerifyOptions = {}): Promise<Verdict> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    // A short run ends before autovacuum has looked at what it wrote; planned for empty tables the checks take minutes.
    yield* sql`ANALYZE`
    const [count] = yield* rows(Count)(sql`SELECT count(*)::int AS events FROM events`)
    const reports = yield* checkInvariants()
    const broken = reports.filter(({ id, violations }) => violations > 0 && (withFigures || !ofFigures.has(id)))
    return { events: count!.events, broken }
  }).pipe(
    Effect.provide(postgresClient({ url: Redacted.make(url), maxConnections: 2, applicationName: "verify" })),
    Effect.runPromise
  )
