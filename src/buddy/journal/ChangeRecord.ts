/**
 * What stays of a command once it is done: what was asked, in the contract's words, and what came of it. Configuration
 * a command carries along (the terms of an item, a path, what the tables say of an event) is named, not copied.
 */
import type { Command } from "../../engine/core/Command.ts"
import type { Accepted, Reply } from "../../engine/core/Decision.ts"
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
  CompleteSubStep: "complete_sub_step",
  CompleteCeremony: "complete_ceremony",
  Reverse: "reverse_event",
  TakeVacation: "take_vacation",
  EndVacation: "end_vacation",
  RestoreStreak: "restore_streak",
  FreezeStreak: "freeze_streak",
  Rename: "rename",
  Archive: "archive",
  WarnStreak: null,
  Repin: null
}

/**
 * Rounds over all buddies ask of everybody, and pages of widgets as often as they like: what came to nothing, and so
 * was told to nobody, is not kept.
 */
const keptWhenTold: ReadonlySet<Manual["_tag"]> = new Set(["DecaySkill", "CheckBadge", "CompleteCeremony"])

const dateOf = (day: number | null): string | null => (day === null ? null : periodKey("day", day))

const inputOf = (command: Manual): Change["input"] => {
  switch (command._tag) {
    case "BuyItem": {
      const { gift_to_buddy_id, item, purchase_id } = command
      return { item_id: item.item_id, purchase_id, gift_to_buddy_id }
    }
    case "GrantItem": {
      const { from_buddy_id, item, purchase_id, reason, source } = command
      return { item_id: item.item_id, purchase_id, source, reason, from_buddy_id }
    }
    case "RefundGift":
      return { item_id: command.item.item_id, purchase_id: command.purchase_id }
    case "CompleteSubStep": {
      const { path, step_key, sub_step_key } = command
      return { path_key: path.path_key, step_key, sub_step_key }
    }
    case "Reverse": {
      const { event, mode, reason } = command
      return { event_id: shownEventId(event.event_id), mode, reason }
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
