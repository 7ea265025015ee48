/**
 * The rows of a buddy's teams. Its state says which teams it is in; the rows, by which a team finds its members, are
 * the difference a turn has made to that, so neither can say what the other does not.
 */
import type { FeedEntry, Membership } from "../../engine/community/TeamTerms.ts"
import type { ChangeSetBuilder } from "./ChangeSet.ts"
import { jsonText } from "./sections.ts"

type Memberships = Readonly<Record<string, Membership>> | undefined

const isSame = (one: Membership, other: Membership | undefined): boolean =>
  other !== undefined && one.role === other.role && one.joined_at === other.joined_at && one.terms === other.terms

/** A row that changes is written anew. */
export const writeMemberships = (rows: ChangeSetBuilder, before: Memberships, after: Memberships): void => {
  if (before === after) return
  const [was, is] = [before ?? {}, after ?? {}]
  for (const [team_id, held] of Object.entries(was)) {
    if (!isSame(held, is[team_id])) rows.write("left_teams", { team_id })
  }
  for (const [team_id, held] of Object.entries(is)) {
    const { joined_at, role, terms } = held
    if (!isSame(held, was[team_id])) rows.write("team_members", { team_id, role, joined_at, terms })
  }
}

/** `feed_id` grows with time: feeds are read newest first. */
export const writeFeed = (rows: ChangeSetBuilder, feed_id: string, { data, team_id, type }: FeedEntry, at: number) =>
  rows.write("team_feed", { team_id, feed_id, type, data: jsonText(data), occurred_at: at })
