import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import { compilePatterns, deliveriesFor } from "../../../src/platform/webhooks/Outbox.ts"
import { isWebhookPattern, webhookCatalogue, webhookEvents, webhookNames } from "../../../src/wire/Webhook.ts"

/** Contract part 6, typed off by hand: the table, and the names that are only mentioned. */
const tabled: Readonly<Record<string, ReadonlyArray<string>>> = {
  "buddy.hatched": ["buddy_id", "egg_id", "user_id", "name", "image_url", "thumb_url", "evolution_stage"],
  "buddy.evolved": ["buddy_id", "previous_stage", "new_stage", "image_url"],
  "coins.earned": ["buddy_id", "amount", "balance", "reason", "reference_id", "ledger_id", "is_lucky"],
  "coins.spent": ["buddy_id", "amount", "balance", "reason", "reference_id", "ledger_id", "is_lucky"],
  "token.earned": ["buddy_id", "token_type", "amount", "reason"],
  "token.spent": ["buddy_id", "token_type", "amount", "reason"],
  "gate.unlocked": ["buddy_id", "gate_key", "token_key", "cost", "unlocked_at"],
  "skill.level_up": ["buddy_id", "skill_key", "level", "previous", "change"],
  "skill.updated": ["buddy_id", "updates"],
  "skill.decayed": [
    "buddy_id",
    "user_id",
    "skill_key",
    "previous_level",
    "new_level",
    "delta",
    "rule_id",
    "period_key"
  ],
  "badge.ready": ["buddy_id", "badge_key"],
  "badge.awarded": ["buddy_id", "badge_key", "label", "awarded_at", "coin_reward", "reason"],
  "streak.milestone": ["buddy_id", "current_streak", "longest_streak", "milestone", "event_id"],
  "item.purchased": ["buddy_id", "item_id", "item_name", "price_paid", "purchase_id"],
  "item.equipped": ["buddy_id", "item_id", "item_name", "price_paid", "purchase_id"],
  "evolution.ready": ["buddy_id", "current_stage", "next_stage", "progress", "auto_evolve"],
  "buddy.prestiged": ["buddy_id", "prestige_level", "from_evolution_stage", "season_id", "occurred_at"],
  "team_membership.role_upgraded": ["buddy_id", "from_role", "to_role", "occurred_at"],
  "cause.threshold_reached": [
    "event",
    "cause_id",
    "cause_key",
    "customer_id",
    "total_units",
    "threshold_unit",
    "is_test",
    "occurred_at"
  ],
  "council.proposal_approved": ["customer_id", "proposal_id", "target_slot", "occurred_at"]
}
const mentioned = [
  "streak.at_risk",
  "buddy.ceremony_completed",
  "free_lunch.granted",
  "free_lunch.seen",
  "free_lunch.dismissed",
  "group_quest.joined",
  "group_quest.left",
  "outfit.saved",
  "outfit.worn",
  "outfit.deleted"
]
const families = ["mystery_box", "lottery", "league", "kudos", "booster", "showroom", "mentor", "user"]

it("names every event of the contract, and every family it mentions", () => {
  for (const name of [...Object.keys(tabled), ...mentioned]) assert.include(webhookNames as ReadonlyArray<string>, name)
  for (const family of families)
    assert.isTrue(
      webhookNames.some((name) => name.startsWith(`${family}.`)),
      family
    )
})

it.each(Object.entries(tabled))("gives %s exactly the contract's fields", (name, fields) => {
  const entry = webhookCatalogue().find(({ event }) => event === name)!
  assert.deepStrictEqual(entry.payload_schema["required"], fields)
  assert.deepStrictEqual(Object.keys(entry.payload_schema["properties"] as object), fields)
})

it.each(webhookNames)("has an example of %s that its schema accepts, field for field", (name) => {
  const { example, payload } = webhookEvents[name]
  const decode = Schema.decodeUnknownSync(payload as Schema.Codec<unknown>, { onExcessProperty: "error" })
  assert.deepStrictEqual(decode(JSON.parse(JSON.stringify(example))), example)
  for (const field of Object.keys(example)) {
    const { [field]: _, ...rest } = example as Record<string, unknown>
    assert.throws(() => decode(rest), undefined, undefined, `${name} without ${field}`)
  }
})

it("embeds the event's name and time in the body of the cause event only", () => {
  const naming = webhookNames.filter((name) => Object.hasOwn(webhookEvents[name].example, "event"))
  assert.deepStrictEqual(naming, ["cause.threshold_reached"])
})

it("knows what may be subscribed to", () => {
  for (const pattern of ["*", "coins.*", "badge.awarded", "team_membership.*"])
    assert.isTrue(isWebhookPattern(pattern), pattern)
  for (const pattern of [
    "",
    "**",
    "coins",
    "coins.",
    "coins.**",
    "*.earned",
    "coins.earned.*",
    "nothing.*",
    "constructor",
    ".*"
  ]) {
    assert.isFalse(isWebhookPattern(pattern), pattern)
  }
})

it("matches names, families and everything, and nothing beyond", () => {
  const matches = compilePatterns(["coins.earned", "badge.*"])
  const heard = ["coins.earned", "coins.spent", "badge.ready", "badge.awarded", "badges.awarded", "badge"].filter(
    matches
  )
  assert.deepStrictEqual(heard, ["coins.earned", "badge.ready", "badge.awarded"])
  assert.isTrue(compilePatterns(["*"])("anything.at_all"))
  assert.isFalse(compilePatterns([])("coins.earned"))
})

it("fans events out to every matching endpoint, in order, with one body", () => {
  let id = 0
  const seen: Array<number> = []
  const rows = deliveriesFor(
    [
      { webhook_config_id: "all", matches: compilePatterns(["*"]) },
      { webhook_config_id: "badges", matches: compilePatterns(["badge.*"]) }
    ],
    [
      { event: "badge.ready", body: { buddy_id: "b1", badge_key: "first" } },
      { event: "token.spent", body: { buddy_id: "b1", token_type: "gem", amount: 3, reason: null } }
    ],
    1_000,
    (nowMs) => (seen.push(nowMs), `d${++id}`)
  )
  assert.deepStrictEqual(rows, [
    {
      delivery_id: "d1",
      webhook_config_id: "all",
      event: "badge.ready",
      body: '{"buddy_id":"b1","badge_key":"first"}'
    },
    {
      delivery_id: "d2",
      webhook_config_id: "badges",
      event: "badge.ready",
      body: '{"buddy_id":"b1","badge_key":"first"}'
    },
    {
      delivery_id: "d3",
      webhook_config_id: "all",
      event: "token.spent",
      body: '{"buddy_id":"b1","token_type":"gem","amount":3,"reason":null}'
    }
  ])
  assert.deepStrictEqual(seen, [1_000, 1_000, 1_000])
})
