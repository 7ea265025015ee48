/** What players propose their widgets should say; workspace and widget speak of it in the same words. */
import { Schema } from "effect"
import { NarrativeText, Slot } from "../content/Narrative.ts"
import { Id, Timestamp } from "../Ids.ts"

export const proposalStatuses = ["open", "approved", "rejected", "withdrawn"] as const
export const ProposalStatus = Schema.Literals(proposalStatuses)

export const proposalInput = {
  slot: Slot.annotate({ description: "the dot path of a text of the narrative" }),
  text: NarrativeText
}

export const Proposal = Schema.Struct({
  proposal_id: Id,
  target_slot: Slot,
  text: Schema.String,
  current_text: Schema.NullOr(Schema.String).annotate({
    description: "what stands there now, of a decided one what stood there then; null: the default"
  }),
  buddy_id: Schema.NullOr(Id).annotate({ description: "who proposed it; null: the workspace, or somebody erased" }),
  status: ProposalStatus,
  votes: Schema.Struct({ approve: Schema.Int, reject: Schema.Int, quorum: Schema.Int }),
  created_at: Timestamp,
  decided_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "Proposal" })
export type Proposal = typeof Proposal.Type
