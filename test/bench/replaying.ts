/** Commits what was decided through the journal's own statement, and tells what that took. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { ChangeSet } from "../../src/buddy/journal/ChangeSet.ts"
import { commitParameters, commitText } from "../../src/buddy/journal/JournalParameters.ts"
import { cpuOfPostgres } from "./cpu.ts"

export interface Spent {
  readonly postgres_us: number
  readonly here_us: number
  readonly wal_bytes: number
}

const walOf = (sql: SqlClient.SqlClient) =>
  Effect.map(sql<{ at: string }>`SELECT pg_current_wal_insert_lsn() - '0/0' AS at`, ([row]) => Number(row!.at))

/** Processor time and log of some work, all together. */
export const spending = Effect.fnUntraced(function* <E, R>(postmaster: number, work: Effect.Effect<unknown, E, R>) {
  const sql = yield* SqlClient.SqlClient
  const wal = yield* walOf(sql)
  const [cpu, own] = [cpuOfPostgres(postmaster), process.cpuUsage()]
  yield* work
  const { system, user } = process.cpuUsage(own)
  const postgres_us = (cpuOfPostgres(postmaster) - cpu) * 1e6
  return { postgres_us, here_us: user + system, wal_bytes: (yield* walOf(sql)) - wal }
})

/** So many flushes, in lanes beside each other; `take` decides what is in one. */
export const flushing = Effect.fnUntraced(function* (
  take: () => ReadonlyArray<ChangeSet>,
  { flushes, lanes }: { readonly flushes: number; readonly lanes: number },
  committed: (changes: ReadonlyArray<ChangeSet>) => void = () => undefined
) {
  const sql = yield* SqlClient.SqlClient
  let left = flushes
  const one = (slot: number) =>
    Effect.suspend(() => {
      left--
      const changes = take()
      const sent = sql.unsafe(commitText, commitParameters(changes, slot))
      return Effect.map(sent, () => committed(changes))
    })
  const lane = (slot: number) =>
    Effect.whileLoop({ while: () => left > 0, body: () => one(slot), step: () => undefined })
  yield* Effect.forEach(
    Array.from({ length: lanes }, (_, slot) => slot),
    lane,
    { concurrency: lanes, discard: true }
  )
})
