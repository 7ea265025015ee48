/** A picture with an erased buddy on it is linked nowhere from then on, and goes with the next sweep. */
import type { PersonalTable } from "../../../../platform/erasures/Personal.ts"

export const personal: ReadonlyArray<PersonalTable> = [
  {
    table: "og_images",
    by: "buddy",
    column: "buddy_ids",
    how: "detach",
    about: "t.buddy_ids && $2::uuid[]",
    set: "buddy_ids = '{}', used_at = 'epoch'"
  }
]
