/** A quest counts its participants, whoever they were. */
import type { PersonalTable } from "../../../../platform/erasures/Personal.ts"

export const personal: ReadonlyArray<PersonalTable> = [
  { table: "group_quest_members", by: "buddy", how: "detach", set: "buddy_id = gen_random_uuid()" }
]
