import { Schema } from "effect"
import { failure } from "../Failure.ts"
import { limits } from "../Limits.ts"

export class MemberLimit extends Schema.TaggedError<MemberLimit>()("MemberLimit", {}) {}
export const memberLimit = failure(MemberLimit, {
  status: 409,
  code: "member_limit",
  message: () => `A workspace has at most ${limits.members_max} members, invited ones included.`,
  details: () => ({ max: limits.members_max })
})
