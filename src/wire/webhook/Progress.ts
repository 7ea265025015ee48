/** Outbound events about skills, badges and streaks. */
import { Schema } from "effect"
import { event, int, text, textOrNull, time, timeOrNull } from "./Event.ts"
import { webhookExamples as given } from "./Examples.ts"

const level = { level: int, previous: int, change: int }

export const progressEvents = {
  "skill.level_up": event(
    "A skill crosses a level threshold.",
    { buddy_id: text, skill_key: text, ...level },
    given["skill.level_up"]
  ),
  "skill.updated": event(
    "Skill levels change, rewards of rules included; one entry per skill that did.",
    {
      buddy_id: text,
      updates: Schema.Record(Schema.String, Schema.Struct(level))
    },
    given["skill.updated"]
  ),
  "skill.decayed": event(
    "A decay rule lowers or refreshes a skill; a drop also emits skill.updated.",
    {
      buddy_id: text,
      user_id: text,
      skill_key: text,
      previous_level: int,
      new_level: int,
      delta: int,
      rule_id: text,
      period_key: text
    },
    given["skill.decayed"]
  ),
  "badge.ready": event(
    "A badge that is reviewed by hand awaits its review.",
    { buddy_id: text, badge_key: text },
    given["badge.ready"]
  ),
  "badge.awarded": event(
    "A badge attaches to a buddy.",
    {
      buddy_id: text,
      badge_key: text,
      label: text,
      awarded_at: time,
      coin_reward: int,
      reason: textOrNull
    },
    given["badge.awarded"]
  ),
  "streak.milestone": event(
    "A configured streak length is reached; event_id is null when a restored streak reached it.",
    {
      buddy_id: text,
      current_streak: int,
      longest_streak: int,
      milestone: int,
      event_id: textOrNull
    },
    given["streak.milestone"]
  ),
  "streak.at_risk": event(
    "A streak will break soon unless it is extended.",
    {
      buddy_id: text,
      user_id: text,
      streak_key: text,
      current_streak: int,
      period_key: text,
      expires_at: time
    },
    given["streak.at_risk"]
  ),
  "user.reengaged": event(
    "A user who had lapsed is active again.",
    {
      user_id: text,
      buddy_id: text,
      days_away: int,
      last_active_at: timeOrNull,
      occurred_at: time
    },
    given["user.reengaged"]
  )
}
