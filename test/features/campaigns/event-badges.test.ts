/** Event badges: kept as configuration, given once to whoever was there. */
import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { eventBadgesPath, inHours, launch, makeEventBadge, sent, stepsOf } from "../../kit/campaigns/Drops.ts"
import { coinsOf, refusal, rich, started } from "../../kit/campaigns/Lotteries.ts"
import { hatch, publish, studyContent } from "../../kit/players/players.ts"
import { mintSession, withToken } from "../../kit/players/Widgets.ts"
import { until } from "../../kit/service/time.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const type = "party.joined"
const one = `${eventBadgesPath}/launch`

layer(TestApp.shared, { excludeTestServices: true })("event badges", (it) => {
  it.effect("are made, changed, listed and removed", () =>
    Effect.gen(function* () {
      const { call } = yield* started
      const { event_badge_id, ...made } = yield* makeEventBadge(call)
      assert.deepInclude(made, {
        badge_key: "launch",
        status: "active",
        required_count: 1,
        tier: null,
        starts_at: null,
        max_awards: null,
        awarded: 0
      })
      assert.deepStrictEqual(refusal(yield* call("POST", eventBadgesPath, launch)), [
        409,
        "already_exists",
        { key: "launch" }
      ])
      const named = yield* makeEventBadge(call, { badge_key: null, label: "Big Day" })
      assert.strictEqual(named.badge_key, "big-day")
      const changed = yield* call("PATCH", one, { status: "inactive", ends_at: inHours(1) })
      assert.deepInclude(changed.body, { event_badge_id, status: "inactive", label: "Launch day" })
      assert.isNull((yield* call("PATCH", one, { ends_at: null })).body.ends_at)
      assert.strictEqual((yield* call("PATCH", one, { badge_key: "other" })).status, 422)
      assert.strictEqual((yield* call("GET", `${eventBadgesPath}?status=active`)).body.meta.total, 1)
      assert.strictEqual((yield* call("DELETE", one)).status, 204)
      assert.strictEqual((yield* call("DELETE", `${eventBadgesPath}/${event_badge_id}`)).status, 404)
      yield* makeEventBadge(call)
    })
  )

  it.effect("tell their window as all times are told, however it was written", () =>
    Effect.gen(function* () {
      const { call } = yield* started
      const made = yield* makeEventBadge(call, { starts_at: "2026-12-01T00:00:00+02:00", ends_at: "2026-12-02T00:00Z" })
      const window = { starts_at: "2026-11-30T22:00:00.000Z", ends_at: "2026-12-02T00:00:00.000Z" }
      assert.deepInclude(made, window)
      const changed = yield* call("PATCH", one, { ends_at: "2026-12-02T01:00:00.5+01:00" })
      assert.deepInclude(changed.body, { ...window, ends_at: "2026-12-02T00:00:00.500Z" })
      assert.deepInclude((yield* call("GET", eventBadgesPath)).body.data[0], changed.body)
    })
  )

  it.effect("are refused where they are wrong", () =>
    Effect.gen(function* () {
      const { call } = yield* started
      const bad: ReadonlyArray<readonly [path: ReadonlyArray<unknown>, body: object]> = [
        [["required_count"], { required_count: 0 }],
        [["required_count"], { required_count: 1_001 }],
        [["ends_at"], { starts_at: inHours(2), ends_at: inHours(1) }],
        [["audience"], { audience: "nobody" }],
        [["max_awards"], { max_awards: 0 }],
        [["tier"], { tier: "wood" }],
        [
          ["conditions", "conditions", 0, "key"],
          { conditions: { conditions: [{ type: "item_owned", key: "unicorn", operator: "eq", value: true }] } }
        ]
      ]
      for (const [at, body] of bad) {
        const refused = yield* call("POST", eventBadgesPath, { ...launch, ...body })
        assert.deepStrictEqual([refused.status, refused.body.error.code], [422, "validation_failed"], refused.text)
        const found = refused.body.error.details.issues.map((issue: { path: unknown }) => JSON.stringify(issue.path))
        assert.include(found, JSON.stringify(at))
      }
      yield* makeEventBadge(call, { starts_at: inHours(1) })
      assert.strictEqual((yield* call("PATCH", one, { ends_at: inHours(-1) })).status, 422)
    })
  )

  it.effect("may be a hundred at once, and one more once another is over with", () =>
    Effect.gen(function* () {
      const { call } = yield* started
      // As a client does whose window is used up.
      const named = (place: number, status = "active") =>
        Effect.repeat(call("POST", eventBadgesPath, { ...launch, badge_key: `badge-${place}`, status }), {
          while: (answer) => answer.status === 429,
          schedule: Schedule.spaced("50 millis")
        })
      const answers = yield* Effect.forEach(Array(102).keys(), (place) => named(place), { concurrency: 10 })
      const over = answers.filter(({ status }) => status !== 201)
      const full = [409, "campaign_limit", { of: "event_badges", max: 100 }]
      assert.deepStrictEqual(over.map(refusal), [full, full])
      assert.strictEqual((yield* named(200, "inactive")).status, 201)
      const activate = call("PATCH", `${eventBadgesPath}/badge-200`, { status: "active" })
      assert.deepStrictEqual(refusal(yield* activate), full)
      yield* call("DELETE", `${eventBadgesPath}/${answers.find(({ status }) => status === 201)!.body.badge_key}`)
      assert.strictEqual((yield* activate).status, 200)
    })
  )

  it.effect("share their keys with no badge definition, whichever comes first", () =>
    Effect.gen(function* () {
      const { call } = yield* started
      const definition = { badge_key: "launch", label: "Launch" }
      const taken = [409, "already_exists", { key: "launch" }]
      yield* makeEventBadge(call)
      assert.deepStrictEqual(refusal(yield* call("POST", "/badge-definitions", definition)), taken)
      yield* call("DELETE", one)
      assert.strictEqual((yield* call("POST", "/badge-definitions", definition)).status, 201)
      assert.deepStrictEqual(refusal(yield* call("POST", eventBadgesPath, launch)), taken)
      const other = yield* call("POST", "/badge-definitions", { badge_key: "free", label: "Free" })
      yield* makeEventBadge(call, { badge_key: "second" })
      const moved = { badge_key: "second", label: "Free" }
      const path = `/badge-definitions/${other.body.badge_definition_id}`
      assert.deepStrictEqual(refusal(yield* call("PUT", path, moved)), [409, "already_exists", { key: "second" }])
      // Of a label that leads to a key that is taken, another key is made.
      const named = yield* makeEventBadge(call, { badge_key: null, label: "launch" })
      assert.match(named.badge_key, /^launch-[a-z0-9]{6}$/)
    })
  )

  it.effect("are two things under one key only until one of fifty requests is first", () =>
    Effect.gen(function* () {
      const { call } = yield* started
      const both = Array.from({ length: 50 }, (_, n) =>
        n % 2 === 0
          ? call("POST", "/badge-definitions", { badge_key: "launch", label: "Launch" })
          : call("POST", eventBadgesPath, launch)
      )
      const statuses = (yield* Effect.all(both, { concurrency: 10 })).map(({ status }) => status)
      assert.deepStrictEqual(
        statuses.toSorted((a, b) => a - b),
        [201, ...Array(49).fill(409)]
      )
    })
  )

  it.effect("are given with their coins, listed, and taken back with the event", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call } = tenant
      const buddy_id = yield* rich(tenant, "ada", 0)
      yield* makeEventBadge(call, { required_count: 2, coin_reward: 7, max_awards: 1 })
      assert.deepStrictEqual((yield* sent(call, "ada", type)).effects.badges_awarded, [])
      const { effects, event_id } = yield* sent(call, "ada", type)
      assert.deepStrictEqual(effects.badges_awarded, [{ badge_key: "launch", label: "Launch day", coin_reward: 7 }])
      const listed = () => Effect.map(call("GET", `/buddies/${buddy_id}/badges`), ({ body }) => body.data)
      assert.deepInclude((yield* listed())[0], { badge_key: "launch", reason: "event_badge", times: 1 })
      const awarded = () => Effect.map(call("GET", eventBadgesPath), ({ body }) => body.data[0].awarded)
      assert.strictEqual(yield* awarded(), 1)
      assert.strictEqual((yield* call("POST", `/events/${event_id}/reverse`, { mode: "clamp" })).status, 200)
      assert.deepStrictEqual(yield* listed(), [])
      assert.deepStrictEqual([yield* coinsOf(call, buddy_id), yield* awarded()], [0, 0])
      assert.strictEqual((yield* sent(call, "ada", type)).effects.coins, 7)
      assert.deepInclude((yield* listed())[0], { badge_key: "launch", times: 2 })
    })
  )

  it.effect("have so many places, also when fifty come at one moment", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call } = tenant
      const users = Array.from({ length: 50 }, (_, n) => `guest-${n}`)
      yield* Effect.forEach(users, (user) => rich(tenant, user, 0), { concurrency: 10 })
      const { event_badge_id } = yield* makeEventBadge(call, { max_awards: 9 })
      const answers = yield* Effect.forEach(users, (user) => sent(call, user, type), { concurrency: 50 })
      assert.strictEqual(answers.filter(({ effects }) => effects.badges_awarded.length === 1).length, 9)
      const sql = yield* SqlClient.SqlClient
      const used = yield* sql`SELECT used::int FROM rule_budgets WHERE rule_id = ${event_badge_id}::uuid`
      assert.deepStrictEqual(used, [{ used: 9 }])
      const rows = yield* sql`SELECT 1 FROM buddy_badges WHERE customer_id = ${tenant.customer_id}::uuid`
      assert.strictEqual(rows.length, 9)
    })
  )

  it.effect("that are given an end have as many holders as before it, less those whose event was taken back", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call } = tenant
      yield* makeEventBadge(call)
      const guests = ["ada", "bob", "cy", "dot", "eve"]
      for (const guest of guests) yield* rich(tenant, guest, 0)
      const given = (guest: string) =>
        Effect.map(sent(call, guest, type), ({ effects }) => effects.badges_awarded.length)
      const { event_id } = yield* sent(call, "ada", type)
      assert.strictEqual(yield* given("bob"), 1)
      assert.deepInclude((yield* call("PATCH", one, { max_awards: 3 })).body, { awarded: 2, max_awards: 3 })
      assert.deepStrictEqual([yield* given("cy"), yield* given("dot")], [1, 0])
      assert.strictEqual((yield* call("POST", `/events/${event_id}/reverse`, { mode: "clamp" })).status, 200)
      // Another runner, that knows there was no place left, hears of this one a moment later.
      yield* until(
        "the place to be given",
        Effect.map(given("dot"), (awarded) => awarded === 1)
      )
      assert.strictEqual(yield* given("eve"), 0)
      assert.strictEqual((yield* call("GET", eventBadgesPath)).body.data[0].awarded, 3)
    })
  )

  it.effect("count what occurred within the window, however late it comes, and nothing else", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call } = tenant
      yield* rich(tenant, "ada", 0)
      yield* makeEventBadge(call, { starts_at: inHours(-5), ends_at: inHours(-3) })
      const { event_id } = yield* sent(call, "ada", type)
      const [step] = yield* stepsOf(call, event_id, "event_badge")
      assert.deepInclude(step, { key: "launch", reason: "outside_window" })
      const late = yield* sent(call, "ada", type, { occurred_at: inHours(-4) })
      assert.strictEqual(late.effects.badges_awarded.length, 1)
    })
  )

  it.effect("give way to a definition that is published under their key", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call } = tenant
      yield* makeEventBadge(call)
      const launched = { badge_key: "launch", label: "Defined", award_mode: "api" }
      yield* publish(tenant, { ...studyContent, badge_definitions: [launched] })
      yield* rich(tenant, "ada", 0)
      const { effects, event_id } = yield* sent(call, "ada", type)
      assert.deepStrictEqual(effects.badges_awarded, [])
      assert.deepInclude((yield* stepsOf(call, event_id, "event_badge"))[0], { reason: "disabled" })
    })
  )

  it.effect("may be asked for by what is published, in the event that brings them, and by no reward", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call } = tenant
      yield* makeEventBadge(call)
      const owned = { type: "badge_owned", key: "launch", operator: "eq", value: true }
      const guest = { badge_key: "guest", label: "Guest", coin_reward: 3, criteria: { conditions: [owned] } }
      const content = { ...studyContent, badge_definitions: [guest] }
      const planned = yield* call("POST", "/config-versions/plan", { content })
      assert.deepStrictEqual(planned.body.errors, [])
      yield* publish(tenant, content)
      yield* rich(tenant, "ada", 0)
      const { effects } = yield* sent(call, "ada", type)
      assert.deepStrictEqual(
        effects.badges_awarded.map(({ badge_key }: { badge_key: string }) => badge_key),
        ["launch", "guest"]
      )
      // Who has it keeps it, so it may be asked for once it is removed as well.
      assert.strictEqual((yield* call("DELETE", one)).status, 204)
      yield* publish(tenant, content)
      const milestones = [{ length: 2, reward: { badges: ["launch"] } }]
      const streak = { streak_key: "daily", qualifying: { events: [{ event_type: type }] }, milestones }
      const paying = yield* call("POST", "/config-versions/plan", { content: { ...content, streak_rules: [streak] } })
      assert.deepStrictEqual(paying.body.errors, ["streak_rules.daily names the unknown badge launch"])
    })
  )

  it.effect("show their picture, tier and description in the buddy's widget, also once they are removed", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call } = tenant
      const icon_url = "https://example.com/launch.png"
      const { event_badge_id } = yield* makeEventBadge(call, { icon_url, tier: "gold", description: "You were there" })
      const { buddy_id } = yield* hatch(tenant, "ada")
      yield* sent(call, "ada", type)
      const key = yield* mintSession(call, { buddy_id, user_id: "ada" })
      const badge = Effect.map(withToken(call, key)("GET", "/widget/buddy"), ({ body }) => body.badges[0])
      const shown = { badge_key: "launch", icon_url, tier: "gold", description: "You were there" }
      assert.deepInclude(yield* badge, shown)
      assert.strictEqual((yield* call("DELETE", `${eventBadgesPath}/${event_badge_id}`)).status, 204)
      assert.deepInclude(yield* badge, shown)
    })
  )

  it.effect(
    "are given to a buddy whose test clock stands within their window, however long that is over for others",
    () =>
      Effect.gen(function* () {
        const tenant = yield* started
        const { call, customer_id } = tenant
        const sql = yield* SqlClient.SqlClient
        yield* hatch(tenant, "ada")
        const { event_badge_id } = yield* makeEventBadge(call, { ends_at: inHours(1) })
        const { test_clock_id } = (yield* call("POST", "/test/clocks", { user_ids: ["ada"] })).body
        const ended = new Date(Date.now() - 40 * 86_400_000 + 3_600_000).toISOString()
        yield* sql`UPDATE event_badges SET content = jsonb_set(content, '{ends_at}', to_jsonb(${ended}::text))
        WHERE event_badge_id = ${event_badge_id}::uuid`
        yield* sql`UPDATE test_clocks SET virtual_now = virtual_now - interval '40 days'
        WHERE customer_id = ${customer_id}::uuid`
        const { now } = (yield* call("POST", `/test/clocks/${test_clock_id}/advance`, { by_seconds: 60 })).body
        const { effects } = yield* sent(call, "ada", type, { occurred_at: now })
        assert.deepInclude(effects.badges_awarded, { badge_key: "launch", label: "Launch day", coin_reward: 0 })
      })
  )
})
