/** Metrics of a node: its requests, its database connections, its place in the cluster, its process. */
import { family, milliseconds } from "./Family.ts"

export const requestsOpen = family({
  name: "hatchery_http_requests_open",
  kind: "gauge",
  nodes: "every",
  answers: "How many requests wait for their answer?"
})

export const requests = family({
  name: "hatchery_http_requests_total",
  kind: "counter",
  label: { name: "status", values: ["1xx", "2xx", "3xx", "4xx", "5xx"] },
  nodes: "every",
  answers: "How many requests were answered, by class of status?"
})

export const requestLatency = family({
  name: "hatchery_http_request_duration_seconds",
  kind: "histogram",
  measured: "ms",
  boundaries: milliseconds,
  nodes: "every",
  answers: "How long do requests take, from their headers to their answer?"
})

export const widgetBuilds = family({
  name: "hatchery_widget_builds_total",
  kind: "counter",
  label: { name: "outcome", values: ["built", "failed"] },
  nodes: "api",
  answers: "Could this node build what browsers load? Until it can, /cdn answers 503."
})

export const marketingClicks = family({
  name: "hatchery_marketing_clicks_total",
  kind: "counter",
  label: { name: "cta", values: "what pages call their buttons, at most 500 different ones a day; `other`: the rest" },
  nodes: "api",
  answers: "How often was each button of our own pages pressed?"
})

export const refusals = family({
  name: "hatchery_rate_limit_refusals_total",
  kind: "counter",
  label: {
    name: "class",
    values: ["ingest", "eggs", "widget_sessions", "write", "read", "public", "auth", "unauthorized", "refused"]
  },
  nodes: "every",
  answers:
    "Who is told to slow down: tenants by bucket, addresses without a good credential, or credentials that may not?"
})

export const sharedStoreFailures = family({
  name: "hatchery_rate_limit_store_failures_total",
  kind: "counter",
  nodes: "every",
  onlyWith: "REDIS_URL",
  answers: "How often did Redis not answer in time, so that this node counted alone?"
})

export const databaseUp = family({
  name: "hatchery_database_up",
  kind: "gauge",
  nodes: "every",
  answers: "Did the database answer when this node asked? Each scrape asks."
})

export const connections = family({
  name: "hatchery_database_connections",
  kind: "gauge",
  label: { name: "state", values: ["in_use", "waiting", "max"] },
  nodes: "every",
  answers: "Are the connections of the request pool used up? Waiting: statements without a connection."
})

export const acquireTime = family({
  name: "hatchery_database_acquire_duration_seconds",
  kind: "histogram",
  measured: "ms",
  boundaries: milliseconds,
  nodes: "every",
  answers: "How long does a statement wait for its connection?"
})

export const listenerReconnects = family({
  name: "hatchery_listener_reconnects_total",
  kind: "counter",
  nodes: "every",
  answers: "How often was the connection lost that tells this node of changes? Each time all caches are emptied."
})

export const ready = family({
  name: "hatchery_ready",
  kind: "gauge",
  label: {
    name: "check",
    values: ["accepting", "database", "cache", "event_loop", "journal", "shards", "cluster_messages"]
  },
  nodes: "every",
  answers: "Why is this node out of rotation? 0: the check fails; each scrape asks."
})

export const eventLoopLag = family({
  name: "hatchery_event_loop_lag_seconds",
  kind: "gauge",
  measured: "ms",
  label: { name: "point", values: ["p50", "p99", "max"] },
  nodes: "every",
  answers: "For how long was the event loop busy with something else? Over the last 15 s."
})

export const memory = family({
  name: "hatchery_process_memory_bytes",
  kind: "gauge",
  label: { name: "kind", values: ["rss", "heap_used", "heap_total", "external"] },
  nodes: "every",
  answers: "How much memory does the process hold?"
})

export const cpu = family({
  name: "hatchery_process_cpu_seconds_total",
  kind: "counter",
  nodes: "every",
  answers: "How much processor time has the process used?"
})

export const uptime = family({
  name: "hatchery_process_uptime_seconds",
  kind: "gauge",
  nodes: "every",
  answers: "When did the process start? Back to zero: it was restarted."
})

export const build = family({
  name: "hatchery_build_info",
  kind: "gauge",
  label: { name: "version", values: "the version of this build" },
  nodes: "every",
  answers: "Which version runs here? Always 1."
})

export const shards = family({
  name: "effect_cluster_shards",
  kind: "gauge",
  nodes: "every",
  foreign: "effect_cluster_shards",
  answers: "How many shards does this node own? 0 on nodes that serve HTTP only."
})

export const shardsReleasing = family({
  name: "effect_cluster_shards_releasing",
  kind: "gauge",
  nodes: "every",
  foreign: "effect_cluster_shards_releasing",
  answers: "How many shards is this node handing over? Above 0 for long: the hand-over is stuck."
})

export const shardRelease = family({
  name: "effect_cluster_shard_release_duration_seconds",
  kind: "histogram",
  measured: "ms",
  nodes: "runner",
  foreign: "effect_cluster_shard_release",
  answers: "How long does it take to hand a shard over?"
})

export const runners = family({
  name: "effect_cluster_runners",
  kind: "gauge",
  nodes: "runner",
  foreign: "effect_cluster_runners",
  answers: "Is this node registered as a runner?"
})

export const runnersHealthy = family({
  name: "effect_cluster_runners_healthy",
  kind: "gauge",
  nodes: "runner",
  foreign: "effect_cluster_runners_healthy",
  answers: "Do its peers take this runner for healthy?"
})

export const entities = family({
  name: "effect_cluster_entities",
  kind: "gauge",
  label: { name: "type", values: "cells of buddies and running workflows, by their type" },
  nodes: "runner",
  foreign: "effect_cluster_entities",
  answers: "How many cells of buddies and workflows live here?"
})

export const entityMailbox = family({
  name: "effect_cluster_entity_mailbox_size_max",
  kind: "gauge",
  label: { name: "type", values: "cells of buddies and running workflows, by their type" },
  nodes: "runner",
  foreign: "effect_cluster_entity_mailbox_size_max",
  answers: "How many messages wait at the entity with the most?"
})

export const singletons = family({
  name: "effect_cluster_singletons",
  kind: "gauge",
  nodes: "runner",
  foreign: "effect_cluster_singletons",
  answers: "How many of the cluster's singletons run here?"
})
