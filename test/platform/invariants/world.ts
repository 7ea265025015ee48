/** A database in which every invariant has something to look at, made by the service itself through its routes. */
import { assert } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { RunnerAddress, Runner, RunnerStorage, ShardId, ShardingConfig, SqlRunnerStorage } from "effect/cluster"
import { Layer } from "effect"
import { SqlClient } from "effect/sql"
import { FakeImages } from "../../../src/platform/images/FakeImages.ts"
import { ImageError } from "../../../src/platform/images/ImageProvider.ts"
import { hatch, lesson, publish, studyContent } from "../../kit/players/players.ts"
import { watchHatching } from "../../kit/players/Widgets.ts"
import { refuseInDatabase } from "../../kit/players/Poison.ts"
import { type Answer, TestApp, type TestTenant } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"
import { webhookSink } from "../../kit/webhooks/WebhookSink.ts"

const budgetRule = {
  rule_key: "bonus",
  name: "Bonus",
  trigger: { event_type: "bonus.drawn" },
  amount: { mode: "fixed", value: 7 },
  budget: { period: "month", max_coins: 100 }
}
const helper = { badge_key: "helper", label: "Helper", award_mode: "api", repeatable: true, coin_reward: 3 }

const content = {
  ...studyContent,
  coin_rules: [...studyContent.coin_rules, budgetRule],
  badge_definitions: [...studyContent.badge_definitions, helper],
  evolution_rules: { ...studyContent.evolution_rules, auto_evolve: true }
}

const fine = (answer: Answer): Answer => {
  assert.isBelow(answer.status, 300, answer.text)
  return answer
}

/** An endpoint every node has known for an hour, for all anybody can tell from its row. */
const oldEndpoint = Effect.fnUntraced(function* ({ call }: TestTenant, url: string) {
  const sql = yield* SqlClient.SqlClient
  const { webhook_config_id } = fine(yield* call("POST", "/webhook-configs", { url, events: ["*"] })).body
  yield* sql`UPDATE webhook_configs SET created_at = created_at - interval '1 hour',
    updated_at = created_at - interval '1 hour' WHERE webhook_config_id = ${webhook_config_id}::uuid`
  return webhook_config_id as string
})

const earn = Effect.fnUntraced(function* (tenant: TestTenant, buddy_id: string) {
  const { call } = tenant
  for (let count = 0; count < 3; count++) fine(yield* call("POST", "/events", lesson("ada")))
  fine(yield* call("POST", "/events", lesson("ada", { type: "bonus.drawn", properties: {} })))
  fine(yield* call("POST", "/events", lesson("ada", { type: "nothing.special", properties: {} })))
  const long_ago = new Date(Date.now() - 30 * 86_400_000).toISOString()
  fine(yield* call("POST", "/events", lesson("ada", { occurred_at: long_ago })))
  fine(yield* call("POST", "/events", lesson("nobody")))
  const events = [lesson("ada"), lesson("ada")]
  fine(yield* call("POST", "/events/batch", { events, mode: "backfill" }))
  const manual = { headers: { "idempotency-key": "manual-1" } }
  const reason = 'by "hand"\n\\ and ünïcode \u{1f95a}'
  fine(yield* call("POST", `/buddies/${buddy_id}/coins`, { amount: 40, reason }, manual))
  fine(yield* call("POST", `/buddies/${buddy_id}/coins/spend`, { amount: 15 }))
  fine(yield* call("POST", `/buddies/${buddy_id}/tokens`, { token_key: "gem", amount: 9, operation: "earn" }))
  fine(yield* call("POST", `/buddies/${buddy_id}/tokens`, { token_key: "gem", amount: 4, operation: "spend" }))
  const regretted = [lesson("cora"), lesson("cora"), lesson("ada")]
  yield* hatch(tenant, "cora")
  for (const sent of regretted) {
    fine(yield* call("POST", "/events", sent))
    fine(yield* call("POST", `/events/${sent.event_id}/reverse`, {}))
  }
  for (let count = 0; count < 2; count++)
    fine(yield* call("POST", `/buddies/${buddy_id}/badges`, { badge_key: "helper" }))
})

/** An item bought and worn, a path walked, and pictures that were paid for: one of them is not drawn. */
const belong = Effect.fnUntraced(function* ({ call }: TestTenant, buddy_id: string) {
  fine(yield* call("POST", "/marketplaces", { marketplace_key: "shop", name: "Shop" }))
  const hat = { item_key: "hat", name: "Hat", category: "head", price_coins: 10, stock: { total: 5 } }
  const { item_id } = fine(yield* call("POST", "/marketplaces/shop/items", hat)).body
  fine(yield* call("POST", `/buddies/${buddy_id}/purchase-item`, { item_id }))
  fine(yield* call("PATCH", `/buddies/${buddy_id}/equipped-items`, { equip: [item_id] }))
  const sub_steps = ["read", "write"].map((key) => ({ sub_step_key: key, title: key, allow_manual_complete: true }))
  const steps = [{ step_key: "learn", title: "Learn", sub_steps }]
  fine(yield* call("POST", "/path-definitions", { path_key: "start", title: "Start", steps }))
  fine(yield* call("POST", "/path-definitions/start/activate"))
  for (const { sub_step_key } of sub_steps) {
    const path = `/path-definitions/buddies/${buddy_id}/paths/start/sub-steps/${sub_step_key}`
    fine(yield* call("POST", `${path}/complete`))
  }
  yield* (yield* FakeImages).failNext(1, new ImageError({ reason: "render_failed", retryable: false, detail: "" }), {
    purpose: "icon"
  })
  assert.isAtLeast((yield* call("POST", "/badge-definitions/generate-icon", { label: "Oops" })).status, 400)
  fine(yield* call("POST", "/badge-definitions/generate-icon", { label: "Star" }))
  return item_id as string
})

/** What it says of itself, and what others would. */
const present = Effect.fnUntraced(function* ({ call }: TestTenant, buddy_id: string) {
  const templates = "/customers/me/profile-templates"
  fine(yield* call("POST", templates, { name: "Club", is_default: true, profile: { tagline: "{name} of the club" } }))
  fine(yield* call("POST", templates, { name: "Guests" }))
  fine(yield* call("PATCH", `/buddies/${buddy_id}/profile`, { accent_color: "#336699", show: { coins: true } }))
})

/** An event that Postgres refuses for good. */
const deadLetter = Effect.fnUntraced(function* ({ call }: TestTenant) {
  const sql = yield* SqlClient.SqlClient
  const { mend } = yield* refuseInDatabase
  const refused = yield* call("POST", "/events", lesson("ada", { type: "refused" }))
  assert.isAtLeast(refused.status, 400)
  yield* mend
  yield* until(
    "the dead letter",
    Effect.map(sql`SELECT 1 FROM dead_letters`, (rows) => rows.length > 0)
  )
})

const tenantWithHistory = Effect.fnUntraced(function* (url: string) {
  const sql = yield* SqlClient.SqlClient
  const tenant = yield* (yield* TestApp).tenant()
  const webhook_config_id = yield* oldEndpoint(tenant, url)
  const first = yield* publish(tenant, content)
  const { buddy_id, egg } = yield* hatch(tenant, "ada")
  const other = yield* hatch(tenant, "bea")
  yield* earn(tenant, buddy_id)
  const item_id = yield* belong(tenant, buddy_id)
  yield* present(tenant, buddy_id)
  yield* watchHatching(tenant.call, buddy_id, "ada")
  fine(yield* tenant.call("POST", "/events", lesson("bea")))
  fine(yield* tenant.call("PATCH", `/buddies/${other.buddy_id}/archive`))
  const second = yield* publish(tenant, content)
  fine(yield* tenant.call("POST", "/eggs", { user_id: "cleo" }))
  const draft = fine(yield* tenant.call("POST", "/config-versions")).body
  yield* until(
    "webhooks are delivered",
    Effect.map(sql`SELECT 1 FROM webhook_deliveries WHERE status <> 'delivered'`, (rows) => rows.length === 0)
  )
  return {
    ...tenant,
    webhook_config_id,
    buddy_id,
    item_id,
    egg_id: egg.egg_id as string,
    archived_id: other.buddy_id,
    archived_version: first.config_version_id as string,
    active_version: second.config_version_id as string,
    draft_version: draft.config_version_id as string
  }
})

export type History = Effect.Success<ReturnType<typeof tenantWithHistory>>

const address = RunnerAddress.make("127.0.0.1", 1)
const shards = Array.from({ length: 300 }, (_, index) => ShardId.make("default", index + 1))

/** A runner as the cluster library registers it, which owns every shard. */
const lonelyRunner = Effect.gen(function* () {
  const storage = yield* RunnerStorage.RunnerStorage
  yield* storage.register(Runner.make({ address, groups: ["default"], weight: 1 }), true)
  const own = Effect.orDie(storage.acquire(address, shards))
  assert.lengthOf(yield* own, shards.length)
  yield* Effect.forkScoped(Effect.repeat(Effect.ignore(storage.refresh(address, shards)), Schedule.spaced("2 seconds")))
  return { own, lose: Effect.orDie(storage.release(address, shards[0]!)) }
})

export const makeWorld = Effect.gen(function* () {
  const sink = yield* webhookSink
  const runners = SqlRunnerStorage.layer.pipe(Layer.provide(ShardingConfig.layer()))
  const runner = yield* Effect.provide(lonelyRunner, yield* Layer.build(runners))
  const mine = yield* tenantWithHistory(sink.url("/mine"))
  const neighbour = yield* tenantWithHistory(sink.url("/neighbour"))
  yield* deadLetter(mine)
  return { ...mine, neighbour, runner }
})

export type World = Effect.Success<typeof makeWorld>
