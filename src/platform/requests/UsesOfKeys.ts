/**
 * What is named after an Idempotency-Key is there for good, while the key is free again after a day: whoever uses it
 * then asks for something new. How often it was used is not remembered as long as what came of it, so that is asked:
 * what is older than an answer is kept was another use. The tries of one use, whose answers may have been lost, find
 * what the first of them has made.
 */
import { Effect, Option } from "effect"
import { limits } from "../../wire/Limits.ts"

const kept_ms = limits.idempotency_ttl_hours * 3_600_000

export interface Named<E, R> {
  /** by how often the key was used before */
  readonly name: (use: string) => string
  /** when what has the name was made; none: there is no such thing */
  readonly madeAt: (name: string) => Effect.Effect<Option.Option<Date>, E, R>
  /** epoch ms, on the clock that dated it */
  readonly now: number
}

/** The name for this use of the key. Of thousands of uses a few are looked at: all before this one are over. */
export const nameOfUse = Effect.fnUntraced(function* <E, R>(
  key: string,
  { madeAt, name, now }: Named<E, R>
): Effect.fn.Return<string, E, R> {
  const nameAfter = (uses: number) => name(uses === 0 ? key : `${key}\n${uses}`)
  const isOver = (uses: number) =>
    Effect.map(
      madeAt(nameAfter(uses)),
      Option.exists((at) => at.getTime() < now - kept_ms)
    )
  let [over, open] = [-1, 0]
  while (yield* isOver(open)) [over, open] = [open, 2 * open + 1]
  while (open - over > 1) {
    const between = (over + open) >> 1
    if (yield* isOver(between)) over = between
    else open = between
  }
  return nameAfter(open)
})
