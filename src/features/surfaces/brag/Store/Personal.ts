/** What somebody did with the button goes with the buddy. */
import type { PersonalTable } from "../../../../platform/erasures/Personal.ts"

export const personal: ReadonlyArray<PersonalTable> = [{ table: "brags", by: "buddy", how: "delete" }]
