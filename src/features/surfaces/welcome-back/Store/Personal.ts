/** A link to come back by goes with its buddy. */
import type { PersonalTable } from "../../../../platform/erasures/Personal.ts"

export const personal: ReadonlyArray<PersonalTable> = [
  { table: "welcome_tokens", by: "buddy", how: "delete", hidden: ["token_hash"] }
]
