/** What the routes answer that tell a player of all others, for a well-filled workspace. */

const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

export const campaigns = {
  boosters: [{ booster_id: "booster", applies_to: ["coins", "skills"], multiplier: 2.5, ends_at: at(85) }],
  sales: [],
  quests: [
    {
      quest_id: "quest-reads",
      name: "Read together",
      total: 412,
      target: 1_000,
      ends_at: at(3_000) as string | null,
      joined: false,
      my_contribution: 0,
      participants: 37
    },
    {
      quest_id: "quest-steps",
      name: "A walk around the lake",
      total: 90,
      target: 90,
      ends_at: null,
      joined: true,
      my_contribution: 12,
      participants: 9
    }
  ],
  lotteries: [
    {
      lottery_id: "lottery-friday",
      name: "Friday draw",
      draw_at: at(295),
      entry: { mode: "coin_cost", amount: 10, max_entries_per_buddy: 5 },
      my_tickets: 2,
      entries: 640,
      odds_per_entry: 3 / 640,
      commit_hash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0bfa3e6b4c7d5e8f901a2b",
      prizes: [{ rank: 1, winners: 3, reward: { coins: 100 } }],
      last_draw_id: null
    }
  ],
  event_badges: [],
  mystery_boxes: [],
  free_lunches: []
}

export const community = {
  teams: [],
  kudos: {
    types: [{ kudo_key: "thanks", label: "Thanks", emoji: "🙏", left_today: 3 }],
    received: [
      {
        kudo_id: "kudo-1",
        kudo_key: "thanks",
        from: { ref: "r1", name: "Juno", thumb_url: null } as object | null,
        message: "You explained that <b>well</b>." as string | null,
        occurred_at: at(-30)
      }
    ]
  },
  mentor: null,
  mentors: [],
  causes: [
    {
      cause_key: "trees",
      name: "Plant trees",
      unit_label: "tree",
      total_units: 1_204.5,
      my_units: 7.5,
      threshold_unit: 100
    }
  ],
  mission_anchor: null,
  outfits: []
}
