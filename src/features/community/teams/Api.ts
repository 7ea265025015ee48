/** Teams: groups a workspace forms of its buddies. Nobody joins by themselves; only the tenant changes who is in. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { teamMembersMax } from "../../../engine/community/teams.ts"
import { feedTypes } from "../../../engine/community/TeamTerms.ts"
import { Access, LargeBody } from "../../../wire/Access.ts"
import { Accepted } from "../../../wire/answers/AcceptedOperation.ts"
import { absentAs, AudienceKey, Key, NewKey, orNull, whole } from "../../../wire/content/Shared.ts"
import {
  alreadyExists,
  badRequest,
  notFound,
  serviceUnavailable,
  unsupportedMediaType,
  validationFailed
} from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { displayName, FreeMap, Id, listedMetadata, Metadata, PathId, text, Timestamp } from "../../../wire/Ids.ts"
import { cursorQuery, offsetPage, offsetQuery, wholeList } from "../../../wire/Page.ts"
import { changeRefusals } from "../../../wire/refusals/Buddies.ts"
import {
  alreadyMember,
  audienceMismatch,
  campaignLimit,
  membersOfOtherAudience,
  teamFull,
  teamLimit,
  TeamRole
} from "../../../wire/refusals/Teams.ts"
import { says } from "../../../wire/Words.ts"

export const Team = Schema.Struct({
  team_id: Id,
  team_key: Schema.String,
  name: Schema.String,
  description: Schema.String,
  audience: Schema.NullOr(Schema.String),
  max_members: Schema.Int,
  metadata: Metadata,
  status: Schema.Literal("active"),
  members: Schema.Int.annotate({ description: "mentors included" }),
  mentors: Schema.Int,
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Team" })
export type Team = typeof Team.Type

export const ListedTeam = Schema.Struct({ ...Team.fields, ...listedMetadata }).annotate({ identifier: "ListedTeam" })

export const teamNameMax = 200
export const teamName = displayName({ max: teamNameMax })
export const membersDefault = 100
const MaxMembers = whole(1, teamMembersMax)

export const TeamInput = Schema.Struct({
  name: teamName,
  team_key: orNull(NewKey).annotate({ description: "absent: made of the name; it stays for good" }),
  description: absentAs(text({ max: 2_000 }), ""),
  audience: AudienceKey.annotate({ description: "whose buddies may be in; null: anybody's" }),
  max_members: absentAs(MaxMembers, membersDefault),
  metadata: absentAs(FreeMap, {})
}).annotate({ identifier: "TeamInput" })
export type TeamInput = typeof TeamInput.Type

/** Absent: stays. Null: the default. */
const orDefault = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
export const TeamPatch = Schema.Struct({
  name: Schema.optionalKey(teamName),
  description: orDefault(text({ max: 2_000 })),
  audience: orDefault(Key),
  max_members: orDefault(MaxMembers),
  metadata: orDefault(FreeMap)
}).annotate({ identifier: "TeamPatch" })
export type TeamPatch = typeof TeamPatch.Type

export const TeamMember = Schema.Struct({
  team_id: Id,
  buddy_id: Id,
  user_id: Schema.String,
  name: Schema.String,
  thumb_url: Schema.NullOr(Schema.String),
  role: TeamRole,
  joined_at: Timestamp
}).annotate({ identifier: "TeamMember" })
export type TeamMember = typeof TeamMember.Type

export const AddMember = Schema.Struct({
  buddy_id: text({ min: 1, max: 64 }),
  role: absentAs(TeamRole, "member")
}).annotate({ identifier: "AddTeamMember" })

const SetRole = Schema.Struct({ role: TeamRole }).annotate({ identifier: "SetTeamRole" })

export const BuddyTeam = Schema.Struct({
  team_id: Id,
  team_key: Schema.String,
  name: Schema.String,
  role: TeamRole,
  joined_at: Timestamp
}).annotate({ identifier: "BuddyTeam" })
export type BuddyTeam = typeof BuddyTeam.Type

export const FeedType = Schema.Literals(feedTypes)
export const TeamEvent = Schema.Struct({
  feed_id: Id,
  type: FeedType,
  buddy_id: Schema.NullOr(Id).annotate({ description: "null once the buddy is erased" }),
  buddy_name: Schema.NullOr(Schema.String),
  data: Schema.Record(Schema.String, Schema.Json),
  occurred_at: Timestamp
}).annotate({ identifier: "TeamEvent" })
export type TeamEvent = typeof TeamEvent.Type

export const TeamFeed = Schema.Struct({
  events: Schema.Array(TeamEvent),
  next_cursor: Schema.NullOr(Schema.String).annotate({ description: "null: that was all" })
}).annotate({ identifier: "TeamFeed" })

/** `import_columns` are all a file may have, in any order. */
export const importColumns = ["team_key", "team_name", "buddy_id", "user_id", "role"] as const
export type ImportColumn = (typeof importColumns)[number]

export const ImportError = Schema.Struct({
  row: Schema.Int.annotate({ description: "1 is the first row below the header" }),
  column: Schema.Literals(importColumns),
  code: Schema.String,
  message: Schema.String
})
export const ImportResult = Schema.Struct({
  teams_created: Schema.Int,
  members_added: Schema.Int,
  roles_changed: Schema.Int,
  unchanged: Schema.Int,
  errors: Schema.Array(ImportError).annotate({ description: "the first hundred" }),
  errors_total: Schema.Int
}).annotate({ identifier: "TeamImportResult" })
export type ImportResult = typeof ImportResult.Type

const params = { teamId: Schema.String.annotate({ description: "id or key" }) }
const memberParams = { ...params, buddyId: PathId }

const joinDescription =
  "201 for a new member. Already in with the same role: 200, nothing changes; with another: 409 already_member. The " +
  "last place of a team goes to one of those who want it at the same moment. A buddy is in at most five teams."
const roleDescription =
  "The role it has already changes nothing. A rise from member to mentor is told as team_membership.role_upgraded; " +
  "joining as mentor and becoming a member again tell nothing."
const removeDescription =
  "At once gone from every list and read, and its key is free. An operation of the type team_dissolve takes its " +
  "members out afterwards."
const importDescription =
  "A CSV file in UTF-8 of at most 10 MiB and 10,000 rows below a header. Columns: `team_key` or `team_name`, " +
  "`buddy_id` or `user_id`, and `role` (member). Of two the first wins; a `user_id` stands for the user's oldest " +
  "active buddy of the team's audience. A team that is not there is made. A file that is no such table is refused as " +
  "a whole (422, rows are counted from 1 below the header); a row that cannot be done is reported, and the others go " +
  "on. 202 with an operation of the type import, or with `dry_run=true` 200 with what it would come to."
const feedDescription =
  "What members did, newest first: joining, leaving, roles, badges (not secret ones), evolutions, prestiges, streak " +
  "milestones, and what leagues, quests and kudos brought. Kept 180 days; backfill and test clocks tell nothing."

const team = HttpApiEndpoint.get("get", "/customers/me/teams/:teamId", { params, success: Team, error: notFound })
  .annotate(Access, "tenant_read")
  .annotateMerge(says("Show a team", "With how many members and mentors it has now."))

const memberRefusals = [...changeRefusals, audienceMismatch, teamFull, teamLimit, alreadyMember] as const

export class TeamsApi extends tenantGroup(
  HttpApiGroup.make("teams").add(
    HttpApiEndpoint.get("list", "/customers/me/teams", {
      query: { ...offsetQuery, status: Schema.optionalKey(Schema.Literal("active")) },
      success: offsetPage(ListedTeam)
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("List teams", "Newest first.")),
    HttpApiEndpoint.post("create", "/customers/me/teams", {
      payload: TeamInput,
      success: Team.pipe(HttpApiSchema.status(201)),
      error: [alreadyExists, campaignLimit, validationFailed]
    }).annotateMerge(says("Create a team", "At most 500 at once, 5,000 from the plan pro on.")),
    team,
    HttpApiEndpoint.patch("update", "/customers/me/teams/:teamId", {
      params,
      payload: TeamPatch,
      success: Team,
      error: [notFound, teamFull, membersOfOtherAudience, validationFailed]
    }).annotateMerge(
      says("Change a team", "Fields left out stay, null restores a default. Its key and its members stay as they are.")
    ),
    HttpApiEndpoint.delete("remove", "/customers/me/teams/:teamId", {
      params,
      success: HttpApiSchema.NoContent,
      error: notFound
    }).annotateMerge(says("Delete a team", removeDescription)),
    HttpApiEndpoint.get("members", "/customers/me/teams/:teamId/members", {
      params,
      query: { ...offsetQuery, role: Schema.optionalKey(TeamRole) },
      success: offsetPage(TeamMember),
      error: notFound
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("List the members of a team", "Mentors first, then in the order in which they joined.")),
    HttpApiEndpoint.post("join", "/customers/me/teams/:teamId/members", {
      params,
      payload: AddMember,
      success: [TeamMember, TeamMember.pipe(HttpApiSchema.status(201))],
      error: memberRefusals
    })
      .annotate(Access, "runtime_write")
      .annotateMerge(says("Add a member to a team", joinDescription)),
    HttpApiEndpoint.patch("setRole", "/customers/me/teams/:teamId/members/:buddyId", {
      params: memberParams,
      payload: SetRole,
      success: TeamMember,
      error: changeRefusals
    })
      .annotate(Access, "runtime_write")
      .annotateMerge(says("Change the role of a member", roleDescription)),
    HttpApiEndpoint.delete("leave", "/customers/me/teams/:teamId/members/:buddyId", {
      params: memberParams,
      success: HttpApiSchema.NoContent,
      error: changeRefusals
    })
      .annotate(Access, "runtime_write")
      .annotateMerge(says("Take a member out of a team", "Its place is free at once.")),
    HttpApiEndpoint.post("import", "/customers/me/teams/import", {
      query: { dry_run: Schema.optionalKey(Schema.Boolean) },
      payload: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/csv" })),
      success: [Accepted.pipe(HttpApiSchema.status(202)), ImportResult],
      error: [badRequest, unsupportedMediaType, validationFailed, campaignLimit, serviceUnavailable]
    })
      .annotate(Access, "runtime_write")
      .annotate(LargeBody, true)
      .annotateMerge(says("Import members of teams", importDescription)),
    HttpApiEndpoint.get("feed", "/customers/me/teams/:teamId/feed", {
      params,
      query: { ...cursorQuery, type: Schema.optionalKey(FeedType) },
      success: TeamFeed,
      error: [notFound, badRequest]
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("Read the feed of a team", feedDescription)),
    HttpApiEndpoint.get("ofBuddy", "/buddies/:id/teams", {
      params: { id: PathId },
      success: wholeList(BuddyTeam),
      error: notFound
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("List the teams of a buddy", "At most five, in the order in which it joined them."))
  ),
  { access: "config", capability: "teams", description: "Groups of buddies that the workspace forms" }
) {}
