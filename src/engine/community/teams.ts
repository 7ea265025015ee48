/**
 * Places in teams. How many a team has is a budget all its members draw on, so the last one goes to one of those who
 * want it; what the buddy itself may (five teams, its audience) is decided here.
 */
import type { ManualOutcome } from "../core/Decision.ts"
import { type Draft, fired, skipped } from "../core/Draft.ts"
import { own } from "../core/State.ts"
import { isoTime } from "../calendar/zones.ts"
import { tell } from "./feed.ts"
import type { Membership, TeamCommand, TeamReply, TeamRole } from "./TeamTerms.ts"

/** Teams of one buddy. */
export const teamsMax = 5
/** Members of one team. */
export const teamMembersMax = 10_000
/** Of `rule_budgets`, with the team as its rule. */
export const membersPeriod = "members"

type Of<Tag extends TeamCommand["_tag"]> = Extract<TeamCommand, { readonly _tag: Tag }>

const roles: ReadonlyArray<TeamRole> = ["member", "mentor"]

const replyOf = (team_id: string, { joined_at, role }: Membership, outcome: TeamReply["outcome"]): ManualOutcome => ({
  reply: { _tag: "Team", team_id, role, joined_at, outcome }
})

const unchanged = (draft: Draft, team_id: string, held: Membership): ManualOutcome => {
  skipped(draft, "team", team_id, "limit_reached", { limit: "once", role: held.role })
  return replyOf(team_id, held, "unchanged")
}

const noted = (draft: Draft, team_id: string, type: string, facts: Readonly<Record<string, unknown>>): void => {
  draft.history.push({ kind: "team", key: team_id, body: { type, ...facts } })
  fired(draft, "team", team_id, { change: type, ...facts })
}

export const joinTeam = (draft: Draft, { role, team }: Of<"JoinTeam">): ManualOutcome => {
  const { buddy, budget, now } = draft.context
  const { audience, max_members, team_id, terms } = team
  const { teams = {} } = draft.state
  const held = own(teams, team_id)
  if (held !== undefined) {
    return held.role === role ? unchanged(draft, team_id, held) : { error: { code: "already_member", role: held.role } }
  }
  if (audience !== null && audience !== buddy.audience) return { error: { code: "audience_mismatch", audience } }
  const left = budget(team_id, membersPeriod, max_members)
  if (left < 1) return { error: { code: "team_full", members: max_members - left, max: max_members } }
  if (Object.keys(teams).length >= teamsMax) return { error: { code: "team_limit", max: teamsMax } }
  const membership = { role, joined_at: now, terms }
  draft.budgets.push({ rule_id: team_id, period_key: membersPeriod, amount: 1, max_coins: max_members })
  draft.state.teams = { ...teams, [team_id]: membership }
  noted(draft, team_id, "joined", { role })
  tell(draft, team_id, "member_joined", { role })
  return replyOf(team_id, membership, "joined")
}

/** Only a rise is told to webhooks. */
export const setTeamRole = (draft: Draft, { role, team_id, terms }: Of<"SetTeamRole">): ManualOutcome => {
  const { buddy, now } = draft.context
  const { teams = {} } = draft.state
  const held = own(teams, team_id)
  if (held === undefined) return { error: { code: "unknown_member" } }
  if (held.role === role) return unchanged(draft, team_id, held)
  const [from_role, to_role] = [held.role, role]
  const membership = { ...held, role, terms }
  draft.state.teams = { ...teams, [team_id]: membership }
  if (roles.indexOf(to_role) > roles.indexOf(from_role)) {
    const body = { buddy_id: buddy.buddy_id, from_role, to_role, occurred_at: isoTime(now) }
    draft.outbound.push({ event: "team_membership.role_upgraded", body })
  }
  noted(draft, team_id, "role_changed", { from_role, to_role })
  tell(draft, team_id, "role_changed", { from_role, to_role })
  return replyOf(team_id, membership, "role_changed")
}

export const leaveTeam = (draft: Draft, { is_dissolved, team_id }: Of<"LeaveTeam">): ManualOutcome => {
  const held = own(draft.state.teams ?? {}, team_id)
  if (held === undefined) return { error: { code: "unknown_member" } }
  leave(draft, team_id, held, is_dissolved ? "dissolved" : "left")
  return replyOf(team_id, held, "left")
}

/** Whoever is archived is in no team any more. */
export const leaveAllTeams = (draft: Draft): void => {
  for (const [team_id, held] of Object.entries(draft.state.teams ?? {})) leave(draft, team_id, held, "archived")
}

const leave = (draft: Draft, team_id: string, { role }: Membership, reason: "left" | "dissolved" | "archived") => {
  const { [team_id]: _left, ...others } = draft.state.teams ?? {}
  if (Object.keys(others).length === 0) delete draft.state.teams
  else draft.state.teams = others
  // However few the team may have by now, giving a place back is never too much.
  draft.budgets.push({ rule_id: team_id, period_key: membersPeriod, amount: -1, max_coins: teamMembersMax })
  noted(draft, team_id, "left", { role, reason })
  if (reason !== "dissolved") tell(draft, team_id, "member_left", { role })
}
