/** Applying a template to many buddies: what it would come to, and the operation that does it. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Tenants } from "../../../platform/auth/Tenants.ts"
import { jobWorkflow } from "../../../platform/cluster/Jobs.ts"
import { transactionOf } from "../../../platform/postgres/Sql.ts"
import type { NotFound } from "../../../wire/Failure.ts"
import type { UnknownAudience } from "../../../wire/refusals/Intake.ts"
import type { OperationLimit } from "../../../wire/refusals/OpenJobs.ts"
import { Operations } from "../../players/operations/Service.ts"
import { keptOf } from "../buddy-profiles/Rules.ts"
import { ProfileStore } from "../buddy-profiles/Store.ts"
import type { ApplyPlan, ApplyProfile } from "./Api.ts"
import { Plan, targetOf } from "./Rules.ts"
import { configuredAudience, ProfileTemplateStore } from "./Store.ts"

/** A batch of buddies after the other; see Workflow. */
export const Apply = jobWorkflow("ApplyProfile")

type Request = Omit<ApplyProfile, "dry_run">
type Refusal = NotFound | UnknownAudience

export class ProfileApplications extends Context.Service<
  ProfileApplications,
  {
    /** what it would come to; writes nothing */
    plan(customer_id: string, request: Request): Effect.Effect<ApplyPlan, Refusal>
    /** answers the operation */
    start(customer_id: string, request: Request): Effect.Effect<string, Refusal | OperationLimit>
  }
>()("hatchery/features/profile-templates/ProfileApplications") {
  static readonly layer = Layer.effect(
    ProfileApplications,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const templates = yield* ProfileTemplateStore
      const profiles = yield* ProfileStore
      const operations = yield* Operations
      const tenants = yield* Tenants

      /** The template as it is now: an operation that runs applies no later one. */
      const resolve = Effect.fnUntraced(function* (
        customer_id: string,
        { mode = "fill", profile_template_id: reference, target }: Request
      ): Effect.fn.Return<Plan, Refusal> {
        const { profile, profile_template_id } = yield* templates.get(customer_id, reference)
        if (target.audience !== undefined) yield* configuredAudience(tenants, customer_id, target.audience)
        return { profile_template_id, profile: keptOf(profile), mode, ...targetOf(target) }
      })

      return ProfileApplications.of({
        plan: Effect.fn("ProfileApplications.plan")(function* (customer_id, request) {
          const plan = yield* resolve(customer_id, request)
          const { strangers, target } = plan
          const { archived, changed, matched } = yield* profiles.preview(customer_id, plan, target)
          const named = "buddy_ids" in target ? target.buddy_ids.length + strangers.length : matched + archived
          return { matched, changed, unchanged: matched - changed, skipped: named - matched }
        }),
        start: Effect.fn("ProfileApplications.start")((customer_id, request) =>
          transactionOf(sql)(
            Effect.gen(function* () {
              const payload = yield* resolve(customer_id, request)
              return yield* operations.openOfFew(customer_id, Apply, {
                type: "apply_profile",
                resource_type: "profile_template",
                resource_id: payload.profile_template_id,
                payload: yield* Effect.orDie(Schema.encodeEffect(Plan)(payload))
              })
            })
          )
        )
      })
    })
  ).pipe(Layer.provide([ProfileTemplateStore.layer, ProfileStore.layer, Operations.layer]))
}
