/**
 * Requests of one node that carry the same Idempotency-Key, one after the other. Whoever waits here holds nothing, and
 * is told what the first one was told as soon as that is committed. Other nodes know nothing of it: between them the
 * unique index decides.
 */
import { Effect, Semaphore } from "effect"
import { begunWithin, Crowded } from "../platform/requests/FairPlaces.ts"
import type { KeyedRequest, StoredAnswer } from "../platform/requests/IdempotencyKeys.ts"

/** Of one key. */
const waiting_max = 500
const wait = "5 seconds"

/** What is committed under the key, and the request it was committed for. */
export interface Settled {
  readonly request: KeyedRequest
  readonly answer: StoredAnswer
}

interface Line {
  readonly turn: Semaphore.Semaphore
  present: number
  settled: Settled | undefined
}

const crowded = () => Effect.fail(new Crowded({ own: true }))

export const makeKeyLines = () => {
  const lines = new Map<string, Line>()

  const enter = (id: string): Line => {
    const line = lines.get(id) ?? { turn: Semaphore.makeUnsafe(1), present: 0, settled: undefined }
    lines.set(id, line)
    line.present++
    return line
  }
  const leave = (id: string, line: Line) => {
    if (--line.present === 0) lines.delete(id)
  }

  /** `work` when it is this request's turn; it is given what has been settled before it and says what it settled. */
  return <A, E, R>(
    { customer_id, key }: KeyedRequest,
    work: (settled: Settled | undefined, settle: (settled: Settled) => void) => Effect.Effect<A, E, R>
  ): Effect.Effect<A, E | Crowded, R> => {
    const id = `${customer_id} ${key}`
    return Effect.suspend(() => {
      const line = enter(id)
      const settle = (settled: Settled) => {
        line.settled = settled
      }
      const turn = (begun: Effect.Effect<void>) =>
        line.turn.withPermit(
          Effect.andThen(
            begun,
            Effect.suspend(() => work(line.settled, settle))
          )
        )
      return Effect.ensuring(
        line.present > waiting_max ? crowded() : begunWithin(wait, turn, crowded),
        Effect.sync(() => leave(id, line))
      )
    })
  }
}
