import { assert, layer, type Vitest } from "@effect/vitest"
import { Effect } from "effect"
import { hatch, lesson, publish } from "../kit/players/players.ts"
import { TestApp } from "../kit/service/TestApp.ts"

const journey = (it: Vitest.MethodsNonLive<TestApp>) => {
  it.effect(
    "an egg hatches through its operation, an event pays once, and everything can be read back and explained",
    () =>
      Effect.gen(function* () {
        const tenant = yield* (yield* TestApp).tenant()
        const { call } = tenant
        const version = yield* publish(tenant)
        const { buddy_id, egg, operation } = yield* hatch(tenant, "ada")
        assert.deepStrictEqual([operation.type, operation.status, egg.status], ["hatch", "completed", "hatched"])

        const event = lesson("ada")
        const first = yield* call("POST", "/events", event)
        assert.strictEqual(first.status, 200)
        assert.strictEqual(first.body.event_id, event.event_id)
        // 10 of the rule, 25 of the badge, 5 of the streak's first day
        assert.strictEqual(first.body.effects.coins, 40)
        assert.deepStrictEqual(first.body.effects.badges_awarded, [
          { badge_key: "first_lesson", label: "First lesson", coin_reward: 25 }
        ])
        assert.deepStrictEqual(first.body.effects.tokens, [{ token_key: "xp", amount: 10, balance: 10 }])
        assert.strictEqual(first.body.effects.streak_updates[0].current_streak, 1)
        assert.isFalse(first.body.effects.evolution_ready)
        assert.isNull(first.headers.get("idempotency-replayed"))

        const again = yield* call("POST", "/events", event)
        assert.deepStrictEqual(again.body, first.body)
        assert.strictEqual(again.headers.get("idempotency-replayed"), "true")
        const changed = yield* call("POST", "/events", { ...event, properties: { score: 10 } })
        assert.deepStrictEqual([changed.body.payload_mismatch, changed.body.effects], [true, first.body.effects])

        const second = yield* call("POST", "/events", lesson("ada"))
        assert.deepStrictEqual([second.body.effects.coins, second.body.effects.evolution_ready], [10, true])

        const buddy = (yield* call("GET", `/buddies/${buddy_id}`)).body
        assert.deepStrictEqual(
          [buddy.user_id, buddy.status, buddy.coins, buddy.tokens, buddy.config_version_id, buddy.evolution_stage],
          ["ada", "active", 50, { xp: 20 }, version.config_version_id, 1]
        )
        assert.deepStrictEqual(buddy.skills.focus, { level: 1, points: 200, next_level_points: 400 })
        assert.match(buddy.image_url, /\/assets\/[0-9a-f]{64}\.png$/)

        const ledger = (yield* call("GET", `/economy/buddies/${buddy_id}/ledger?limit=2`)).body
        assert.deepStrictEqual(ledger.pagination.hasMore, true)
        const rest = (yield* call(
          "GET",
          `/economy/buddies/${buddy_id}/ledger?limit=200&cursor=${ledger.pagination.nextCursor}`
        )).body
        const rows = [...ledger.data, ...rest.data]
        assert.strictEqual(
          rows.reduce((sum: number, row: { amount: number }) => sum + row.amount, 0),
          50
        )
        assert.deepStrictEqual(
          rows.map((row: { seq: number }) => row.seq),
          [4, 3, 2, 1]
        )

        const trace = (yield* call("GET", `/events/${event.event_id}/trace`)).body
        assert.includeMembers(
          trace.rules.map((rule: { key: string; reason: string }) => `${rule.key} ${rule.reason}`),
          ["lesson_coins fired", "xp_per_lesson fired", "focus_up fired", "first_lesson fired"]
        )
        const summary = (yield* call("GET", "/buddies/users/ada/summary")).body
        assert.deepStrictEqual(summary, { user_id: "ada", buddies: 1, active_buddies: 1, coins: 50, badges: 1 })
      })
  )

  it.effect("a widget session shows the buddy and tracks events, and shows nothing else", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* publish(tenant)
      const { buddy_id } = yield* hatch(tenant, "bob")
      const session = yield* call("POST", "/widget-sessions", { buddy_id, user_id: "bob", scopes: ["events:track"] })
      assert.deepStrictEqual([session.status, session.body.scopes], [201, ["read", "events:track"]])
      const key = session.body.token
      const tracked = yield* call(
        "POST",
        "/widget/events",
        { type: "lesson.completed", properties: { score: 80, lesson_id: "1" } },
        { key }
      )
      assert.deepStrictEqual([tracked.status, tracked.body.effects.coins], [200, 40])
      const widget = yield* call("GET", "/widget/buddy", undefined, {
        key,
        headers: { origin: "https://shop.example" }
      })
      assert.deepStrictEqual(
        [widget.body.buddy.coins, widget.body.badges[0].badge_key, widget.body.streaks[0].current_streak],
        [40, "first_lesson", 1]
      )
      assert.strictEqual(widget.headers.get("access-control-allow-origin"), "https://shop.example")
      assert.strictEqual((yield* call("GET", `/buddies/${buddy_id}`, undefined, { key })).status, 403)
      const embed = yield* call("POST", "/embed-tokens", { buddy_id })
      assert.strictEqual((yield* call("POST", "/widget/events", { type: "x" }, { key: embed.body.token })).status, 403)
      assert.strictEqual((yield* call("POST", "/widget-sessions", { buddy_id, user_id: "eve" })).status, 404)
      assert.strictEqual((yield* call("PATCH", `/buddies/${buddy_id}/archive`)).body.status, "archived")
      assert.strictEqual((yield* call("GET", "/widget/buddy", undefined, { key })).status, 401)
      assert.strictEqual(
        (yield* call("POST", `/buddies/${buddy_id}/coins`, { amount: 1 })).body.error.code,
        "buddy_archived"
      )
    })
  )

  it.effect("a batch answers every item for itself, in order per user", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      yield* publish(tenant)
      yield* hatch(tenant, "cleo")
      const repeated = lesson("cleo")
      const answer = yield* tenant.call("POST", "/events/batch", {
        events: [repeated, lesson("nobody"), repeated, { event_id: "bad", user_id: 1 }, lesson("cleo"), "junk"]
      })
      assert.strictEqual(answer.status, 200)
      assert.deepStrictEqual(
        answer.body.results.map((item: { status: string }) => item.status),
        ["accepted", "accepted", "duplicate", "rejected", "accepted", "rejected"]
      )
      assert.deepStrictEqual([answer.body.accepted, answer.body.duplicates, answer.body.rejected], [3, 1, 2])
      assert.strictEqual(answer.body.results[1].effects.coins, 0)
      assert.deepStrictEqual(answer.body.results[2].effects, answer.body.results[0].effects)
      const events = (yield* tenant.call("GET", "/events?limit=2")).body
      assert.strictEqual(events.data.length, 2)
      const types = (yield* tenant.call("GET", "/events/types")).body
      assert.deepStrictEqual(
        [types.data[0].event_type, types.data[0].defined, types.data[0].events],
        ["lesson.completed", false, 3]
      )
      const users = (yield* tenant.call("GET", "/events/active-users")).body
      assert.strictEqual(users.data.length, 2)
    })
  )

  it.effect("a dry run answers the same with a trace and writes nothing", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      yield* publish(tenant)
      const { buddy_id } = yield* hatch(tenant, "dan")
      const event = lesson("dan")
      const dry = yield* tenant.call("POST", "/events?dry_run=true", event)
      assert.deepStrictEqual([dry.status, dry.body.effects.coins], [200, 40])
      assert.isNotEmpty(dry.body.trace)
      assert.strictEqual((yield* tenant.call("GET", `/buddies/${buddy_id}`)).body.coins, 0)
      const real = yield* tenant.call("POST", "/events", event)
      assert.deepStrictEqual(real.body.effects, dry.body.effects)
    })
  )

  it.effect("manual overrides go through the same ledger and know their limits", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* publish(tenant)
      const { buddy_id } = yield* hatch(tenant, "fay")
      const path = `/buddies/${buddy_id}`
      const earned = yield* call(
        "POST",
        `${path}/coins`,
        { amount: 100, reason: "sorry" },
        { headers: { "idempotency-key": "gift" } }
      )
      assert.deepStrictEqual([earned.status, earned.body.balance], [200, 100])
      const replayed = yield* call(
        "POST",
        `${path}/coins`,
        { amount: 100, reason: "sorry" },
        { headers: { "idempotency-key": "gift" } }
      )
      assert.deepStrictEqual(replayed.body, earned.body)
      assert.strictEqual((yield* call("POST", `${path}/coins/spend`, { amount: 30 })).body.balance, 70)
      const short = yield* call("POST", `${path}/coins/spend`, { amount: 71 })
      assert.deepStrictEqual(
        [short.status, short.body.error.code, short.body.error.details],
        [402, "insufficient_coins", { balance: 70, required: 71 }]
      )
      assert.strictEqual(
        (yield* call("POST", `${path}/tokens`, { token_key: "gem", operation: "earn", amount: 3 })).body.balance,
        3
      )
      assert.strictEqual(
        (yield* call("POST", `${path}/tokens`, { token_key: "xp", operation: "spend", amount: 1 })).body.error.code,
        "progression_not_spendable"
      )
      assert.strictEqual(
        (yield* call("POST", `${path}/tokens`, { token_key: "nope", operation: "earn", amount: 1 })).status,
        404
      )
      const badge = yield* call("POST", `${path}/badges`, { badge_key: "first_lesson", reason: "support" })
      assert.deepStrictEqual([badge.status, badge.body.already_awarded], [201, false])
      const owned = yield* call("POST", `${path}/badges`, { badge_key: "first_lesson" })
      assert.deepStrictEqual([owned.status, owned.body.already_awarded], [200, true])
      const skills = yield* call("PATCH", `${path}/skills`, {
        updates: [{ skill_key: "focus", operation: "set", value: 3 }]
      })
      assert.deepStrictEqual(skills.body.updates.focus, { level: 3, previous: 0, change: 3 })
      assert.strictEqual((yield* call("PATCH", path, { name: "Fluff" })).body.name, "Fluff")
      const tokens = (yield* call("GET", `${path}/tokens`)).body
      assert.deepStrictEqual(tokens.primary, [{ token_key: "gem", balance: 3, lifetime_earned: 3, lifetime_spent: 0 }])
      assert.strictEqual((yield* call("GET", `${path}/evolution`)).body.requirements[0].current, 0)
    })
  )

  it.effect("audiences, quota and foreign tenants get their documented answers", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const tenant = yield* app.tenant()
      const other = yield* app.tenant()
      yield* publish(tenant)
      const { buddy_id } = yield* hatch(tenant, "gus")
      assert.strictEqual(
        (yield* tenant.call("POST", "/events", lesson("gus", { audience: "vip" }))).body.error.code,
        "unknown_audience"
      )
      yield* tenant.call("PATCH", "/customers/me/audiences", { audiences: [{ key: "students" }, { key: "teachers" }] })
      assert.strictEqual((yield* tenant.call("POST", "/events", lesson("gus"))).body.error.code, "missing_audience")
      const placed = yield* tenant.call("POST", "/events", lesson("gus", { audience: "students" }))
      assert.deepStrictEqual([placed.status, placed.body.effects.coins], [200, 40])
      assert.strictEqual((yield* other.call("GET", `/buddies/${buddy_id}`)).status, 404)
      assert.strictEqual((yield* other.call("POST", `/buddies/${buddy_id}/coins`, { amount: 1 })).status, 404)
      assert.strictEqual((yield* other.call("GET", `/economy/buddies/${buddy_id}/ledger`)).status, 404)
      const future = lesson("gus", { audience: "students", occurred_at: new Date(Date.now() + 600_000).toISOString() })
      assert.strictEqual((yield* tenant.call("POST", "/events", future)).status, 422)
    })
  )
}

layer(TestApp.shared, { excludeTestServices: true })("from a draft to a rewarded buddy", journey)

layer(TestApp.layer({}, "cluster"), { excludeTestServices: true })(
  "from a draft to a rewarded buddy that lives on another node",
  journey
)
