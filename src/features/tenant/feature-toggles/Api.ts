/** What a workspace has switched off, and what it has set of each capability. Contract part 4. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Access } from "../../../wire/Access.ts"
import { Origin } from "../../../wire/Change.ts"
import { notFound, validationFailed } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { Timestamp } from "../../../wire/Ids.ts"
import { capabilities } from "../../../wire/Plans.ts"
import { RequiredRole } from "../../../wire/Roles.ts"
import { says } from "../../../wire/Words.ts"

const CapabilityName = Schema.Literals(capabilities)
/** In a path, where an unknown one is not found, whatever the body says. */
const isCapability = Schema.makeFilter<string>((key) => capabilities.some((capability) => capability === key))

export const FeatureToggles = Schema.Struct({
  published: Schema.Record(CapabilityName, Schema.Boolean).annotate({
    description: "every capability: false is switched off, whether the plan includes it or not"
  }),
  draft: Schema.NullOr(Schema.Record(Schema.String, Schema.Boolean)).annotate({
    description: "what publishing would change; null: nothing"
  }),
  entitled: Schema.Array(CapabilityName).annotate({ description: "what the plan includes" }),
  published_at: Schema.NullOr(Timestamp),
  published_by: Schema.NullOr(Origin)
}).annotate({ identifier: "FeatureToggles" })
export type FeatureToggles = typeof FeatureToggles.Type

const PublishedToggles = Schema.Struct({
  ...FeatureToggles.fields,
  changed: Schema.Array(Schema.Struct({ capability: CapabilityName, enabled: Schema.Boolean }))
}).annotate({ identifier: "PublishedFeatureToggles" })
export type PublishedToggles = typeof PublishedToggles.Type

const optional = Object.fromEntries(
  capabilities.map((capability) => [capability, Schema.optionalKey(Schema.Boolean)])
) as { readonly [K in (typeof capabilities)[number]]: Schema.optionalKey<typeof Schema.Boolean> }
const notEmpty = Schema.makeFilter<object>((toggles) =>
  Object.keys(toggles).length === 0 ? "must name a capability" : undefined
)
const TogglesPatch = Schema.Struct({ toggles: Schema.Struct(optional).check(notEmpty) }).annotate({
  identifier: "FeatureTogglesPatch"
})

export const Feature = Schema.Struct({
  feature_key: CapabilityName,
  label: Schema.String,
  entitled: Schema.Boolean.annotate({ description: "the plan includes it" }),
  enabled: Schema.Boolean.annotate({ description: "the plan includes it and it is not switched off" }),
  visible_in_widgets: Schema.Boolean,
  config: Schema.Record(Schema.String, Schema.Unknown).annotate({
    description: "settings of its own; most have none. council: quorum 1..10, proposers everyone or mentors"
  }),
  updated_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "Feature" })
export type Feature = typeof Feature.Type

const FeatureSettings = Schema.Struct({
  quorum: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10 }))).annotate({
    description: "council: votes that decide a proposal; default 1"
  }),
  proposers: Schema.optionalKey(Schema.Literals(["everyone", "mentors"])).annotate({
    description: "council: whose proposals are taken; default everyone"
  })
})

const FeaturePatch = Schema.Struct({
  visible_in_widgets: Schema.optionalKey(Schema.Boolean).annotate({
    description: "false: /widget/config leaves its modules out; its routes answer as before"
  }),
  config: Schema.optionalKey(FeatureSettings).annotate({
    description: "replaces its settings as a whole; what is left out has its default"
  })
}).annotate({ identifier: "FeaturePatch" })
export type FeaturePatch = typeof FeaturePatch.Type

const toggles = "/customers/me/feature-toggles"
const config = "/customers/me/feature-config"

export class FeatureTogglesApi extends tenantGroup(
  HttpApiGroup.make("feature-toggles").add(
    HttpApiEndpoint.get("read", toggles, { success: FeatureToggles })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("Show feature toggles", "What is on, what a draft would change, and what is paid for.")),
    HttpApiEndpoint.patch("update", toggles, {
      payload: TogglesPatch,
      success: FeatureToggles,
      error: validationFailed
    }).annotateMerge(
      says("Draft feature toggles", "Adds to the draft; what is as published drops out of it. Nothing else changes.")
    ),
    HttpApiEndpoint.post("publish", `${toggles}/publish`, { success: PublishedToggles })
      .annotate(RequiredRole, "admin")
      .annotateMerge(
        says(
          "Publish feature toggles",
          "On every node within a second: routes of what is off answer 403 capability_disabled, nothing starts, and " +
            "what runs ends at its own time. No data goes; nothing is made up for once it is on again."
        )
      ),
    HttpApiEndpoint.delete("discard", `${toggles}/draft`, { success: HttpApiSchema.NoContent }).annotateMerge(
      says("Discard the draft of feature toggles", "Also where there is none.")
    ),
    HttpApiEndpoint.get("features", config, { success: Schema.Struct({ features: Schema.Array(Feature) }) })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("List features and their settings", "One for each capability.")),
    HttpApiEndpoint.patch("configure", `${config}/:feature_key`, {
      params: { feature_key: Schema.String.check(isCapability) },
      payload: FeaturePatch,
      success: Feature,
      error: [notFound, validationFailed]
    }).annotateMerge(
      says("Change the settings of a feature", "Live at once. Whether it is on at all is the business of the toggles.")
    )
  ),
  { access: "config", capability: "none", description: "Capabilities: on, off, and their settings" }
) {}
