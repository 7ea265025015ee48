/** Cohorts follow their audience when the workspace gives it another name: the places they have left are its own. */
import { following } from "../../../../platform/postgres/Audiences.ts"

export const moveCohorts = following({ table: "league_cohorts", undated: true })
