/** A database in which every invariant has something to look at, made by the service itself through its routes. */
import { assert } from "@effect/vitest"
import { Effect, Layer, Schedule } from "effect"
import { RunnerAddress, Runner, RunnerStorage, ShardId, ShardingConfig, SqlRunnerStorage } from "effect/cluster"
import { SqlClient } from "effect/sql"
import { FakeImages } from "../../../src/platform/images/FakeImages.ts"
import { ImageError } from "../../../src/platform/images/ImageProvider.ts"
import { dashboardKey, ownerOf } from "../../kit/players/Dashboard.ts"
import { hatch, lesson, publish, studyContent } from "../../kit/players/players.ts"
import { watchHatching } from "../../kit/players/Widgets.ts"
import { refuseInDatabase } from "../../kit/players/Poison.ts"
import { type Answer, TestApp, type TestTenant } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"
import { tryLuck } from "./lotteryWorld.ts"
import { webhookSink } from "../../kit/webhooks/WebhookSink.ts"
import { luckAndParty } from "./happeningWorld.ts"
import { giftsFor } from "./gifts.ts"
import { graveNews } from "./newsWorld.ts"
import { causeWithThresholds, kudosThatArePaid, oneIsErased, openPages, questThatSucceeded } from "./together.ts"
import { setUp } from "./setupWorld.ts"
import { signedIn } from "./signIns.ts"

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
  const sale = {
    name: "Friday",
    marketplace_id: "shop",
    item_ids: [
      fine(yield* call("POST", "/marketplaces/shop/items", { ...hat, item_key: "cap", name: "Cap" })).body.item_id
    ],
    discount: { mode: "percent", value: 30 },
    starts_at: new Date(Date.now() - 60_000).toISOString(),
    ends_at: new Date(Date.now() + 86_400_000).toISOString(),
    per_buddy_limit: 1,
    stock_total: 5
  }
  fine(yield* call("POST", "/customers/me/flash-sales", sale))
  fine(yield* call("POST", `/buddies/${buddy_id}/purchase-item`, { item_id: "cap", max_price_coins: 7 }))
  fine(yield* call("PATCH", `/buddies/${buddy_id}/equipped-items`, { equip: [item_id] }))
  fine(yield* call("POST", `/buddies/${buddy_id}/outfits`, { name: "Best", item_ids: [item_id] }))
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

/** A pack of credits, as somebody of the workspace buys it. */
const buyCredits = Effect.fnUntraced(function* ({ customer_id }: TestTenant) {
  const app = yield* TestApp
  const key = { key: yield* dashboardKey(customer_id) }
  const { session_id } = fine(yield* app.call("POST", "/billing/checkout", { credits: 100 }, key)).body
  fine(yield* app.call("GET", `/billing/checkout/session/${session_id}`, undefined, key))
  // As a fetch of its subscription leaves it.
  yield* (yield* SqlClient.SqlClient)`
    INSERT INTO billing_accounts (customer_id, provider_customer_id, plan, state, created_at)
    SELECT customer_id, 'cus_' || customer_id, plan, 'active', now() FROM customers
    WHERE customer_id = ${customer_id}::uuid`
})

/** A lesson worth twice as much, by a booster of its own. */
const celebrate = Effect.fnUntraced(function* ({ call }: TestTenant, buddy_id: string) {
  const target = { buddy_ids: [buddy_id] }
  const double = { booster_key: "double", applies_to: ["coins"], multiplier: 2, duration_minutes: 60, target }
  fine(yield* call("POST", "/customers/me/boosters/grant", double))
  fine(yield* call("POST", "/events", lesson("ada", { type: "bonus.drawn", properties: {} })))
})

/** What it says of itself, and what others would. */
const present = Effect.fnUntraced(function* ({ call }: TestTenant, buddy_id: string) {
  const templates = "/customers/me/profile-templates"
  fine(yield* call("POST", templates, { name: "Club", is_default: true, profile: { tagline: "{name} of the club" } }))
  fine(yield* call("POST", templates, { name: "Guests" }))
  fine(yield* call("PATCH", `/buddies/${buddy_id}/profile`, { accent_color: "#336699", show: { coins: true } }))
})

/** A team whose mentor has risen, and looks after a member. */
const gather = Effect.fnUntraced(function* (tenant: TestTenant, mentor_buddy_id: string) {
  const { call } = tenant
  const { buddy_id: mentee_buddy_id } = yield* hatch(tenant, "dora")
  const { team_id } = fine(yield* call("POST", "/customers/me/teams", { name: "Class", max_members: 2 })).body
  const members = `/customers/me/teams/${team_id}/members`
  for (const buddy_id of [mentor_buddy_id, mentee_buddy_id]) fine(yield* call("POST", members, { buddy_id }))
  fine(yield* call("PATCH", `${members}/${mentor_buddy_id}`, { role: "mentor" }))
  fine(yield* call("PATCH", "/customers/me/mentor-visibility/config", { enabled: true }))
  const pair = { mentor_buddy_id, mentee_buddy_id, team_id }
  fine(yield* call("POST", "/customers/me/mentor-visibility/sessions", pair))
  return team_id as string
})

/** What the workspace says, by itself and by its council, and what for. */
const speak = Effect.fnUntraced(function* ({ call }: TestTenant, buddy_id: string) {
  fine(yield* call("PATCH", "/customers/me/narrative", { tone: "epic", intro: "Welcome", hatch_copy: "Hello" }))
  fine(yield* call("PATCH", "/customers/me/narrative", { hatch_copy: null }))
  const proposals = "/customers/me/council/proposals"
  for (const decision of ["approve", "reject", null]) {
    const wanted = { slot: "badge_copy", text: `To ${decision}`, buddy_id }
    const { proposal_id } = fine(yield* call("POST", proposals, wanted)).body
    if (decision !== null) fine(yield* call("PATCH", `${proposals}/${proposal_id}`, { decision }))
  }
  const cta = { cta_label: "Go", cta_url: "https://example.test" }
  fine(yield* call("PATCH", "/customers/me/mission-anchor-config", { enabled: true, statement: "Because", ...cta }))
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

const leagues = "/customers/me/leagues"

/** Rewarded in its only tier. */
const beginSeason = Effect.fnUntraced(function* ({ call }: TestTenant) {
  fine(yield* call("PATCH", `${leagues}/config`, { enabled: true, starts_on: null }))
  const rewards = [{ rank_min: 1, rank_max: 1, reward: { coins: 50 } }]
  fine(yield* call("PUT", `${leagues}/tiers`, { tiers: [{ tier_key: "open", name: "Open", order: 1, rewards }] }))
  const in_ms = (ms: number) => new Date(Date.now() + ms).toISOString()
  return fine(yield* call("POST", `${leagues}/seasons`, { starts_at: in_ms(0), ends_at: in_ms(86_400_000) })).body
})

const closeSeason = Effect.fnUntraced(function* ({ call }: TestTenant, season_id: string) {
  const { operation_id } = fine(yield* call("POST", `${leagues}/seasons/${season_id}/force-close`, {})).body
  yield* until(
    "the season is closed",
    Effect.map(call("GET", `/operations/${operation_id}`), ({ body }) => body.status === "completed")
  )
})

/** An inbox that has taken something from outside. */
const fillInbox = Effect.fnUntraced(function* ({ call }: TestTenant) {
  const { url } = fine(yield* call("POST", "/webhook-inboxes", {})).body
  fine(yield* call("POST", `root:${new URL(url).pathname}`, { hello: "inbox" }))
})

const tenantWithHistory = Effect.fnUntraced(function* (url: string) {
  const sql = yield* SqlClient.SqlClient
  const tenant = yield* (yield* TestApp).tenant()
  const webhook_config_id = yield* oldEndpoint(tenant, url)
  const { account_id } = yield* ownerOf(tenant.customer_id)
  const first = yield* publish(tenant, content)
  const { buddy_id, egg } = yield* hatch(tenant, "ada")
  const other = yield* hatch(tenant, "bea")
  const { season_id } = yield* beginSeason(tenant)
  fine(yield* tenant.call("PATCH", "/customers/me/leaderboard-config", { enabled: true }))
  yield* earn(tenant, buddy_id)
  yield* closeSeason(tenant, season_id)
  const happenings = yield* luckAndParty(tenant)
  const item_id = yield* belong(tenant, buddy_id)
  yield* buyCredits(tenant)
  yield* celebrate(tenant, buddy_id)
  yield* giftsFor(tenant, fine, buddy_id)
  yield* present(tenant, buddy_id)
  const team_id = yield* gather(tenant, buddy_id)
  const kudo_id = yield* kudosThatArePaid(tenant, fine, { buddy_id, team_id })
  yield* speak(tenant, buddy_id)
  const draws = yield* tryLuck(tenant, buddy_id)
  const cause_id = yield* causeWithThresholds(tenant, fine, url)
  const quest_id = yield* questThatSucceeded(tenant, fine, buddy_id)
  yield* openPages(tenant, fine, buddy_id)
  yield* watchHatching(tenant.call, buddy_id, "ada")
  yield* beginSeason(tenant)
  fine(yield* tenant.call("POST", "/events", lesson("bea")))
  const cohorts = sql`SELECT 1 FROM league_cohorts
    WHERE customer_id = ${tenant.customer_id}::uuid AND season_id <> ${season_id}::uuid`
  yield* until(
    "the running season has its cohort",
    Effect.map(cohorts, (rows) => rows.length > 0)
  )
  yield* Effect.all([fillInbox(tenant), graveNews(tenant.customer_id), signedIn(account_id), setUp(tenant)])
  fine(yield* tenant.call("PATCH", `/buddies/${other.buddy_id}/archive`))
  yield* oneIsErased(tenant)
  const second = yield* publish(tenant, content)
  fine(yield* tenant.call("POST", "/eggs", { user_id: "cleo" }))
  yield* until(
    "webhooks are delivered",
    Effect.map(sql`SELECT 1 FROM webhook_deliveries_all WHERE status <> 'delivered'`, (rows) => rows.length === 0)
  )
  return {
    ...tenant,
    ...draws,
    ...happenings,
    webhook_config_id,
    account_id,
    buddy_id,
    item_id,
    team_id,
    cause_id,
    quest_id,
    kudo_id,
    egg_id: egg.egg_id as string,
    archived_id: other.buddy_id,
    archived_version: first.config_version_id as string,
    active_version: second.config_version_id as string,
    draft_version: fine(yield* tenant.call("POST", "/config-versions")).body.config_version_id as string
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
