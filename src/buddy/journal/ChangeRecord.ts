/**
 * What stays of a command once it is done: what was asked, in the contract's words, and what came of it. Configuration
 * a command carries along (the terms of an item, a path, what the tables say of an event) is named, not copied.
 */
import type { Command } from "../../engine/core/Command.ts"
import type { Accepted } from "../../engine/core/Decision.ts"
import type { Reply } from "../../engine/core/Reply.ts"
import { periodKey } from "../../engine/calendar/periods.ts"
import { shownEventId } from "../../wire/EventIds.ts"
import type { ChangeKind, Origin } from "../../wire/Change.ts"
import type { Repin } from "../Protocol.ts"

export type Manual = Exclude<Command, { readonly _tag: "Event" }> | Repin

export interface Change {
  readonly kind: ChangeKind
  readonly input: Readonly<Record<string, unknown>>
  readonly origin: Origin | null
  readonly config_version_id: string
  readonly reply: Readonly<Record<string, unknown>>
  readonly effects: Accepted["effects"]
  readonly ledger_ids: ReadonlyArray<string>
}

/**
 * Null: not kept. A warning changes nothing a buddy has and stands in its history; with one per streak and period it
 * would be most of the table. A move to another config version decides nothing, and every later change names the
 * version it was decided under.
 */
const kinds: { readonly [Tag in Manual["_tag"]]: ChangeKind | null } = {
  EarnCoins: "earn_coins",
  SpendCoins: "spend_coins",
  EarnToken: "earn_token",
  SpendToken: "spend_token",
  AwardBadge: "award_badge",
  RejectBadge: "reject_badge",
  CheckBadge: "check_badge",
  UpdateSkills: "update_skills",
  DecaySkill: "decay_skill",
  Evolve: "evolve",
  UnlockGate: "unlock_gate",
  BuyItem: "buy_item",
  GrantItem: "grant_item",
  RefundGift: "refund_gift",
  EquipItems: "equip_items",
  ClearEquipment: "clear_equipment",
  SaveOutfit: "save_outfit",
  WearOutfit: "wear_outfit",
  DeleteOutfit: "delete_outfit",
  CompleteSubStep: "complete_sub_step",
  CompleteCeremony: "complete_ceremony",
  Reverse: "reverse_event",
  TakeVacation: "take_vacation",
  EndVacation: "end_vacation",
  RestoreStreak: "restore_streak",
  FreezeStreak: "freeze_streak",
  GrantBooster: "grant_booster",
  RevokeBooster: "revoke_booster",
  GrantReward: "grant_reward",
  SeeFreeLunch: "see_free_lunch",
  DismissFreeLunch: "dismiss_free_lunch",
  JoinTeam: "join_team",
  SetTeamRole: "set_team_role",
  LeaveTeam: "leave_team",
  GiveKudos: "give_kudos",
  EnterLottery: "enter_lottery",
  OpenBox: "open_box",
  JoinQuest: "join_quest",
  LeaveQuest: "leave_quest",
  Rename: "rename",
  Archive: "archive",
  WarnStreak: null,
  Repin: null
}

/**
 * Rounds over all buddies ask of everybody, and pages of widgets as often as they like: what came to nothing, and so
 * was told to nobody, is not kept.
 */
const keptWhenTold: ReadonlySet<Manual["_tag"]> = new Set([
  "DecaySkill",
  "CheckBadge",
  "CompleteCeremony",
  "SaveOutfit",
  "WearOutfit",
  "JoinQuest",
  "LeaveQuest",
  "SeeFreeLunch",
  "DismissFreeLunch"
])

const dateOf = (day: number | null): string | null => (day === null ? null : periodKey("day", day))

const inputOf = (command: Manual): Change["input"] => {
  switch (command._tag) {
    case "BuyItem": {
      const { gift_to_buddy_id, item, max_price_coins, purchase_id } = command
      const asked = max_price_coins === undefined ? {} : { max_price_coins }
      return { item_id: item.item_id, purchase_id, gift_to_buddy_id, ...asked }
    }
    case "GrantItem": {
      const { from_buddy_id, item, purchase_id, reason, source } = command
      return { item_id: item.item_id, purchase_id, source, reason, from_buddy_id }
    }
    case "RefundGift":
      return { item_id: command.item.item_id, purchase_id: command.purchase_id }
    case "JoinTeam":
      return { team_id: command.team.team_id, role: command.role }
    case "SetTeamRole":
      return { team_id: command.team_id, role: command.role }
    case "CompleteSubStep": {
      const { path, step_key, sub_step_key } = command
      return { path_key: path.path_key, step_key, sub_step_key }
    }
    case "Reverse": {
      const { event, mode, reason } = command
      return { event_id: shownEventId(event.event_id), mode, reason }
    }
    case "GrantBooster": {
      const { booster, duration_ms, starts_at } = command
      const at = starts_at === null ? null : new Date(starts_at).toISOString()
      return { ...booster, starts_at: at, duration_minutes: duration_ms / 60_000 }
    }
    case "GrantReward": {
      const { campaign_id, grant_key, reward, source } = command
      return { source, campaign_id, grant_key, reward }
    }
    case "OpenBox": {
      const { box_key, mystery_box_id } = command.box
      return { mystery_box_id, box_key, opening_id: command.opening_id }
    }
    // Without the message: it is the one thing here that can be taken back.
    case "GiveKudos": {
      const { kudo_id, to_buddy_id, type } = command
      return { kudo_id, kudo_type_id: type.kudo_type_id, kudo_key: type.kudo_key, to_buddy_id }
    }
    case "EnterLottery": {
      const { lottery, tickets } = command
      return { lottery_id: lottery.lottery_id, tickets }
    }
    case "TakeVacation":
      return { starts_on: dateOf(command.from_day), ends_on: dateOf(command.to_day) }
    default: {
      const { _tag, ...asked } = command
      return asked
    }
  }
}

/** Moments of replies are epoch ms inside and ISO 8601 in what is kept. */
const shown = ({ _tag, ...facts }: Reply): Change["reply"] =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      name.endsWith("_at") && typeof value === "number" ? new Date(value).toISOString() : value
    ])
  )

/** Undefined: nothing is kept of this command. */
export const changeOf = (
  command: Manual,
  origin: Origin | undefined,
  { effects, entries, outbound, reply }: Pick<Accepted, "effects" | "entries" | "outbound" | "reply">,
  config_version_id: string
): Change | undefined => {
  const kind = kinds[command._tag]
  if (kind === null || (keptWhenTold.has(command._tag) && outbound.length === 0)) return undefined
  const ledger_ids = entries.map(({ ledger_id }) => ledger_id)
  const input = inputOf(command)
  return { kind, input, origin: origin ?? null, config_version_id, reply: shown(reply), effects, ledger_ids }
}
