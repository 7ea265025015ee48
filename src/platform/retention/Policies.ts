/**
 * What is thrown away, when, and why then. Everything not named here stays: the ledger, the events and what they earned
 * (a repeated event_id has to get its first answer however late it comes, and every coin must be explainable, those of
 * manual changes by `buddy_changes`), what `unique_by` limits have paid, published config versions, usage and budgets,
 * keys and accounts, pictures the service drew (nobody can tell cheaply that no buddy wears one), and signals of
 * buddies, which whoever handles them deletes.
 *
 * The contract states one figure, the 24 hours of an Idempotency-Key; the other ones are this service's own.
 */
import { limits } from "../../wire/Limits.ts"
import { byAge, byId, commands, deliveries, idempotencyKeys, uploads, workflows, type Batch } from "./Batches.ts"

const hour_ms = 3_600_000
const day_ms = 24 * hour_ms

/** Every table that loses rows, once. */
export const tables = [
  "commands",
  "idempotency_keys",
  "cluster_messages",
  "webhook_deliveries",
  "widget_tokens",
  "one_time_tokens",
  "auth_attempts",
  "mails",
  "billing_sessions",
  "operations",
  "notifications",
  "audit_log",
  "dead_letters",
  "uploads",
  "cdn_files"
] as const
export type RetainedTable = (typeof tables)[number]

export interface Policy {
  readonly table: RetainedTable
  /** age at which a row may go, counted from the moment `since` names */
  readonly keep_ms: number
  readonly since: string
  readonly why: string
  readonly batch: Batch
}

/** In the order in which they run: a key of a request is only forgotten after what was done under it. */
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
    batch: deliveries
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
    table: "billing_sessions",
    keep_ms: 7 * day_ms,
    since: "the start of the checkout",
    why: "A checkout nobody finished. Completed ones explain the plan of a tenant and stay.",
    batch: byId("billing_sessions", "session_id", { where: "found.status = 'open'" })
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
      "Pictures a tenant uploaded, with their bytes. Those that a config version, an item or a path of the tenant " +
      "refers to stay, and so does what only others refer to.",
    batch: uploads
  },
  {
    table: "cdn_files",
    keep_ms: 180 * day_ms,
    since: "the last start of a node of that build, or the last page that asked for it",
    why: "What browsers load. A page that pins a build that nobody opens for half a year has to pin another one.",
    batch: byAge("cdn_files", "seen_at")
  }
]
