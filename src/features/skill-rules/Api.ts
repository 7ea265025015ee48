/** What gives points of a skill for an event. Versioned: edits go to the open draft, see config-versions. */
import { HttpApiGroup } from "effect/http-api"
import { tenantGroup } from "../../wire/Group.ts"
import { SkillRule, SkillRuleInput } from "../../wire/content/Skill.ts"
import { draftCollection } from "../config-versions/Api.ts"

export class SkillRulesApi extends tenantGroup(
  HttpApiGroup.make("skill-rules").add(...draftCollection("/skill-rules", { item: SkillRule, input: SkillRuleInput })),
  { access: "config", description: "What gives points of a skill for an event; edits go to the open draft" }
) {}
