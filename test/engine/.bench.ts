import { Schema } from "effect"
import { ConfigContent } from "../../src/wire/content/ConfigContent.ts"
import { compile } from "../../src/engine/Snapshot.ts"
import { decide } from "../../src/engine/decide.ts"
import { initialState } from "../../src/engine/initialState.ts"
const H = Date.parse("2026-01-05T08:00:00Z")
// `matching` rules of every kind for lesson.completed, the rest for other types
const make = (matching: number, others: number, badges: number, limited = true) => {
  const coin: any[] = [], token: any[] = [], skill: any[] = []
  for (let i = 0; i < matching + others; i++) {
    const t = i < matching ? "lesson.completed" : `other.${i % 20}`
    const base = { rule_id: `0190a1b2-0000-7000-8000-${String(i).padStart(12, "0")}`, rule_key: `r${i}`, trigger: { event_type: t, filters: [{ property: "score", operator: "gte", value: 10 }] }, amount: { mode: "fixed", value: 10 }, ...(limited ? {limits: { max_per_day: 500000, cooldown_seconds: 0 }}: {}) }
    if (i % 3 === 0) coin.push(base)
    else if (i % 3 === 1) token.push({ ...base, token_key: "xp" })
    else skill.push({ ...base, skill_key: "focus" })
  }
  return Schema.decodeUnknownSync(ConfigContent)({
    token_types: [{ token_type_id: "t1", token_key: "xp", name: "XP", kind: "progression" }],
    coin_rules: coin, token_rules: token, skill_rules: skill,
    skill_sets: [{ skill_set_id: "s", skill_set_key: "study", name: "Study", skills: [{ skill_key: "focus", name: "Focus", max_level: 20 }], level_curve: { mode: "quadratic", base: 100 } }],
    badge_definitions: Array.from({ length: badges }, (_, i) => ({ badge_definition_id: `b${i}`, badge_key: `b${i}`, label: "B", coin_reward: 5, criteria: { conditions: i % 2 ? [{ type: "event_count", key: i % 10 === 1 ? "lesson.completed" : `other.${i}`, operator: "gte", value: 1e8, window_days: 7 }] : [{ type: "token_lifetime", key: i % 4 ? "xp" : "gem", operator: "gte", value: 1e12 }] } })),
    streak_rules: [{ rule_id: "st1", streak_key: "daily", qualifying: { events: [{ event_type: "lesson.completed" }] }, grace_minutes: 120, milestones: [{ every: 7, reward: { coins: 5 } }] }],
    evolution_rules: { max_stage: 3, stages: [{ stage: 2, name: "b", requirements: { conditions: [{ type: "token_lifetime", key: "xp", operator: "gte", value: 1e12 }] } }, { stage: 3, name: "c" }] }
  })
}
let n = 0
const run = (label: string, content: ConfigContent) => {
  const snapshot = compile(content, { config_version_id: "v1" })
  let state = initialState(snapshot, { hatched_at: H, timezone: "Europe/Berlin" })
  for (const r of content.coin_rules.concat(content.token_rules as any, content.skill_rules as any)) // state of a buddy that met all rules
    state = { ...state, limits: { ...state.limits, [r.trigger.event_type]: { ...state.limits[r.trigger.event_type], [r.rule_id]: { total: 1, days: [20458, 3], weeks: [], months: [], last_at: H } } } }
  let now = H
  let size = 0
  const once = (count: number) => {
    for (let i = 0; i < count; i++) {
      now += 60_000
      const d = decide(snapshot, state, { _tag: "Event", event_id: `e${i}`, type: "lesson.completed", occurred_at: now - 1000, properties: { score: 90, lesson_id: "l1" } }, {
        now, buddy: { buddy_id: "b", user_id: "u", audience: "default", status: "active" }, tenant_timezone: "UTC", max_lateness_days: 7,
        nextId: () => `id${n++}`, draw: () => 0.5, paid: () => false, budget: () => Infinity })
      if (d._tag === "Accepted") { state = d.state; size = d.trace.length }
    }
  }
  once(20000)
  let best = 1e9
  for (let k = 0; k < 5; k++) { const t = process.hrtime.bigint(); once(20000); best = Math.min(best, Number(process.hrtime.bigint() - t) / 20000 / 1000) }
  state = JSON.parse(JSON.stringify(state))
  once(2000); let t2 = process.hrtime.bigint(); once(20000); const after = Number(process.hrtime.bigint() - t2) / 20000 / 1000
  console.log(label.padEnd(60), best.toFixed(2), "us; after JSON", after.toFixed(2), "trace", size, "state", JSON.stringify(state).length)
}
run("0 rules", make(0, 0, 0))
run("10 matching, 0 others, 0 badges", make(10, 0, 0))
run("10 matching, 90 others, 0 badges", make(10, 90, 0))
run("10 matching, 10 badges", make(10, 0, 10))
run("10 matching, 90 others, 100 badges", make(10, 90, 100))
run("10 matching, 490 others, 0 badges", make(10, 490, 0))
run("100 matching", make(100, 0, 0))
run("10 matching, unlimited", make(10, 0, 0, false))
run("10 matching, 90 others unlimited", make(10, 90, 0, false))
