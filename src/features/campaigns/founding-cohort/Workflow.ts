/** Enrols and pays the founding cohort: all at once when asked, and little by little as users come. */
import { Effect, Schema } from "effect"
import type { Due } from "../../../platform/campaigns/Clock.ts"
import { steady } from "../../../platform/cluster/Jobs.ts"
import type { OperationKey } from "../../../platform/cluster/OperationKey.ts"
import { begun, inBatches, sum } from "../../players/operations/Service/Batches.ts"
import { FillCohort, FillPlan, FoundingCohorts } from "./Service.ts"
import { FoundingStore } from "./Store.ts"

const batch_size = 500

const Counts = Schema.Struct({ enrolled: Schema.Int, rewarded: Schema.Int, void: Schema.Int })
type Counts = typeof Counts.Type
const Batch = Schema.Struct({ ...Counts.fields, last: Schema.NullOr(Schema.String) })
const none: Counts = { enrolled: 0, rewarded: 0, void: 0 }

/** `after`: null while members are enrolled, then the number up to which they are paid. */
const batch = Effect.fnUntraced(function* (
  { customer_id, operation_id }: OperationKey,
  { dry_run }: typeof FillPlan.Type,
  after: string | null
) {
  const store = yield* FoundingStore
  const cohorts = yield* FoundingCohorts
  if (dry_run) return { ...none, enrolled: yield* steady(store.missing(customer_id)), last: null }
  const origin = { type: "operation", id: operation_id } as const
  const enrolled = after === null ? yield* steady(enrolAll(customer_id, operation_id)) : 0
  const { last, ...paid } = yield* steady(cohorts.pay(customer_id, Number(after ?? 0), batch_size, origin))
  return { enrolled, ...paid, last: last === null ? null : String(last) }
})

/** As many commits as it takes; one that is repeated finds who is left. Answers what this operation has enrolled. */
const enrolAll = Effect.fnUntraced(function* (customer_id: string, operation_id: string) {
  const store = yield* FoundingStore
  const origin = { type: "operation", id: operation_id } as const
  const asked = { count: batch_size, everybody: true, origin }
  while ((yield* store.enrol(customer_id, asked)) === batch_size);
  return yield* store.enrolledBy(customer_id, operation_id)
})

/** Needs WorkflowEngine, OperationStore and FoundingCohorts. */
export const FillCohortLive = FillCohort.toLayer(
  Effect.fn("FillFoundingCohort")(function* ({ customer_id, operation_id }) {
    const key = { customer_id, operation_id }
    yield* inBatches(key, {
      begin: begun(key, FillPlan),
      plan: FillPlan,
      name: "batch",
      batch: Batch,
      none,
      plus: (left: Counts, right: Counts) => sum({ ...left }, { ...right }),
      run: (plan, after) => batch(key, plan, after),
      progress: ({ enrolled, rewarded, void: gone }: Counts) => ({ enrolled, rewarded, void: gone }),
      result: ({ enrolled, rewarded, void: gone }, { dry_run }) => ({ dry_run, enrolled, rewarded, void: gone })
    })
  })
)

const clock = { type: "job", id: "campaigns/clock" } as const

/** The clock is everybody's: no cohort, and not all of them together, may keep the next look waiting. */
const cohorts_at_once = 4
const time_of_one = "5 seconds"
const time_of_all = "10 seconds"
/** of one cohort; written down before the next ones are asked */
const paid_at_once = 16
const patience = "2 seconds"

/** Who has hatched gets its number, and who has one its reward. */
export const foundingDue = Effect.gen(function* () {
  const store = yield* FoundingStore
  const cohorts = yield* FoundingCohorts
  // Whoever cannot be reached is passed over until all behind it were asked.
  const paidTo = new Map<string, number>()
  const payOn = Effect.fnUntraced(function* (customer_id: string) {
    do {
      const { last } = yield* cohorts.pay(customer_id, paidTo.get(customer_id) ?? 0, paid_at_once, clock, patience)
      if (last === null) paidTo.delete(customer_id)
      else paidTo.set(customer_id, last)
    } while (paidTo.has(customer_id))
  })
  const settle = (customer_id: string) =>
    Effect.andThen(
      store.enrol(customer_id, { count: batch_size, everybody: false, origin: clock }),
      payOn(customer_id)
    ).pipe(
      Effect.timeoutOption(time_of_one),
      Effect.catchCause((cause) => Effect.logWarning("a founding cohort could not be settled yet", cause)),
      Effect.annotateLogs({ customer_id })
    )
  const look = Effect.flatMap(store.due(), (due) =>
    Effect.forEach(due, settle, { concurrency: cohorts_at_once, discard: true })
  )
  // What is left waits for the next look, which begins with others.
  return { name: "founding cohorts", run: Effect.asVoid(Effect.timeoutOption(look, time_of_all)) } satisfies Due
})
