/** What changes of teams come to. */
import { type PlanName, plans } from "../../../wire/Plans.ts"
import { slugOf } from "../../../wire/Slug.ts"
import { type ImportResult, membersDefault, type Team, type TeamPatch } from "./Api.ts"

/** Of a team an import makes. */
export const membersOfNew = membersDefault

/** Of a team that was given none, unless another one has it. */
export const keyOfName = (name: string): string => slugOf(name, "team")

const [few, many] = [500, 5_000]

/** Teams of a workspace at once. */
export const teamsOfPlan = (plan: PlanName): number =>
  plans[plan].capabilities.length >= plans.pro.capabilities.length ? many : few

/** Absent stays, null is the default again. */
export const patched = (before: Team, patch: TeamPatch): Team => {
  const of = <K extends keyof TeamPatch & keyof Team>(field: K, otherwise: Team[K]): Team[K] => {
    const given = patch[field] as Team[K] | null | undefined
    return given === undefined ? before[field] : (given ?? otherwise)
  }
  return {
    ...before,
    name: patch.name ?? before.name,
    description: of("description", ""),
    audience: of("audience", null),
    max_members: of("max_members", membersDefault),
    metadata: of("metadata", {})
  }
}

type Counts = Omit<ImportResult, "errors">
export type ImportError = ImportResult["errors"][number]

export const errors_shown_max = 100

export const noImport: ImportResult = {
  teams_created: 0,
  members_added: 0,
  roles_changed: 0,
  unchanged: 0,
  errors: [],
  errors_total: 0
}

export const plusImport = (left: ImportResult, right: ImportResult): ImportResult => {
  const added = (name: keyof Counts) => left[name] + right[name]
  return {
    teams_created: added("teams_created"),
    members_added: added("members_added"),
    roles_changed: added("roles_changed"),
    unchanged: added("unchanged"),
    errors: [...left.errors, ...right.errors].slice(0, errors_shown_max),
    errors_total: added("errors_total")
  }
}
