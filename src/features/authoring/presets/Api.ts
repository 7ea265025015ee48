/**
 * Ready-made progression for common products. Applying one fills the draft and sets up what lives beside it. Contract
 * part 4.
 */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Access } from "../../../wire/Access.ts"
import { notFound } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { wholeList } from "../../../wire/Page.ts"
import { PresetContent } from "../../../wire/content/ConfigContent.ts"
import { ConfigVersion } from "../../../wire/answers/ConfigVersion.ts"
import { says } from "../../../wire/Words.ts"

const facts = {
  key: Schema.String,
  name: Schema.String,
  description: Schema.String,
  version: Schema.Int
}
export const PresetSummary = Schema.Struct(facts).annotate({ identifier: "PresetSummary" })
export const Preset = Schema.Struct({ ...facts, content: PresetContent }).annotate({ identifier: "Preset" })

export const ApplyPreset = Schema.Struct({
  preset_key: Schema.String,
  mode: Schema.optionalKey(Schema.Literal("replace_draft"))
}).annotate({ identifier: "ApplyPreset" })

const applyDescription =
  "Replaces the rules of the open draft (opening one when there is none) and answers that draft. Event types, gates, " +
  "marketplaces and items of the preset are created, or updated where one with the same key exists; others stay. " +
  "Entries whose key is known keep their identifier. Nothing changes for buddies until the draft is published."

export class PresetsApi extends tenantGroup(
  HttpApiGroup.make("presets").add(
    HttpApiEndpoint.get("list", "/presets", { success: wholeList(PresetSummary) })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("List presets", "Whole configurations to start from.")),
    HttpApiEndpoint.get("get", "/presets/:key", {
      params: { key: Schema.String },
      success: Preset,
      error: notFound
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("Show a preset", "With everything it would bring.")),
    HttpApiEndpoint.post("apply", "/customers/me/apply-preset", {
      payload: ApplyPreset,
      success: ConfigVersion,
      error: notFound
    }).annotateMerge(says("Apply a preset to the draft", applyDescription))
  ),
  { access: "config", capability: "none", description: "Ready-made progression for common products" }
) {}
