/**
 * The stages of a buddy and its prestige: one object per version, edited in the open draft. Contract part 1: at most
 * 5 stages.
 */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Access } from "../../../wire/Access.ts"
import { notFound } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { EvolutionRules } from "../../../wire/content/EvolutionRules.ts"
import { says } from "../../../wire/Words.ts"

export class EvolutionRulesApi extends tenantGroup(
  HttpApiGroup.make("evolution-rules").add(
    HttpApiEndpoint.get("get", "/evolution-rules", {
      query: { version: Schema.optionalKey(Schema.String) },
      success: EvolutionRules,
      error: notFound
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(
        says(
          "Show the evolution rules",
          "The stages, what each needs, and prestige; of the open draft, else of the active version."
        )
      ),
    HttpApiEndpoint.put("replace", "/evolution-rules", {
      payload: EvolutionRules,
      success: EvolutionRules
    }).annotateMerge(
      says(
        "Replace the evolution rules",
        "In the open draft, which is opened when there is none. One to five stages. They count for buddies " +
          "once the draft is published."
      )
    )
  ),
  { access: "config", capability: "none", description: "Stages and prestige; edits go to the open draft" }
) {}
