/** The founding cohort: what a workspace asks of it, and paying who has come into it. */
import { Context, type Duration, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Grants } from "../../../buddy/Grants.ts"
import { Tenants } from "../../../platform/auth/Tenants.ts"
import { jobWorkflow } from "../../../platform/cluster/Jobs.ts"
import { inWaves } from "../../../platform/cluster/Waves.ts"
import { transactionOf } from "../../../platform/postgres/Sql.ts"
import type { Origin } from "../../../wire/Change.ts"
import type { ValidationFailed } from "../../../wire/Failure.ts"
import { iso } from "../../../wire/Ids.ts"
import { itemReferences } from "../../economy/marketplaces/Store/References.ts"
import { unknownAudience } from "../../players/events/Rules.ts"
import { Operations } from "../../players/operations/Service.ts"
import { OperationStore } from "../../players/operations/Store.ts"
import type { FoundingCohort, FoundingCohortPatch, FoundingPreview } from "./Api.ts"
import { defaultCohort } from "./Rules.ts"
import { FoundingStore } from "./Store.ts"
import type { Unpaid } from "./Store/Members.ts"

/** Enrols and pays everybody there is a place for; see Workflow. */
export const FillCohort = jobWorkflow("FillFoundingCohort")

/** What an operation is started with: running ones find it in this form, which may only grow. */
export const FillPlan = Schema.Struct({ dry_run: Schema.Boolean })

const grant_key = "member"
const patience_default = "30 seconds"

export class FoundingCohorts extends Context.Service<
  FoundingCohorts,
  {
    update(customer_id: string, patch: FoundingCohortPatch): Effect.Effect<FoundingCohort, ValidationFailed>
    preview(customer_id: string): Effect.Effect<FoundingPreview>
    /** answers the operation: the open one of the kind where there is one */
    fill(customer_id: string, dry_run: boolean): Effect.Effect<string>
    /** Pays the next members behind a number and answers the last of them; null: nobody is left. */
    pay(
      customer_id: string,
      after: number,
      count: number,
      origin: Origin,
      /** with one member; who has no answer by then is paid another time */
      patience?: Duration.Input
    ): Effect.Effect<{ readonly rewarded: number; readonly void: number; readonly last: number | null }>
  }
>()("hatchery/features/founding-cohort/FoundingCohorts") {
  static readonly layer = Layer.effect(
    FoundingCohorts,
    Effect.suspend(() => make)
  ).pipe(Layer.provide([Operations.layer, Grants.layer]), Layer.provideMerge(FoundingStore.layer))
}

const payingWith = Effect.gen(function* () {
  const store = yield* FoundingStore
  const grants = yield* Grants

  const reward = Effect.fnUntraced(function* (
    customer_id: string,
    campaign_id: string,
    { buddy_id, number, reward }: Unpaid,
    origin: Origin
  ) {
    const asked = { source: "founding_cohort", campaign_id, grant_key, reward, origin } as const
    const granted = yield* grants.grant(customer_id, buddy_id, asked)
    return { number, outcome: granted === "void" ? ("void" as const) : ("granted" as const) }
  })

  return Effect.fn("FoundingCohorts.pay")(function* (
    customer_id: string,
    after: number,
    count: number,
    origin: Origin,
    patience: Duration.Input = patience_default
  ) {
    const cohort_id = yield* store.idOf(customer_id)
    const found = cohort_id === null ? [] : yield* store.unpaid(customer_id, after, count)
    const outcomes = yield* inWaves(found, (member) =>
      reward(customer_id, cohort_id!, member, origin).pipe(
        // It waits for the next look: the buddy is on its way to another runner.
        Effect.catchTag("Unavailable", () => Effect.succeed(null)),
        Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.succeed(null) }),
        // One buddy nobody can pay keeps nobody waiting.
        Effect.catchDefect((defect) =>
          Effect.as(Effect.logWarning("a founding member could not be rewarded", defect), {
            number: member.number,
            outcome: "failed" as const
          })
        )
      )
    )
    const known = outcomes.filter((outcome) => outcome !== null)
    yield* store.record(customer_id, known, origin)
    const of = (what: string) => known.filter(({ outcome }) => outcome === what).length
    const last = found.length < count ? null : found.at(-1)!.number
    return { rewarded: of("granted"), void: of("void"), last }
  })
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const store = yield* FoundingStore
  const tenants = yield* Tenants
  const operations = yield* Operations
  const operationStore = yield* OperationStore
  const items = itemReferences(sql)

  const judged = Effect.fnUntraced(function* (customer_id: string, patch: FoundingCohortPatch) {
    const { audiences } = yield* Effect.orDie(tenants.get(customer_id))
    const before = yield* store.read(customer_id)
    const refused = unknownAudience(audiences, patch.audience ?? null, before.audience)
    if (refused !== null) return yield* refused
    return patch.reward == null ? patch : yield* items.within(customer_id, patch)
  })

  return FoundingCohorts.of({
    update: Effect.fn("FoundingCohorts.update")(function* (customer_id, patch) {
      const given = Object.entries(yield* judged(customer_id, patch)).map(([name, value]) => [
        name,
        value ?? defaultCohort[name as keyof FoundingCohort]
      ])
      return yield* store.update(customer_id, (before) => ({ ...before, ...Object.fromEntries(given) }))
    }),
    preview: Effect.fn("FoundingCohorts.preview")(function* (customer_id) {
      const {
        cohort: { enrolled, size },
        next
      } = yield* store.preview(customer_id)
      const candidates = next.map(({ hatched_at, ...candidate }, place) => ({
        number: enrolled + place + 1,
        ...candidate,
        hatched_at: iso(hatched_at)
      }))
      return { size, enrolled, remaining: size - enrolled, candidates }
    }),
    fill: Effect.fn("FoundingCohorts.fill")(function* (customer_id, dry_run) {
      const open = yield* operationStore.openOf(customer_id, "founding_backfill")
      const same = open.find(({ payload }) => payload["dry_run"] === dry_run)
      if (same !== undefined) return same.operation_id
      // Whoever never set it up has the usual one, which needs a row to count its members.
      if (!dry_run) yield* Effect.orDie(store.update(customer_id, (before) => before))
      return yield* operations.open(customer_id, FillCohort, {
        type: "founding_backfill",
        resource_type: "founding_cohort",
        resource_id: customer_id,
        payload: { dry_run } satisfies typeof FillPlan.Type
      })
    }, transactionOf(sql)),
    pay: yield* payingWith
  })
})
