/** Kinds of rows campaigns and communities write. */
import { column, int4, int8, json, moment, nullable, ofBuddy, type Section, text, uuid, uuids } from "./SectionShape.ts"

export const campaignFences = {
  /** what a change counts for has to be open until it is committed */
  fences: {
    mode: "call",
    function: "campaign_fence",
    table: "campaign_subjects",
    key: ["customer_id", "subject_id"],
    hot: true,
    retention: null,
    columns: { customer_id: uuid, subject_id: uuid }
  }
} as const satisfies Record<string, Section>

/** In the order in which they are written. */
export const campaignSections = {
  /** what was granted from outside the buddy */
  receipts: {
    mode: "append",
    table: "campaign_receipts",
    key: ["customer_id", "campaign_id", "grant_key", "buddy_id"],
    hot: false,
    retention: null,
    columns: {
      ...ofBuddy,
      campaign_id: uuid,
      grant_key: text,
      source: text,
      body: nullable(json),
      ledger_ids: uuids,
      granted_at: moment
    }
  },
  /** who has come into a group quest, and gone */
  quest_members: {
    mode: "call",
    function: "group_quest_move",
    table: "group_quest_members",
    key: ["customer_id", "quest_id", "buddy_id"],
    hot: false,
    retention: "group_quest_members",
    columns: { ...ofBuddy, quest_id: uuid, joined_at: moment, left_at: nullable(moment) }
  },
  scores: {
    mode: "call",
    function: "campaign_fold_scores",
    table: "campaign_scores",
    key: ["customer_id", "subject_id", "period_key", "buddy_id"],
    hot: true,
    retention: "campaign_scores",
    columns: {
      ...ofBuddy,
      subject_id: uuid,
      period_key: text,
      amount: int8,
      fold: column<"add" | "max" | "last">("text"),
      counted_at: moment
    }
  },
  /** of draws */
  tickets: {
    mode: "call",
    function: "lottery_count_tickets",
    table: "lottery_entries",
    key: ["customer_id", "draw_id", "entry_id"],
    hot: true,
    retention: null,
    columns: { ...ofBuddy, draw_id: uuid, entry_id: uuid, tickets: int4, counted_at: moment }
  },
  /** what all buddies have brought together */
  totals: {
    mode: "add",
    table: "campaign_totals",
    key: ["customer_id", "subject_id", "bucket", "slot"],
    sum: "amount",
    max: null,
    mark: "is_new",
    hot: true,
    retention: "campaign_totals",
    columns: { customer_id: uuid, subject_id: uuid, bucket: text, slot: int4, amount: int8 }
  }
} as const satisfies Record<string, Section>
