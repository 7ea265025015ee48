/** Eggs: where every buddy comes from. Contract parts 2, 3 and 4 (Eggs). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Access, Bucket } from "../../../wire/Access.ts"
import { failure, invalidTransition, notFound } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { ClientId, FreeMap, Id, listedMetadata, Metadata, Timestamp } from "../../../wire/Ids.ts"
import { offsetPage, offsetQuery } from "../../../wire/Page.ts"
import { missingAudience, unknownAudience } from "../../../wire/refusals/Intake.ts"
import { Accepted } from "../../../wire/answers/AcceptedOperation.ts"
import { noPublishedConfig, activeEggLimit, EggStatus } from "../../../wire/refusals/Eggs.ts"
import { says } from "../../../wire/Words.ts"

export const Egg = Schema.Struct({
  egg_id: Id,
  user_id: Schema.String,
  status: EggStatus,
  visual_variant: Schema.Int.annotate({ description: "0..11, which of the creatures will hatch" }),
  audience: Schema.String,
  config_version_id: Id.annotate({ description: "the version in force at creation; the buddy is pinned to it" }),
  buddy_id: Schema.NullOr(Id).annotate({ description: "null until status is hatched" }),
  metadata: Metadata,
  created_at: Timestamp
}).annotate({ identifier: "Egg" })
export type Egg = typeof Egg.Type

export const ListedEgg = Schema.Struct({ ...Egg.fields, ...listedMetadata }).annotate({ identifier: "ListedEgg" })

export const CreateEgg = Schema.Struct({ user_id: ClientId, metadata: Schema.optionalKey(FreeMap) }).annotate({
  identifier: "CreateEgg",
  description:
    "metadata is free-form; metadata.audience picks the audience, metadata.timezone (IANA name) is the user's time zone"
})

export const EggTarget = Schema.Literals(["ready", "cancelled"])
export type EggTarget = typeof EggTarget.Type

export class EggNotReady extends Schema.TaggedError<EggNotReady>()("EggNotReady", { status: EggStatus }) {}
export const eggNotReady = failure(EggNotReady, {
  status: 409,
  code: "egg_not_ready",
  message: (e) => `Only an egg that is ready can hatch; this one is ${e.status}.`,
  details: (e) => ({ status: e.status })
})

const params = { id: Schema.String }

export class EggsApi extends tenantGroup(
  HttpApiGroup.make("eggs").add(
    HttpApiEndpoint.post("create", "/eggs", {
      query: { ensure: Schema.optionalKey(Schema.Boolean) },
      payload: CreateEgg,
      success: [Egg.pipe(HttpApiSchema.status(201)), Egg],
      error: [missingAudience, unknownAudience, noPublishedConfig, activeEggLimit]
    })
      .annotate(Bucket, "eggs")
      .annotate(Access, "runtime_write")
      .annotateMerge(
        says(
          "Lay an egg for a user",
          "Lays an egg (201). With ensure=true the user's most recent waiting or ready egg is answered instead " +
            "(200), if there is one."
        )
      ),
    HttpApiEndpoint.get("list", "/eggs", {
      query: { ...offsetQuery, user_id: Schema.optionalKey(ClientId), status: Schema.optionalKey(EggStatus) },
      success: offsetPage(ListedEgg)
    }).annotateMerge(says("List eggs", "Newest first. Narrow it down by user or status.")),
    HttpApiEndpoint.get("read", "/eggs/:id", { params, success: Egg, error: notFound }).annotateMerge(
      says("Show an egg", "Its state, and the buddy once it has hatched.")
    ),
    HttpApiEndpoint.patch("setStatus", "/eggs/:id/status", {
      params,
      payload: Schema.Struct({ status: EggTarget }),
      success: Egg,
      error: [notFound, invalidTransition]
    })
      .annotate(Access, "runtime_write")
      .annotateMerge(
        says(
          "Make an egg ready, or cancel it",
          "`waiting` becomes `ready`, and either becomes `cancelled`; nothing else is possible. A ready egg can hatch."
        )
      ),
    HttpApiEndpoint.post("hatch", "/eggs/:id/hatch", {
      params,
      success: Accepted.pipe(HttpApiSchema.status(202)),
      error: [notFound, eggNotReady]
    })
      .annotate(Bucket, "eggs")
      .annotate(Access, "runtime_write")
      .annotateMerge(
        says(
          "Hatch an egg",
          "Starts the hatch of an egg that is ready. The result is the buddy: poll the operation or wait for the " +
            "webhook buddy.hatched."
        )
      )
  ),
  { access: "tenant_read", capability: "buddies", description: "Eggs of users and their hatching" }
) {}
