/** What widgets read before they draw anything: how the workspace looks and speaks, and what the token may do. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hatch, publish, studyContent } from "../../kit/players/players.ts"
import { mintEmbed, widgetOwner, withToken } from "../../kit/players/Widgets.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const labels = {
  coin: { singular: "coin", plural: "coins" },
  tokens: { xp: "XP", gem: "Gem" },
  skills: { focus: "Focus" },
  stages: { "1": "Hatchling", "2": "Scout" }
}

layer(TestApp.shared, { excludeTestServices: true })("the configuration of widgets", (it) => {
  const opened = Effect.gen(function* () {
    const tenant = yield* (yield* TestApp).tenant({ plan: "enterprise" })
    yield* publish(tenant)
    return { tenant, call: tenant.call, ...(yield* widgetOwner(tenant, "ada")) }
  })

  it.effect("names what the buddy's workspace has, in the workspace's look and language", () =>
    Effect.gen(function* () {
      const { call, widget } = yield* opened
      const config = Effect.map(widget("GET", "/widget/config"), ({ body }) => body)
      const { token: _token, ...first } = yield* config
      assert.deepStrictEqual(first, {
        theme: { mode: "auto", accent_color: "#6c5ce7", radius: "md", font: "system" },
        locale: "en",
        modules: ["buddy", "badges", "streak", "leaderboard"],
        poll_seconds: 30,
        brag: null,
        mission_anchor: null,
        copy: {},
        labels
      })
      const coin_name = { singular: "acorn", plural: "acorns" }
      const settings = { locale: "de", widget_theme: { mode: "dark", accent_color: "#00aa55" }, coin_name }
      const changed = yield* call("PATCH", "/customers/me/settings", settings)
      assert.strictEqual(changed.status, 200, changed.text)
      assert.deepStrictEqual(changed.body.settings.coin_name, coin_name)
      yield* call("POST", "/marketplaces", { marketplace_key: "main", name: "Main" })
      yield* call("POST", "/path-definitions", { path_key: "way", title: "Way" })
      yield* call("POST", "/path-definitions/way/activate")
      const theme = { mode: "dark", accent_color: "#00aa55", radius: "md", font: "system" }
      assert.deepStrictEqual(changed.body.settings.widget_theme, theme)
      assert.deepInclude(yield* config, {
        theme,
        locale: "de",
        modules: ["buddy", "badges", "streak", "marketplace", "path", "leaderboard"],
        labels: { ...labels, coin: coin_name }
      })
      yield* call("PATCH", "/customers/me/settings", { widget_theme: null, coin_name: null })
      const restored = yield* config
      assert.strictEqual(restored.theme.mode, "auto")
      assert.deepStrictEqual(restored.labels.coin, labels.coin)
      const odd = yield* call("PATCH", "/customers/me/settings", { widget_theme: { accent_color: "red" } })
      assert.deepStrictEqual([odd.status, odd.body.error.code], [422, "validation_failed"])
    })
  )

  it.effect("says what the token is, and until when", () =>
    Effect.gen(function* () {
      const { buddy_id, call } = yield* opened
      const tokenOf = (key: string) =>
        Effect.map(withToken(call, key)("GET", "/widget/config"), ({ body }) => body.token)
      const asked = { buddy_id, user_id: "ada", scopes: ["items:equip"], ttl_seconds: 60 }
      const minted = yield* call("POST", "/widget-sessions", asked)
      assert.deepStrictEqual(yield* tokenOf(minted.body.token), {
        kind: "session",
        widget: null,
        scopes: ["read", "items:equip"],
        expires_at: minted.body.expires_at
      })
      assert.deepInclude(yield* tokenOf(yield* mintEmbed(call, { buddy_id, widget: "path" })), {
        kind: "embed",
        widget: "path",
        scopes: ["read"]
      })
    })
  )

  it.effect("names what lunches and outfits belong to once there are lunches, and things to wear", () =>
    Effect.gen(function* () {
      const { call, tenant, widget } = yield* opened
      const modules = Effect.map(widget("GET", "/widget/config"), ({ body }) => body.modules as ReadonlyArray<string>)
      for (const module of ["campaigns", "community"]) assert.notInclude(yield* modules, module)
      const { buddy_id } = yield* hatch(tenant, "bea")
      const lunch = yield* call("POST", "/customers/me/free-lunches", {
        buddy_ids: [buddy_id],
        coins: 5,
        message: "Hi"
      })
      assert.isTrue(lunch.status < 300, lunch.text)
      assert.include(yield* modules, "campaigns")
      yield* call("POST", "/marketplaces", { marketplace_key: "main", name: "Main" })
      const hat = { item_key: "hat", name: "Hat", category: "head", price_coins: 1 }
      const item = yield* call("POST", "/marketplaces/main/items", hat)
      assert.strictEqual(item.status, 201, item.text)
      assert.include(yield* modules, "community")
    })
  )

  it.effect("calls things what the buddy's own version calls them, whatever was published since", () =>
    Effect.gen(function* () {
      const { tenant, widget } = yield* opened
      const token_types = [{ token_key: "xp", name: "Experience", kind: "progression" }]
      yield* publish(tenant, { ...studyContent, token_types })
      assert.deepStrictEqual((yield* widget("GET", "/widget/config")).body.labels, labels)
    })
  )
})

layer(TestApp.shared, { excludeTestServices: true })("the buddy widget", (it) => {
  it.effect("names its stages, and tells badges with their words and pictures", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const [badge] = studyContent.badge_definitions
      const icon_url = "https://pictures.example.test/first.png"
      const badge_definitions = [{ ...badge, description: "It begins.", icon_url, tier: "gold" }]
      yield* publish(tenant, { ...studyContent, badge_definitions })
      const { widget } = yield* widgetOwner(tenant, "ada")
      yield* widget("POST", "/widget/events", { type: "lesson.completed" })
      const { body } = yield* widget("GET", "/widget/buddy")
      assert.deepInclude(body.evolution, {
        current_stage: 1,
        stage_name: "Hatchling",
        next_stage: 2,
        next_stage_name: "Scout"
      })
      assert.strictEqual(body.badge_count, body.badges.length)
      assert.deepInclude(body.badges[0], { label: "First lesson", description: "It begins.", icon_url, tier: "gold" })
    })
  )
})

layer(TestApp.shared, { excludeTestServices: true })("the leaderboard widget", (it) => {
  it.effect("shows a week of the workspace's calendar, and nobody on it while nobody is ranked", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      yield* publish(tenant)
      yield* tenant.call("PATCH", "/customers/me/settings", { timezone: "Asia/Kathmandu" })
      yield* tenant.call("PATCH", "/customers/me/leaderboard-config", { enabled: true })
      const { widget } = yield* widgetOwner(tenant, "ada", [])
      const { body, status, text } = yield* widget("GET", "/widget/leaderboard?limit=100")
      assert.strictEqual(status, 200, text)
      const { leaderboard, ...rest } = body
      assert.deepStrictEqual(rest, { total: 0, me: null, entries: [], league: null, scopes: ["read"] })
      const { as_of, ends_at, starts_at, ...board } = leaderboard
      assert.deepStrictEqual(board, {
        period: "weekly",
        scope: "audience",
        metric: { type: "coins_earned", key: null }
      })
      assert.match(starts_at, /T18:15:00.000Z$/)
      assert.strictEqual(Date.parse(ends_at) - Date.parse(starts_at), 7 * 86_400_000)
      assert.isTrue(starts_at <= as_of && as_of < ends_at)
      for (const limit of ["0", "101", "ten", "1.5"]) {
        assert.strictEqual((yield* widget("GET", `/widget/leaderboard?limit=${limit}`)).status, 422, limit)
      }
    })
  )
})
