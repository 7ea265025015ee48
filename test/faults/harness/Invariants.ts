/** The invariants of the whole database, the ones every operator can check with `hatchery verify`. */
import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import { checkInvariants } from "../../../src/platform/invariants/index.ts"
import type { PostgresUnderTest } from "./Postgres.ts"

/** Broken invariants by id, with how many rows break them. `quiescent`: nothing is under way any more. */
export const brokenInvariants = async (
  postgres: PostgresUnderTest,
  options: { readonly quiescent: boolean }
): Promise<ReadonlyMap<string, number>> => {
  const url = Redacted.make(postgres.urlAt(postgres.port))
  const reports = await Effect.runPromise(
    checkInvariants(options).pipe(Effect.provide(PgClient.layer({ url, maxConnections: 1 })))
  )
  return new Map(reports.filter(({ violations }) => violations > 0).map(({ id, violations }) => [id, violations]))
}
