/** Metrics of the work itself: what comes in, how it is committed, what waits, what goes out. */
import { family, milliseconds } from "./Family.ts"

export const ingestEvents = family({
  name: "hatchery_ingest_events_total",
  kind: "counter",
  label: { name: "outcome", values: ["accepted", "duplicate", "refused", "unavailable"] },
  nodes: "api",
  answers: "How many events come in, and what becomes of them? Single ones and those of batches."
})

export const ingestLatency = family({
  name: "hatchery_ingest_duration_seconds",
  kind: "histogram",
  measured: "ms",
  label: { name: "outcome", values: ["accepted", "duplicate", "refused", "unavailable"] },
  boundaries: milliseconds,
  nodes: "api",
  answers: "How long does the sender of an event wait, from the request's headers to its answer?"
})

export const flushes = family({
  name: "hatchery_journal_flushes_total",
  kind: "counter",
  label: { name: "outcome", values: ["committed", "retried", "unknown"] },
  nodes: "every",
  answers:
    "Do flushes go through at once? Retried: item by item after a conflict. Unknown: the database did not answer."
})

export const changeSets = family({
  name: "hatchery_journal_change_sets_total",
  kind: "counter",
  label: {
    name: "outcome",
    values: [
      "committed",
      "fenced",
      "duplicate",
      "outdated",
      "over_budget",
      "closed",
      "granted",
      "contended",
      "poison",
      "unknown"
    ]
  },
  nodes: "every",
  answers: "How did the changes of buddies end? Fenced: decided on an old state. Poison: can never be stored."
})

export const flushLatency = family({
  name: "hatchery_journal_flush_duration_seconds",
  kind: "histogram",
  measured: "ms",
  boundaries: milliseconds,
  nodes: "every",
  answers: "How long does a flush take, second tries included?"
})

export const flushBatch = family({
  name: "hatchery_journal_batch_change_sets",
  kind: "histogram",
  boundaries: [1, 2, 4, 8, 16, 32, 64, 96],
  nodes: "every",
  answers: "How many change sets travel in one statement?"
})

export const journalQueue = family({
  name: "hatchery_journal_queue",
  kind: "gauge",
  nodes: "every",
  answers: "How many buddies wait for the next flush?"
})

export const journalStall = family({
  name: "hatchery_journal_stalled_seconds",
  kind: "gauge",
  nodes: "every",
  answers: "For how long has the journal had work and got none of it done? 0: it gets done, or there is none."
})

export const residentBuddies = family({
  name: "hatchery_buddies_resident",
  kind: "gauge",
  nodes: "every",
  answers: "How many buddies are awake in this process?"
})

export const mailboxDepth = family({
  name: "hatchery_mailbox_depth",
  kind: "gauge",
  label: { name: "over", values: ["sum", "max"] },
  nodes: "every",
  answers: "How many requests wait for their buddy: all of them, and at the buddy with the most?"
})

export const configLookups = family({
  name: "hatchery_config_cache_lookups_total",
  kind: "counter",
  label: { name: "result", values: ["hit", "miss"] },
  nodes: "every",
  answers: "Are compiled config versions reused? A miss compiles one."
})

export const configEntries = family({
  name: "hatchery_config_cache_entries",
  kind: "gauge",
  nodes: "every",
  answers: "How many compiled config versions are kept?"
})

export const oldestMessage = family({
  name: "hatchery_cluster_oldest_message_seconds",
  kind: "gauge",
  nodes: "runner",
  answers: "For how long has the oldest due message of the whole cluster waited for a runner to pick it up?"
})

export const webhookOldest = family({
  name: "hatchery_webhook_oldest_due_seconds",
  kind: "gauge",
  label: { name: "endpoint", values: ["healthy", "failing", "disabled"] },
  nodes: "runner",
  answers: "For how long has the oldest due delivery waited, by the state of its endpoint?"
})

export const webhookBacklog = family({
  name: "hatchery_webhook_backlog",
  kind: "gauge",
  label: { name: "endpoint", values: ["healthy", "failing", "disabled"] },
  nodes: "runner",
  answers: "How many deliveries are due? Counted up to 1,000 per endpoint."
})

export const webhookAttempts = family({
  name: "hatchery_webhook_attempts_total",
  kind: "counter",
  label: { name: "answer", values: ["2xx", "3xx", "4xx", "5xx", "none"] },
  nodes: "runner",
  answers: "What do the receivers of webhooks answer? None: no connection, no answer in time, or a refused address."
})

export const webhookResults = family({
  name: "hatchery_webhook_results_total",
  kind: "counter",
  label: { name: "status", values: ["delivered", "failed", "exhausted"] },
  nodes: "runner",
  answers: "How do attempts end? Failed ones are tried again, exhausted deliveries are not."
})

export const webhookAttemptTime = family({
  name: "hatchery_webhook_attempt_duration_seconds",
  kind: "histogram",
  measured: "ms",
  boundaries: milliseconds,
  nodes: "runner",
  answers: "How long does one attempt take?"
})

export const webhookFirstAttempt = family({
  name: "hatchery_webhook_first_attempt_delay_seconds",
  kind: "histogram",
  measured: "ms",
  boundaries: [...milliseconds, 60_000, 300_000],
  nodes: "runner",
  answers: "How long after the change is its webhook first sent?"
})

export const webhooksInFlight = family({
  name: "hatchery_webhook_in_flight",
  kind: "gauge",
  nodes: "runner",
  answers: "How many attempts are under way in this process?"
})

export const signalBacklog = family({
  name: "hatchery_signals_backlog",
  kind: "gauge",
  nodes: "runner",
  answers: "How many signals of buddies has nobody seen to? Counted up to 1,000."
})

export const signalOldest = family({
  name: "hatchery_signals_oldest_seconds",
  kind: "gauge",
  nodes: "runner",
  answers: "For how long has the oldest signal waited?"
})
