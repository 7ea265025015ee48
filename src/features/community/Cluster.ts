/** What a runner does for communities: taking members out of teams that are gone, and bringing them in from files. */
import { Layer } from "effect"
import { Dissolve } from "./teams/Service.ts"
import { Import, TeamImports } from "./teams/Service/Import.ts"
import { TeamStore } from "./teams/Store.ts"
import { DissolveLive, ImportLive, teamsDue } from "./teams/Workflow.ts"

/** Which workflow carries on with an operation of a kind. */
export const communityJobs = { team_dissolve: Dissolve, import: Import }

/** What is settled in time. */
export const communityDues = [teamsDue] as const

export const CommunityWorkers = Layer.mergeAll(DissolveLive, ImportLive).pipe(
  Layer.provide([TeamStore.layer, TeamImports.layer])
)
