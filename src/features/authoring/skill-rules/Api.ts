/** What gives points of a skill for an event. Versioned: edits go to the open draft, see config-versions. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { notFound, validationFailed } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { SkillRule, SkillRuleInput } from "../../../wire/content/Skill.ts"
import { draftCollection } from "../../../wire/DraftCollection.ts"
import { says } from "../../../wire/Words.ts"

export const ApplyThemePack = Schema.Struct({
  theme_pack_key: Schema.String.annotate({ description: "the key of a preset, see GET /presets" }),
  on_conflict: Schema.optionalKey(Schema.Literals(["skip", "update"]))
})

const merged = Schema.Struct({
  added: Schema.Array(Schema.String),
  updated: Schema.Array(Schema.String),
  skipped: Schema.Array(Schema.String)
})
export const ThemePackApplied = Schema.Struct({
  theme_pack_key: Schema.String,
  skill_sets: merged,
  skill_rules: merged
}).annotate({ identifier: "ThemePackApplied" })

const applyDescription =
  "Merges the skills of a preset and the rules that train them into the open draft, opening one when there is none. " +
  "Entries whose key the draft has already stay as they are (`skip`, the default) or become those of the pack " +
  "(`update`) and keep their identifier; skills that stand in another set stay there. Everything else is untouched."

export class SkillRulesApi extends tenantGroup(
  HttpApiGroup.make("skill-rules").add(
    ...draftCollection("/skill-rules", { noun: "skill rule", item: SkillRule, input: SkillRuleInput }),
    HttpApiEndpoint.post("applyThemePack", "/skill-rules/apply-theme-pack", {
      payload: ApplyThemePack,
      success: ThemePackApplied,
      error: [notFound, validationFailed]
    }).annotateMerge(says("Merge the skills of a preset", applyDescription))
  ),
  {
    access: "config",
    capability: "none",
    description: "What gives points of a skill for an event; edits go to the open draft"
  }
) {}
