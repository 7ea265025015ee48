/** Looks the buddy keeps. */
import { outfitsOf } from "../../../../../engine/community/outfits.ts"
import type { Outfit } from "../../../../../wire/answers/Outfit.ts"
import type { Looking } from "../Looking.ts"

export const looksOf = ({ facts, may }: Looking): ReadonlyArray<Outfit> =>
  may("marketplace")
    ? outfitsOf(facts.state).map((outfit) => ({ ...outfit, created_at: new Date(outfit.created_at).toISOString() }))
    : []
