/**
 * What has to be done in time for all tenants together, once per cluster. Nothing waits for a moment of its own: a look
 * every other second finds what is due, so an outage delays it and a clock that jumps ahead settles it once. A family
 * that fails is tried again with the next look and keeps nobody waiting.
 */
import { Effect } from "effect"
import { perCluster } from "../cluster/PerCluster.ts"
import { type ChangedSubject, type SubjectKey, Subjects } from "./Subjects.ts"

const clock_interval = "2 seconds"
const totals_interval = "1 second"
/** looked at or settled at the same time */
const concurrency = 4

/** A job that failed is begun again after this long. */
export const again_after_ms = 600_000

/** Settles what is due: opens a job for it, or does it. Repeating it changes nothing. */
export interface Due {
  readonly name: string
  readonly run: Effect.Effect<void>
}

const alone = <R>(run: Effect.Effect<void, never, R>): Effect.Effect<void, never, R> =>
  Effect.catchCause(run, (cause) => Effect.logWarning("what is due could not be settled yet", cause))

const guarded = ({ name, run }: Due): Effect.Effect<void> => alone(run).pipe(Effect.annotateLogs({ due: name }))

/** A few at a time: what fails is found again by the next look, and keeps nothing else of its family waiting. */
export const eachAlone = <Key extends object, R>(
  keys: ReadonlyArray<Key>,
  settle: (key: Key) => Effect.Effect<void, never, R>
): Effect.Effect<void, never, R> =>
  Effect.forEach(
    keys,
    (key) => alone(Effect.suspend(() => settle(key))).pipe(Effect.annotateLogs({ ...key } as Record<string, unknown>)),
    { concurrency, discard: true }
  )

/** The same for different things one family has to settle. */
export const allAlone = <R>(parts: ReadonlyArray<Effect.Effect<void, never, R>>): Effect.Effect<void, never, R> =>
  Effect.forEach(parts, alone, { discard: true })

/** A clock by itself: who asks somebody outside in one keeps nobody else waiting. */
export const clockOf = <A extends Effect.Effect<Due, unknown, unknown>>(name: string, dues: ReadonlyArray<A>) =>
  perCluster(
    name,
    Effect.gen(function* () {
      const all = yield* Effect.all(dues as ReadonlyArray<Effect.Effect<Due, Effect.Error<A>, Effect.Services<A>>>)
      const look = Effect.forEach(all, guarded, { discard: true })
      yield* look
      yield* Effect.forever(Effect.delay(look, clock_interval))
    })
  )

export const campaignsClock = <A extends Effect.Effect<Due, unknown, unknown>>(dues: ReadonlyArray<A>) =>
  clockOf("campaigns/clock", dues)

/** Looks at a subject whose total has changed, for a target or threshold it has reached. */
export interface Watcher {
  /** of subjects */
  readonly kind: string
  readonly look: (key: SubjectKey) => Effect.Effect<void>
}

const nameOf = ({ customer_id, subject_id }: SubjectKey): string => `${customer_id}/${subject_id}`

/**
 * Whoever takes the news that a total has changed may die before looking: so the first look of a process is at
 * everything that is open, and what fails stays to be looked at.
 */
const watching = Effect.fnUntraced(function* (watchers: ReadonlyArray<Watcher>) {
  const subjects = yield* Subjects
  const byKind = new Map(watchers.map((watcher) => [watcher.kind, watcher]))
  const open = yield* subjects.allOpen([...byKind.keys()])
  const waiting = new Map(open.map((subject) => [nameOf(subject), subject]))

  const lookAt = (subject: ChangedSubject) =>
    (byKind.get(subject.kind)?.look(subject) ?? Effect.void).pipe(
      Effect.andThen(Effect.sync(() => waiting.delete(nameOf(subject)))),
      Effect.catchCause((cause) => Effect.logWarning("a total could not be looked at yet", cause))
    )
  // News that were taken and whose answer was lost are nobody's: then everything that is open is looked at once more.
  let isSure = true
  return Effect.gen(function* () {
    if (!isSure)
      for (const subject of yield* subjects.allOpen([...byKind.keys()])) waiting.set(nameOf(subject), subject)
    isSure = false
    const changed = yield* subjects.takeChanged()
    isSure = true
    for (const subject of changed) waiting.set(nameOf(subject), subject)
    yield* Effect.forEach([...waiting.values()], lookAt, { concurrency, discard: true })
  }).pipe(Effect.catchCause((cause) => Effect.logWarning("totals could not be looked at", cause)))
})

export const campaignsTotals = <A extends Effect.Effect<Watcher, unknown, unknown>>(watchers: ReadonlyArray<A>) =>
  perCluster(
    "campaigns/totals",
    Effect.gen(function* () {
      const look = yield* watching(
        yield* Effect.all(watchers as ReadonlyArray<Effect.Effect<Watcher, Effect.Error<A>, Effect.Services<A>>>)
      )
      yield* look
      yield* Effect.forever(Effect.delay(look, totals_interval))
    })
  )
