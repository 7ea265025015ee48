/** The founding cohort: the first users of a workspace, numbered. Contract part 4. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Access } from "../../../wire/Access.ts"
import { Accepted } from "../../../wire/answers/AcceptedOperation.ts"
import { Origin } from "../../../wire/Change.ts"
import { GivenReward, Key, Reward, whole } from "../../../wire/content/Shared.ts"
import { badRequest, validationFailed } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { Id, Instant, Timestamp } from "../../../wire/Ids.ts"
import { cursorPage, cursorQuery } from "../../../wire/Page.ts"
import { says } from "../../../wire/Words.ts"

export const FoundingCohort = Schema.Struct({
  enabled: Schema.Boolean,
  size: Schema.Int,
  until: Schema.NullOr(Timestamp).annotate({ description: "who hatches from then on is none of them" }),
  audience: Schema.NullOr(Schema.String),
  badge_key: Schema.NullOr(Schema.String),
  reward: Reward
}).annotate({ identifier: "FoundingCohort" })
export type FoundingCohort = typeof FoundingCohort.Type

const resettable = <S extends Schema.Constraint>(schema: S, description: string) =>
  Schema.optionalKey(Schema.NullOr(schema)).annotate({ description })

export const FoundingCohortPatch = Schema.Struct({
  enabled: resettable(Schema.Boolean, "enrols users as their buddies hatch; null: false"),
  size: resettable(whole(1, 100_000), "never fewer than are enrolled; null: 100"),
  until: resettable(Instant, "null: for good"),
  audience: resettable(Key, "null: all of them"),
  badge_key: resettable(Key, "given to every member whose version knows it; null: none"),
  reward: resettable(GivenReward, "paid to who is enrolled from now on, as a whole; null: nothing")
}).annotate({ identifier: "FoundingCohortPatch" })
export type FoundingCohortPatch = typeof FoundingCohortPatch.Type

const whose = { buddy_id: Id, user_id: Schema.String, hatched_at: Timestamp }
export const FoundingPreview = Schema.Struct({
  size: Schema.Int,
  enrolled: Schema.Int,
  remaining: Schema.Int,
  candidates: Schema.Array(Schema.Struct({ number: Schema.Int, ...whose })).annotate({
    description: "the next twenty at most, with the numbers they would get"
  })
}).annotate({ identifier: "FoundingPreview" })
export type FoundingPreview = typeof FoundingPreview.Type

export const FoundingAuditEntry = Schema.Struct({
  number: Schema.Int,
  buddy_id: Schema.NullOr(Id).annotate({ description: "null: erased since" }),
  user_id: Schema.NullOr(Schema.String),
  action: Schema.Literals(["enrolled", "reward_granted", "removed"]),
  origin: Origin,
  occurred_at: Timestamp
}).annotate({ identifier: "FoundingAuditEntry" })
export type FoundingAuditEntry = typeof FoundingAuditEntry.Type

const Backfill = Schema.Struct({ dry_run: Schema.optionalKey(Schema.Boolean) }).annotate({
  identifier: "FoundingBackfill"
})
const root = "/customers/me/founding-cohort"

export class FoundingCohortApi extends tenantGroup(
  HttpApiGroup.make("founding-cohort").add(
    HttpApiEndpoint.get("config", `${root}/config`, { success: FoundingCohort })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("Show the founding cohort", "Who belongs to it, and what they are given.")),
    HttpApiEndpoint.patch("update", `${root}/config`, {
      payload: FoundingCohortPatch,
      success: FoundingCohort,
      error: validationFailed
    }).annotateMerge(
      says(
        "Change the founding cohort",
        "What is left out stays. While it is enabled, users are enrolled within seconds: each with its first active " +
          "buddy, in the order in which they hatched, those of before included. Members keep their numbers and what " +
          "they were promised."
      )
    ),
    HttpApiEndpoint.get("preview", `${root}/preview`, { success: FoundingPreview })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("Preview the founding cohort", "How many places are left, and who would be next.")),
    HttpApiEndpoint.post("backfill", `${root}/backfill`, {
      payload: [Backfill, Schema.Null],
      success: Accepted.pipe(HttpApiSchema.status(202))
    }).annotateMerge(
      says(
        "Fill the founding cohort",
        "Enrols and rewards everybody there is a place for, also while it is not enabled. The result of the " +
          "operation counts `enrolled`, `rewarded` and `void`; with `dry_run` it says how many would be enrolled and " +
          "changes nothing."
      )
    ),
    HttpApiEndpoint.get("audit", `${root}/audit`, {
      query: cursorQuery,
      success: cursorPage(FoundingAuditEntry),
      error: badRequest
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("List what happened in the founding cohort", "Newest first.")),
    HttpApiEndpoint.get("auditCsv", `${root}/audit/export.csv`, {
      success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/csv; charset=utf-8" }))
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(
        says(
          "Download what happened in the founding cohort",
          "number, buddy_id, user_id, action, origin, occurred_at; oldest first."
        )
      )
  ),
  { access: "config", capability: "buddies", description: "The first users, numbered" }
) {}
