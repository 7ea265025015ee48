/** Boosters follow their audience when the workspace gives it another name. */
import { following } from "../../../../platform/postgres/Audiences.ts"

export const moveBoosters = following({ table: "booster_grants", undated: true })
