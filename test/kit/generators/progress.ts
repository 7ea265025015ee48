/** Stages, lives, fading skills, a small shop and two gates; and what a buddy does with them. */
import * as fc from "fast-check"
import type { Command, ItemTerms, SaleTerms } from "../../../src/engine/core/Command.ts"
import type { Group } from "../../../src/wire/content/Shared.ts"
import { audience, eventType, filters, gates, group, items, match, maybe, reward, seldom, skills } from "./words.ts"

const enabled = seldom(true, false)
const often = { freq: 5, nil: null }

const prestige = fc.record({
  enabled,
  requirements: group(2),
  reset_to_stage: fc.constantFrom(1, 1, 2),
  keeps: fc.subarray(["coins", "tokens", "badges", "items", "skills", "streaks", "gates"]),
  max_level: fc.integer({ min: 1, max: 3 })
})

export const evolution = fc.option(
  fc
    .record({
      max_stage: fc.constantFrom(2, 3),
      auto_evolve: fc.boolean(),
      easy: fc.boolean(),
      needs: fc.array(group(2), { minLength: 2, maxLength: 2 }),
      rewards: fc.array(reward, { minLength: 2, maxLength: 2 }),
      prestige: fc.option(prestige, often)
    })
    .map(({ auto_evolve, easy, max_stage, needs, prestige: beyond, rewards }) => ({
      max_stage,
      auto_evolve,
      prestige: beyond,
      stages: Array.from({ length: max_stage }, (_, place) => ({
        stage: place + 1,
        name: `Stage ${place + 1}`,
        ...(place === 0 ? {} : { requirements: easy ? {} : needs[place - 1], reward: rewards[place - 1] })
      }))
    })),
  often
)

export const decayRule = fc.record({
  skill_key: fc.constantFrom(...skills, "none"),
  enabled,
  audience: fc.constantFrom(null, null, audience, "teachers"),
  idle_days: fc.integer({ min: 1, max: 4 }),
  period: fc.constant("day"),
  amount: fc.integer({ min: 1, max: 2 }),
  floor_level: fc.integer({ min: 0, max: 2 }),
  pause_during_vacation: fc.boolean(),
  refresh_on: maybe(fc.record({ event_type: eventType, match, filters }))
})

export const requirements = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: group(1).map((asked) => ({ i2: asked })) }
)

const none: Group = { match: "all", conditions: [] }
const has = (type: "item_owned" | "gate_unlocked", key: string): Group => ({
  match: "all",
  conditions: [{ type, key, operator: "eq", value: true, window_days: null }]
})

const terms = (item_id: string, category: string, price_coins: number, more: Partial<ItemTerms> = {}): ItemTerms => ({
  item_id,
  name: item_id,
  category,
  price_coins,
  is_gift_only: false,
  stock_total: null,
  per_buddy: 1,
  visibility: none,
  requirements: none,
  ...more
})

const sale = { name: "Sale", starts_at: Date.parse("2026-03-06T00:00:00Z"), per_buddy_limit: null, stock_total: null }
const halved: SaleTerms = {
  ...sale,
  flash_sale_id: "s0",
  discount: { mode: "percent", value: 50 },
  ends_at: Date.parse("2026-12-28T12:00:00Z"),
  per_buddy_limit: 2
}
const fixed: SaleTerms = {
  ...sale,
  flash_sale_id: "s1",
  discount: { mode: "fixed_price", value: 2 },
  ends_at: Date.parse("2026-10-23T00:00:00Z"),
  stock_total: 1
}

export const shop = {
  i0: terms("i0", "head", 0),
  i1: terms("i1", "head", 12, { stock_total: 2, per_buddy: null }),
  i2: terms("i2", "neck", 3, { requirements: has("item_owned", "i1") }),
  i3: terms("i3", "accessory", 8, { visibility: has("gate_unlocked", "g0"), per_buddy: 2 }),
  i4: terms("i4", "accessory", 20, { is_gift_only: true }),
  i5: terms("i5", "hand", 9, { sales: [halved, fixed], per_buddy: null }),
  i6: terms("i6", "feet", 1, { sales: [fixed] })
} as const
const itemId = fc.constantFrom(...items, "i5" as const, "i6" as const)
const purchase_id = fc.constant("p")

const commands: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    _tag: fc.constant("BuyItem" as const),
    item: itemId.map((id) => shop[id]),
    purchase_id,
    gift_to_buddy_id: fc.constantFrom(null, null, null, "buddy-2"),
    max_price_coins: fc.constantFrom(null, null, 4)
  }),
  fc.record({
    _tag: fc.constant("GrantItem" as const),
    item: itemId.map((id) => shop[id]),
    purchase_id,
    source: fc.constantFrom("unlock" as const, "reward" as const, "gift" as const),
    reason: fc.constant(null),
    from_buddy_id: fc.constant(null)
  }),
  fc.record({
    _tag: fc.constant("EquipItems" as const),
    equip: fc.subarray(Object.keys(shop), { maxLength: 4 }),
    unequip: fc.subarray(Object.keys(shop), { maxLength: 2 })
  }),
  fc.record({ _tag: fc.constant("ClearEquipment" as const) }),
  fc.record({
    _tag: fc.constant("UnlockGate" as const),
    gate_key: fc.constantFrom(...gates),
    token_key: fc.constantFrom("gem", "gem", "gem", "xp", "none"),
    cost: fc.integer({ min: 1, max: 12 })
  })
)

const evolve = fc.record({
  _tag: fc.constant("Evolve" as const),
  from_stage: fc.constantFrom(1, 1, 2, 3),
  image_url: fc.constant(null)
})

/** A command, or one that has to know the time. */
export const progressing = fc.oneof(
  { weight: 5, arbitrary: commands },
  { weight: 3, arbitrary: evolve },
  {
    weight: 2,
    arbitrary: fc.constantFrom("decay-0", "decay-1", "decay-9").map((rule_id) => ({
      at: (now: number): Command => ({
        _tag: "DecaySkill",
        rule_id,
        period_key: new Date(now).toISOString().slice(0, 10)
      })
    }))
  }
)
