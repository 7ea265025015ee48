/** Surprise drops follow their audience when the workspace gives it another name. */
import { following } from "../../../../platform/postgres/Audiences.ts"

export const moveDrops = following({ table: "surprise_drops", inContent: true })
