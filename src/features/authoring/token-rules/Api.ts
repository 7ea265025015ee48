/** What pays tokens for an event. Versioned: edits go to the open draft, see config-versions. */
import { HttpApiGroup } from "effect/http-api"
import { tenantGroup } from "../../../wire/Group.ts"
import { TokenRule, TokenRuleInput } from "../../../wire/content/Token.ts"
import { draftCollection } from "../../../wire/DraftCollection.ts"

export class TokenRulesApi extends tenantGroup(
  HttpApiGroup.make("token-rules").add(
    ...draftCollection("/token-rules", { noun: "token rule", item: TokenRule, input: TokenRuleInput })
  ),
  { access: "config", capability: "none", description: "What pays tokens for an event; edits go to the open draft" }
) {}
