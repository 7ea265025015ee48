/** Example bodies of what an event may set off beside the rules. */
export const happenings: Readonly<Record<string, unknown>> = {
  "surpriseDrops.create": {
    drop_key: "gift",
    name: "Gift",
    trigger: { event_type: "lesson.completed" },
    probability: 0.05,
    pity_after: 40,
    beginner: { days: 7, probability: 0.2 },
    reward_pool: [
      { weight: 90, reward: { coins: 20 } },
      { weight: 10, reward: { coins: 200 } }
    ],
    limits: { max_per_day: 1 },
    budget: { max_coins: 10_000, period: "month" }
  },
  "surpriseDrops.update": { enabled: false },
  "eventBadges.create": {
    badge_key: "launch",
    label: "Launch day",
    trigger: { event_type: "lesson.completed" },
    starts_at: "2030-01-01T00:00:00Z",
    ends_at: "2030-01-02T00:00:00Z",
    coin_reward: 50
  },
  "eventBadges.update": { ends_at: "2030-01-03T00:00:00Z" }
}
