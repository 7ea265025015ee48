/** What all campaigns keep of buddies. What a quest or a cause came to stays the sum of what buddies brought. */
import type { PersonalTable } from "./Personal.ts"

export const campaignTables: ReadonlyArray<PersonalTable> = [
  { table: "campaign_receipts", by: "buddy", how: "delete" },
  {
    table: "campaign_scores",
    by: "buddy",
    how: "detach",
    where: `EXISTS (SELECT FROM campaign_subjects AS s
      WHERE s.customer_id = t.customer_id AND s.subject_id = t.subject_id AND s.kind IN ('cause', 'group_quest'))`,
    set: "buddy_id = gen_random_uuid()"
  },
  { table: "campaign_scores", by: "buddy", how: "delete" }
]
