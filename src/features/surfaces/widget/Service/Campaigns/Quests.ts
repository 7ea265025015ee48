/** Quests the buddy may bring something to at this moment. */
import { Effect } from "effect"
import { own } from "../../../../../engine/core/State.ts"
import { QuestStore, type StoredQuest } from "../../../../campaigns/group-quests/Store.ts"
import { isoOrNull } from "../../../../../wire/Ids.ts"
import type { WidgetQuest } from "../../Api/Campaigns.ts"
import { type Looking, ofAudience, where } from "../Looking.ts"

const concerns = ({ audience, ends_at, starts_at, team_id }: StoredQuest, looking: Looking): boolean => {
  const { facts, present } = looking
  const isOn = (starts_at?.getTime() ?? 0) <= present && present < (ends_at?.getTime() ?? Infinity)
  const isInTeam = team_id === null || own(facts.state.teams ?? {}, team_id) !== undefined
  return isOn && isInTeam && ofAudience(looking, audience)
}

const shown = (quest: StoredQuest, { facts }: Looking): WidgetQuest => {
  const { ends_at, goal, name, participant_count, quest_id, total } = quest
  const part = own(facts.state.quests ?? {}, quest_id)
  return {
    quest_id,
    name,
    total,
    target: goal.target,
    ends_at: isoOrNull(ends_at),
    joined: part !== undefined && part.left_at === undefined,
    my_contribution: part?.contribution ?? 0,
    participants: participant_count
  }
}

export const questsOf = Effect.map(QuestStore, (store) => (looking: Looking) => {
  const { customer_id, isOnTestClock, may } = looking
  return where(
    may("group_quests") && !isOnTestClock,
    Effect.map(store.active(customer_id), (quests) =>
      quests.filter((quest) => concerns(quest, looking)).map((quest) => shown(quest, looking))
    )
  )
})
