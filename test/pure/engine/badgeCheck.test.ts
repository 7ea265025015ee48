/** Badges that are asked for by their key: whoever earned one before it existed gets it, and nobody twice. */
import { assert, describe, it } from "vitest"
import type { BadgeCheck, BadgeVerdict } from "../../../src/engine/badges/BadgeCheck.ts"
import { badgeCheckOf } from "../../../src/engine/badges/badges.ts"
import type { Command } from "../../../src/engine/core/Command.ts"
import { decide } from "../../../src/engine/core/decide.ts"
import type { Accepted } from "../../../src/engine/core/Decision.ts"
import { compile } from "../../../src/engine/core/Snapshot.ts"
import type { BuddyState } from "../../../src/engine/core/State.ts"
import { bodies, contentOf, lesson, World } from "../../kit/engine/World.ts"

const now = Date.parse("2026-11-20T12:00:00Z")

const counted = (value: number) => ({
  conditions: [{ type: "event_count" as const, key: lesson, operator: "gte" as const, value }]
})
const owning = (key: string) => ({
  conditions: [{ type: "badge_owned" as const, key, operator: "eq" as const, value: true }]
})
const badge = (badge_key: string, extra: object = {}) => ({
  badge_definition_id: `id-${badge_key}`,
  badge_key,
  label: badge_key,
  criteria: counted(2),
  ...extra
})

type Badges = NonNullable<Parameters<typeof contentOf>[0]["badge_definitions"]>

/** A buddy with `lessons` behind it that has heard of no badge, moved to a version that has some. */
const moved = (lessons: number, badges: Badges, held: BuddyState["badges"] = {}) => {
  const world = new World({ coin_rules: [] })
  for (let count = 0; count < lessons; count += 1) world.event("2026-11-20T12:00:00Z")
  const snapshot = compile(contentOf({ badge_definitions: badges }), { config_version_id: "v2" })
  let state: BuddyState = { ...world.state, checked_config_version_id: "v2", badges: held }
  const around = (command: Command) => world.host.contextAt(now, command)
  return {
    state: () => state,
    preview: (badge_key: string) => badgeCheckOf(snapshot, state, badge_key, around({ _tag: "CheckBadge", badge_key })),
    ask: (badge_key: string): Accepted => {
      const command = { _tag: "CheckBadge", badge_key } as const
      const decision = decide(snapshot, state, command, around(command))
      if (decision._tag === "Rejected") throw new Error(decision.error.code)
      state = decision.state
      return decision
    }
  }
}

const given: BuddyState["badges"][string] = { count: 1, awarded_at: now, satisfied: true, ready: false }
const checked = (verdict: BadgeVerdict, coin_reward = 0, is_due = false): BadgeCheck => ({
  verdict,
  coin_reward,
  is_due
})
const answered = ({ reply }: Accepted): BadgeCheck => {
  if (reply._tag !== "BadgeCheck") throw new Error(reply._tag)
  const { coin_reward, is_due, verdict } = reply
  return { verdict, coin_reward, is_due }
}

describe("a badge that is asked for", () => {
  it("is given with its coins to a buddy who met its criteria before, and once", () => {
    const buddy = moved(2, [badge("first", { coin_reward: 25, repeatable: true })])
    const decision = buddy.ask("first")
    assert.deepEqual(answered(decision), checked("awarded", 25, true))
    assert.deepEqual(
      decision.entries.map(({ amount, reason, rule_id, unit }) => [unit, amount, reason, rule_id]),
      [["coin", 25, "badge", "id-first"]]
    )
    assert.deepEqual(bodies(decision, "badge.awarded"), [
      {
        buddy_id: "buddy-1",
        badge_key: "first",
        label: "first",
        awarded_at: "2026-11-20T12:00:00.000Z",
        coin_reward: 25,
        reason: null
      }
    ])
    const again = buddy.ask("first")
    assert.deepEqual(answered(again), checked("already_held"))
    assert.deepEqual([again.entries, again.outbound, again.badges], [[], [], []])
  })

  it("is previewed as it is then decided, and the preview leaves the buddy as it was", () => {
    const asked = [
      moved(2, [badge("one", { coin_reward: 5 })]),
      moved(1, [badge("one")]),
      moved(2, [badge("one", { award_mode: "manual_review" })]),
      moved(2, [badge("one", { audience: "teachers" })]),
      moved(2, [badge("one", { award_mode: "api" })]),
      moved(2, [badge("one", { status: "inactive" })]),
      moved(2, [badge("one", { criteria: {} })]),
      moved(2, [badge("other")]),
      moved(2, [badge("one")], { one: given }),
      moved(2, [badge("one")], { one: { ...given, count: 0, rejected: true } })
    ]
    const verdicts = asked.map(({ ask, preview, state }) => {
      const before = structuredClone(state())
      const seen = preview("one")
      assert.deepEqual(state(), before)
      assert.deepEqual(answered(ask("one")), seen)
      return seen.verdict
    })
    assert.deepEqual(verdicts, [
      "awarded",
      "not_met",
      "awaiting_review",
      "skipped",
      "on_other_version",
      "on_other_version",
      "on_other_version",
      "on_other_version",
      "already_held",
      "skipped"
    ])
  })

  it("waits where a person decides, and is told to be ready once", () => {
    const buddy = moved(2, [badge("star", { award_mode: "manual_review", coin_reward: 5 })])
    const first = buddy.ask("star")
    assert.deepEqual(answered(first), checked("awaiting_review", 0, true))
    assert.deepEqual(bodies(first, "badge.ready"), [{ buddy_id: "buddy-1", badge_key: "star" }])
    const second = buddy.ask("star")
    assert.deepEqual([answered(second), second.outbound], [checked("awaiting_review"), []])
    assert.deepEqual(buddy.state().coins.balance, 0)
  })

  it("brings along what it completes", () => {
    const buddy = moved(2, [badge("first"), badge("set", { criteria: owning("first"), coin_reward: 3 })])
    const decision = buddy.ask("first")
    assert.deepEqual(answered(decision), checked("awarded", 0, true))
    assert.deepEqual(
      decision.badges.map(({ badge_key }) => badge_key),
      ["first", "set"]
    )
    assert.deepEqual([decision.effects.coins, decision.state.coins.balance], [3, 3])
  })
})
