/** Recommending the service, and what comes of it. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { tenantGroup } from "../../../wire/Group.ts"
import { says } from "../../../wire/Words.ts"

export const Referral = Schema.Struct({
  code: Schema.String.annotate({ description: "what a new workspace registers with" }),
  url: Schema.String.annotate({ format: "uri", description: "a link that carries the code" }),
  referred: Schema.Struct({
    registered: Schema.Int.annotate({ description: "workspaces that registered with the code" }),
    paying: Schema.Int.annotate({ description: "those of them that have paid" })
  }),
  credits_earned: Schema.Int
}).annotate({ identifier: "Referral" })
export type Referral = typeof Referral.Type

export class ReferralApi extends tenantGroup(
  HttpApiGroup.make("referral").add(
    HttpApiEndpoint.get("get", "/customers/me/referral", { success: Referral }).annotateMerge(
      says(
        "Show your referral code",
        "The code is made at the first look and stays. When a workspace that registered with it pays for the first " +
          "time, both are given 200 credits for three months. A workspace of the own mail domain does not count."
      )
    )
  ),
  { access: "tenant_read", capability: "buddies", description: "Recommending the service" }
) {}
