/** What a command that goes on for hours does about a service that is away: it waits, ever longer, and says so once. */
import { Effect, Ref } from "effect"
import type { HatcheryError } from "../../src/index.ts"
import type { Output } from "./Output.ts"
import { wordsOf, type Workspace } from "./Workspace.ts"

const wait_ms_min = 1_000
const wait_ms_max = 30_000

/** Nobody answered, or somebody who cannot just now; everything else will not be better in a minute. */
const isPassing = ({ status }: HatcheryError) => status === 0 || status === 408 || status === 429 || status >= 500

/** Tries a call until it is answered for good. */
export const patiently =
  (workspace: Workspace, output: Output) =>
  <A, R>(call: Effect.Effect<A, HatcheryError, R>): Effect.Effect<A, HatcheryError, R> =>
    Effect.gen(function* () {
      const tries = yield* Ref.make(0)
      const again = Effect.fnUntraced(function* (error: HatcheryError) {
        if (!isPassing(error)) return yield* Effect.fail(error)
        const before = yield* Ref.getAndUpdate(tries, (count) => count + 1)
        if (before === 0) yield* output.note(`${wordsOf(error, workspace)} Trying again until it does.`)
        const grown = Math.min(wait_ms_max, wait_ms_min * 2 ** before)
        yield* Effect.sleep(Math.max(grown, (error.retryAfter ?? 0) * 1_000))
      })
      const attempt: Effect.Effect<A, HatcheryError, R> = call.pipe(
        Effect.catch((error) =>
          Effect.andThen(
            again(error),
            Effect.suspend(() => attempt)
          )
        )
      )
      const answer = yield* attempt
      if ((yield* Ref.get(tries)) > 0) yield* output.note(`${workspace.baseUrl} is back.`)
      return answer
    })
