/** Hours of buddies, and alerts about them. */
import type { PersonalTable } from "../../../../platform/erasures/Personal.ts"

export const personal: ReadonlyArray<PersonalTable> = [
  { table: "analytics_hours", by: "buddy", how: "delete", about: "t.metric = 'buddy' AND t.key = ANY($2::text[])" },
  {
    table: "economy_alerts",
    by: "buddy",
    how: "delete",
    about: "t.subject_type = 'buddy' AND t.subject_id = ANY($2::text[])"
  }
]
