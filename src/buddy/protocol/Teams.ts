/** Schemas of what is said about teams; see `engine/community/TeamTerms`. */
import { Schema } from "effect"

const TeamRole = Schema.Literals(["member", "mentor"])

export const teamCommands = {
  JoinTeam: Schema.TaggedStruct("JoinTeam", {
    team: Schema.Struct({
      team_id: Schema.String,
      terms: Schema.Int,
      max_members: Schema.Int,
      audience: Schema.NullOr(Schema.String)
    }),
    role: TeamRole
  }),
  SetTeamRole: Schema.TaggedStruct("SetTeamRole", { team_id: Schema.String, terms: Schema.Int, role: TeamRole }),
  LeaveTeam: Schema.TaggedStruct("LeaveTeam", { team_id: Schema.String, is_dissolved: Schema.Boolean })
}

export const teamReply = Schema.TaggedStruct("Team", {
  team_id: Schema.String,
  role: TeamRole,
  joined_at: Schema.Number,
  outcome: Schema.Literals(["joined", "role_changed", "left", "unchanged"])
})
