/** Outbound events about what a buddy earns, spends, owns and wears. */
import { Schema } from "effect"
import { event, flag, int, text, textOrNull, time } from "./Event.ts"
import { webhookExamples as given } from "./Examples.ts"

/** a credit or debit of coins; `balance` is the one after it, `ledger_id` names its row in the ledger */
const coins = {
  buddy_id: text,
  amount: int,
  balance: int,
  reason: text,
  reference_id: textOrNull,
  ledger_id: text,
  is_lucky: flag
}

const token = { buddy_id: text, token_type: text, amount: int, reason: textOrNull }

const item = { buddy_id: text, item_id: text, item_name: text, price_paid: int, purchase_id: textOrNull }

const freeLunch = { buddy_id: text, user_id: text, grant_id: text, coins: int, occurred_at: time }

const outfit = { buddy_id: text, outfit_id: text, name: text, item_ids: Schema.Array(Schema.String), occurred_at: time }

export const economyEvents = {
  "coins.earned": event("Coins are credited.", coins, given["coins.earned"]),
  "coins.spent": event("Coins are debited.", coins, given["coins.spent"]),
  "token.earned": event("Tokens are credited.", token, given["token.earned"]),
  "token.spent": event("Tokens are debited.", token, given["token.spent"]),
  "gate.unlocked": event(
    "A buddy spends tokens to unlock a gate.",
    {
      buddy_id: text,
      gate_key: text,
      token_key: text,
      cost: int,
      unlocked_at: time
    },
    given["gate.unlocked"]
  ),
  "item.purchased": event("A buddy buys an item.", item, given["item.purchased"]),
  "item.equipped": event(
    "A buddy puts on an item it owns; purchase_id is null for an item that was unlocked.",
    item,
    given["item.equipped"]
  ),
  "outfit.saved": event("A set of items is saved under a name.", outfit, given["outfit.saved"]),
  "outfit.worn": event("A saved outfit is put on.", outfit, given["outfit.worn"]),
  "outfit.deleted": event("A saved outfit is removed.", outfit, given["outfit.deleted"]),
  "mystery_box.opened": event(
    "A mystery box is opened and its reward paid.",
    {
      buddy_id: text,
      box_key: text,
      reward: Schema.Struct({
        kind: Schema.Literals(["coins", "token", "item", "badge"]),
        key: textOrNull,
        amount: int
      }),
      occurred_at: time
    },
    given["mystery_box.opened"]
  ),
  "booster.granted": event(
    "A booster is granted to a buddy.",
    {
      buddy_id: text,
      booster_id: text,
      booster_key: text,
      multiplier: Schema.Finite,
      applies_to: Schema.Array(Schema.String),
      starts_at: time,
      ends_at: time
    },
    given["booster.granted"]
  ),
  "free_lunch.granted": event("A free reward waits for the user.", freeLunch, given["free_lunch.granted"]),
  "free_lunch.seen": event("The user has seen a free reward.", freeLunch, given["free_lunch.seen"]),
  "free_lunch.dismissed": event("The user has put a free reward away.", freeLunch, given["free_lunch.dismissed"]),
  "lottery.drawn": event(
    "A lottery is drawn; the commitment published before the draw proves the seed.",
    {
      lottery_id: text,
      lottery_key: text,
      draw_id: text,
      participants: int,
      entries: int,
      winner_buddy_ids: Schema.Array(Schema.String),
      commit_hash: text,
      seed: text,
      occurred_at: time
    },
    given["lottery.drawn"]
  )
}
