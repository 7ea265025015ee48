/** A player is a person: codes, cards and sessions go with it, and what staff gave it stays as a count. */
import type { PersonalTable } from "../../../../platform/erasures/Personal.ts"

export const personal: ReadonlyArray<PersonalTable> = [
  {
    table: "hosted_runs",
    by: "user",
    how: "detach",
    about: `t.player_id IN (SELECT p.player_id FROM hosted_players AS p
      WHERE p.customer_id = t.customer_id AND p.user_id = ANY($2::text[]))`,
    since: "ran_at",
    set: "player_id = NULL, buddy_id = NULL, note = NULL"
  },
  { table: "hosted_players", by: "user", how: "delete", since: "created_at", hidden: ["code_mac", "card_hash"] },
  {
    table: "hosted_cards",
    by: "user",
    how: "delete",
    with: "hosted_players",
    about: "false",
    hidden: ["sealed_access"]
  },
  {
    table: "hosted_refreshes",
    by: "user",
    how: "delete",
    with: "hosted_players",
    about: "false",
    hidden: ["token_hash"]
  }
]
