/** Teams follow their audience when the workspace gives it another name; joins underway are judged again. */
import { following } from "../../../../platform/postgres/Audiences.ts"

export const moveTeams = following({ table: "teams", also: "terms = terms + 1" })
