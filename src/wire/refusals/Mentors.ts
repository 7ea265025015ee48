/** What pairing a mentor with a mentee is refused with. */
import { Schema } from "effect"
import { failure } from "../Failure.ts"

export class NotAMentor extends Schema.TaggedError<NotAMentor>()("NotAMentor", {}) {}
export const notAMentor = failure(NotAMentor, {
  status: 409,
  code: "not_a_mentor",
  message: () => "This buddy is mentor of no team."
})

export class MentorFull extends Schema.TaggedError<MentorFull>()("MentorFull", { max: Schema.Int }) {}
export const mentorFull = failure(MentorFull, {
  status: 409,
  code: "mentor_full",
  message: (e) => `This mentor looks after ${e.max} already, the most there may be.`,
  details: (e) => ({ max: e.max })
})

export class MentorAlreadyAssigned extends Schema.TaggedError<MentorAlreadyAssigned>()("MentorAlreadyAssigned", {
  mentor_session_id: Schema.String
}) {}
export const mentorAlreadyAssigned = failure(MentorAlreadyAssigned, {
  status: 409,
  code: "mentor_already_assigned",
  message: () => "The mentee has a mentor already: end that session first.",
  details: (e) => ({ mentor_session_id: e.mentor_session_id })
})

export class MentorNotVisible extends Schema.TaggedError<MentorNotVisible>()("MentorNotVisible", {
  reason: Schema.Literals(["disabled", "self_service", "team", "audience"])
}) {}
export const mentorNotVisible = failure(MentorNotVisible, {
  status: 409,
  code: "mentor_not_visible",
  message: (e) => `The mentee may not have this mentor: ${e.reason}.`,
  details: (e) => ({ reason: e.reason })
})

export class TestClockUser extends Schema.TaggedError<TestClockUser>()("TestClockUser", {}) {}
export const testClockUser = failure(TestClockUser, {
  status: 409,
  code: "test_clock_user",
  message: () => "The two do not live at the same moment: one of them is on a test clock."
})
