/** Group quests: a target many buddies reach together, each up to a cap. Live, addressed by id or key. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Access, RequiredScope } from "../../../wire/Access.ts"
import {
  alreadyExists,
  invalidTransition,
  notFound,
  serviceUnavailable,
  validationFailed
} from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { offsetPage, offsetQuery } from "../../../wire/Page.ts"
import { buddyArchived } from "../../../wire/refusals/Buddies.ts"
import { campaignLimit, testClockUser } from "../../../wire/refusals/Campaigns.ts"
import { questActive, questFull, questNotJoinable } from "../../../wire/refusals/Quests.ts"
import { says } from "../../../wire/Words.ts"
import {
  ForceResolve,
  GroupQuest,
  QuestInput,
  QuestJoined,
  QuestLeft,
  QuestMember,
  QuestPatch,
  QuestStatus
} from "./Api/Records.ts"
import { PathId } from "../../../wire/Ids.ts"

export const questLimits = {
  active_max: 20,
  /** drafts included */
  quests_max: 1_000
} as const

const quest = { questId: Schema.String.annotate({ description: "id or key" }) }
const member = { buddy_id: PathId, ...quest }
const root = "/customers/me/group-quests"
const moves = [notFound, buddyArchived, testClockUser, questNotJoinable, serviceUnavailable] as const

const joins = says(
  "Join a group quest",
  "What the buddy brings counts from now on, until the quest is over. Repeating it answers `already_joined`."
)
const leaves = says(
  "Leave a group quest",
  "What the buddy has brought stays in the total, and pays nothing unless it joins again. Repeating it answers " +
    "`already_left`."
)

const records = [
  HttpApiEndpoint.get("list", root, {
    query: { ...offsetQuery, status: Schema.optionalKey(QuestStatus) },
    success: offsetPage(GroupQuest)
  })
    .annotate(Access, "tenant_read")
    .annotateMerge(says("List group quests", "Newest first. Narrow it down by status.")),
  HttpApiEndpoint.post("create", root, {
    payload: QuestInput,
    success: GroupQuest.pipe(HttpApiSchema.status(201)),
    error: [validationFailed, alreadyExists, campaignLimit]
  }).annotateMerge(says("Create a group quest", "As a draft: nobody sees it until it is published.")),
  HttpApiEndpoint.get("get", `${root}/:questId`, { params: quest, success: GroupQuest, error: notFound })
    .annotate(Access, "tenant_read")
    .annotateMerge(says("Show a group quest", "With what all have brought, and how it ended.")),
  HttpApiEndpoint.patch("update", `${root}/:questId`, {
    params: quest,
    payload: QuestPatch,
    success: GroupQuest,
    error: [validationFailed, notFound, questActive, invalidTransition]
  }).annotateMerge(
    says("Change a group quest", "A draft changes as a whole; one that runs only in name, description and ends_at.")
  ),
  HttpApiEndpoint.delete("remove", `${root}/:questId`, {
    params: quest,
    success: HttpApiSchema.NoContent,
    error: [notFound, questActive, invalidTransition]
  }).annotateMerge(says("Delete a group quest", "A draft, or one that was cancelled.")),
  HttpApiEndpoint.post("publish", `${root}/:questId/publish`, {
    params: quest,
    success: GroupQuest,
    error: [validationFailed, notFound, invalidTransition, campaignLimit]
  }).annotateMerge(says("Publish a group quest", "From now on buddies can join; it counts from its start.")),
  HttpApiEndpoint.post("forceResolve", `${root}/:questId/force-resolve`, {
    params: quest,
    payload: ForceResolve,
    success: GroupQuest,
    error: [notFound, invalidTransition]
  })
    .annotate(Access, "override")
    .annotateMerge(
      says(
        "End a group quest by hand",
        "At once, as succeeded, failed or cancelled. Nothing is counted any more; rewards of a quest that succeeded " +
          "are paid by the operation of its resolution."
      )
    ),
  HttpApiEndpoint.get("members", `${root}/:questId/members`, {
    params: quest,
    query: offsetQuery,
    success: offsetPage(QuestMember),
    error: notFound
  })
    .annotate(Access, "tenant_read")
    .annotateMerge(says("List who takes part in a group quest", "With what each has brought, newest first."))
] as const

const acts = [
  HttpApiEndpoint.post("join", "/buddies/:buddy_id/group-quests/:questId/join", {
    params: member,
    success: QuestJoined,
    error: [...moves, questFull]
  })
    .annotate(Access, "runtime_write")
    .annotateMerge(joins),
  HttpApiEndpoint.post("leave", "/buddies/:buddy_id/group-quests/:questId/leave", {
    params: member,
    success: QuestLeft,
    error: [...moves]
  })
    .annotate(Access, "runtime_write")
    .annotateMerge(leaves)
] as const

export class GroupQuestsApi extends tenantGroup(HttpApiGroup.make("group-quests").add(...records, ...acts), {
  access: "config",
  capability: "group_quests",
  description: "Targets that buddies reach together"
}) {}

export class WidgetQuestsApi extends tenantGroup(
  HttpApiGroup.make("widget-group-quests").add(
    HttpApiEndpoint.post("join", "/widget/group-quests/:questId/join", {
      params: quest,
      success: QuestJoined,
      error: [...moves, questFull]
    })
      .annotate(RequiredScope, "events:track")
      .annotateMerge(joins),
    HttpApiEndpoint.post("leave", "/widget/group-quests/:questId/leave", {
      params: quest,
      success: QuestLeft,
      error: [...moves]
    })
      .annotate(RequiredScope, "events:track")
      .annotateMerge(leaves)
  ),
  { access: "widget_write", capability: "group_quests", description: "Group quests in a widget" }
) {}
