/** Players propose what widgets should say, and people of the workspace vote on it. Contract part 4. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Access } from "../../../wire/Access.ts"
import { Proposal, proposalInput, ProposalStatus } from "../../../wire/answers/Proposal.ts"
import { NarrativeText, Slot } from "../../../wire/content/Narrative.ts"
import { orNull } from "../../../wire/content/Shared.ts"
import { invalidTransition, notFound } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { text, Timestamp } from "../../../wire/Ids.ts"
import { offsetPage, offsetQuery } from "../../../wire/Page.ts"
import { proposing } from "../../../wire/refusals/Council.ts"
import { says } from "../../../wire/Words.ts"

const filters = { status: Schema.optionalKey(ProposalStatus), slot: Schema.optionalKey(Slot) }

export const Propose = Schema.Struct({
  ...proposalInput,
  buddy_id: orNull(text({ min: 1, max: 64 })).annotate({ description: "who proposes it; null: you do" })
}).annotate({ identifier: "Propose" })
export type Propose = typeof Propose.Type

export const Vote = Schema.Struct({
  decision: Schema.Literals(["approve", "reject"]),
  comment: orNull(text({ max: 500 })).annotate({ description: "kept with the vote" })
}).annotate({ identifier: "CouncilVote" })
export type Vote = typeof Vote.Type

export const SlotText = Schema.Struct({
  slot: Slot,
  text: Schema.String,
  source: Schema.Literals(["patch", "council"]).annotate({ description: "whose text it is" }),
  updated_at: Timestamp
}).annotate({ identifier: "NarrativeSlot" })
export type SlotText = typeof SlotText.Type

const params = { id: Schema.String }
const inSlot = { slot: Schema.String }

const votingDescription =
  "One vote of your account, or of all secret keys together; voting again replaces it. With as many equal votes as " +
  "the quorum asks for the proposal is decided: an approved text stands in the narrative at once, and webhooks hear " +
  "of it as council.proposal_approved."

export class CouncilApi extends tenantGroup(
  HttpApiGroup.make("council").add(
    HttpApiEndpoint.get("list", "/customers/me/council/proposals", {
      query: { ...offsetQuery, ...filters },
      success: offsetPage(Proposal)
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("List proposals", "Newest first, whatever became of them.")),
    HttpApiEndpoint.post("propose", "/customers/me/council/proposals", {
      payload: Propose,
      success: Proposal.pipe(HttpApiSchema.status(201)),
      error: proposing
    })
      .annotate(Access, "runtime_write")
      .annotateMerge(
        says("Propose a text", "Nobody sees it before it is approved. A buddy has at most three open proposals.")
      ),
    HttpApiEndpoint.patch("vote", "/customers/me/council/proposals/:id", {
      params,
      payload: Vote,
      success: Proposal,
      error: [notFound, invalidTransition]
    }).annotateMerge(says("Vote on a proposal", votingDescription)),
    HttpApiEndpoint.put("setSlot", "/customers/me/council/narrative/slots/:slot", {
      params: inSlot,
      payload: Schema.Struct({ text: NarrativeText }),
      success: SlotText,
      error: notFound
    }).annotateMerge(says("Set a text of the narrative", "Without a vote, as a change of the narrative would.")),
    HttpApiEndpoint.delete("clearSlot", "/customers/me/council/narrative/slots/:slot", {
      params: inSlot,
      success: HttpApiSchema.NoContent,
      error: notFound
    }).annotateMerge(says("Take a text of the narrative back", "The default of tone and language is said again."))
  ),
  { access: "config", capability: "council", description: "What players propose, and votes on it" }
) {}
