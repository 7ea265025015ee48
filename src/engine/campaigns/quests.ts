/**
 * Group quests: what buddies bring together, each up to its cap. A buddy keeps its part in its state, so that leaving
 * and coming back loses nothing, and the cap holds whatever comes at once.
 */
import type { LiveCampaigns } from "../../wire/campaigns/Live.ts"
import { contributionMax, type QuestTerms } from "../../wire/campaigns/Quests.ts"
import { isoTime } from "../calendar/zones.ts"
import type { EventCommand, ReverseCommand } from "../core/Command.ts"
import type { ManualOutcome } from "../core/Decision.ts"
import { type Draft, fired, read, skipped, write } from "../core/Draft.ts"
import type { QuestPart } from "../core/CampaignState.ts"
import { own } from "../core/State.ts"
import { compileFilters, type CompiledFilters, firstFailure, type Properties } from "../rules/filters.ts"
import type { Account } from "./Account.ts"
import type { JoinQuestCommand, LeaveQuestCommand } from "./questCommands.ts"
import { score, total } from "./writes.ts"

/** Of all there is of a quest, of those who take part, and of places that may run out. */
export const questBuckets = { all: "all", participants: "participants" } as const
const places = "places"

const questType = "group_quest"

interface CompiledQuest {
  readonly terms: QuestTerms
  readonly filters: CompiledFilters
}

const capOf = ({ cap }: QuestTerms): number => Math.min(cap ?? contributionMax, contributionMax)

/** The whole part of it; 0: nothing to count. */
const amountOf = ({ filters, terms }: CompiledQuest, properties: Properties): number => {
  if (firstFailure(filters, properties) >= 0) return 0
  if (terms.metric === "count") return 1
  const value = own(properties, terms.property ?? "")
  return typeof value === "number" && value >= 1 ? Math.floor(Math.min(value, contributionMax)) : 0
}

/** Why a buddy may not take part; null: it may. */
const strangeness = ({ audience, team_id }: QuestTerms, { context, state }: Draft): "audience" | "team" | null => {
  if (audience !== null && audience !== context.buddy.audience) return "audience"
  return team_id !== null && own(state.teams ?? {}, team_id) === undefined ? "team" : null
}

const isWithin = ({ ends_at, starts_at }: QuestTerms, at: number): boolean =>
  at >= starts_at && (ends_at === null || at < ends_at)

const partOf = (draft: Draft, quest_id: string): QuestPart | undefined => read(draft, "quests", quest_id)

/** Long enough for a node to hear of a quest that another one has published. */
const forgotten_after_ms = 600_000

/** The first change after a quest is over forgets it. */
const keep = (draft: Draft, quest_id: string, part: QuestPart): void => {
  const live = draft.context.campaigns.quests ?? []
  const { now } = draft.context
  const held: Readonly<Record<string, QuestPart>> = draft.state.quests ?? {}
  const isOver = (id: string): boolean =>
    now - held[id]!.changed_at >= forgotten_after_ms && !live.some((quest) => quest.quest_id === id)
  if (Object.keys(held).some(isOver)) {
    draft.state.quests = Object.fromEntries(Object.entries(held).filter(([id]) => !isOver(id)))
  }
  write(draft, "quests", quest_id, part)
}

const tell = (
  draft: Draft,
  event: "group_quest.joined" | "group_quest.left",
  terms: QuestTerms,
  participants: number
) => {
  const { buddy, now } = draft.context
  const { quest_id, quest_key } = terms
  const { buddy_id } = buddy
  draft.outbound.push({ event, body: { quest_id, quest_key, buddy_id, participants, occurred_at: isoTime(now) } })
}

/** `sign` 1: comes in, -1: goes out. The place, the number of those present, and the row of the buddy. */
const move = (draft: Draft, terms: QuestTerms, sign: 1 | -1, joined_at: number): void => {
  const { max_participants, quest_id } = terms
  total(draft, { subject_id: quest_id, bucket: questBuckets.participants, amount: sign })
  if (max_participants !== null) {
    draft.budgets.push({ rule_id: quest_id, period_key: places, amount: sign, max_coins: max_participants })
  }
  const left_at = sign === 1 ? null : draft.context.now
  draft.writes.push({ kind: "quest_members", row: { quest_id, joined_at, left_at } })
}

const isFull = (draft: Draft, { max_participants, quest_id }: QuestTerms): boolean =>
  max_participants !== null && draft.context.budget(quest_id, places, max_participants) < 1

const enter = (draft: Draft, terms: QuestTerms, contribution: number): QuestPart => {
  const part = { joined_at: draft.context.now, changed_at: draft.context.now, contribution }
  move(draft, terms, 1, part.joined_at)
  return part
}

/** Who is not in yet and comes in with what it brings; null: it stays out. */
const newcomer = (draft: Draft, terms: QuestTerms, part: QuestPart | undefined): QuestPart | null => {
  if (terms.participants !== "all" || part !== undefined) return null
  if (isFull(draft, terms)) {
    const detail = { limit: "max_participants", max: terms.max_participants }
    skipped(draft, questType, terms.quest_key, "limit_reached", detail)
    return null
  }
  tell(draft, "group_quest.joined", terms, terms.participant_count + 1)
  return enter(draft, terms, 0)
}

const count = (draft: Draft, compiled: CompiledQuest, event: EventCommand): void => {
  const { terms } = compiled
  const { quest_id, quest_key } = terms
  const held = partOf(draft, quest_id)
  const part = held !== undefined && held.left_at === undefined ? held : newcomer(draft, terms, held)
  if (part === null) return
  const [max, used] = [capOf(terms), part.contribution]
  const amount = Math.min(amountOf(compiled, event.properties), max - used)
  if (amount <= 0) {
    return skipped(draft, questType, quest_key, "limit_reached", { limit: "contribution_cap_per_buddy", used, max })
  }
  const contribution = used + amount
  keep(draft, quest_id, { ...part, contribution, changed_at: draft.context.now })
  score(draft, { subject_id: quest_id, period_key: questBuckets.all, amount, fold: "add" })
  total(draft, { subject_id: quest_id, bucket: questBuckets.all, amount })
  fired(draft, questType, quest_key, { quest_id, amount, contribution })
}

const accountOf = (terms: QuestTerms): Account => {
  const compiled = { terms, filters: compileFilters(terms.filters, terms.match) }
  return {
    type: questType,
    key: terms.quest_key,
    event_type: terms.event_type,
    concerns: (draft, { occurred_at, properties }) =>
      isWithin(terms, occurred_at) &&
      strangeness(terms, draft) === null &&
      amountOf(compiled, properties) > 0 &&
      (terms.participants === "all" || partOf(draft, terms.quest_id) !== undefined),
    count: (draft, event) => count(draft, compiled, event)
  }
}

export const questAccounts = ({ quests = [] }: LiveCampaigns): ReadonlyArray<Account> =>
  quests.filter(({ is_waiting }) => is_waiting !== true).map(accountOf)

const liveQuest = ({ context }: Draft, quest_id: string): QuestTerms | undefined =>
  context.campaigns.quests?.find((quest) => quest.quest_id === quest_id)

/** Of a buddy that lives at another moment nobody can say whether it comes in time. */
export const joinQuest = (draft: Draft, { participants, quest_id }: JoinQuestCommand): ManualOutcome => {
  if (draft.context.isOnTestClock) return { error: { code: "test_clock_user" } }
  const terms = liveQuest(draft, quest_id)
  if (terms === undefined) return { error: { code: "unknown_quest", quest_id } }
  const held = partOf(draft, quest_id)
  if (held !== undefined && held.left_at === undefined) {
    const { contribution, joined_at } = held
    return { reply: { _tag: "QuestJoined", joined_at, contribution, already_joined: true } }
  }
  if (terms.ends_at !== null && draft.context.now >= terms.ends_at) {
    return { error: { code: "quest_not_joinable", reason: "over" } }
  }
  const reason = strangeness(terms, draft)
  if (reason !== null) return { error: { code: "quest_not_joinable", reason } }
  if (isFull(draft, terms)) return { error: { code: "quest_full", max: terms.max_participants! } }
  const part = enter(draft, terms, held?.contribution ?? 0)
  keep(draft, quest_id, part)
  tell(draft, "group_quest.joined", terms, participants + 1)
  fired(draft, "manual", "join_quest", { quest_id, quest_key: terms.quest_key, contribution: part.contribution })
  const { contribution, joined_at } = part
  return { reply: { _tag: "QuestJoined", joined_at, contribution, already_joined: false } }
}

const leave = (draft: Draft, terms: QuestTerms, part: QuestPart, participants: number): void => {
  move(draft, terms, -1, part.joined_at)
  keep(draft, terms.quest_id, { ...part, left_at: draft.context.now, changed_at: draft.context.now })
  tell(draft, "group_quest.left", terms, Math.max(0, participants - 1))
  const { contribution } = part
  fired(draft, "manual", "leave_quest", { quest_id: terms.quest_id, quest_key: terms.quest_key, contribution })
}

export const leaveQuest = (draft: Draft, { participants, quest_id }: LeaveQuestCommand): ManualOutcome => {
  if (draft.context.isOnTestClock) return { error: { code: "test_clock_user" } }
  const terms = liveQuest(draft, quest_id)
  if (terms === undefined) return { error: { code: "unknown_quest", quest_id } }
  const held = partOf(draft, quest_id)
  const already_left = held === undefined || held.left_at !== undefined
  if (!already_left) leave(draft, terms, held, participants)
  return { reply: { _tag: "QuestLeft", contribution: held?.contribution ?? 0, already_left } }
}

/** Who is archived takes part in nothing. */
export const leaveQuests = (draft: Draft): void => {
  for (const terms of draft.context.campaigns.quests ?? []) {
    const part = partOf(draft, terms.quest_id)
    if (part !== undefined && part.left_at === undefined) leave(draft, terms, part, terms.participant_count)
  }
}

type Fired = ReverseCommand["event"]["fired"][number]

/** What a reversed event had brought. Whoever came in with it stays in. */
export const takeFromQuest = (draft: Draft, { detail }: Fired): void => {
  const { amount, quest_id } = detail
  if (typeof quest_id !== "string" || typeof amount !== "number" || liveQuest(draft, quest_id) === undefined) return
  const part = partOf(draft, quest_id)
  if (part === undefined) return
  const taken = Math.min(amount, part.contribution)
  keep(draft, quest_id, { ...part, contribution: part.contribution - taken, changed_at: draft.context.now })
  score(draft, { subject_id: quest_id, period_key: questBuckets.all, amount: -taken, fold: "add" })
  total(draft, { subject_id: quest_id, bucket: questBuckets.all, amount: -taken })
}
