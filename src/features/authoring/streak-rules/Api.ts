/**
 * Runs of days, weeks or months, with freezes and milestones. Versioned: edits go to the open draft, see
 * config-versions.
 */
import { HttpApiGroup } from "effect/http-api"
import { tenantGroup } from "../../../wire/Group.ts"
import { StreakRule, StreakRuleInput } from "../../../wire/content/StreakRule.ts"
import { draftCollection } from "../../../wire/DraftCollection.ts"

export class StreakRulesApi extends tenantGroup(
  HttpApiGroup.make("streak-rules").add(
    ...draftCollection("/streak-rules", { noun: "streak rule", item: StreakRule, input: StreakRuleInput })
  ),
  {
    access: "config",
    capability: "none",
    description: "Runs of days, weeks or months, with freezes and milestones; edits go to the open draft"
  }
) {}
