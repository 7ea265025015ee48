/** Why a buddy is as it is, where no event says so: every manual change, and every row of the ledger. */
import { assert, describe, it } from "vitest"
import { startTestService, type Tenant } from "hatchery/testing"
import { type Change, changesOf, explainedOf } from "../../kit/players/LedgerExplanations.ts"

const startAt = "2026-11-02T10:00:00Z"
const lessons = "lesson.completed"

const content = {
  token_types: [
    { token_key: "xp", name: "XP", kind: "progression" },
    { token_key: "gem", name: "Gem", kind: "primary", max_balance: 10 }
  ],
  coin_rules: [{ rule_key: "lesson", trigger: { event_type: lessons }, amount: { mode: "fixed", value: 10 } }],
  token_rules: [
    { rule_key: "xp", token_key: "xp", trigger: { event_type: lessons }, amount: { mode: "fixed", value: 10 } }
  ],
  skill_sets: [
    {
      skill_set_key: "study",
      name: "Study",
      skills: [{ skill_key: "focus", name: "Focus", start_level: 0, max_level: 5 }],
      level_curve: { mode: "quadratic", base: 100 }
    }
  ],
  skill_decay_rules: [{ rule_key: "fade", skill_key: "focus", idle_days: 3, period: "day", amount: 2, floor_level: 1 }],
  badge_definitions: [
    { badge_key: "helper", label: "Helper", award_mode: "api", coin_reward: 5 },
    {
      badge_key: "rich",
      label: "Rich",
      coin_reward: 7,
      criteria: { conditions: [{ type: "coins_balance", operator: "gte", value: 100 }] }
    },
    {
      badge_key: "tycoon",
      label: "Tycoon",
      criteria: { conditions: [{ type: "coins_balance", operator: "gte", value: 100_000 }] }
    },
    {
      badge_key: "hero",
      label: "Hero",
      award_mode: "manual_review",
      criteria: { conditions: [{ type: "token_balance", key: "gem", operator: "gte", value: 8 }] }
    }
  ],
  streak_rules: [
    {
      streak_key: "daily",
      qualifying: { events: [{ event_type: lessons }] },
      freezes: { initial: 1, max: 1, auto_consume: false },
      vacation: { max_days: 5, max_per_year: 2 },
      restore_window_days: 2,
      milestones: [{ length: 3, reward: { coins: 50, tokens: [{ token_key: "gem", amount: 9 }] } }]
    }
  ],
  evolution_rules: {
    max_stage: 2,
    stages: [
      { stage: 1, name: "Hatchling" },
      {
        stage: 2,
        name: "Scout",
        requirements: { conditions: [{ type: "token_lifetime", key: "xp", operator: "gte", value: 20 }] },
        reward: { coins: 30, tokens: [{ token_key: "gem", amount: 1 }] }
      }
    ],
    prestige: {
      requirements: { conditions: [{ type: "coins_balance", operator: "gte", value: 5_000 }] },
      keeps: ["badges", "items"]
    }
  }
}

const path = {
  path_key: "start",
  title: "First steps",
  display_mode: "zigzag",
  icon: "flame",
  steps: [
    {
      step_key: "learn",
      title: "Learn",
      sub_steps: [
        { sub_step_key: "read", title: "Read", allow_manual_complete: true },
        {
          sub_step_key: "owner",
          title: "A badge",
          completion_condition: { type: "badge_owned", key: "tycoon" }
        }
      ]
    }
  ]
}

const started = async (service: Awaited<ReturnType<typeof startTestService>>, user_id = "ada") => {
  const tenant = await service.tenant()
  await tenant.publish(content)
  const { buddy_id } = await tenant.hatch(user_id)
  const get = (url: string) => tenant.call("GET", url)
  const done = async (method: Parameters<Tenant["call"]>[0], url: string, body?: unknown, headers = {}) => {
    const answer = await tenant.call(method, url, body, { headers })
    assert.isBelow(answer.status, 300, answer.text)
    return answer.body
  }
  return {
    ...tenant,
    buddy_id,
    at: `/buddies/${buddy_id}`,
    get,
    done,
    learn: () => tenant.send({ user_id, type: lessons }),
    changes: () => changesOf(get, buddy_id),
    explained: (...units: ReadonlyArray<string>) => explainedOf(get, buddy_id, units)
  }
}

const kindsOf = (changes: ReadonlyArray<Change>) => changes.map(({ kind }) => kind)
const newest = async ({ changes }: { readonly changes: () => Promise<ReadonlyArray<Change>> }) =>
  (await changes()).at(-1)!
const rowOf = ({ trace }: Pick<Change, "trace">, type: string) => trace.find((row) => row.type === type)!

describe("a manual change", () => {
  it("of coins and tokens says what was asked, by whom, the balances around it, and the badges it moved", async () => {
    await using service = await startTestService({ startAt })
    const ada = await started(service)
    const { at, done } = ada
    await done("POST", `${at}/coins`, { amount: 120, reason: "welcome", reference_id: "order-1" })
    await done("POST", `${at}/coins/spend`, { amount: 20 })
    await done("POST", `${at}/tokens`, { token_key: "gem", operation: "earn", amount: 8 })
    await done("POST", `${at}/tokens`, { token_key: "gem", operation: "spend", amount: 2 })
    const over = await ada.call("POST", `${at}/tokens`, { token_key: "gem", operation: "earn", amount: 5 })
    assert.strictEqual(over.body.error.code, "balance_limit")
    const changes = await ada.changes()
    assert.deepStrictEqual(kindsOf(changes), ["earn_coins", "spend_coins", "earn_token", "spend_token"])
    const [earned, , gems] = changes
    assert.deepStrictEqual(earned!.input, { amount: 120, reason: "welcome", reference_id: "order-1" })
    assert.deepInclude(earned!.reply, { amount: 120, balance: 120 })
    assert.strictEqual(earned!.origin.type, "api_key")
    assert.notInclude(JSON.stringify(earned), ada.key)
    assert.deepStrictEqual(rowOf(earned!, "manual").detail, {
      unit: "coin",
      amount: 120,
      balance_before: 0,
      balance_after: 120,
      max_balance: null
    })
    const badges = earned!.trace.filter(({ type }) => type === "badge_definition")
    assert.deepStrictEqual(
      badges.map(({ key, reason }) => [key, reason]),
      [
        ["rich", "fired"],
        ["tycoon", "condition_failed"]
      ]
    )
    const unmet = { type: "coins_balance", key: null, operator: "gte", value: 100_000, current: 127, met: false }
    assert.deepStrictEqual(badges[1]!.detail, { unmet: [unmet] })
    assert.deepInclude(rowOf(gems!, "manual").detail, { unit: "token:gem", balance_after: 8, max_balance: 10 })
    assert.deepInclude(rowOf(gems!, "badge_definition"), { key: "hero", outcome: "fired" })
    const told = await ada.explained("coin", "gem")
    assert.deepStrictEqual(
      told.map(({ cause: { kind }, entry: { amount, reason }, trace }) => [amount, reason, kind, trace[0]!.type]),
      [
        [120, "welcome", "earn_coins", "manual"],
        [7, "badge", "earn_coins", "badge_definition"],
        [20, "manual", "spend_coins", "manual"],
        [8, "manual", "earn_token", "manual"],
        [2, "manual", "spend_token", "manual"]
      ]
    )
  })

  it("of badges, skills, paths and names says what stood in its way and what it came to", async () => {
    await using service = await startTestService({ startAt })
    const ada = await started(service)
    const { at, done } = ada
    await done("POST", "/path-definitions", path)
    await done("POST", "/path-definitions/start/activate")
    await done("POST", `${at}/badges`, { badge_key: "helper", reason: "kind" })
    await done("POST", `${at}/badges`, { badge_key: "helper" })
    await done("POST", `${at}/tokens`, { token_key: "gem", operation: "earn", amount: 8 })
    await done("POST", `${at}/badges/hero/reject`, { reason: "not yet" })
    const updates = [{ skill_key: "focus", operation: "increase", value: 9 }]
    await done("PATCH", `${at}/skills`, { updates })
    await done("PATCH", `${at}/skills`, { updates })
    await done("POST", `/path-definitions/buddies/${ada.buddy_id}/paths/start/sub-steps/read/complete`)
    await done("PATCH", at, { name: "Ada" })
    const changes = await ada.changes()
    const last = changes.map((change) => [change.kind, change.trace[0]!.reason, change.trace[0]!.detail] as const)
    assert.deepStrictEqual(
      last.map(([kind, reason]) => [kind, reason]),
      [
        ["award_badge", "fired"],
        ["award_badge", "limit_reached"],
        ["earn_token", "fired"],
        ["reject_badge", "fired"],
        ["update_skills", "fired"],
        ["update_skills", "limit_reached"],
        ["complete_sub_step", "fired"],
        ["rename", "fired"]
      ]
    )
    assert.deepInclude(last[0]![2], { by: "hand", coin_reward: 5, count_before: 0, count_after: 1 })
    assert.deepInclude(last[1]![2], { limit: "once", used: 1, max: 1, awarded_at: "2026-11-02T10:00:00.000Z" })
    assert.deepInclude(last[3]![2], { review: "rejected", reason: "not yet" })
    assert.deepInclude(last[4]![2], { asked_level: 9, level_before: 0, level_after: 5, max_level: 5 })
    assert.deepInclude(last[5]![2], { asked_level: 14, level_before: 5, level_after: 5 })
    assert.deepStrictEqual(changes[6]!.input, { path_key: "start", step_key: "learn", sub_step_key: "read" })
    assert.deepInclude(last[7]![2], { name: "Ada" })
    assert.lengthOf(await ada.explained("coin", "gem"), 2)
  })

  it("of time says how long it was: idle days, restored days, freezes and vacations", async () => {
    await using service = await startTestService({ startAt })
    const ada = await started(service)
    const { at, done } = ada
    await done("PATCH", `${at}/skills`, { updates: [{ skill_key: "focus", operation: "set", value: 4 }] })
    await ada.learn()
    await service.advance("1 day", { step: "1 day" })
    await ada.learn()
    await service.advance("2 days", { step: "1 day" })
    await ada.learn()
    await done("POST", `${at}/tokens`, { token_key: "gem", operation: "earn", amount: 2 })
    await done("POST", `${at}/streaks/daily/restore`, { reason: "train strike" })
    const restored = await newest(ada)
    assert.deepInclude(restored.trace[0]!.detail, {
      restored: ["2026-11-04"],
      current_before: 1,
      current_after: 3,
      milestones: [3]
    })
    assert.deepInclude(rowOf(restored, "reward"), { key: "streak", outcome: "skipped", reason: "limit_reached" })
    assert.deepInclude(rowOf(restored, "reward").detail, { unit: "token:gem", amount: 9, used: 2, max: 10 })
    await service.advance("1 day", { step: "1 day" })
    await done("POST", `${at}/streaks/daily/freeze`)
    assert.deepInclude((await newest(ada)).trace[0]!.detail, {
      frozen: "2026-11-06",
      freezes_before: 1,
      freezes_left: 0
    })
    await done("POST", `${at}/vacation`, { starts_on: "2026-11-07", ends_on: "2026-11-08" })
    await done("DELETE", `${at}/vacation`)
    const [taken, cancelled] = (await ada.changes()).slice(-2)
    assert.deepStrictEqual(taken!.input, { starts_on: "2026-11-07", ends_on: "2026-11-08" })
    assert.deepInclude(taken!.trace[0]!.detail, { max_per_year: 2, taken_in_year_before: 0, taken_in_year_after: 1 })
    assert.deepInclude(cancelled!.trace[0], { key: "vacation_cancelled" })
    await service.advance("3 days", { step: "1 day" })
    const faded = (await ada.changes()).find(({ kind }) => kind === "decay_skill")!
    assert.deepStrictEqual(faded.origin, { type: "job", id: "skill_decay" })
    assert.deepInclude(rowOf(faded, "skill_decay_rule").detail, { previous_level: 4, new_level: 2, idle_days_min: 3 })
    const told = await ada.explained("coin", "xp", "gem")
    assert.include(
      told.map(({ cause: { kind } }) => kind),
      "restore_streak"
    )
  })

  it("is explained for longer than its idempotency key is remembered, which may then be used anew", async () => {
    await using service = await startTestService({ startAt: "2026-11-02T10:00:00Z" })
    const tenant = await service.tenant()
    await tenant.publish(content)
    const { buddy_id } = await tenant.hatch("ada")
    const get = (path: string) => tenant.call("GET", path)
    const earn = () =>
      tenant.call("POST", `/buddies/${buddy_id}/coins`, { amount: 5 }, { headers: { "idempotency-key": "once" } })
    const first = await earn()
    assert.strictEqual((await earn()).body.ledger_id, first.body.ledger_id)
    assert.lengthOf(await changesOf(get, buddy_id), 1)
    await service.advance("3 days", { step: "6 hours" })
    const second = await earn()
    assert.notStrictEqual(second.body.ledger_id, first.body.ledger_id)
    const told = await explainedOf(get, buddy_id, ["coin"])
    assert.deepStrictEqual(
      told.map(({ cause, entry }) => [cause.kind, entry.ledger_id]),
      [
        ["earn_coins", first.body.ledger_id],
        ["earn_coins", second.body.ledger_id]
      ]
    )
  })
})
