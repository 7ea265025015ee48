/** What changes of teams and of who is in them are refused with. */
import { Schema } from "effect"
import { failure } from "../Failure.ts"

export const TeamRole = Schema.Literals(["member", "mentor"])
export type TeamRole = typeof TeamRole.Type

export class TeamFull extends Schema.TaggedError<TeamFull>()("TeamFull", { members: Schema.Int, max: Schema.Int }) {}
export const teamFull = failure(TeamFull, {
  status: 409,
  code: "team_full",
  message: (e) => `The team has ${e.members} members, and ${e.max} are the most it may have.`,
  details: (e) => ({ members: e.members, max: e.max })
})

export class TeamLimit extends Schema.TaggedError<TeamLimit>()("TeamLimit", { max: Schema.Int }) {}
export const teamLimit = failure(TeamLimit, {
  status: 409,
  code: "team_limit",
  message: (e) => `A buddy is in at most ${e.max} teams.`,
  details: (e) => ({ max: e.max })
})

export class AlreadyMember extends Schema.TaggedError<AlreadyMember>()("AlreadyMember", { role: TeamRole }) {}
export const alreadyMember = failure(AlreadyMember, {
  status: 409,
  code: "already_member",
  message: (e) => `The buddy is in this team already, as ${e.role}: PATCH changes roles.`,
  details: (e) => ({ role: e.role })
})

/** Of a buddy that wants in. */
export class AudienceMismatch extends Schema.TaggedError<AudienceMismatch>()("AudienceMismatch", {
  audience: Schema.String
}) {}
export const audienceMismatch = failure(AudienceMismatch, {
  status: 409,
  code: "audience_mismatch",
  message: (e) => `The team is for the audience ${e.audience}, which is not the buddy's.`,
  details: (e) => ({ audience: e.audience })
})

/** Of a team that is to be for others than those who are in. */
export class MembersOfOtherAudience extends Schema.TaggedError<MembersOfOtherAudience>()("MembersOfOtherAudience", {
  buddies: Schema.Int
}) {}
export const membersOfOtherAudience = failure(MembersOfOtherAudience, {
  status: 409,
  code: "audience_mismatch",
  message: (e) => `Members of other audiences are in this team: ${e.buddies}.`,
  details: (e) => ({ buddies: e.buddies })
})

/** More of a kind of thing than a workspace may have at once. */
export class CampaignLimit extends Schema.TaggedError<CampaignLimit>()("CampaignLimit", {
  of: Schema.String,
  max: Schema.Int
}) {}
export const campaignLimit = failure(CampaignLimit, {
  status: 409,
  code: "campaign_limit",
  message: (e) => `A workspace has at most ${e.max} ${e.of} at once.`,
  details: (e) => ({ of: e.of, max: e.max })
})

/** Never told: whoever asked reads the team again and asks once more. */
export class TermsOutdated extends Schema.TaggedError<TermsOutdated>()("TermsOutdated", {}) {}
