/** The journal's statements on their way to Postgres, each with a callback and within the journal's own time. */
import { Clock, Duration, Effect, Exit, type Fiber } from "effect"
import type { SqlClient } from "effect/sql"
import { makeDeadlines } from "../../platform/requests/Deadlines.ts"
import type { FlushTrace } from "../actor/Tracing.ts"
import type { FlushError } from "./Outcome.ts"

/** Half-open connections answer nothing at all; longer than the server's own statement_timeout of 15 s. */
const flush_timeout = Duration.seconds(18)

type Answered = (exit: Exit.Exit<ReadonlyArray<unknown>, FlushError>) => void

/** A statement on its way; `answered` is called exactly once. */
interface Sent {
  readonly fiber: Fiber.Fiber<ReadonlyArray<unknown>, FlushError>
  readonly answered: Answered
}

const silent = Exit.fail({ _tag: "TimeoutError" } as const)

/**
 * Statements with a callback each. The driver's own fiber is all that runs for one, and one more keeps the time of all:
 * whoever waits goes on at once when it is up, while the connection is still being given up.
 */
export const makeStatements = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const clock = yield* Clock.Clock
  const runFork = Effect.runForkWith(yield* Effect.context<never>())
  const deadlines = yield* makeDeadlines<Sent>(Duration.toMillis(flush_timeout), ({ answered, fiber }) => {
    fiber.interruptUnsafe()
    answered(silent)
  })
  let count = 0
  const send = (
    text: string,
    parameters: () => ReadonlyArray<unknown>,
    trace: FlushTrace | undefined,
    answered: Answered
  ) => {
    count++
    const statement = Effect.suspend(() => sql.unsafe(text, parameters()))
    const fiber = runFork(trace === undefined ? statement : trace.under(statement))
    const sent = { fiber, answered }
    deadlines.add(sent, clock.currentTimeMillisUnsafe())
    fiber.addObserver((exit) => {
      if (deadlines.delete(sent)) answered(exit)
    })
  }
  return { count: () => count, send }
})

export type Statements = Effect.Success<ReturnType<typeof makeStatements>>
