/**
 * Every outbound event, once: name, meaning, payload, example. The catalogue route, the types of whoever emits an event and the test
 * deliveries are all made from this record, so none of them can drift apart. Contract part 6: the body is the bare object, metadata
 * travels in headers only. Names that the contract mentions without a table follow `family.verb_past`.
 */
import { Schema } from "effect"
import { Timestamp } from "./Ids.ts"
import { webhookExamples as given } from "./WebhookExamples.ts"

/** Who hears of an event: the tenant's endpoints, or only the endpoint configured on one cause. */
export type Audience = "endpoints" | "cause"

export interface WebhookEvent<Fields extends Schema.Struct.Fields> {
  readonly description: string
  readonly payload: Schema.Struct<Fields>
  readonly example: Schema.Struct<Fields>["Type"]
  readonly audience: Audience
}

const event = <const Fields extends Schema.Struct.Fields>(
  description: string,
  fields: Fields,
  example: Schema.Struct<Fields>["Type"],
  audience: Audience = "endpoints"
): WebhookEvent<Fields> => ({ description, payload: Schema.Struct(fields), example, audience })

const text = Schema.String
const textOrNull = Schema.NullOr(Schema.String)
const int = Schema.Int
const flag = Schema.Boolean
const time = Timestamp
const timeOrNull = Schema.NullOr(Timestamp)

/** a credit or debit of coins; `balance` is the one after it, `ledger_id` names its row in the ledger */
const coins = {
  buddy_id: text, amount: int, balance: int, reason: text, reference_id: textOrNull, ledger_id: text, is_lucky: flag
}
const token = { buddy_id: text, token_type: text, amount: int, reason: textOrNull }
const level = { level: int, previous: int, change: int }
const item = { buddy_id: text, item_id: text, item_name: text, price_paid: int, purchase_id: textOrNull }
const freeLunch = { buddy_id: text, user_id: text, grant_id: text, coins: int, occurred_at: time }
const questMember = { quest_id: text, quest_key: text, buddy_id: text, participants: int, occurred_at: time }
const outfit = { buddy_id: text, outfit_id: text, name: text, item_ids: Schema.Array(Schema.String), occurred_at: time }

const buddyEvents = {
  "buddy.hatched": event("An egg's hatch operation completes.", {
    buddy_id: text, egg_id: text, user_id: text, name: text, image_url: textOrNull, thumb_url: textOrNull, evolution_stage: int
  }, given["buddy.hatched"]),
  "buddy.evolved": event("An evolution completes.", {
    buddy_id: text, previous_stage: int, new_stage: int, image_url: textOrNull
  }, given["buddy.evolved"]),
  "buddy.prestiged": event("A prestige threshold is crossed: the evolution stage starts over, the prestige counter goes up.", {
    buddy_id: text, prestige_level: int, from_evolution_stage: int, season_id: textOrNull, occurred_at: time
  }, given["buddy.prestiged"]),
  "buddy.ceremony_completed": event("The user has watched a buddy's ceremony to its end.", {
    buddy_id: text, user_id: text, ceremony: Schema.Literals(["hatch", "evolution", "prestige"]), evolution_stage: int, occurred_at: time
  }, given["buddy.ceremony_completed"]),
  "evolution.ready": event("A buddy meets every requirement of its next stage.", {
    buddy_id: text, current_stage: int, next_stage: int, progress: Schema.Finite, auto_evolve: flag
  }, given["evolution.ready"])
}

const economyEvents = {
  "coins.earned": event("Coins are credited.", coins, given["coins.earned"]),
  "coins.spent": event("Coins are debited.", coins, given["coins.spent"]),
  "token.earned": event("Tokens are credited.", token, given["token.earned"]),
  "token.spent": event("Tokens are debited.", token, given["token.spent"]),
  "gate.unlocked": event("A buddy spends tokens to unlock a gate.", {
    buddy_id: text, gate_key: text, token_key: text, cost: int, unlocked_at: time
  }, given["gate.unlocked"]),
  "item.purchased": event("A buddy buys an item.", item, given["item.purchased"]),
  "item.equipped": event("A buddy puts on an item it owns; purchase_id is null for an item that was unlocked.", item, given["item.equipped"]),
  "outfit.saved": event("A set of items is saved under a name.", outfit, given["outfit.saved"]),
  "outfit.worn": event("A saved outfit is put on.", outfit, given["outfit.worn"]),
  "outfit.deleted": event("A saved outfit is removed.", outfit, given["outfit.deleted"]),
  "mystery_box.opened": event("A mystery box is opened and its reward paid.", {
    buddy_id: text, box_key: text,
    reward: Schema.Struct({ kind: Schema.Literals(["coins", "token", "item", "badge"]), key: textOrNull, amount: int }),
    occurred_at: time
  }, given["mystery_box.opened"]),
  "booster.granted": event("A booster is granted to a buddy.", {
    buddy_id: text, booster_id: text, booster_key: text, multiplier: Schema.Finite, applies_to: Schema.Array(Schema.String),
    starts_at: time, ends_at: time
  }, given["booster.granted"]),
  "free_lunch.granted": event("A free reward waits for the user.", freeLunch, given["free_lunch.granted"]),
  "free_lunch.seen": event("The user has seen a free reward.", freeLunch, given["free_lunch.seen"]),
  "free_lunch.dismissed": event("The user has put a free reward away.", freeLunch, given["free_lunch.dismissed"]),
  "lottery.drawn": event("A lottery is drawn; the commitment published before the draw proves the seed.", {
    lottery_id: text, lottery_key: text, draw_id: text, participants: int, entries: int, winner_buddy_ids: Schema.Array(Schema.String),
    commit_hash: text, seed: text, occurred_at: time
  }, given["lottery.drawn"])
}

const progressEvents = {
  "skill.level_up": event("A skill crosses a level threshold.", { buddy_id: text, skill_key: text, ...level }, given["skill.level_up"]),
  "skill.updated": event("Skill values change, rewards of rules included; one entry per skill.", {
    buddy_id: text, updates: Schema.Record(Schema.String, Schema.Struct(level))
  }, given["skill.updated"]),
  "skill.decayed": event("A decay rule lowers or refreshes a skill; a drop also emits skill.updated.", {
    buddy_id: text, user_id: text, skill_key: text, previous_level: int, new_level: int, delta: int, rule_id: text, period_key: text
  }, given["skill.decayed"]),
  "badge.ready": event("A badge that is reviewed by hand awaits its review.", { buddy_id: text, badge_key: text }, given["badge.ready"]),
  "badge.awarded": event("A badge attaches to a buddy.", {
    buddy_id: text, badge_key: text, label: text, awarded_at: time, coin_reward: int, reason: textOrNull
  }, given["badge.awarded"]),
  "streak.milestone": event("A configured streak length is reached.", {
    buddy_id: text, current_streak: int, longest_streak: int, milestone: int, event_id: text
  }, given["streak.milestone"]),
  "streak.at_risk": event("A streak will break soon unless it is extended.", {
    buddy_id: text, user_id: text, streak_key: text, current_streak: int, period_key: text, expires_at: time
  }, given["streak.at_risk"]),
  "user.reengaged": event("A user who had lapsed is active again.", {
    user_id: text, buddy_id: text, days_away: int, last_active_at: timeOrNull, occurred_at: time
  }, given["user.reengaged"])
}

const communityEvents = {
  "team_membership.role_upgraded": event("A buddy gets a higher role in its team.", {
    buddy_id: text, from_role: text, to_role: text, occurred_at: time
  }, given["team_membership.role_upgraded"]),
  "mentor.assigned": event("A mentor is assigned to a buddy.", {
    mentor_buddy_id: text, mentee_buddy_id: text, team_id: textOrNull, occurred_at: time
  }, given["mentor.assigned"]),
  "kudos.given": event("One buddy gives kudos to another.", {
    kudo_id: text, kudo_key: text, from_buddy_id: text, to_buddy_id: text, message: textOrNull, coins: int, occurred_at: time
  }, given["kudos.given"]),
  "group_quest.joined": event("A buddy joins a group quest.", questMember, given["group_quest.joined"]),
  "group_quest.left": event("A buddy leaves a group quest.", questMember, given["group_quest.left"]),
  "league.tier_changed": event("A buddy is promoted or demoted at the end of a season.", {
    buddy_id: text, season_id: text, from_tier: text, to_tier: text, rank: int, movement: Schema.Literals(["promoted", "demoted"]),
    occurred_at: time
  }, given["league.tier_changed"]),
  "league.season_closed": event("A league season is final and its rewards are paid.", {
    season_id: text, participants: int, promoted: int, demoted: int, starts_at: time, ends_at: time, occurred_at: time
  }, given["league.season_closed"]),
  "showroom.visited": event("Somebody opens a published showroom.", {
    showroom_id: text, slug: text, source: Schema.Literals(["link", "qr"]), occurred_at: time
  }, given["showroom.visited"]),
  "council.proposal_approved": event("A proposal is approved by the moderators; target_slot is a dot path into the narrative.", {
    customer_id: text, proposal_id: text, target_slot: text, occurred_at: time
  }, given["council.proposal_approved"]),
  "cause.threshold_reached": event(
    "A cause's counter crosses a unit threshold. Sent to the cause's own webhook_url, never to the tenant's endpoints.",
    {
      event: Schema.Literal("cause.threshold_reached"), cause_id: text, cause_key: text, customer_id: text, total_units: int,
      threshold_unit: int, is_test: flag, occurred_at: time
    },
    given["cause.threshold_reached"],
    "cause"
  )
}

export const webhookEvents = { ...buddyEvents, ...economyEvents, ...progressEvents, ...communityEvents }

export type WebhookName = keyof typeof webhookEvents
export type WebhookBody<Name extends WebhookName> = (typeof webhookEvents)[Name]["payload"]["Type"]

export const webhookNames = Object.keys(webhookEvents) as ReadonlyArray<WebhookName>
export const isWebhookName = (name: string): name is WebhookName => Object.hasOwn(webhookEvents, name)

/** `coins` of `coins.earned` */
const families = new Set(webhookNames.map((name) => name.slice(0, name.indexOf("."))))

/** What an endpoint may subscribe to: a name, `family.*` of a known family, or `*`. */
export const isWebhookPattern = (pattern: string): boolean =>
  pattern === "*" || isWebhookName(pattern) || (pattern.endsWith(".*") && families.has(pattern.slice(0, -2)))

/** An event with its body, checked against the catalogue by the compiler. */
export const webhook = <const Name extends WebhookName>(name: Name, body: WebhookBody<Name>) => ({
  event: name,
  body: body as Readonly<Record<string, unknown>>
})

/** The catalogue, in the order of the record; payload_schema is JSON Schema (draft 2020-12) of the body. */
export const webhookCatalogue = () =>
  webhookNames.map((name) => {
    const { audience, description, example, payload } = webhookEvents[name]
    return { event: name, description, sent_to: audience, payload_schema: payloadSchema(payload), example }
  })

const payloadSchema = (payload: Schema.Constraint): Readonly<Record<string, unknown>> => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(payload)
  return Object.keys(definitions).length === 0 ? schema : { ...schema, $defs: definitions }
}
