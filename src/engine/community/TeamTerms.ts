/** What is said to and about a buddy's place in teams: commands, replies, refusals, and what its state keeps. */

export type TeamRole = "member" | "mentor"

/** Of `BuddyState.teams`, by team_id. A team that was deleted stays until its members have been taken out. */
export interface Membership {
  readonly role: TeamRole
  /** epoch ms */
  readonly joined_at: number
  /** of the team when this was decided; the database refuses what was decided on older ones */
  readonly terms: number
}

/** A team as its caller read it. `terms` counts what has changed that decides who may be in. */
export interface TeamTerms {
  readonly team_id: string
  readonly terms: number
  readonly max_members: number
  /** null: buddies of any */
  readonly audience: string | null
}

export type TeamCommand =
  | { readonly _tag: "JoinTeam"; readonly team: TeamTerms; readonly role: TeamRole }
  | { readonly _tag: "SetTeamRole"; readonly team_id: string; readonly terms: number; readonly role: TeamRole }
  /** `is_dissolved`: the team is gone, and nobody is left to be told */
  | { readonly _tag: "LeaveTeam"; readonly team_id: string; readonly is_dissolved: boolean }

/** What a command about a team came to. */
export interface TeamReply {
  readonly _tag: "Team"
  readonly team_id: string
  readonly role: TeamRole
  /** epoch ms */
  readonly joined_at: number
  readonly outcome: "joined" | "role_changed" | "left" | "unchanged"
}

export type TeamError =
  | { readonly code: "team_full"; readonly members: number; readonly max: number }
  | { readonly code: "team_limit"; readonly max: number }
  | { readonly code: "already_member"; readonly role: TeamRole }
  | { readonly code: "audience_mismatch"; readonly audience: string }
  | { readonly code: "unknown_member" }
  /** decided on what is not so any more: whoever asked reads the team again */
  | { readonly code: "terms_outdated" }

/** What members of a team may read of each other. */
export const feedTypes = [
  "member_joined",
  "member_left",
  "role_changed",
  "badge_awarded",
  "evolved",
  "prestiged",
  "streak_milestone",
  "league_promoted",
  "quest_succeeded",
  "kudos_given"
] as const
export type FeedType = (typeof feedTypes)[number]

export interface FeedEntry {
  readonly team_id: string
  readonly type: FeedType
  readonly data: Readonly<Record<string, unknown>>
}
