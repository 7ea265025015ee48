/**
 * Visits, counted beside the answer: whoever comes meanwhile shares one statement with all others of the node, so that
 * a crowd in front of one page costs a row and nothing of its buddies. What is told of one moment too often waits for
 * nobody: pages are answered all the same, and not counted.
 */
import { Clock, Context, Effect, Exit, FiberSet, Latch, Layer } from "effect"
import { Shelf } from "../../../platform/requests/Shelf.ts"
import { CurrentRequest } from "../../../wire/CurrentRequest.ts"
import { ServiceUnavailable } from "../../../wire/Failure.ts"
import { dayOf, isProgram } from "./Rules.ts"
import { type Visit, VisitStore } from "./Store.ts"
import { visitorOf } from "./Store/Marks.ts"

export const visitLimits = {
  /** of a node, and of one tenant there, that wait to be written: some hundred bytes each */
  waiting_max: 50_000,
  waiting_of_tenant_max: 10_000,
  /** of one statement */
  batch_max: 500,
  /** told today, and known without a look: the oldest of them are asked for again */
  remembered_max: 50_000,
  /** visitors of one address within an hour; who comes then is answered, and not counted */
  of_address: 200,
  /** addresses that are watched */
  addresses_max: 2_000
} as const

const hour_ms = 3_600_000

const tooMany = () =>
  new ServiceUnavailable({ reason: "Visits cannot be counted at the moment.", retry_after_seconds: 1 })

type Outcome = Exit.Exit<boolean, ServiceUnavailable>

/** A crowd leaves thousands of these: no fiber waits for one that nobody waits for. */
interface Waiting {
  readonly visit: Visit
  readonly done: (outcome: Outcome) => void
}

type Visitor = Pick<Visit, "day"> & { readonly visitor: string }

export class Visits extends Context.Service<
  Visits,
  {
    /** who asks, for today, by address and user agent; undefined: a program, or one too many of its address */
    visitor(user_agent: string | undefined): Effect.Effect<Visitor | undefined>
    /** whether it counted; fails when too much waits already */
    record(visit: Visit): Effect.Effect<boolean, ServiceUnavailable>
    /** for pages, which nobody waits with: `isNew` runs later, when the visit counted */
    note(visit: Visit, isNew?: Effect.Effect<unknown>): Effect.Effect<void>
  }
>()("hatchery/features/visits/Visits") {
  static readonly layer = Layer.effect(
    Visits,
    Effect.gen(function* () {
      const store = yield* VisitStore
      const line = yield* makeLine(store)
      const fork = yield* FiberSet.makeRuntime<never>()
      const tell = (isNew: Effect.Effect<unknown>) =>
        void fork(Effect.catchCause(isNew, (cause) => Effect.logDebug("a visit is not told of", cause)))
      const crowd = makeCrowd()
      const known = { day: "", salt: new Uint8Array(0) }
      const saltOf = Effect.fnUntraced(function* (day: string) {
        if (known.day !== day) Object.assign(known, { day, salt: yield* store.salt(day) })
        return known.salt
      })
      return Visits.of({
        visitor: Effect.fnUntraced(function* (user_agent) {
          if (isProgram(user_agent)) return undefined
          const { address } = yield* CurrentRequest
          const now = yield* Clock.currentTimeMillis
          const day = dayOf(now)
          const visitor = visitorOf(yield* saltOf(day), address, user_agent ?? "")
          return crowd.mayCount(address, visitor, Math.floor(now / hour_ms)) ? { day, visitor } : undefined
        }),
        record: (visit) =>
          Effect.callback<boolean, ServiceUnavailable>((resume) => line.submit(visit, (outcome) => resume(outcome))),
        note: (visit, isNew) =>
          Effect.sync(() =>
            line.submit(visit, (outcome) => {
              if (isNew !== undefined && Exit.isSuccess(outcome) && outcome.value) tell(isNew)
            })
          )
      })
    })
  ).pipe(Layer.provide(VisitStore.layer))
}

/** A school behind one address is many visitors, and a program that changes its name with each visit is one. */
const makeCrowd = () => {
  let hour = 0
  let seen = new Shelf<Set<string>>(visitLimits.addresses_max)
  return {
    mayCount: (address: string, visitor: string, now: number): boolean => {
      if (now !== hour) {
        hour = now
        seen = new Shelf(visitLimits.addresses_max)
      }
      const own = seen.get(address) ?? new Set()
      seen.set(address, own)
      const isKnown = own.has(visitor)
      if (!isKnown && own.size >= visitLimits.of_address) return false
      own.add(visitor)
      return true
    }
  }
}

const keyOf = ({ customer_id, event, kind, subject_id, visitor }: Visit) =>
  `${customer_id} ${kind} ${subject_id} ${event} ${visitor}`

/** One statement at a time; who comes while it runs is in the next one. */
const makeLine = Effect.fnUntraced(function* (store: VisitStore["Service"]) {
  let waiting: Array<Waiting> = []
  const ofTenant = new Map<string, number>()
  const today = { day: "", seen: new Shelf<true>(visitLimits.remembered_max) }
  const some = yield* Latch.make(false)

  const leave = ({ visit: { customer_id } }: Waiting) => {
    const left = (ofTenant.get(customer_id) ?? 1) - 1
    if (left === 0) ofTenant.delete(customer_id)
    else ofTenant.set(customer_id, left)
  }
  const remember = (visits: ReadonlyArray<Visit>) => {
    const day = visits.reduce((latest, visit) => (visit.day > latest ? visit.day : latest), today.day)
    if (today.day !== day) today.seen = new Shelf(visitLimits.remembered_max)
    today.day = day
    for (const visit of visits) if (visit.visitor !== null && visit.day === day) today.seen.set(keyOf(visit), true)
  }
  const write = Effect.gen(function* () {
    const batch = waiting.slice(0, visitLimits.batch_max)
    waiting = waiting.slice(batch.length)
    if (waiting.length === 0) some.closeUnsafe()
    const visits = batch.map(({ visit }) => visit)
    const outcome = yield* Effect.exit(store.record(visits))
    if (Exit.isSuccess(outcome)) remember(visits)
    else yield* Effect.logWarning("visits are not counted", outcome.cause)
    batch.forEach((one, at) => {
      leave(one)
      one.done(Exit.isSuccess(outcome) ? Exit.succeed(outcome.value.has(at)) : Exit.fail(tooMany()))
    })
  })
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(some.await, write)))

  return {
    /** `done` may be called at once */
    submit: (visit: Visit, done: Waiting["done"]): void => {
      if (visit.visitor !== null && today.day === visit.day && today.seen.get(keyOf(visit)) === true)
        return done(Exit.succeed(false))
      const own = ofTenant.get(visit.customer_id) ?? 0
      if (waiting.length >= visitLimits.waiting_max || own >= visitLimits.waiting_of_tenant_max)
        return done(Exit.fail(tooMany()))
      ofTenant.set(visit.customer_id, own + 1)
      waiting.push({ visit, done })
      some.openUnsafe()
    }
  }
})
