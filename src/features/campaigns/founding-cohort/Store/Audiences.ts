/** A founding cohort follows its audience when that gets another name. Whoever was looked at is looked at again. */
import { following } from "../../../../platform/postgres/Audiences.ts"

export const moveFounders = following({ table: "founding_cohorts", also: "looked_to = NULL" })
