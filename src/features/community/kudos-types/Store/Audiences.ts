/** Kudo types follow their audience when the workspace gives it another name. */
import { following } from "../../../../platform/postgres/Audiences.ts"

export const moveKudoTypes = following({ table: "kudo_types", inContent: true })
