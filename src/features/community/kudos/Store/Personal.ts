/** What was given stays for whoever is left of the two, without words. */
import type { PersonalTable } from "../../../../platform/erasures/Personal.ts"

const order = { kudo_id: "uuid" } as const

export const personal: ReadonlyArray<PersonalTable> = [
  { table: "kudos", by: "buddy", how: "detach", set: "buddy_id = NULL, message = NULL", order },
  {
    table: "kudos",
    by: "buddy",
    column: "to_buddy_id",
    how: "detach",
    set: "to_buddy_id = NULL, message = NULL",
    order
  }
]
