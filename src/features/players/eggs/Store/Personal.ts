/** Eggs go at once: what works on one finds nothing and ends. */
import type { PersonalTable } from "../../../../platform/erasures/Personal.ts"

export const personal: ReadonlyArray<PersonalTable> = [{ table: "eggs", by: "egg", how: "delete", atOnce: true }]
