/** Skills and the curve their levels follow. Versioned: edits go to the open draft, see config-versions. */
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { tenantGroup } from "../../../wire/Group.ts"
import { drawingErrors, GenerateIcon, IconMade } from "../../../wire/Pictures.ts"
import { SkillSet, SkillSetInput } from "../../../wire/content/Skill.ts"
import { Lengthy } from "../../../wire/Access.ts"
import { draftCollection } from "../../../wire/DraftCollection.ts"
import { says } from "../../../wire/Words.ts"

export class SkillSetsApi extends tenantGroup(
  HttpApiGroup.make("skill-sets").add(
    ...draftCollection("/skill-sets", { noun: "skill set", item: SkillSet, input: SkillSetInput }),
    HttpApiEndpoint.post("generateIcon", "/skill-sets/generate-icon", {
      payload: GenerateIcon,
      success: IconMade.pipe(HttpApiSchema.status(201)),
      error: drawingErrors
    })
      .annotate(Lengthy, true)
      .annotateMerge(
        says(
          "Draw an icon for a skill",
          "Answers with the picture's address, within seconds. Costs image credits unless the built-in artist draws."
        )
      )
  ),
  {
    access: "config",
    capability: "none",
    description: "Skills and the curve their levels follow; edits go to the open draft"
  }
) {}
