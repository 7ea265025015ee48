/**
 * The currencies of a workspace: primary tokens are spent, progression tokens only earned. Versioned: edits go to the
 * open draft, see config-versions.
 */
import { HttpApiGroup } from "effect/http-api"
import { tenantGroup } from "../../../wire/Group.ts"
import { TokenType, TokenTypeInput } from "../../../wire/content/Token.ts"
import { draftCollection } from "../../../wire/DraftCollection.ts"

export class TokenTypesApi extends tenantGroup(
  HttpApiGroup.make("token-types").add(
    ...draftCollection("/token-types", { noun: "token type", item: TokenType, input: TokenTypeInput })
  ),
  {
    access: "config",
    capability: "none",
    description: "Currencies: primary tokens are spent, progression tokens only earned; edits go to the open draft"
  }
) {}
