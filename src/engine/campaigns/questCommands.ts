/** `participants`: how many took part when the caller looked. */
export interface JoinQuestCommand {
  readonly _tag: "JoinQuest"
  readonly quest_id: string
  readonly participants: number
}

export interface LeaveQuestCommand {
  readonly _tag: "LeaveQuest"
  readonly quest_id: string
  readonly participants: number
}

export type QuestReply =
  | {
      readonly _tag: "QuestJoined"
      /** epoch ms */
      readonly joined_at: number
      readonly contribution: number
      readonly already_joined: boolean
    }
  | { readonly _tag: "QuestLeft"; readonly contribution: number; readonly already_left: boolean }

export type QuestError =
  /** over, or not heard of yet: whoever asks looks again */
  | { readonly code: "unknown_quest"; readonly quest_id: string }
  | { readonly code: "quest_not_joinable"; readonly reason: "over" | "audience" | "team" }
  | { readonly code: "quest_full"; readonly max: number }
