/** A group quest as the rules are given it. */
import type { Filter } from "../content/Shared.ts"

export interface QuestTerms {
  readonly quest_id: string
  readonly quest_key: string
  /** null: everybody */
  readonly audience: string | null
  /** null: whoever is in no team too */
  readonly team_id: string | null
  /** half-open, epoch ms; a quest without a start begins when it is published */
  readonly starts_at: number
  readonly ends_at: number | null
  /** all: the first contribution joins */
  readonly participants: "opt_in" | "all"
  readonly max_participants: number | null
  readonly event_type: string
  readonly match: "all" | "any"
  readonly filters: ReadonlyArray<Filter>
  readonly metric: "count" | "sum"
  /** of `sum` */
  readonly property: string | null
  readonly cap: number | null
  /** how many took part when this was read */
  readonly participant_count: number
  /** it was to begin while the workspace might have none, and does once it may: told for what buddies remember of it */
  readonly is_waiting?: boolean
}

/** What one buddy may bring where nothing is said: as much as the highest target, and no sum overflows. */
export const contributionMax = 1_000_000_000_000
