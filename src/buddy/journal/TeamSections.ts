/** The rows of teams, as sections.ts wants them. */
import { int4, json, moment, ofBuddy, text, uuid } from "./SectionShape.ts"

export const teamSections = {
  /** what a turn has changed of a buddy's teams: rows that are gone or change, and rows that are new or changed */
  left_teams: {
    mode: "delete",
    table: "team_members",
    key: ["customer_id", "team_id", "buddy_id"],
    hot: false,
    retention: null,
    columns: { ...ofBuddy, team_id: uuid }
  },
  team_members: {
    mode: "append",
    table: "team_members",
    key: ["customer_id", "team_id", "buddy_id"],
    hot: false,
    retention: null,
    columns: { ...ofBuddy, team_id: uuid, role: text, joined_at: moment, terms: int4 }
  },
  team_feed: {
    mode: "append",
    table: "team_feed",
    key: ["customer_id", "team_id", "feed_id"],
    hot: false,
    retention: "team_feed",
    columns: { ...ofBuddy, team_id: uuid, feed_id: uuid, type: text, data: json, occurred_at: moment }
  }
} as const
