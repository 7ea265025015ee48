/** Closed seasons and the hall of fame keep rank and score; of open ones nothing is left. */
import type { PersonalTable } from "../../../../platform/erasures/Personal.ts"

export const personal: ReadonlyArray<PersonalTable> = [
  { table: "league_results", by: "buddy", how: "detach" },
  { table: "league_champions", by: "buddy", how: "detach" },
  { table: "league_members", by: "buddy", how: "delete" },
  { table: "league_standings", by: "buddy", how: "delete" }
]
