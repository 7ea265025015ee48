import fc from "fast-check"
import { EngineHost } from "../kit/EngineHost.ts"
import { content } from "../kit/generators/content.ts"
import { life } from "../kit/generators/history.ts"
const tally: Record<string, number> = {}
const inc = (k: string) => { tally[k] = (tally[k] ?? 0) + 1 }
for (const [config, { around, steps }] of fc.sample(fc.tuple(content, life("daily", 40)), 1000)) {
  const host = new EngineHost(config, around)
  inc("streak rules:" + config.streak_rules.length)
  for (const { command, now } of steps) {
    inc("steps")
    const before = host.state
    const d = host.send(now, command)
    if (d._tag === "Rejected") { inc("refused:" + d.error.code); continue }
    for (const t of d.trace) inc(`${t.type}:${t.reason}${t.reason === "limit_reached" ? ":" + (t.detail as any).limit : ""}`)
    for (const o of d.outbound) inc(`out:${o.event}`)
    for (const s of d.effects.streak_updates) { if (s.used_freeze) inc("streak:freeze"); if (s.extended) { inc("streak:ext" + Math.min(s.current_streak, 5)); const b = (before.streaks as any)[s.streak_key]; if (b && b.period_key > s.period_key) { inc("streak:late fill"); if (s.current_streak > b.current) inc("streak:late fill lengthened"); if (s.current_streak < b.current) inc("streak:late fill shortened"); if (s.freezes_left > b.freezes_left) inc("late refunded") } if (b && b.base.period !== null) inc("streak with base") } }
    for (const s of d.signals) inc("signal:" + s._tag)
    if (before.timezone.next) inc("zone pending")
  }
}
console.log(Object.entries(tally).sort().map(([k, v]) => k + " " + v).join("\n"))
