/** Whoever lives on a test clock. */
import type { PersonalTable } from "../../../../platform/erasures/Personal.ts"

export const personal: ReadonlyArray<PersonalTable> = [
  { table: "test_clock_users", by: "user", how: "delete", atOnce: true }
]
