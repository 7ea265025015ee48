/** Whoever is erased is picked no more. */
import type { PersonalTable } from "../../../../platform/erasures/Personal.ts"

export const personal: ReadonlyArray<PersonalTable> = [
  {
    table: "showrooms",
    by: "buddy",
    column: "buddy_ids",
    how: "detach",
    about: "t.buddy_ids && $2::uuid[]",
    set: `buddy_ids = ARRAY(
      SELECT id FROM unnest(t.buddy_ids) WITH ORDINALITY AS picked (id, place) WHERE id <> ALL($2::uuid[])
      ORDER BY place)`,
    hidden: ["content", "buddy_ids", "qr_key"]
  }
]
