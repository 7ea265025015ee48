/** What a reversed event had brought to what is still open goes back. What is closed keeps it. */
import { countExtra } from "./boosters.ts"
import { takeDrop } from "./drops.ts"
import { takeEventBadge } from "./eventBadges.ts"
import type { ReverseCommand } from "../core/Command.ts"
import type { Draft } from "../core/Draft.ts"
import { takeWelcome } from "./reengagement.ts"
import { takeScore } from "./takeScore.ts"
import { takeTicketBack } from "./lotteries.ts"
import { takeFromCause } from "./causes.ts"
import { takeFromQuest } from "./quests.ts"

type Fired = ReverseCommand["event"]["fired"][number]

/** By the type of the trace row: takes back what the row tells. */
const takers: Readonly<Record<string, (draft: Draft, row: Fired, event: ReverseCommand["event"]) => void>> = {
  coin_rule: (draft, { detail }) => countExtra(draft, detail, Number(detail["amount"]), -1),
  surprise_drop: takeDrop,
  event_badge: takeEventBadge,
  leaderboard: takeScore,
  league_season: takeScore,
  reengagement: takeWelcome,
  lottery: takeTicketBack,
  group_quest: takeFromQuest,
  cause: takeFromCause
}

export const reverseCampaigns = (draft: Draft, event: ReverseCommand["event"]): void => {
  for (const row of event.fired) takers[row.type]?.(draft, row, event)
}
