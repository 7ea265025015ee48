/** Badges that a person has to look at: they wait, are given or refused, and ask again when they are earned anew. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { caughtUp } from "../../kit/insight/analytics.ts"
import { hatch, lesson, publish, studyContent } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

const rich = (badge_key: string, extra: object) => ({
  badge_key,
  label: badge_key,
  criteria: { conditions: [{ type: "coins_balance", operator: "gte", value: 100 }] },
  ...extra
})
const reviewed = {
  ...studyContent,
  badge_definitions: [
    rich("hero", { award_mode: "manual_review", coin_reward: 25 }),
    rich("again", { repeatable: true, is_secret: true })
  ]
}

const started = Effect.gen(function* () {
  const tenant = yield* (yield* TestApp).tenant({ mode: "live" })
  yield* publish(tenant, reviewed)
  yield* tenant.call("POST", "/webhook-configs", { url: "http://127.0.0.1:9/", events: ["badge.*"] })
  const { buddy_id } = yield* hatch(tenant, "ada")
  const at = `/buddies/${buddy_id}`
  const { call } = tenant
  const told = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const found = yield* sql<{ event: string; key: string }>`
      SELECT event, body::json ->> 'badge_key' AS key FROM webhook_deliveries_all
      WHERE customer_id = ${tenant.customer_id}::uuid ORDER BY delivery_id`
    return found.map(({ event, key }) => `${event} ${key}`)
  })
  return {
    ...tenant,
    buddy_id,
    at,
    told,
    earn: call("POST", `${at}/coins`, { amount: 100 }),
    spend: (amount: number) => call("POST", `${at}/coins/spend`, { amount }),
    waiting: (query = "") => Effect.map(call("GET", `/badge-reviews${query}`), ({ body }) => body)
  }
})

layer(TestApp.shared, { excludeTestServices: true })("a badge under review", (it) => {
  it.effect("waits where reviewers look, and is given once when approved", () =>
    Effect.gen(function* () {
      const { at, buddy_id, call, earn, told, waiting } = yield* started
      yield* earn
      assert.includeMembers(yield* told, ["badge.ready hero", "badge.awarded again"])
      const open = yield* waiting()
      assert.strictEqual(open.meta.total, 1)
      assert.deepInclude(open.data[0], { buddy_id, user_id: "ada", badge_key: "hero" })
      assert.strictEqual((yield* waiting("?badge_key=other")).meta.total, 0)
      assert.strictEqual((yield* waiting(`?buddy_id=${buddy_id}`)).meta.total, 1)
      yield* call("POST", "/events", lesson("ada"))
      const approved = yield* call("POST", `${at}/badges`, { badge_key: "hero", reason: "seen" })
      assert.deepStrictEqual([approved.status, approved.body.coin_reward], [201, 25])
      assert.strictEqual((yield* waiting()).meta.total, 0)
      assert.strictEqual((yield* told).filter((one) => one === "badge.ready hero").length, 1)
      const refused = yield* call("POST", `${at}/badges/hero/reject`, {})
      assert.deepStrictEqual([refused.status, refused.body.error.code], [409, "badge_not_ready"])
      assert.strictEqual((yield* call("POST", `${at}/badges/none/reject`, {})).status, 404)
    })
  )

  it.effect("is news for people while none waited, whether or not they have read the last of it", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { at, call, customer_id, earn, spend } = tenant
      const news = Effect.gen(function* () {
        yield* caughtUp(customer_id)
        const { notifications } = (yield* call("GET", "/notifications?kind=badge_review_waiting")).body
        yield* call("POST", "/notifications/read", { before: "2100-01-01T00:00:00Z" })
        return notifications.length as number
      })
      yield* earn
      assert.strictEqual(yield* news, 1)
      const { buddy_id: second } = yield* hatch(tenant, "bob")
      yield* call("POST", `/buddies/${second}/coins`, { amount: 100 })
      assert.strictEqual(yield* news, 1, "one waits already")
      for (const buddy of [at, `/buddies/${second}`]) yield* call("POST", `${buddy}/badges/hero/reject`, {})
      yield* spend(100)
      yield* earn
      assert.strictEqual(yield* news, 2)
    })
  )

  it.effect("that was refused asks again only when it is earned anew", () =>
    Effect.gen(function* () {
      const { at, call, earn, spend, told, waiting } = yield* started
      yield* earn
      const rejected = yield* call("POST", `${at}/badges/hero/reject`, { reason: "a gift, not earned" })
      assert.deepStrictEqual([rejected.status, rejected.body.rejected], [200, true])
      yield* earn
      assert.strictEqual((yield* waiting()).meta.total, 0)
      yield* spend(150)
      yield* earn
      assert.strictEqual((yield* waiting()).meta.total, 1)
      assert.strictEqual((yield* told).filter((one) => one === "badge.ready hero").length, 2)
      assert.strictEqual((yield* call("GET", `${at}/badges`)).body.data[0].badge_key, "again")
    })
  )

  it.effect("a repeatable one comes on each rising edge, and a secret one is not told to browsers", () =>
    Effect.gen(function* () {
      const { at, call, earn, spend } = yield* started
      yield* earn
      yield* earn
      yield* spend(150)
      yield* earn
      const held = yield* call("GET", `${at}/badges`)
      assert.deepStrictEqual(
        held.body.data.map((badge: { badge_key: string; times: number }) => [badge.badge_key, badge.times]),
        [
          ["again", 2],
          ["again", 1]
        ]
      )
      const made = yield* call("POST", "/auth/publishable-keys", { label: "web", permissions: ["badges:read"] })
      const keys = ({ body }: { readonly body: { data: ReadonlyArray<{ badge_key: string }> } }) =>
        body.data.map(({ badge_key }) => badge_key)
      const shown = yield* call("GET", "/badge-definitions", undefined, { key: made.body.key })
      assert.deepStrictEqual(keys(shown), ["hero"])
      assert.deepStrictEqual(keys(yield* call("GET", "/badge-definitions")), ["hero", "again"])
    })
  )

  it.effect("can be refused when the version its buddy has moved to does not define it any more", () =>
    Effect.gen(function* () {
      const { at, buddy_id, call, earn, waiting, ...tenant } = yield* started
      yield* earn
      const without = { ...reviewed, badge_definitions: [rich("again", { repeatable: true, is_secret: true })] }
      yield* publish({ call, ...tenant }, without)
      const version = (yield* call("GET", "/customers/me")).body.active_config_version_id
      const moving = yield* call("POST", `/config-versions/${version}/migrate-buddies`, { buddy_ids: [buddy_id] })
      assert.strictEqual(moving.status, 202, moving.text)
      yield* until(
        "the buddy goes by it",
        Effect.map(call("GET", at), ({ body }) => body.config_version_id === version)
      )
      assert.strictEqual((yield* waiting()).meta.total, 1)
      const gone = yield* call("POST", `${at}/badges`, { badge_key: "hero" })
      assert.deepStrictEqual([gone.status, gone.body.error.code], [404, "not_found"])
      const rejected = yield* call("POST", `${at}/badges/hero/reject`, { reason: "not given any more" })
      assert.deepStrictEqual([rejected.status, rejected.body.rejected], [200, true])
      assert.strictEqual((yield* waiting()).meta.total, 0)
      assert.strictEqual((yield* call("POST", `${at}/badges/hero/reject`, {})).status, 404)
    })
  )

  it.effect("is news to the people of the workspace when it is the first that waits", () =>
    Effect.gen(function* () {
      const { at, call, customer_id, earn, ...tenant } = yield* started
      const sql = yield* SqlClient.SqlClient
      const { buddy_id: other } = yield* hatch({ ...tenant, call, customer_id }, "bob")
      const news = Effect.map(
        call("GET", "/notifications?kind=badge_review_waiting"),
        ({ body }) => body.notifications.length as number
      )
      /** Reports count what happened beside it. */
      const folded = until(
        "what happened is counted",
        Effect.map(
          sql`SELECT 1 FROM analytics_deltas WHERE customer_id = ${customer_id}::uuid LIMIT 1`,
          (left) => left.length === 0
        )
      )
      yield* earn
      yield* folded
      assert.strictEqual(yield* news, 1)
      yield* call("POST", "/notifications/read", { before: "2100-01-01T00:00:00Z" })
      yield* call("POST", `/buddies/${other}/coins`, { amount: 100 })
      yield* folded
      assert.strictEqual(yield* news, 1, "somebody has to look there anyway")
      yield* call("POST", `${at}/badges`, { badge_key: "hero", reason: "seen" })
      yield* call("POST", `/buddies/${other}/badges/hero/reject`, {})
      const { buddy_id: third } = yield* hatch({ ...tenant, call, customer_id }, "cia")
      yield* call("POST", `/buddies/${third}/coins`, { amount: 100 })
      yield* folded
      assert.strictEqual(yield* news, 2)
    })
  )
})
