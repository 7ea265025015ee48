/** What group quests refuse. */
import { Schema } from "effect"
import { failure } from "../Failure.ts"

export class QuestActive extends Schema.TaggedError<QuestActive>()("QuestActive", {
  act: Schema.Literals(["change", "delete"])
}) {}
const whileActive = {
  change: "Only its name, description and ends_at can change now.",
  delete: "End it by force-resolve before it is deleted."
} as const
export const questActive = failure(QuestActive, {
  status: 409,
  code: "quest_active",
  message: ({ act }) => `The quest runs. ${whileActive[act]}`
})

export class QuestNotJoinable extends Schema.TaggedError<QuestNotJoinable>()("QuestNotJoinable", {
  reason: Schema.Literals(["draft", "over", "audience", "team"])
}) {}
const reasons = {
  draft: "It is not published yet.",
  over: "It is over.",
  audience: "It is for another audience.",
  team: "It is for the members of a team."
} as const
export const questNotJoinable = failure(QuestNotJoinable, {
  status: 409,
  code: "quest_not_joinable",
  message: (e) => `This buddy cannot take part in the quest. ${reasons[e.reason]}`,
  details: (e) => ({ reason: e.reason })
})

export class QuestFull extends Schema.TaggedError<QuestFull>()("QuestFull", { max: Schema.Int }) {}
export const questFull = failure(QuestFull, {
  status: 409,
  code: "quest_full",
  message: (e) => `All ${e.max} places of this quest are taken.`,
  details: (e) => ({ max: e.max })
})
