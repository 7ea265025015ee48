/** Who is hidden on boards. */
import type { PersonalTable } from "../../../../platform/erasures/Personal.ts"

export const personal: ReadonlyArray<PersonalTable> = [{ table: "leaderboard_hidden", by: "buddy", how: "delete" }]
