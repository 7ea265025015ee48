/** A transaction past the service, which holds what a request wants until the test lets go of it. */
import { Effect, type Redacted } from "effect"
import { until } from "../service/time.ts"
import { beside } from "./Beside.ts"

export const holding = Effect.fnUntraced(function* (url: Redacted.Redacted) {
  const aside = yield* beside(url)
  const run = (text: string, values: ReadonlyArray<unknown> = []) =>
    Effect.promise(() => aside.query(text, [...values]))
  const { rows } = yield* run("SELECT pg_backend_pid() AS pid")
  const blocked = Effect.map(
    run("SELECT FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))", [rows[0].pid]),
    ({ rowCount }) => rowCount! > 0
  )
  return {
    /** begins with this statement */
    take: (text: string, values: ReadonlyArray<unknown>) => Effect.andThen(run("BEGIN"), run(text, values)),
    /** until somebody waits for what is held */
    isWantedBy: (who: string) => until(`${who} to wait`, blocked),
    letGo: run("COMMIT")
  }
})
