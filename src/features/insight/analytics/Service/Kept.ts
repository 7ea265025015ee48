/** Answers that took a look at every user are given again for a minute: `as_of` tells of when they are. */
import { Clock, Effect } from "effect"
import { makeSingleFlight } from "../../../../platform/requests/SingleFlight.ts"

const kept_ms = 60_000
/** Answers to one kind of question, of one workspace and of all; the oldest goes first. */
const kept_of_one_max = 50
const kept_max = 2_000

interface Kept<A> {
  readonly answer: A
  readonly until: number
}

/** What fails is asked anew. */
export const makeKept = Effect.map(makeSingleFlight, (singleFlight) => <A, E>() => {
  const once = singleFlight<A, E>()
  const all = new Map<string, Map<string, Kept<A>>>()
  let size = 0
  const dropOldest = (customer_id: string, own: Map<string, Kept<A>>) => {
    if (own.delete(own.keys().next().value!)) size--
    if (own.size === 0) all.delete(customer_id)
  }
  const keep = (customer_id: string, key: string, kept: Kept<A>) => {
    const own = all.get(customer_id) ?? new Map<string, Kept<A>>()
    if (!own.delete(key)) size++
    own.set(key, kept)
    // Who asked last is the last to lose one.
    all.delete(customer_id)
    all.set(customer_id, own)
    if (own.size > kept_of_one_max) dropOldest(customer_id, own)
    const [oldest] = all
    if (size > kept_max) dropOldest(...oldest!)
  }
  return Effect.fnUntraced(function* (customer_id: string, question: string, ask: Effect.Effect<A, E>) {
    const known = all.get(customer_id)?.get(question)
    if (known !== undefined && known.until > (yield* Clock.currentTimeMillis)) return known.answer
    const answer = yield* once(JSON.stringify([customer_id, question]), ask)
    keep(customer_id, question, { answer, until: (yield* Clock.currentTimeMillis) + kept_ms })
    return answer
  })
})
