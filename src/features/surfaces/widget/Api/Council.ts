/** What a player proposes the widgets of its workspace should say. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { RequiredScope } from "../../../../wire/Access.ts"
import { Proposal, proposalInput } from "../../../../wire/answers/Proposal.ts"
import { tenantGroup } from "../../../../wire/Group.ts"
import { proposing } from "../../../../wire/refusals/Council.ts"
import { says } from "../../../../wire/Words.ts"

export class WidgetCouncilApi extends tenantGroup(
  HttpApiGroup.make("widget-council").add(
    HttpApiEndpoint.post("propose", "/widget/council/proposals", {
      payload: Schema.Struct(proposalInput).annotate({ identifier: "WidgetProposal" }),
      success: Proposal.pipe(HttpApiSchema.status(201)),
      error: proposing
    })
      .annotate(RequiredScope, "events:track")
      .annotateMerge(
        says("Propose a text from a widget", "For the buddy of the token. Nobody sees it before it is approved.")
      )
  ),
  { access: "widget_write", capability: "council", description: "What players propose" }
) {}
