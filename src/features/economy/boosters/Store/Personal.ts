/** A booster that was granted to several stays for the others. */
import type { PersonalTable } from "../../../../platform/erasures/Personal.ts"

export const personal: ReadonlyArray<PersonalTable> = [
  { table: "booster_grants", by: "buddy", column: "buddy_ids", how: "delete", about: "t.buddy_ids <@ $2::uuid[]" },
  {
    table: "booster_grants",
    by: "buddy",
    column: "buddy_ids",
    how: "redact",
    about: "t.buddy_ids && $2::uuid[]",
    set: "buddy_ids = ARRAY(SELECT id FROM unnest(t.buddy_ids) AS id WHERE id <> ALL($2::uuid[]))"
  }
]
