/** Event badges follow their audience when the workspace gives it another name. */
import { following } from "../../../../platform/postgres/Audiences.ts"

export const moveEventBadges = following({ table: "event_badges", inContent: true })
