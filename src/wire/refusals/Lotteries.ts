/** What a lottery refuses whoever would take part. */
import { Schema } from "effect"
import { failure } from "../Failure.ts"
import { Requirement } from "./Buddies.ts"

export class LotteryNotOpen extends Schema.TaggedError<LotteryNotOpen>()("LotteryNotOpen", { status: Schema.String }) {}
const closedBy: Readonly<Record<string, string>> = {
  active: "No draw of this lottery is open.",
  paused: "This lottery is paused: nothing is entered or drawn until it is active again."
}
export const lotteryNotOpen = failure(LotteryNotOpen, {
  status: 409,
  code: "lottery_not_open",
  message: ({ status }) => closedBy[status] ?? `This lottery is ${status}: no draw is open.`,
  details: (e) => ({ status: e.status })
})

export class EntryLimitReached extends Schema.TaggedError<EntryLimitReached>()("EntryLimitReached", {
  used: Schema.Int,
  max: Schema.Int
}) {}
export const entryLimitReached = failure(EntryLimitReached, {
  status: 409,
  code: "entry_limit_reached",
  message: (e) => `The buddy has ${e.used} of at most ${e.max} tickets of this draw.`,
  details: (e) => ({ used: e.used, max: e.max })
})

export class EntryAutomatic extends Schema.TaggedError<EntryAutomatic>()("EntryAutomatic", {}) {}
export const entryAutomatic = failure(EntryAutomatic, {
  status: 409,
  code: "entry_automatic",
  message: () => "Tickets of this lottery come with events; none are sold."
})

/** The same as of items, of something that is no item. */
export class EntryRequirementsNotMet extends Schema.TaggedError<EntryRequirementsNotMet>()("EntryRequirementsNotMet", {
  requirements: Schema.Array(Requirement)
}) {}
export const entryRequirementsNotMet = failure(EntryRequirementsNotMet, {
  status: 409,
  code: "requirements_not_met",
  message: () => "The buddy does not meet the requirements; details.requirements says which.",
  details: (e) => ({ requirements: e.requirements })
})
