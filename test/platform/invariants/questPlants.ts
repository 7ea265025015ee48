/** Faults in what group quests have counted and paid. */
import { change, type Plant } from "./Plant.ts"
import type { World } from "./world.ts"

const ofQuest = ({ quest_id }: World) => [quest_id]
const ofSubject = (table: string, set: string, more = "true") =>
  change(`UPDATE ${table} SET ${set} WHERE subject_id = $1::uuid AND ${more}`, ofQuest)
const ofRow = (set: string) => change(`UPDATE group_quests SET ${set} WHERE quest_id = $1::uuid`, ofQuest)

export const questPlants: ReadonlyArray<Plant> = [
  {
    fault: "the part of a member shrinks",
    breaks: "quest_total_is_its_parts",
    plant: ofSubject("campaign_scores", "score = score - 1")
  },
  {
    fault: "something is counted behind the end of a quest",
    breaks: "quest_total_is_its_parts",
    plant: ofRow("final_total = final_total - 1")
  },
  {
    fault: "somebody has brought more than the cap",
    breaks: "quest_part_within_cap",
    plant: ofRow("contribution_cap_per_buddy = 1")
  },
  {
    fault: "a member is lost",
    breaks: "quest_places_are_its_members",
    plant: change("DELETE FROM group_quest_members WHERE quest_id = $1::uuid", ofQuest)
  },
  {
    fault: "a place is given away twice",
    breaks: "quest_places_are_its_members",
    plant: change("UPDATE rule_budgets SET used = used - 1 WHERE rule_id = $1::uuid", ofQuest)
  },
  {
    fault: "a quest that has paid is made one that failed",
    breaks: "quest_pays_when_it_succeeded",
    plant: ofRow("status = 'failed'")
  },
  {
    fault: "somebody is paid who has brought too little",
    breaks: "quest_pays_when_it_succeeded",
    plant: ofRow("rewards = jsonb_set(rewards, '{0,min_contribution}', '100')")
  },
  {
    fault: "a quest that has ended is opened again",
    breaks: "quest_counts_while_active",
    plant: ofSubject("campaign_subjects", "is_open = true")
  },
  {
    fault: "a quest that has ended is forgotten",
    breaks: "quest_ends_are_settled",
    plant: ofRow("settled_at = NULL, resolved_at = resolved_at - interval '1 hour'")
  }
]
