/** What a buddy says of itself goes with it. */
import type { PersonalTable } from "../../../../platform/erasures/Personal.ts"

export const personal: ReadonlyArray<PersonalTable> = [
  { table: "buddy_profiles", by: "buddy", how: "delete", with: "buddy_identities" }
]
