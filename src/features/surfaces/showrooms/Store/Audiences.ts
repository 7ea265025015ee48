/** Showrooms follow their audience when the workspace gives it another name. Archived ones change no more. */
import { following } from "../../../../platform/postgres/Audiences.ts"

export const moveShowrooms = following({ table: "showrooms", inContent: true, except: "status = 'archived'" })
