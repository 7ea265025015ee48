/** What takes levels from skills that are not practised. Versioned: edits go to the open draft, see config-versions. */
import { HttpApiGroup } from "effect/http-api"
import { tenantGroup } from "../../wire/Group.ts"
import { SkillDecayRule, SkillDecayRuleInput } from "../../wire/content/Skill.ts"
import { draftCollection } from "../config-versions/Api.ts"

export class SkillDecayRulesApi extends tenantGroup(
  HttpApiGroup.make("skill-decay-rules").add(
    ...draftCollection("/skill-decay-rules", { item: SkillDecayRule, input: SkillDecayRuleInput })
  ),
  { access: "config", description: "What takes levels from skills that are not practised; edits go to the open draft" }
) {}
