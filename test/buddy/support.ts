/** A tenant with rules and buddies in a database of its own, and the buddy kernel on top of it. */
import { assert } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Schema, Scope } from "effect"
import { MessageStorage, RunnerHealth, Runners, RunnerStorage, Sharding, ShardingConfig } from "effect/cluster"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Buddies } from "../../src/buddy/Buddies.ts"
import { cells } from "../../src/buddy/actor/Cell.ts"
import { Journal } from "../../src/buddy/journal/Journal.ts"
import { genesisHash, ledgerHash, type LedgerRow } from "../../src/buddy/journal/Ledger.ts"
import { AppConfig } from "../../src/Config.ts"
import { BuddyLive } from "../../src/buddy/Live.ts"
import type { BuddyFailure, BuddyReply, BuddyRequest } from "../../src/buddy/Protocol.ts"
import type { Command } from "../../src/engine/core/Command.ts"
import { initialState } from "../../src/engine/core/initialState.ts"
import { compile } from "../../src/engine/core/Snapshot.ts"
import { CacheInvalidation } from "../../src/platform/cluster/CacheInvalidation.ts"
import { SharedRedis } from "../../src/platform/requests/Redis.ts"
import { DatabaseUrl } from "../../src/platform/postgres/DatabaseUrl.ts"
import { Outbox } from "../../src/platform/webhooks/Outbox.ts"
import { postgresClient } from "../../src/platform/postgres/Sql.ts"
import { Tenants } from "../../src/platform/auth/Tenants.ts"
import { ConfigContent } from "../../src/wire/content/ConfigContent.ts"
import { fixedRing } from "../kit/service/FixedKeyRing.ts"
import { testDatabase } from "../kit/postgres/PgTemplate.ts"

export const rules = {
  lesson: randomUUID(),
  xp: randomUUID(),
  unique: randomUUID(),
  budget: randomUUID(),
  lucky: randomUUID()
}

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
    rule(
      rules.budget,
      "budget",
      "raffle.won",
      { mode: "fixed", value: 40 },
      { budget: { max_coins: 100, period: "month" } }
    )
  ],
  token_rules: [rule(rules.xp, "xp", "lesson.completed", { mode: "fixed", value: 3 }, { token_key: "xp" })],
  skill_sets: [
    {
      skill_set_id: randomUUID(),
      skill_set_key: "study",
      name: "Study",
      skills: [{ skill_key: "focus", name: "Focus" }],
      level_curve: { mode: "linear", base: 10 }
    }
  ],
  skill_rules: [rule(randomUUID(), "focus", "practised", { mode: "fixed", value: 2 }, { skill_key: "focus" })],
  badge_definitions: [
    {
      badge_definition_id: randomUUID(),
      badge_key: "third",
      label: "Third lesson",
      coin_reward: 5,
      criteria: { conditions: [{ type: "event_count", key: "lesson.completed", operator: "gte", value: 3 }] }
    }
  ]
})

export interface Seeded {
  readonly customer_id: string
  readonly config_version_id: string
  /** one per user `user-0`, `user-1`, ... */
  readonly buddy_ids: ReadonlyArray<string>
}

export const seed = (buddies: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [customer_id, config_version_id] = [randomUUID(), randomUUID()]
    const now = new Date("2026-11-20T10:00:00.000Z")
    const buddy_ids = Array.from({ length: buddies }, () => randomUUID())
    const state = initialState(compile(content, { config_version_id }), { hatched_at: now.getTime(), timezone: null })
    yield* sql`INSERT INTO customers (customer_id, name, slug, plan, draw_secret, created_at, updated_at)
      VALUES (${customer_id}::uuid, 'Acme', ${customer_id}, 'pro', ${Buffer.alloc(32, 1)}, ${now}, ${now})`
    yield* sql`INSERT INTO config_versions
        (customer_id, config_version_id, number, status, content, created_at, updated_at, published_at)
      VALUES (${customer_id}::uuid, ${config_version_id}::uuid, 1, 'published',
        ${JSON.stringify(content)}::jsonb, ${now}, ${now}, ${now})`
    yield* sql`INSERT INTO buddies
        (customer_id, buddy_id, egg_id, user_id, audience, name, status, version, coins, evolution_stage, state,
        config_version_id, visual_variant, theme, metadata, created_at, updated_at)
      SELECT ${customer_id}::uuid, buddy_id::uuid, gen_random_uuid(), 'user-' || (n - 1),
        'default', 'Pip', 'active', 1, 0, 1,
        ${JSON.stringify(state)}::json, ${config_version_id}::uuid, 1, 'default', '{}', ${now}, ${now}
      FROM unnest(${buddy_ids}::text[]) WITH ORDINALITY AS b (buddy_id, n)`
    return { customer_id, config_version_id, buddy_ids } satisfies Seeded
  })

const clusterOfOne = (config: Partial<ShardingConfig.ShardingConfig["Service"]>) =>
  Sharding.layer.pipe(
    Layer.provide(Runners.layerNoop),
    Layer.provide([MessageStorage.layerNoop, RunnerStorage.layerMemory, RunnerHealth.layerNoop]),
    Layer.provide(ShardingConfig.layer({ maxResidentEntities: cells, simulateRemoteSerialization: false, ...config }))
  )

/** The kernel as one process of production holds it; wants DatabaseUrl. */
export const buddyProcess = (
  config: Partial<ShardingConfig.ShardingConfig["Service"]> = {},
  { owner }: { readonly owner: boolean } = { owner: true }
) =>
  BuddyLive({ owner }).pipe(
    Layer.provideMerge(clusterOfOne(config)),
    Layer.provideMerge(Outbox.layer),
    Layer.provideMerge(Tenants.layer),
    Layer.provide([fixedRing, AppConfig.test()]),
    Layer.provideMerge(CacheInvalidation.layer),
    Layer.provide(SharedRedis.none),
    Layer.provideMerge(
      Layer.unwrap(
        Effect.map(DatabaseUrl, (url) => postgresClient({ url, maxConnections: 8, applicationName: "test" }))
      )
    )
  )

export const BuddyProcess = buddyProcess()

/** The database of the test, migrated, and one process on it. */
export const testBuddies = (config: Partial<ShardingConfig.ShardingConfig["Service"]> = {}) =>
  buddyProcess(config).pipe(Layer.provideMerge(Layer.effect(DatabaseUrl, testDatabase)))
export const TestBuddies = testBuddies()

/** A second process on the same database, with nothing in its memory; `close` is its orderly end. */
export const anotherProcess = Effect.gen(function* () {
  const url = yield* DatabaseUrl
  const scope = yield* Scope.fork(yield* Effect.scope)
  const services = yield* Layer.buildWithScope(
    Layer.fresh(BuddyProcess.pipe(Layer.provideMerge(Layer.succeed(DatabaseUrl, url)))),
    scope
  )
  return {
    buddies: Context.get(services, Buddies),
    journal: Context.get(services, Journal),
    close: Scope.close(scope, Exit.void)
  }
})

/** Hands all requests over in the same turn of the event loop; the buddies must be awake. */
export const submitAll = (
  buddies: Buddies["Service"],
  customer_id: string,
  requests: ReadonlyArray<readonly [buddy_id: string, request: BuddyRequest]>
) =>
  Effect.forEach(
    requests.map(
      ([buddy_id, request]) =>
        new Promise<Exit.Exit<BuddyReply, BuddyFailure>>((resume, refuse) => {
          if (!buddies.submit(customer_id, buddy_id, request, resume))
            refuse(new Error(`${buddy_id} does not live here`))
        })
    ),
    (answer) => Effect.promise(() => answer)
  )

/** Brings buddies into memory with one event each. */
export const wake = (buddies: Buddies["Service"], { customer_id }: Seeded, buddy_ids: ReadonlyArray<string>) =>
  Effect.forEach(
    buddy_ids,
    (buddy_id) => buddies.send(customer_id, buddy_id, eventRequest(`wake-${buddy_id}`, { type: "woke.up" })),
    {
      concurrency: "unbounded"
    }
  )

/** Balance as the buddy row, the ledger and the engine's memory tell it; all of them must agree. */
export const balances = (customer_id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const found = yield* sql<{ buddy_id: string; version: number; row: number; ledger: number; memory: number }>`
      SELECT b.buddy_id, b.version::int, b.coins::int AS row, (b.state #>> '{coins,balance}')::int AS memory,
        coalesce((SELECT sum(amount) FROM ledger AS l
          WHERE l.customer_id = b.customer_id AND l.buddy_id = b.buddy_id AND l.unit = 'coin'), 0)::int AS ledger
      FROM buddies AS b WHERE b.customer_id = ${customer_id}::uuid ORDER BY b.user_id`
    for (const { row, ledger, memory } of found) assert.deepStrictEqual([row, memory], [ledger, ledger])
    return new Map(found.map((one) => [one.buddy_id, one]))
  })

export const countEvents = (customer_id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const found = yield* sql<{ events: number; used: number }>`
      SELECT (SELECT count(*)::int FROM events WHERE customer_id = ${customer_id}::uuid) AS events,
        (SELECT coalesce(sum(used), 0)::int FROM event_usage WHERE customer_id = ${customer_id}::uuid) AS used`
    return found[0]!
  })

/** Recomputes the hash chain of every buddy and unit of a customer; answers how many entries it holds. */
export const verifyLedger = (customer_id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const entries = yield* sql<LedgerRow & { prev_hash: string; hash: string; created_at: Date }>`
      SELECT customer_id, buddy_id, unit, seq::int, ledger_id, amount::int, balance_after::int, reason,
        reference_type, reference_id, rule_id,
        config_version_id, reverses_ledger_id, is_lucky, created_at, prev_hash, hash
      FROM ledger WHERE customer_id = ${customer_id}::uuid ORDER BY buddy_id, unit, seq`
    let before = { chain: "", seq: 0, hash: genesisHash, balance: 0 }
    for (const { prev_hash, hash, created_at, ...row } of entries) {
      const chain = `${row.buddy_id}/${row.unit}`
      if (chain !== before.chain) before = { chain, seq: 0, hash: genesisHash, balance: 0 }
      assert.deepStrictEqual(
        [row.seq, prev_hash, row.balance_after],
        [before.seq + 1, before.hash, before.balance + row.amount]
      )
      assert.strictEqual(ledgerHash(prev_hash, { ...row, created_at: created_at.toISOString() }), hash)
      before = { chain, seq: row.seq, hash, balance: row.balance_after }
    }
    return entries.length
  })

export const eventRequest = (
  event_id: string,
  options: {
    readonly user_id?: string
    readonly type?: string
    readonly properties?: Record<string, unknown>
    readonly hash?: string
  } = {}
): BuddyRequest => ({
  command_id: event_id,
  command: {
    _tag: "Event",
    event_id,
    type: options.type ?? "lesson.completed",
    occurred_at: Date.now(),
    properties: options.properties ?? { lesson: "one" }
  },
  event: {
    user_id: options.user_id ?? "user-0",
    audience: "default",
    payload_hash: options.hash ?? "hash",
    mode: "live"
  },
  webhooks: true
})

export const commandRequest = (command_id: string, command: Command): BuddyRequest => ({
  command_id,
  command,
  event: null,
  webhooks: true
})
