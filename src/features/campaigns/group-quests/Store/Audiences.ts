/** Group quests follow their audience when the workspace gives it another name. */
import { following } from "../../../../platform/postgres/Audiences.ts"

export const moveQuests = following({ table: "group_quests" })
