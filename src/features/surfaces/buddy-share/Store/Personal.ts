/** The link to a buddy goes with it, and opens nothing from the moment on in which that is asked for. */
import type { PersonalTable } from "../../../../platform/erasures/Personal.ts"

export const personal: ReadonlyArray<PersonalTable> = [
  { table: "share_links", by: "buddy", how: "delete", atOnce: true }
]
