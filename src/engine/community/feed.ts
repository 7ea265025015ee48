/** What the other members of a buddy's teams may read of it. A buddy without teams tells nobody, and pays nothing. */
import type { Draft } from "../core/Draft.ts"
import type { FeedEntry, FeedType } from "./TeamTerms.ts"

export const tell = (draft: Draft, team_id: string, type: FeedType, data: FeedEntry["data"]): void => {
  draft.feed.push({ team_id, type, data })
}

/** The same to each team the buddy is in: at most five rows. */
export const tellTeams = (draft: Draft, type: FeedType, data: FeedEntry["data"]): void => {
  const { teams } = draft.state
  if (teams === undefined) return
  for (const team_id of Object.keys(teams)) tell(draft, team_id, type, data)
}
