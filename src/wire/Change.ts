/** Words for changes of a buddy that no event caused: their kinds, and who asked for them. */
import { Schema } from "effect"
import type { Caller } from "./Principal.ts"

export const ChangeKind = Schema.Literals([
  "earn_coins",
  "spend_coins",
  "earn_token",
  "spend_token",
  "award_badge",
  "reject_badge",
  "check_badge",
  "update_skills",
  "decay_skill",
  "evolve",
  "unlock_gate",
  "buy_item",
  "grant_item",
  "refund_gift",
  "equip_items",
  "clear_equipment",
  "save_outfit",
  "wear_outfit",
  "delete_outfit",
  "complete_sub_step",
  "complete_ceremony",
  "reverse_event",
  "take_vacation",
  "end_vacation",
  "restore_streak",
  "freeze_streak",
  "grant_booster",
  "revoke_booster",
  "grant_reward",
  "see_free_lunch",
  "dismiss_free_lunch",
  "join_team",
  "set_team_role",
  "leave_team",
  "give_kudos",
  "enter_lottery",
  "open_box",
  "join_quest",
  "leave_quest",
  "rename",
  "archive"
]).annotate({ identifier: "ChangeKind" })
export type ChangeKind = typeof ChangeKind.Type

/** Who pays a reward that was decided outside of the buddy; the reason of its ledger entries. */
export const GrantSource = Schema.Literals([
  "league",
  "lottery",
  "lottery_refund",
  "quest",
  "award",
  "free_lunch",
  "founding_cohort",
  "kudos"
])
export type GrantSource = typeof GrantSource.Type

/** `id`: of the key, account, widget session or operation; the name of the job. Never a credential. */
export const Origin = Schema.Struct({
  type: Schema.Literals(["api_key", "account", "widget_session", "operation", "job"]),
  id: Schema.String
}).annotate({ identifier: "ChangeOrigin" })
export type Origin = typeof Origin.Type

const types = {
  secret: "api_key",
  publishable: "api_key",
  dashboard: "account",
  session: "widget_session",
  embed: "widget_session"
} as const satisfies Record<Caller["kind"], Origin["type"]>

export const originOf = ({ credential_id, kind }: Caller): Origin => ({ type: types[kind], id: credential_id })
