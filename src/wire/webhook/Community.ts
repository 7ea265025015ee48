/** Outbound events about teams, quests, leagues, causes and other things people do together. */
import { Schema } from "effect"
import { bragChannels, bragMoments } from "../surfaces/Brags.ts"
import { event, flag, int, text, textOrNull, time } from "./Event.ts"
import { webhookExamples as given } from "./Examples.ts"

const questMember = { quest_id: text, quest_key: text, buddy_id: text, participants: int, occurred_at: time }

export const communityEvents = {
  "team_membership.role_upgraded": event(
    "A buddy gets a higher role in its team.",
    {
      buddy_id: text,
      from_role: text,
      to_role: text,
      occurred_at: time
    },
    given["team_membership.role_upgraded"]
  ),
  "mentor.assigned": event(
    "A mentor is assigned to a buddy.",
    {
      mentor_buddy_id: text,
      mentee_buddy_id: text,
      team_id: textOrNull,
      occurred_at: time
    },
    given["mentor.assigned"]
  ),
  "award.granted": event(
    "Somebody gives a buddy an award by hand.",
    {
      award_id: text,
      award_key: text,
      buddy_id: text,
      label: text,
      reason: textOrNull,
      coins: int,
      occurred_at: time
    },
    given["award.granted"]
  ),
  "user.erased": event(
    "A user and everything about it is erased.",
    {
      erasure_id: text,
      operation_id: text,
      buddy_ids: Schema.Array(Schema.String),
      occurred_at: time
    },
    given["user.erased"]
  ),
  "brag.shared": event(
    "A player tells others of a great moment, by the brag button of the widget.",
    {
      buddy_id: text,
      moment: Schema.Literals(bragMoments),
      subject_key: textOrNull,
      channel: Schema.Literals(bragChannels),
      share_code: text,
      is_test: flag,
      occurred_at: time
    },
    given["brag.shared"]
  ),
  "kudos.given": event(
    "One buddy gives kudos to another.",
    {
      kudo_id: text,
      kudo_key: text,
      from_buddy_id: text,
      to_buddy_id: text,
      message: textOrNull,
      coins: int,
      occurred_at: time
    },
    given["kudos.given"]
  ),
  "group_quest.joined": event("A buddy joins a group quest.", questMember, given["group_quest.joined"]),
  "group_quest.left": event("A buddy leaves a group quest.", questMember, given["group_quest.left"]),
  "group_quest.resolved": event(
    "A group quest has ended, and its rewards are paid if it succeeded.",
    {
      quest_id: text,
      quest_key: text,
      outcome: Schema.Literals(["succeeded", "failed", "cancelled"]),
      total: int,
      target: int,
      participants: int,
      occurred_at: time
    },
    given["group_quest.resolved"]
  ),
  "league.tier_changed": event(
    "A buddy is promoted or demoted at the end of a season.",
    {
      buddy_id: text,
      season_id: text,
      from_tier: text,
      to_tier: text,
      rank: int,
      movement: Schema.Literals(["promoted", "demoted"]),
      occurred_at: time
    },
    given["league.tier_changed"]
  ),
  "league.season_closed": event(
    "A league season is final and its rewards are paid.",
    {
      season_id: text,
      participants: int,
      promoted: int,
      demoted: int,
      starts_at: time,
      ends_at: time,
      occurred_at: time
    },
    given["league.season_closed"]
  ),
  "showroom.visited": event(
    "Somebody opens a published showroom.",
    {
      showroom_id: text,
      slug: text,
      source: Schema.Literals(["link", "qr"]),
      occurred_at: time
    },
    given["showroom.visited"]
  ),
  "council.proposal_approved": event(
    "A proposal is approved by the moderators; target_slot is a dot path into the narrative.",
    {
      customer_id: text,
      proposal_id: text,
      target_slot: text,
      occurred_at: time
    },
    given["council.proposal_approved"]
  ),
  "cause.threshold_reached": event(
    "A cause's counter crosses a unit threshold. Sent to the cause's own webhook_url, never to the tenant's endpoints.",
    {
      event: Schema.Literal("cause.threshold_reached"),
      cause_id: text,
      cause_key: text,
      customer_id: text,
      total_units: int,
      threshold_unit: int,
      is_test: flag,
      occurred_at: time
    },
    given["cause.threshold_reached"],
    "cause"
  )
}
