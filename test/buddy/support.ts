/** A tenant with rules and buddies in a database of its own, and the buddy kernel on top of it. */
import { Effect, Layer, Schema } from "effect"
import { MessageStorage, RunnerHealth, Runners, RunnerStorage, Sharding, ShardingConfig } from "effect/cluster"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { BuddyLive } from "../../src/buddy/Live.ts"
import type { BuddyRequest } from "../../src/buddy/Protocol.ts"
import type { Command } from "../../src/engine/Command.ts"
import { initialState } from "../../src/engine/initialState.ts"
import { compile } from "../../src/engine/Snapshot.ts"
import { Changes } from "../../src/platform/Changes.ts"
import { DatabaseUrl } from "../../src/platform/DatabaseUrl.ts"
import { Outbox } from "../../src/platform/Outbox.ts"
import { postgresClient } from "../../src/platform/Sql.ts"
import { Tenants } from "../../src/platform/Tenants.ts"
import { ConfigContent } from "../../src/wire/content/ConfigContent.ts"

export const rules = { lesson: randomUUID(), xp: randomUUID(), unique: randomUUID(), budget: randomUUID(), lucky: randomUUID() }

const rule = (rule_id: string, rule_key: string, event_type: string, amount: unknown, more: object = {}) => ({
  rule_id,
  rule_key,
  trigger: { event_type },
  amount,
  ...more
})

export const content = Schema.decodeUnknownSync(ConfigContent)({
  token_types: [{ token_type_id: randomUUID(), token_key: "xp", name: "XP", kind: "progression" }],
  coin_rules: [
    rule(rules.lesson, "lesson", "lesson.completed", { mode: "fixed", value: 10 }),
    rule(rules.unique, "unique", "chapter.read", { mode: "fixed", value: 7 }, { limits: { unique_by: ["chapter"] } }),
    rule(rules.budget, "budget", "raffle.won", { mode: "fixed", value: 40 }, { budget: { max_coins: 100, period: "month" } })
  ],
  token_rules: [rule(rules.xp, "xp", "lesson.completed", { mode: "fixed", value: 3 }, { token_key: "xp" })],
  badge_definitions: [{
    badge_definition_id: randomUUID(),
    badge_key: "third",
    label: "Third lesson",
    coin_reward: 5,
    criteria: { conditions: [{ type: "event_count", key: "lesson.completed", operator: "gte", value: 3 }] }
  }]
})

export interface Seeded {
  readonly customer_id: string
  readonly config_version_id: string
  /** one per user `user-0`, `user-1`, ... */
  readonly buddy_ids: ReadonlyArray<string>
}

export const seed = (buddies: number) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const [customer_id, config_version_id] = [randomUUID(), randomUUID()]
    const now = new Date("2026-11-20T10:00:00.000Z")
    const buddy_ids = Array.from({ length: buddies }, () => randomUUID())
    const state = initialState(compile(content, { config_version_id }), { hatched_at: now.getTime(), timezone: null })
    yield* sql`INSERT INTO customers (customer_id, name, slug, plan, draw_secret, created_at, updated_at)
      VALUES (${customer_id}::uuid, 'Acme', ${customer_id}, 'pro', ${Buffer.alloc(32, 1)}, ${now}, ${now})`
    yield* sql`INSERT INTO config_versions (customer_id, config_version_id, number, status, content, created_at, updated_at, published_at)
      VALUES (${customer_id}::uuid, ${config_version_id}::uuid, 1, 'published', ${JSON.stringify(content)}::jsonb, ${now}, ${now}, ${now})`
    yield* sql`INSERT INTO buddies (customer_id, buddy_id, egg_id, user_id, audience, name, status, version, coins, evolution_stage, state,
        config_version_id, visual_variant, theme, metadata, created_at, updated_at)
      SELECT ${customer_id}::uuid, buddy_id::uuid, gen_random_uuid(), 'user-' || (n - 1), 'default', 'Pip', 'active', 1, 0, 1,
        ${JSON.stringify(state)}::json, ${config_version_id}::uuid, 1, 'default', '{}', ${now}, ${now}
      FROM unnest(${buddy_ids}::text[]) WITH ORDINALITY AS b (buddy_id, n)`
    return { customer_id, config_version_id, buddy_ids } satisfies Seeded
  })

const ClusterOfOne = Sharding.layer.pipe(
  Layer.provide(Runners.layerNoop),
  Layer.provide([MessageStorage.layerNoop, RunnerStorage.layerMemory, RunnerHealth.layerNoop]),
  Layer.provide(ShardingConfig.layer({ maxResidentEntities: 200_000, simulateRemoteSerialization: false }))
)

/** The kernel as one process of production holds it; wants DatabaseUrl. */
export const BuddyProcess = BuddyLive({ owner: true }).pipe(
  Layer.provideMerge(ClusterOfOne),
  Layer.provideMerge(Outbox.layer),
  Layer.provideMerge(Tenants.layer),
  Layer.provideMerge(Changes.layer),
  Layer.provideMerge(Layer.unwrap(Effect.map(DatabaseUrl, (url) => postgresClient({ url, maxConnections: 8, applicationName: "test" }))))
)

export const eventRequest = (
  event_id: string,
  options: { readonly user_id?: string; readonly type?: string; readonly properties?: Record<string, unknown>; readonly hash?: string } = {}
): BuddyRequest => ({
  command_id: event_id,
  command: {
    _tag: "Event",
    event_id,
    type: options.type ?? "lesson.completed",
    occurred_at: Date.now(),
    properties: options.properties ?? { lesson: "one" }
  },
  event: { user_id: options.user_id ?? "user-0", audience: "default", payload_hash: options.hash ?? "hash", mode: "live" },
  webhooks: true
})

export const commandRequest = (command_id: string, command: Command): BuddyRequest => ({ command_id, command, event: null, webhooks: true })
