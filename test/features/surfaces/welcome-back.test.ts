/** Links to come back by: what they show, for how long, and to whom nothing. */
import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import { ended } from "../../kit/players/Eggs.ts"
import { begin, close, played, score } from "../../kit/players/Leagues.ts"
import { hatch, lesson, publish, studyContent } from "../../kit/players/players.ts"
import { type Answer, type Call, TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

const settings = "/customers/me/settings"
const path = "/public/returning-champion/welcome-back"
const daysAgo = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString()

const made = (answer: Answer, status = 200) => {
  assert.strictEqual(answer.status, status, answer.text)
  return answer.body
}

const linked = (call: Call, buddy_id: string, body?: object) =>
  Effect.map(call("POST", `/buddies/${buddy_id}/welcome-back`, body), (answer) => made(answer, 201))

const shown = (token: string) =>
  Effect.flatMap(TestApp, ({ call }) => call("GET", `${path}?token=${encodeURIComponent(token)}`))

const missing = (answer: Answer) =>
  assert.deepStrictEqual(
    [answer.status, answer.body.error?.code, answer.body.error?.message],
    [404, "not_found", "This page does not exist."],
    answer.text
  )

/** What is read of a buddy stays in memory for a moment. */
const shows = (token: string, what: string, is: (body: Answer["body"]) => boolean) =>
  Effect.andThen(
    until(
      what,
      Effect.map(shown(token), ({ body, status }) => status === 200 && is(body))
    ),
    Effect.map(shown(token), (answer) => made(answer))
  )

const isVoid = (token: string) =>
  Effect.andThen(
    until(
      "the link is void",
      Effect.map(shown(token), ({ status }) => status === 404)
    ),
    Effect.map(shown(token), missing)
  )

const stage = Effect.gen(function* () {
  const tenant = yield* (yield* TestApp).tenant({ name: "Acme", plan: "growth" })
  yield* publish(tenant, studyContent)
  const { call } = tenant
  made(yield* call("PATCH", settings, { max_lateness_days: 30, lapsed_after_days: 3 }))
  const shop = made(yield* call("POST", "/marketplaces", { marketplace_key: "shop", name: "Shop" }), 201)
  const stock = (item_key: string, more = {}) => {
    const item = { item_key, name: item_key, category: "body", price_coins: 5, ...more }
    return Effect.map(call("POST", `/marketplaces/${shop.marketplace_id}/items`, item), (answer) => made(answer, 201))
  }
  yield* stock("wand")
  yield* stock("hat")
  const { buddy_id } = yield* hatch(tenant, "ada")
  return { tenant, call, buddy_id, stock }
})

layer(TestApp.shared, { excludeTestServices: true })("a link to come back by", (it) => {
  it.effect("tells of the absence, of what there was and of what is new, until a week after the return", () =>
    Effect.gen(function* () {
      const { buddy_id, call, tenant } = yield* stage
      const cta_url = "https://app.acme.com/lessons?from=mail"
      const { expires_at, token, url } = yield* linked(call, buddy_id, { cta_url })
      assert.match(token, /^[0-9A-Za-z]{43}$/)
      assert.isTrue(url.endsWith(`/welcome-back#t=${token}`), url)
      assert.isBelow(Math.abs(Date.parse(expires_at) - Date.now() - 30 * 86_400_000), 600_000)
      // Hatched today, and never away.
      assert.deepInclude(made(yield* shown(token)), { eligible: false, days_away: 0, streak: null })
      made(yield* call("POST", "/events", lesson("ada", { occurred_at: daysAgo(5) })))
      const away = yield* shows(token, "it knows of the absence", ({ days_away }) => days_away === 5)
      const buddy = made(yield* call("GET", `/buddies/${buddy_id}`))
      const { image_url, name } = buddy
      assert.deepStrictEqual(away, {
        eligible: true,
        days_away: 5,
        buddy: { name, image_url, evolution_stage: 1, stage_name: "Hatchling" },
        champion: null,
        streak: { longest_streak: 1, restorable_until: away.streak.restorable_until },
        // All of the configuration is younger than the newest event.
        missed: { badges: 1, items: 2 },
        cta_url,
        tenant_name: "Acme"
      })
      const board = made(yield* call("GET", `/buddies/${buddy_id}/streaks`))
      assert.strictEqual(away.streak.restorable_until, board.streaks[0].restorable_until)
      made(yield* call("POST", "/events", lesson("ada")))
      const back = yield* shows(token, "it knows of the return", ({ days_away }) => days_away === 0)
      assert.deepInclude(back, { eligible: true, missed: { badges: 0, items: 0 } })
      // Another user of the workspace was never away.
      const { buddy_id: other } = yield* hatch(tenant, "bea")
      made(yield* call("POST", "/events", lesson("bea")))
      assert.isFalse(made(yield* shown((yield* linked(call, other)).token)).eligible)
      const answer = yield* shown(token)
      assert.strictEqual(answer.headers.get("cache-control"), "no-store")
      for (const secret of [buddy_id, "ada", tenant.customer_id]) assert.notInclude(answer.text, `"${secret}"`)
      assert.include(answer.headers.get("link"), "/theme/6c5ce7-auto-md-system.css>")
      made(yield* call("PATCH", settings, { widget_theme: { mode: "dark", accent_color: "#0a7d55", radius: "lg" } }))
      yield* until(
        "its page wears the colours of the workspace",
        Effect.map(shown(token), ({ headers }) => headers.get("link")?.includes("/0a7d55-dark-lg-system.css>") === true)
      )
    })
  )

  it.effect("counts what was published, opened and put into shops since", () =>
    Effect.gen(function* () {
      const { buddy_id, call, stock, tenant } = yield* stage
      made(yield* call("POST", "/events", lesson("ada")))
      const { token } = yield* linked(call, buddy_id)
      assert.deepInclude(made(yield* shown(token)), { missed: { badges: 0, items: 0 }, cta_url: null })
      const badge = (badge_key: string, more = {}) => ({ badge_key, label: badge_key, award_mode: "api", ...more })
      const badges = [badge("fresh"), badge("hush", { is_secret: true }), badge("gone", { status: "inactive" })]
      yield* publish(tenant, {
        ...studyContent,
        badge_definitions: [...studyContent.badge_definitions, ...badges]
      })
      yield* stock("cape")
      const seen = yield* shows(token, "it counts what is new", ({ missed }) => missed.items === 1)
      assert.deepStrictEqual(seen.missed, { badges: 1, items: 1 })
    })
  )

  it.effect("counts nothing that nobody can find yet, or that is not for its audience", () =>
    Effect.gen(function* () {
      const { call, stock, tenant } = yield* stage
      const audiences = [{ key: "teacher" }, { key: "default" }]
      made(yield* call("PATCH", "/customers/me/audiences", { audiences }))
      const { buddy_id } = yield* hatch(tenant, "cleo", { audience: "teacher" })
      made(yield* call("POST", "/events", { ...lesson("cleo"), audience: "teacher" }))
      const { token } = yield* linked(call, buddy_id)
      const trigger = { event_type: "fair.visited" }
      const happening = (badge_key: string, more = {}) =>
        Effect.map(
          call("POST", "/customers/me/event-badges", { badge_key, label: badge_key, trigger, ...more }),
          (answer) => made(answer, 201)
        )
      const tomorrow = daysAgo(-1)
      yield* happening("to_come", { starts_at: tomorrow })
      yield* happening("put_away", { status: "inactive" })
      yield* happening("of_others", { audience: "default" })
      yield* stock("to_come", { available_from: tomorrow })
      yield* happening("fair")
      yield* happening("of_hers", { audience: "teacher", starts_at: daysAgo(2), ends_at: tomorrow })
      yield* stock("cape", { available_from: daysAgo(1), available_until: "2999-01-01T01:00:00+02:00" })
      const seen = yield* shows(token, "it counts what is new", ({ missed }) => missed.items > 0)
      assert.deepStrictEqual(seen.missed, { badges: 2, items: 1 })
    })
  )

  it.effect("names the best place of the first three in a season that is over", () =>
    Effect.gen(function* () {
      const { buddies, call, tenant } = yield* played(["ada", "bea"])
      const { token } = yield* linked(call, buddies[1]!)
      const { season_id } = yield* begin(tenant)
      yield* score(tenant, "ada", 20)
      yield* score(tenant, "bea", 10)
      assert.isNull(made(yield* shown(token)).champion)
      yield* close(tenant, season_id)
      const won = yield* shows(token, "the season counts", ({ champion }) => champion !== null)
      assert.deepStrictEqual(won.champion, { season_name: "Cup", tier_name: "Bronze", rank: 2 })
    })
  )

  it.effect("is void once there is a newer one, its time is over, or the buddy is archived, private or erased", () =>
    Effect.gen(function* () {
      const { buddy_id, call, tenant } = yield* stage
      const first = yield* linked(call, buddy_id)
      made(yield* shown(first.token))
      const second = yield* linked(call, buddy_id)
      missing(yield* shown(first.token))
      made(yield* shown(second.token))
      made(yield* call("PATCH", `/buddies/${buddy_id}/profile`, { is_private: true }))
      yield* isVoid(second.token)
      made(yield* call("PATCH", `/buddies/${buddy_id}/profile`, { is_private: false }))
      yield* shows(second.token, "it may be seen again", () => true)
      const database = PgClient.layer({ url: (yield* TestApp).databaseUrl, maxConnections: 1 })
      const kept = yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql<{ hash: string }>`
          UPDATE welcome_tokens SET expires_at = now() - interval '1 second' WHERE buddy_id = ${buddy_id}::uuid
          RETURNING encode(token_hash, 'hex') AS hash`
        return rows.map(({ hash }) => hash)
      }).pipe(Effect.provide(database))
      assert.deepStrictEqual(kept, [createHash("sha256").update(second.token).digest("hex")])
      missing(yield* shown(second.token))
      const third = yield* linked(call, buddy_id)
      made(yield* call("PATCH", `/buddies/${buddy_id}/archive`))
      missing(yield* shown(third.token))
      const refused = yield* call("POST", `/buddies/${buddy_id}/welcome-back`)
      assert.deepStrictEqual([refused.status, refused.body.error.code], [409, "buddy_archived"])
      const { buddy_id: other } = yield* hatch(tenant, "bea")
      const { token } = yield* linked(call, other)
      const erased = made(yield* call("DELETE", "/customers/me/users/bea/data"), 202)
      yield* ended(call, erased.operation_id)
      missing(yield* shown(token))
    })
  )

  it.effect("opens nothing else, and nothing else opens it", () =>
    Effect.gen(function* () {
      const { buddy_id, call, tenant } = yield* stage
      const { call: stranger } = yield* (yield* TestApp).tenant()
      const { token } = yield* linked(call, buddy_id)
      const { call: anybody } = yield* TestApp
      for (const route of ["/customers/me", "/widget/buddy", `/buddies/${buddy_id}`]) {
        assert.strictEqual((yield* anybody("GET", route, undefined, { key: token })).status, 401, route)
      }
      for (const other of ["x".repeat(43), token.slice(1), `${token}x`, token.toLowerCase(), tenant.key, "%00", "'"]) {
        missing(yield* shown(other))
      }
      for (const query of ["", "?token=", `?token=${token}&more=1`, `?token=${"x".repeat(201)}`]) {
        assert.strictEqual((yield* anybody("GET", path + query)).status, 422, query)
      }
      assert.strictEqual((yield* stranger("POST", `/buddies/${buddy_id}/welcome-back`)).status, 404)
      assert.strictEqual((yield* call("POST", "/buddies/nobody/welcome-back")).status, 404)
      for (const cta_url of ["javascript:alert(1)", "//evil.example", "https://a:b@c.example", "/lessons"]) {
        const refused = yield* call("POST", `/buddies/${buddy_id}/welcome-back`, { cta_url })
        assert.strictEqual(refused.status, 422, cta_url)
      }
      made(yield* shown(token))
    })
  )
})
