/** Tokens are revoked when the erasure is asked for; their rows go with the rest. */
import type { PersonalTable } from "../../../../platform/erasures/Personal.ts"

export const personal: ReadonlyArray<PersonalTable> = [{ table: "widget_tokens", by: "buddy", how: "delete" }]
