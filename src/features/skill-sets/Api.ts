/** Skills and the curve their levels follow. Versioned: edits go to the open draft, see config-versions. */
import { HttpApiGroup } from "effect/http-api"
import { tenantGroup } from "../../wire/Group.ts"
import { SkillSet, SkillSetInput } from "../../wire/content/Skill.ts"
import { draftCollection } from "../config-versions/Api.ts"

export class SkillSetsApi extends tenantGroup(
  HttpApiGroup.make("skill-sets").add(...draftCollection("/skill-sets", { item: SkillSet, input: SkillSetInput })),
  { access: "config", description: "Skills and the curve their levels follow; edits go to the open draft" }
) {}
