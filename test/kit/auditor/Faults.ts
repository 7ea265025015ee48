/** Engines that count wrongly: as if they had read something else than what was agreed. */
import type { Command } from "../../../src/engine/core/Command.ts"
import type { LiveCampaigns } from "../../../src/wire/campaigns/Live.ts"
import type { OpenDraw } from "../../../src/wire/campaigns/Lottery.ts"
import type { Life } from "../generators/history.ts"

type Misread = (lived: Life) => Life

const running =
  (change: (live: LiveCampaigns) => LiveCampaigns): Misread =>
  ({ around, ...lived }) => ({
    ...lived,
    around: { ...around, campaigns: { ...around.campaigns, ...change(around.campaigns ?? {}) } }
  })

const asked =
  (change: (command: Command) => Command): Misread =>
  ({ steps, ...lived }) => ({
    ...lived,
    steps: steps.map(({ command, now }) => ({ now, command: command._tag === "Undo" ? command : change(command) }))
  })

const withOneMore = ({ entry, ...draw }: OpenDraw): OpenDraw => ({
  ...draw,
  entry: { ...entry, max_entries_per_buddy: entry.max_entries_per_buddy + 1 }
})

export const faults: ReadonlyArray<readonly [name: string, misread: Misread]> = [
  [
    "keeps a score of a board for another period",
    running(({ leaderboards = [] }) => ({
      leaderboards: leaderboards.map((board) => ({ ...board, period: "all_time" }))
    }))
  ],
  [
    "counts for a season that is over",
    running(({ seasons = [] }) => ({ seasons: seasons.map((season) => ({ ...season, ends_at: Infinity })) }))
  ],
  [
    "lets a buddy bring one more to a quest than its cap",
    running(({ quests = [] }) => ({ quests: quests.map((quest) => ({ ...quest, cap: quest.cap && quest.cap + 1 })) }))
  ],
  [
    "lets one more into a quest than there are places",
    running(({ quests = [] }) => ({
      quests: quests.map(({ max_participants: max, ...quest }) => ({ ...quest, max_participants: max && max + 1 }))
    }))
  ],
  [
    "is a millionth of a unit off for a cause",
    running(({ causes = [] }) => ({
      causes: causes.map((cause) => ({ ...cause, units_per_event: cause.units_per_event + 0.000001 }))
    }))
  ],
  [
    "gives one ticket more than a buddy may have",
    running(({ lotteries = [] }) => ({
      lotteries: lotteries.map(({ draw, ...lottery }) => ({ ...lottery, draw: draw && withOneMore(draw) }))
    }))
  ],
  [
    "takes a coin less for a box",
    asked((command) => {
      if (command._tag !== "OpenBox" || command.box.price.mode !== "coins") return command
      const { amount, ...price } = command.box.price
      return { ...command, box: { ...command.box, price: { ...price, amount: Math.max(1, amount - 1) } } }
    })
  ],
  [
    "draws the prize of a box from the other end",
    asked((command) =>
      command._tag === "OpenBox"
        ? { ...command, box: { ...command.box, pool: command.box.pool.toReversed() } }
        : command
    )
  ],
  [
    "saves looks under another name",
    asked((command) => (command._tag === "SaveOutfit" ? { ...command, name: command.name.toLowerCase() } : command))
  ]
]
