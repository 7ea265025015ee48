/** What the record of a change keeps of a command, and how its id is made. */
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { changeOf, type Manual } from "../../../src/buddy/journal/ChangeRecord.ts"
import { noEffects } from "../../../src/buddy/Protocol.ts"
import type { ItemTerms } from "../../../src/engine/core/Command.ts"
import type { Reply } from "../../../src/engine/core/Reply.ts"
import { firstIdOf, rankedId, uuidAt } from "../../../src/platform/postgres/Ids.ts"
import { isUuid } from "../../../src/wire/Ids.ts"
import { type OutboundEvent, webhookEvents } from "../../../src/wire/Webhook.ts"

const conditions = [{ type: "coins_balance", key: null, operator: "gte", value: 1, window_days: null }] as const
const item: ItemTerms = {
  item_id: "hat",
  name: "Hat",
  category: "head",
  price_coins: 5,
  is_gift_only: false,
  stock_total: null,
  per_buddy: null,
  visibility: { match: "all", conditions },
  requirements: { match: "all", conditions }
}
const reverse: Manual = {
  _tag: "Reverse",
  mode: "clamp",
  reason: null,
  event: {
    event_id: "e-1",
    type: "lesson.completed",
    occurred_at: 0,
    received_at: 0,
    properties: { secret: "of the event" },
    entries: [],
    badge_keys: [],
    is_counted: true,
    fired: [],
    others: null,
    preceding: 0,
    as_of: null
  }
}
const path = {
  path_key: "start",
  steps: [{ step_key: "one", sub_steps: [{ sub_step_key: "read", title: "Read", allow_manual_complete: true }] }]
} as unknown as Extract<Manual, { readonly _tag: "CompleteSubStep" }>["path"]

const record = (command: Manual, reply: Reply = { _tag: "Done" }, outbound: ReadonlyArray<OutboundEvent> = []) =>
  changeOf(command, undefined, { entries: [], effects: noEffects, outbound, reply }, "v1")

describe("the record of a change", () => {
  it("names what was asked without the configuration the command carried along", () => {
    const purchase = { purchase_id: "p-1", gift_to_buddy_id: null }
    const grant = { purchase_id: "p-2", source: "reward", reason: null, from_buddy_id: null } as const
    const subStep = { step_key: null, sub_step_key: "read" }
    const vacation: Manual = { _tag: "TakeVacation", from_day: null, to_day: 20_400 }
    assert.deepStrictEqual(
      [
        record({ _tag: "BuyItem", item, ...purchase }),
        record({ _tag: "GrantItem", item, ...grant }),
        record({ _tag: "CompleteSubStep", path, ...subStep }),
        record(reverse),
        record(vacation),
        record({ _tag: "EndVacation" }),
        record({ _tag: "Rename", name: "Ada" })
      ].map((change) => [change?.kind, change?.input]),
      [
        ["buy_item", { item_id: "hat", ...purchase }],
        ["grant_item", { item_id: "hat", ...grant }],
        ["complete_sub_step", { path_key: "start", ...subStep }],
        ["reverse_event", { event_id: "e-1", mode: "clamp", reason: null }],
        ["take_vacation", { starts_on: null, ends_on: "2025-11-08" }],
        ["end_vacation", {}],
        ["rename", { name: "Ada" }]
      ]
    )
  })

  it("tells moments as the contract does, and null where nobody said who asked", () => {
    const reply: Reply = { _tag: "Gate", already_unlocked: false, balance: 3, unlocked_at: 0 }
    const gate: Manual = { _tag: "UnlockGate", gate_key: "attic", token_key: "gem", cost: 2 }
    assert.deepInclude(record(gate, reply), {
      origin: null,
      reply: { already_unlocked: false, balance: 3, unlocked_at: "1970-01-01T00:00:00.000Z" }
    })
  })

  it("is not kept of warnings and of moves to another version", () => {
    assert.isUndefined(record({ _tag: "WarnStreak", streak_key: "daily" }))
    assert.isUndefined(record({ _tag: "Repin", config_version_id: "v2" }))
  })

  it("is kept of a round over all buddies only where something came of it", () => {
    const fade: Manual = { _tag: "DecaySkill", rule_id: "r-1", period_key: "2026-11-02" }
    const levels = { _tag: "Decay", previous_level: 4, new_level: 4 } as const
    assert.isUndefined(record(fade, { ...levels, is_applied: false }))
    const told: ReadonlyArray<OutboundEvent> = [
      { event: "skill.decayed", body: webhookEvents["skill.decayed"].example }
    ]
    assert.deepInclude(record(fade, { ...levels, new_level: 2, is_applied: true }, told), { kind: "decay_skill" })
  })
})

describe("ranked ids", () => {
  it("of one moment sort by their rank, and lie between the first ids of this moment and the next", () => {
    const rank = fc.integer({ min: 0, max: 2 ** 40 - 1 })
    fc.assert(
      fc.property(rank, rank, fc.integer({ min: 0, max: 2 ** 45 }), fc.nat(255), (left, right, now, byte) => {
        const source = { bytes: (buffer: Uint8Array) => void buffer.fill(byte) }
        const [low, high] = [left, right].map((one) => rankedId(uuidAt(source, now), one)) as [string, string]
        assert.isTrue(isUuid(low) && isUuid(high))
        assert.strictEqual(low < high, left < right)
        assert.isTrue(low >= firstIdOf(new Date(now)) && low < firstIdOf(new Date(now + 1)))
      })
    )
  })
})

describe("ids of one source", () => {
  const counted = (byte: number) => ({ bytes: (buffer: Uint8Array) => void buffer.fill(byte) })

  it("grow within a millisecond, in the order in which they are made, whatever the random bits are", () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat(255)), fc.integer({ min: 0, max: 2 ** 45 }), (bytes, now) => {
        const source = { bytes: (buffer: Uint8Array) => void buffer.set([...bytes.take(buffer.length)]) }
        uuidAt(source, now - 1)
        const made = Array.from({ length: 50 }, () => uuidAt(source, now))
        assert.deepStrictEqual(made, [...new Set(made)].toSorted())
        assert.isTrue(made.every(isUuid))
        assert.isTrue(made[0]! >= firstIdOf(new Date(now)) && made.at(-1)! < firstIdOf(new Date(now + 1)))
      })
    )
  })

  it("begin anew in each millisecond, and beside another source", () => {
    const source = counted(0b1010_1010)
    const [first, second] = [uuidAt(source, 5), uuidAt(source, 5)]
    const later = uuidAt(source, 6)
    assert.strictEqual(later.slice(14), first.slice(14))
    assert.notStrictEqual(second, first)
    assert.strictEqual(uuidAt(counted(0b1010_1010), 5), first)
  })
})
