/**
 * Requests that can never be carried out, as a running process deals with them: each is written down where an operator
 * finds it, and one that comes again and again is answered without being tried, so that it costs its sender a
 * statement at most. Rows are written a few at a time beside the journal; when the database is away the sender is
 * answered all the same, for whatever is wrong with the request is wrong the next time too.
 */
import { Clock, Context, Effect, Layer, Schedule } from "effect"
import { DeadLetterStore, letter_attempts_max, type LetterKey, type NewLetter } from "./DeadLetterStore.ts"
import { family, gauge } from "../observability/metrics/Family.ts"

export const deadLettersOpen = family({
  name: "hatchery_dead_letters",
  kind: "gauge",
  nodes: "every",
  answers: "How many requests that can never be carried out wait for an operator? Every node tells the same number."
})

/** Rows of one statement, and callers that wait for theirs; beyond that nothing is written down. */
const batch_max = 100
const waiting_max = 2_000
const write_timeout = "5 seconds"
/** How soon a node hears of what others have set aside or settled. */
export const letters_refresh_ms = 15_000
/** Ids a process knows not to try; the newest ones, should there ever be more. */
const quarantined_max = 10_000

interface Waiting {
  readonly letter: NewLetter
  readonly done: () => void
}

const keyOf = ({ customer_id, identity, kind }: LetterKey): string => `${customer_id}/${kind}/${identity}`

/** Those of one batch that are the same request count as so many attempts at it; the newest speaks for all. */
const merged = (batch: ReadonlyArray<Waiting>) => {
  const letters = new Map<string, NewLetter & { readonly attempts: number }>()
  for (const { letter } of batch) {
    const key = keyOf(letter)
    letters.set(key, { ...letter, attempts: (letters.get(key)?.attempts ?? 0) + 1 })
  }
  return letters
}

export class DeadLetters extends Context.Service<
  DeadLetters,
  {
    /** Writes it down; `done` is called exactly once, when that is done or has turned out to be impossible. */
    bury(letter: NewLetter, done: () => void): void
    /** Whether it was tried so often that it is not to be tried again. Never waits. */
    isQuarantined(key: LetterKey): boolean
  }
>()("hatchery/platform/DeadLetters") {
  /** Needs SqlClient. */
  static readonly layer = Layer.effect(
    DeadLetters,
    Effect.suspend(() => make)
  ).pipe(Layer.provide(DeadLetterStore.layer))
}

const make = Effect.gen(function* () {
  const store = yield* DeadLetterStore
  const context = yield* Effect.context<never>()
  const runFork = Effect.runForkWith(context)
  const clock = yield* Clock.Clock
  const open = gauge(deadLettersOpen, context)
  const queue: Array<Waiting> = []
  /** payload hash by key: another body under the same event_id is worth a try */
  let quarantined = new Map<string, string | null>()
  let isWriting = false
  let droppedAt = Number.NEGATIVE_INFINITY

  const write = Effect.fnUntraced(function* (batch: ReadonlyArray<Waiting>) {
    const letters = merged(batch)
    const recorded = yield* store.record([...letters.values()])
    for (const letter of recorded) {
      const { attempts, customer_id, dead_letter_id, identity, kind } = letter
      const before = attempts - (letters.get(keyOf(letter))?.attempts ?? 0)
      const isTriedTooOften = letter.state === "open" && attempts >= letter_attempts_max
      if (isTriedTooOften) quarantined.set(keyOf(letter), letter.payload_hash)
      if (before > 0 && !(isTriedTooOften && before < letter_attempts_max)) continue
      yield* Effect.logError(
        isTriedTooOften ? "a request is not tried any more" : "a request can never be carried out; it was set aside"
      ).pipe(Effect.annotateLogs({ dead_letter_id, customer_id, kind, identity, attempts }))
    }
  })

  const start = () => {
    if (isWriting || queue.length === 0) return
    isWriting = true
    const batch = queue.splice(0, batch_max)
    const written = write(batch).pipe(
      Effect.timeout(write_timeout),
      Effect.catchCause((cause) => Effect.logError("requests could not be set aside", cause))
    )
    runFork(written).addObserver(() => {
      isWriting = false
      for (const { done } of batch) done()
      start()
    })
  }

  const refresh = Effect.gen(function* () {
    const found = yield* store.quarantined(quarantined_max)
    quarantined = new Map(found.map((key) => [keyOf(key), key.payload_hash]))
    open.set(yield* store.countOpen)
  }).pipe(Effect.catchCause((cause) => Effect.logWarning("dead letters could not be read", cause)))
  yield* refresh.pipe(Effect.repeat(Schedule.spaced(letters_refresh_ms)), Effect.forkScoped)

  return DeadLetters.of({
    bury: (letter, done) => {
      if (queue.length < waiting_max) {
        queue.push({ letter, done })
        return start()
      }
      const now = clock.currentTimeMillisUnsafe()
      if (now - droppedAt > letters_refresh_ms) runFork(Effect.logError("too many requests to set aside at once"))
      droppedAt = now
      done()
    },
    isQuarantined: (key) => quarantined.size > 0 && quarantined.get(keyOf(key)) === key.payload_hash
  })
})
