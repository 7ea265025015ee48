/**
 * What the rows of an import come to, in their order, in a world that is handed in: the answer of a dry run, and the
 * first half of a real one, which then asks the buddies.
 */
import { Schema } from "effect"
import { teamsMax } from "../../../../engine/community/teams.ts"
import { isKey, isUuid } from "../../../../wire/Ids.ts"
import type { TeamRole } from "../../../../wire/refusals/Teams.ts"
import { type ImportColumn, teamName, teamNameMax } from "../Api.ts"
import { type ImportError, keyOfName, membersOfNew } from "../Rules.ts"
import type { ImportRow } from "./ImportFile.ts"

export interface PlannedTeam {
  /** null: it is to be made */
  readonly team_id: string | null
  readonly team_key: string | null
  readonly name: string
  readonly audience: string | null
  readonly max_members: number
  /** now, and what the rows before have added */
  members: number
}

export interface PlannedBuddy {
  readonly buddy_id: string
  readonly audience: string
  readonly status: "active" | "archived"
  /** by team_id, living teams only */
  readonly teams: ReadonlyMap<string, TeamRole>
}

export interface ImportWorld {
  /** living teams that the rows name, by key or by exact name, the oldest first */
  readonly teams: ReadonlyArray<PlannedTeam>
  /** how many more teams may be made */
  readonly room: number
  readonly rooms_max: number
  readonly buddies: ReadonlyMap<string, PlannedBuddy>
  /** active buddies by user_id, the oldest first */
  readonly ofUser: ReadonlyMap<string, ReadonlyArray<PlannedBuddy>>
}

export type Step =
  | { readonly row: number; readonly error: ImportError }
  | {
      readonly row: number
      readonly does: "add" | "change" | "nothing"
      readonly team: PlannedTeam
      readonly team_column: ImportColumn
      readonly buddy_id: string
      readonly buddy_column: ImportColumn
      readonly role: TeamRole
    }

type Refused = Omit<ImportError, "row">

const refused = (column: ImportColumn, code: string, message: string): Refused => ({ column, code, message })
const isRefused = (found: object): found is Refused => "code" in found

/** As its route takes one. */
const isName = Schema.is(teamName)
const nameComplaint = (name: string): string =>
  [...name].length > teamNameMax ? `team_name has more than ${teamNameMax} characters` : "team_name must not be blank"

export class ImportPlan {
  /** teams the rows make, in their order */
  readonly made: Array<PlannedTeam> = []
  private readonly world: ImportWorld
  private readonly byKey = new Map<string, PlannedTeam>()
  private readonly byName = new Map<string, Array<PlannedTeam>>()
  /** by buddy, what the rows before have changed */
  private readonly roles = new Map<string, Map<PlannedTeam, TeamRole>>()

  constructor(world: ImportWorld) {
    this.world = world
    for (const team of world.teams) this.know(team)
  }

  private know(team: PlannedTeam): void {
    // One that is made of a name gets the key of that name, if it is free: rows behind it may go by that.
    const key = team.team_key ?? keyOfName(team.name)
    if (team.team_key !== null || !this.byKey.has(key)) this.byKey.set(key, team)
    this.byName.set(team.name, [...(this.byName.get(team.name) ?? []), team])
  }

  step(row: ImportRow): Step {
    const error = (one: Refused) => ({ row: row.row, error: { row: row.row, ...one } })
    const role = row.role
    if (role !== "member" && role !== "mentor") {
      return error(refused("role", "validation_failed", "role is member or mentor"))
    }
    const team_column = row.team_key === null ? "team_name" : "team_key"
    const known = this.teamOf(row, team_column)
    if (isRefused(known)) return error(known)
    const buddy_column = row.buddy_id === null ? "user_id" : "buddy_id"
    const buddy = this.buddyOf(row, buddy_column, known.audience)
    if (isRefused(buddy)) return error(buddy)
    const does = this.judge(known, buddy, role, { team_column, buddy_column })
    if (typeof does === "object") return error(does)
    const team = this.settled(known)
    if (does === "add") team.members++
    this.rolesOf(buddy).set(team, role)
    return { row: row.row, does, team, team_column, buddy_id: buddy.buddy_id, buddy_column, role }
  }

  private teamOf({ team_key, team_name }: ImportRow, column: ImportColumn): PlannedTeam | Refused {
    const fresh = (key: string | null, name: string): PlannedTeam | Refused => {
      if (!isName(name)) return refused("team_name", "validation_failed", nameComplaint(name))
      if (this.made.length >= this.world.room) {
        return refused(column, "campaign_limit", `A workspace has at most ${this.world.rooms_max} teams at once.`)
      }
      return { team_id: null, team_key: key, name, audience: null, max_members: membersOfNew, members: 0 }
    }
    if (team_key !== null) {
      const known = this.byKey.get(team_key)
      if (known !== undefined) return known
      const isNewKey = isKey(team_key) && !isUuid(team_key)
      return isNewKey
        ? fresh(team_key, team_name ?? team_key)
        : refused(column, "validation_failed", "team_key is no key")
    }
    if (team_name === null) return refused("team_key", "validation_failed", "the row names no team")
    const [one, other] = this.byName.get(team_name) ?? []
    if (other !== undefined) return refused(column, "ambiguous", "several teams have this name: use their keys")
    return one ?? fresh(null, team_name)
  }

  private buddyOf(row: ImportRow, column: ImportColumn, audience: string | null): PlannedBuddy | Refused {
    const { buddy_id, user_id } = row
    if (buddy_id !== null) {
      const found = isUuid(buddy_id) ? this.world.buddies.get(buddy_id.toLowerCase()) : undefined
      return found ?? refused(column, "not_found", "This buddy does not exist.")
    }
    if (user_id === null) return refused("buddy_id", "validation_failed", "the row names no buddy")
    const fits = (one: PlannedBuddy) => audience === null || one.audience === audience
    return (
      this.world.ofUser.get(user_id)?.find(fits) ??
      refused(column, "not_found", "This user has no active buddy that the team is for.")
    )
  }

  private rolesOf(buddy: PlannedBuddy): Map<PlannedTeam, TeamRole> {
    const known = this.roles.get(buddy.buddy_id)
    if (known !== undefined) return known
    const own = new Map<PlannedTeam, TeamRole>()
    this.roles.set(buddy.buddy_id, own)
    return own
  }

  private judge(
    team: PlannedTeam,
    buddy: PlannedBuddy,
    role: TeamRole,
    { buddy_column, team_column }: { readonly team_column: ImportColumn; readonly buddy_column: ImportColumn }
  ): "add" | "change" | "nothing" | Refused {
    if (buddy.status === "archived") return refused(buddy_column, "buddy_archived", "This buddy is archived.")
    const added = this.rolesOf(buddy)
    const held = added.get(team) ?? (team.team_id === null ? undefined : buddy.teams.get(team.team_id))
    if (held !== undefined) return held === role ? "nothing" : "change"
    if (team.audience !== null && team.audience !== buddy.audience) {
      return refused(buddy_column, "audience_mismatch", `The team is for the audience ${team.audience}.`)
    }
    if (team.members >= team.max_members) {
      return refused(team_column, "team_full", `The team has ${team.members} members, which is all it may have.`)
    }
    const others = [...added.keys()].filter(({ team_id }) => team_id === null || !buddy.teams.has(team_id)).length
    if (buddy.teams.size + others >= teamsMax) {
      return refused(buddy_column, "team_limit", `A buddy is in at most ${teamsMax} teams.`)
    }
    return "add"
  }

  /** A team that is not there is made by the first row that can be done. */
  private settled(team: PlannedTeam): PlannedTeam {
    if (team.team_id !== null || this.made.includes(team)) return team
    this.made.push(team)
    this.know(team)
    return team
  }
}
