/** What proposing is refused with. */
import { Schema } from "effect"
import { failure, notFound } from "../Failure.ts"
import { buddyArchived } from "./Buddies.ts"

export class NotAMentor extends Schema.TaggedError<NotAMentor>()("NotAMentor", {}) {}
export const notAMentor = failure(NotAMentor, {
  status: 409,
  code: "not_a_mentor",
  message: () => "Only mentors may do this, and this buddy is a mentor in no team."
})

export class ProposalLimit extends Schema.TaggedError<ProposalLimit>()("ProposalLimit", { max: Schema.Int }) {}
export const proposalLimit = failure(ProposalLimit, {
  status: 409,
  code: "proposal_limit",
  message: (e) => `At most ${e.max} proposals can be open: wait until some are decided.`,
  details: (e) => ({ max: e.max })
})

export const proposing = [notFound, buddyArchived, notAMentor, proposalLimit] as const
