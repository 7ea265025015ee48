/** What users are given who come back after a long absence. Contract part 4. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Access } from "../../../wire/Access.ts"
import { GivenReward, Reward } from "../../../wire/content/Shared.ts"
import { validationFailed } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { says } from "../../../wire/Words.ts"

export const ReengagementConfig = Schema.Struct({ reward: Reward }).annotate({ identifier: "ReengagementConfig" })
export type ReengagementConfig = typeof ReengagementConfig.Type

export const ReengagementPatch = Schema.Struct({
  reward: Schema.optionalKey(Schema.NullOr(GivenReward)).annotate({ description: "as a whole; null: nothing" })
}).annotate({ identifier: "ReengagementPatch" })
export type ReengagementPatch = typeof ReengagementPatch.Type

const path = "/customers/me/reengagement-config"

export class ReengagementApi extends tenantGroup(
  HttpApiGroup.make("re-engagement").add(
    HttpApiEndpoint.get("read", path, { success: ReengagementConfig })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("Show what coming back pays", "Nothing, until it is set.")),
    HttpApiEndpoint.patch("update", path, {
      payload: ReengagementPatch,
      success: ReengagementConfig,
      error: validationFailed
    }).annotateMerge(
      says(
        "Change what coming back pays",
        "Paid with the first live event of a buddy that occurred `settings.lapsed_after_days` days or more after " +
          "the newest one before, once for each absence; `user.reengaged` is sent in any case."
      )
    )
  ),
  { access: "config", capability: "buddies", description: "What coming back pays" }
) {}
