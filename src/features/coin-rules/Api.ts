/** What pays coins for an event. Versioned: edits go to the open draft, see config-versions. */
import { HttpApiGroup } from "effect/http-api"
import { tenantGroup } from "../../wire/Group.ts"
import { CoinRule, CoinRuleInput } from "../../wire/content/CoinRule.ts"
import { draftCollection } from "../config-versions/Api.ts"

export class CoinRulesApi extends tenantGroup(
  HttpApiGroup.make("coin-rules").add(...draftCollection("/coin-rules", { item: CoinRule, input: CoinRuleInput })),
  { access: "config", description: "What pays coins for an event; edits go to the open draft" }
) {}
