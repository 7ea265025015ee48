/**
 * What is thrown away, when, and why then. Everything not named here stays: the ledger, the events and what they earned
 * (a repeated event_id has to get its first answer however late it comes, and every coin must be explainable, those of
 * manual changes by `buddy_changes`), what `unique_by` limits have paid, published config versions, usage and budgets,
 * keys and accounts, pictures the service drew (nobody can tell cheaply that no buddy wears one), and signals of
 * buddies, which whoever handles them deletes. The contract states one figure, the 24 hours of an Idempotency-Key.
 */
import { limits } from "../../wire/Limits.ts"
import {
  byAge,
  byId,
  commands,
  deliveries,
  deliveriesByMonth,
  foldedDays,
  idempotencyKeys,
  importedRows,
  ofClosedSubjects,
  uploads,
  userExports,
  workflows
} from "./Batches.ts"
import { ofPages } from "./PagePolicies.ts"
import { day_ms, hour_ms, type Policy } from "./Policy.ts"

export type { Policy } from "./Policy.ts"

/** In the order in which they run: a request's key goes after what was done under it. */
export const policies: ReadonlyArray<Policy> = [
  {
    table: "commands",
    keep_ms: limits.idempotency_ttl_hours * hour_ms,
    since: "the change",
    why:
      "A request that is sent again with its Idempotency-Key meets its first execution for as long as keys live. " +
      "Those of a job, a signal or a dead letter that has not ended stay: it may ask again.",
    batch: commands
  },
  {
    table: "idempotency_keys",
    keep_ms: limits.idempotency_ttl_hours * hour_ms,
    since: "the request",
    why: "Contract part 8: answers are kept 24 hours. Expired ones are not given in any case.",
    batch: idempotencyKeys
  },
  {
    table: "cluster_messages",
    keep_ms: day_ms,
    since: "the start of the job",
    why:
      "The workflow engine keeps every message and reply for ever. What a job came to stands in its operation, so " +
      "the messages of complete ones can go; those of one that waits or runs are its memory.",
    batch: workflows
  },
  {
    table: "webhook_deliveries",
    keep_ms: 30 * day_ms,
    since: "the last attempt; of unsent ones at a disabled endpoint, the change",
    why: "With their attempts. A tenant has a month to look at deliveries, replay them and recover an endpoint.",
    batch: deliveries,
    monthly: deliveriesByMonth
  },
  {
    table: "widget_tokens",
    keep_ms: 7 * day_ms,
    since: "the expiry",
    why: "An expired token opens nothing; its session can be looked up for another week.",
    batch: byAge("widget_tokens", "expires_at")
  },
  {
    table: "one_time_tokens",
    keep_ms: day_ms,
    since: "the expiry",
    why: "A mail's link is used once or expires; a day later nobody asks why it does not work.",
    batch: byAge("one_time_tokens", "expires_at")
  },
  {
    table: "ended_sessions",
    keep_ms: hour_ms,
    since: "the expiry",
    why: "A token that has expired opens nothing, whether its session was ended or not.",
    batch: byAge("ended_sessions", "expires_at")
  },
  {
    table: "auth_attempts",
    keep_ms: hour_ms,
    since: "the end of the window",
    why: "A window that is over limits nobody.",
    batch: byAge("auth_attempts", "window_ends_at")
  },
  {
    table: "mails",
    keep_ms: 7 * day_ms,
    since: "the mail",
    why: "Mails are kept instead of sent on a machine to try things on.",
    batch: byId("mails", "mail_id", { tenant: false })
  },
  {
    table: "checkout_sessions",
    keep_ms: 7 * day_ms,
    since: "the start of the checkout",
    why: "A checkout nobody finished. Completed ones explain plan and credits of a tenant and stay.",
    batch: byId("checkout_sessions", "session_id", { where: "found.status <> 'complete'" })
  },
  {
    table: "stripe_events",
    keep_ms: 90 * day_ms,
    since: "the event",
    why: "Stripe sends an event again for days; after a quarter nobody repeats it.",
    batch: byAge("stripe_events", "handled_at")
  },
  {
    table: "sso_logins",
    keep_ms: day_ms,
    since: "the start of the sign-in",
    why: "A sign-in at a provider takes minutes; a day later nobody asks why it did not work.",
    batch: byAge("sso_logins", "created_at")
  },
  {
    table: "entitlement_changes",
    keep_ms: 400 * day_ms,
    since: "the change",
    why: "What had begun before its capability was lost runs on; a quest without an end rests after that.",
    batch: byAge("entitlement_changes", "changed_at")
  },
  {
    table: "operations",
    keep_ms: 90 * day_ms,
    since: "the end of the job",
    why: "Clients poll for minutes and people look back for weeks. Jobs that have not ended stay.",
    batch: byId("operations", "operation_id", { where: "found.finished_at IS NOT NULL", since: "finished_at" })
  },
  {
    table: "notifications",
    keep_ms: 90 * day_ms,
    since: "the notification",
    why: "News of a quarter ago is none.",
    batch: byId("notifications", "notification_id")
  },
  {
    table: "audit_log",
    keep_ms: 400 * day_ms,
    since: "the action",
    why: "A yearly review finds the whole year before it.",
    batch: byId("audit_log", "audit_id")
  },
  {
    table: "dead_letters",
    keep_ms: 90 * day_ms,
    since: "the last attempt",
    why: "Settled or not: whoever sent the request has long gone another way.",
    batch: byAge("dead_letters", "last_seen_at")
  },
  {
    table: "uploads",
    keep_ms: day_ms,
    since: "the upload, or when they were last found in use",
    why:
      "Pictures a tenant uploaded, with their bytes. Those that its configuration, an item, a path, a hosted " +
      "surface, an event badge or an award refers to stay, and so does what only others refer to.",
    batch: uploads
  },
  {
    table: "cdn_files",
    keep_ms: 180 * day_ms,
    since: "the last start of a node of that build, or the last page that asked for it",
    why: "What browsers load. A page that pins a build that nobody opens for half a year has to pin another one.",
    batch: byAge("cdn_files", "seen_at")
  },
  {
    table: "team_feed",
    keep_ms: 180 * day_ms,
    since: "what it tells of",
    why: "What happened in a team half a year ago nobody scrolls back to.",
    batch: byAge("team_feed", "occurred_at")
  },
  {
    table: "team_import_rows",
    keep_ms: 7 * day_ms,
    since: "the upload",
    why: "The rows of an import go when it ends; these are of one that was cancelled or failed.",
    batch: importedRows
  },
  {
    table: "campaign_scores",
    keep_ms: 90 * day_ms,
    since: "the close",
    why: "Of seasons, group quests and counts of a leaderboard that are closed and settled. What they came to stays.",
    batch: ofClosedSubjects("campaign_scores", "subject_id", ["league_season", "leaderboard", "group_quest"])
  },
  {
    table: "league_members",
    keep_ms: 90 * day_ms,
    since: "the close",
    why: "Who played in which cohort of a season; its results, which stay, say that of everybody who scored.",
    batch: ofClosedSubjects("league_members", "season_id", ["league_season"])
  },
  {
    table: "group_quest_members",
    keep_ms: 90 * day_ms,
    since: "the close",
    why: "Who took part in a quest that has ended and been settled; totals and receipts stay.",
    batch: ofClosedSubjects("group_quest_members", "quest_id", ["group_quest"])
  },
  {
    table: "campaign_totals",
    keep_ms: 92 * day_ms,
    since: "the day",
    why:
      "What drops, mystery boxes and causes came to on each day; reports look back a quarter, and those of causes, " +
      "whose days stay 400, a year. Older days are added up into one row, so that no sum changes.",
    batch: foldedDays
  },
  {
    table: "webhook_inbox_requests",
    keep_ms: day_ms,
    since: "the request",
    why: "What arrived at an inbox is looked at while somebody builds a receiver, and holds what bodies hold.",
    batch: byAge("webhook_inbox_requests", "received_at")
  },
  {
    table: "webhook_inboxes",
    keep_ms: 0,
    since: "the end of the inbox",
    why: "With its requests. Nothing reaches an inbox whose week is over.",
    batch: byAge("webhook_inboxes", "expires_at")
  },
  {
    table: "onboarding_sessions",
    keep_ms: 90 * day_ms,
    since: "the last change",
    why: "With its plans and messages. What was applied stands in the configuration.",
    batch: byAge("onboarding_sessions", "updated_at")
  },
  {
    table: "onboarding_caps",
    keep_ms: 90 * day_ms,
    since: "the day",
    why: "How often something was asked for on a day only counts on that day.",
    batch: byAge("onboarding_caps", "created_at")
  },
  {
    table: "onboarding_waitlist",
    keep_ms: 400 * day_ms,
    since: "the request",
    why: "Who was not let in for a year does not wait any more.",
    batch: byAge("onboarding_waitlist", "created_at")
  },
  {
    table: "user_exports",
    keep_ms: 2 * day_ms,
    since: "the request",
    why:
      "All that is stored of a user, with its parts. It can be fetched for a day after it was written, however late " +
      "that was.",
    batch: userExports
  },
  ...ofPages,
  {
    table: "analytics_hours",
    keep_ms: 15 * day_ms,
    since: "the hour",
    why: "What an hour is usually like is told by the same hours of two weeks; days are kept for good.",
    batch: byAge("analytics_hours", "hour")
  },
  {
    table: "economy_alerts",
    keep_ms: 180 * day_ms,
    since: "the end",
    why: "What was wrong half a year ago and is over. Alerts that have not ended stay.",
    batch: byId("economy_alerts", "alert_id", { where: "found.ended_at IS NOT NULL", since: "ended_at" })
  }
]
