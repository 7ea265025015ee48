/** Buttons for staff, and the page players see. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Recipe } from "../../../src/features/surfaces/hosted-surfaces/Api/Recipes.ts"
import { HostedRecipes } from "../../../src/features/surfaces/hosted-surfaces/Service/Recipes.ts"
import { publish, studyContent } from "../../kit/players/players.ts"
import { type Answer, TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

const base = "/customers/me/hosted-surfaces"

const stage = Effect.gen(function* () {
  const tenant = yield* (yield* TestApp).tenant()
  yield* publish(tenant, studyContent)
  const { call } = tenant
  const surface = (yield* call("POST", base, { name: "Lobby" })).body
  const path = `${base}/${surface.hosted_surface_id}`
  const player = (yield* call("POST", `${path}/players`, { display_name: "Mia" })).body
  const run = (key: string, player_id = player.player_id, idempotencyKey?: string) =>
    call(
      "POST",
      `${path}/recipes/${key}/run`,
      { player_id },
      idempotencyKey === undefined ? {} : { headers: { "idempotency-key": idempotencyKey } }
    )
  const recipe = (recipe_key: string, action: object, more: object = {}) =>
    call("POST", `${path}/recipes`, { recipe_key, name: recipe_key, action, ...more })
  return { ...tenant, surface, path, player, run, recipe }
})

const codeOf = ({ body, status }: Answer) => [status, body.error?.code]

layer(TestApp.layer(), { excludeTestServices: true })("recipes of a hosted surface", (it) => {
  it.effect("give what they say, as by hand, and the ledger refers to their run", () =>
    Effect.gen(function* () {
      const { call, path, player, recipe, run } = yield* stage
      assert.strictEqual((yield* recipe("coins", { type: "coins", amount: 7 })).status, 201)
      assert.strictEqual((yield* recipe("coins", { type: "coins", amount: 8 })).status, 200)
      for (const wrong of [
        { type: "coins", amount: 0 },
        { type: "coins", amount: 1, token_key: "gem" },
        { type: "spend", amount: 1 },
        { type: "token", token_key: "unknown", amount: 3 },
        { type: "badge", badge_key: "unknown" },
        { type: "item", item_id: "unknown" },
        { type: "item", item_id: crypto.randomUUID() },
        { type: "sub_step", path_key: "unknown", sub_step_key: "unknown" }
      ])
        assert.deepStrictEqual(codeOf(yield* recipe("wrong", wrong)), [422, "validation_failed"], wrong.type)
      yield* recipe("gems", { type: "token", token_key: "gem", amount: 3 })
      yield* recipe("first", { type: "badge", badge_key: "first_lesson" })
      yield* recipe("lesson", {
        type: "event",
        event_type: "lesson.completed",
        properties: { lesson_id: "a", score: 90 }
      })
      yield* recipe("nothing", { type: "badge", badge_key: "first_lesson" })

      const coins = yield* run("coins")
      assert.strictEqual(coins.status, 200, coins.text)
      assert.strictEqual(coins.body.effects.coins, 8)
      assert.isNull(coins.body.event_id)
      const gems = yield* run("gems")
      assert.deepInclude(gems.body.effects.tokens[0], { token_key: "gem", amount: 3 })
      const first = yield* run("first")
      assert.strictEqual(first.body.effects.badges_awarded[0].badge_key, "first_lesson")
      const lesson = yield* run("lesson")
      assert.strictEqual(lesson.status, 200, lesson.text)
      assert.strictEqual(lesson.body.event_id, lesson.body.run_id)
      assert.isAbove(lesson.body.effects.coins, 0)
      assert.strictEqual((yield* call("GET", `/events/${lesson.body.run_id}`)).body.type, "lesson.completed")

      const sql = yield* SqlClient.SqlClient
      const paid = yield* sql`SELECT unit, reason, reference_id FROM ledger
        WHERE buddy_id = ${player.buddy_id}::uuid AND reference_type = 'recipe'`
      assert.sameDeepMembers(
        paid.map(({ reason, reference_id, unit }) => [unit, reason, reference_id]),
        [
          ["coin", "recipe", coins.body.run_id],
          ["token:gem", "recipe", gems.body.run_id],
          ["coin", "badge", first.body.run_id]
        ]
      )
      // What it names goes away: it gives nothing any more, and can be switched off all the same.
      const gone = { type: "badge", badge_key: "gone" }
      yield* sql`UPDATE hosted_recipes SET content = jsonb_set(content, '{action}', ${JSON.stringify(gone)}::jsonb)
        WHERE recipe_key = 'nothing'`
      assert.deepStrictEqual(codeOf(yield* run("nothing")), [404, "not_found"])
      assert.strictEqual((yield* recipe("nothing", gone, { enabled: false })).status, 200)
      assert.deepStrictEqual(codeOf(yield* run("unheard")), [404, "not_found"])
      const listed = yield* call("GET", `${path}/recipes`)
      assert.deepStrictEqual(listed.body.meta, { total: 5, page: 1, limit: 20 })
      const last = yield* call("GET", `${path}/recipes?page=5&limit=1`)
      assert.deepStrictEqual([last.body.data.length, last.body.data[0].recipe_key], [1, "coins"])
      const recipes: ReadonlyArray<Recipe> = listed.body.data
      const today = Object.fromEntries(recipes.map(({ recipe_key, runs_today }) => [recipe_key, runs_today]))
      assert.deepStrictEqual(today, { coins: 1, first: 1, gems: 1, lesson: 1, nothing: 0 })
    })
  )

  it.effect("never run oftener than they may, and once under one Idempotency-Key", () =>
    Effect.gen(function* () {
      const { call, path, player, recipe, run } = yield* stage
      yield* recipe("few", { type: "coins", amount: 1 }, { limits: { max_per_player_per_day: 3 } })
      const runs = yield* Effect.all(
        Array.from({ length: 8 }, () => run("few")),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(runs.filter(({ status }) => status === 200).length, 3)
      const refused = runs.find(({ status }) => status !== 200)!
      assert.deepStrictEqual(codeOf(refused), [409, "recipe_exhausted"])
      assert.deepInclude(refused.body.error.details, { limit: "max_per_player_per_day", max: 3 })
      assert.isAbove(Date.parse(refused.body.error.details.resets_at), Date.now())
      yield* recipe("once", { type: "coins", amount: 5 }, { limits: { max_per_day: 1 } })
      const first = yield* run("once", player.player_id, "a")
      assert.strictEqual(first.status, 200, first.text)
      assert.strictEqual((yield* run("once", player.player_id, "a")).body.run_id, first.body.run_id)
      assert.deepStrictEqual(codeOf(yield* run("once")), [409, "recipe_exhausted"])
      yield* recipe("once", { type: "coins", amount: 5 }, { enabled: false })
      assert.deepStrictEqual(codeOf(yield* run("once")), [409, "recipe_disabled"])
      yield* call("PATCH", `${path}/players/${player.player_id}`, { status: "disabled" })
      assert.deepStrictEqual(codeOf(yield* run("few")), [409, "player_disabled"])
      const buddy = yield* call("GET", `/buddies/${player.buddy_id}`)
      assert.strictEqual(buddy.body.coins, 8)
    })
  )

  it.effect("are carried out once when whoever began them is gone", () =>
    Effect.gen(function* () {
      const { call, player, recipe, run } = yield* stage
      yield* recipe("coins", { type: "coins", amount: 4 })
      const { body } = yield* run("coins")
      const sql = yield* SqlClient.SqlClient
      // As a crash leaves it: once behind the payment, once before it.
      yield* sql`UPDATE hosted_runs SET status = 'pending', effects = NULL, ran_at = ran_at - interval '1 minute'
        WHERE run_id = ${body.run_id}::uuid`
      const lost = crypto.randomUUID()
      yield* sql`INSERT INTO hosted_runs (customer_id, run_id, hosted_surface_id, recipe_key, player_id, buddy_id,
          action, origin, day, status, ran_at)
        SELECT customer_id, ${lost}::uuid, hosted_surface_id, recipe_key, player_id, buddy_id, action, origin, day,
          status, ran_at FROM hosted_runs WHERE run_id = ${body.run_id}::uuid`
      const { recover } = yield* Effect.provide(HostedRecipes, HostedRecipes.layer)
      yield* recover
      const left = yield* sql`SELECT 1 FROM hosted_runs WHERE status = 'pending'`
      assert.strictEqual(left.length, 0)
      assert.strictEqual((yield* call("GET", `/buddies/${player.buddy_id}`)).body.coins, 8)
    })
  )

  it.effect("give what they said when they were run, to whom they were run for", () =>
    Effect.gen(function* () {
      const { call, customer_id, path, player, recipe, run } = yield* stage
      const other = (yield* call("POST", `${path}/players`, { display_name: "Ada" })).body
      yield* recipe("coins", { type: "coins", amount: 4 })
      const { body } = yield* run("coins", player.player_id, "one-key")
      const sql = yield* SqlClient.SqlClient
      // The answer under the key is forgotten before the run is: whoever asks then must not hear of somebody else.
      yield* sql`DELETE FROM idempotency_keys WHERE customer_id = ${customer_id}::uuid`
      assert.deepStrictEqual(codeOf(yield* run("coins", other.player_id, "one-key")), [409, "idempotency_key_conflict"])
      assert.strictEqual((yield* run("coins", player.player_id, "one-key")).body.run_id, body.run_id)
      // Begun, asked and not concluded, and never paid: what it asked for stays what it was.
      const lost = crypto.randomUUID()
      yield* sql`INSERT INTO hosted_runs (customer_id, run_id, hosted_surface_id, recipe_key, player_id, buddy_id,
          action, command, origin, day, status, ran_at)
        SELECT customer_id, ${lost}::uuid, hosted_surface_id, recipe_key, player_id, buddy_id,
          jsonb_set(action, '{amount}', '100'),
          command || jsonb_build_object('reference_id', ${lost}::text, 'run_id', ${lost}::text), origin, day,
          'pending', ran_at - interval '1 minute' FROM hosted_runs WHERE run_id = ${body.run_id}::uuid`
      const { recover } = yield* Effect.provide(HostedRecipes, HostedRecipes.layer)
      yield* recover
      assert.strictEqual((yield* call("GET", `/buddies/${player.buddy_id}`)).body.coins, 8)
    })
  )

  it.effect("are as many as may be, for players as many as may be, whose buddies are there", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant({ plan: "pro" })
      yield* publish(tenant, studyContent)
      const { call, customer_id } = tenant
      const { hosted_surface_id } = (yield* call("POST", base, { name: "Lobby" })).body
      const path = `${base}/${hosted_surface_id}`
      yield* call("POST", `${path}/recipes`, { recipe_key: "r", name: "r", action: { type: "coins", amount: 1 } })
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO hosted_surfaces SELECT customer_id, gen_random_uuid(), 'copy-' || n, slug || n, 'draft',
          content, NULL, NULL, NULL, created_at, updated_at FROM hosted_surfaces, generate_series(1, 19) AS n
        WHERE hosted_surface_id = ${hosted_surface_id}::uuid`
      yield* sql`INSERT INTO hosted_recipes SELECT customer_id, hosted_surface_id, 'r' || n, content, created_at,
          updated_at FROM hosted_recipes, generate_series(1, 49) AS n
        WHERE hosted_surface_id = ${hosted_surface_id}::uuid`
      yield* sql`INSERT INTO hosted_players SELECT customer_id, gen_random_uuid(), hosted_surface_id, 'user' || n,
          'Mia', 'active', NULL, convert_to('m' || n, 'UTF8'), convert_to(customer_id::text || n, 'UTF8'), NULL,
          created_at,
          updated_at FROM hosted_surfaces, generate_series(1, 1000) AS n
        WHERE hosted_surface_id = ${hosted_surface_id}::uuid`
      assert.deepStrictEqual(codeOf(yield* call("POST", base, { name: "One more" })), [409, "surface_limit_reached"])
      // What is archived gives its place back, and keeps its address: there is an end to those as well.
      yield* sql`UPDATE hosted_surfaces SET status = 'archived'
        WHERE customer_id = ${customer_id}::uuid AND hosted_surface_key = 'copy-1'`
      assert.strictEqual((yield* call("POST", base, { name: "One more" })).status, 201)
      yield* sql`UPDATE hosted_surfaces SET status = 'archived'
        WHERE customer_id = ${customer_id}::uuid AND hosted_surface_key LIKE 'copy-%'`
      yield* sql`INSERT INTO hosted_surfaces SELECT customer_id, gen_random_uuid(), 'old-' || n, slug || '-old' || n,
          'archived', content, NULL, NULL, NULL, created_at, updated_at
        FROM hosted_surfaces, generate_series(1, 181) AS n
        WHERE hosted_surface_id = ${hosted_surface_id}::uuid`
      assert.deepStrictEqual(codeOf(yield* call("POST", base, { name: "And more" })), [409, "surface_limit_reached"])
      const recipe = { recipe_key: "more", name: "r", action: { type: "coins", amount: 1 } }
      assert.deepStrictEqual(codeOf(yield* call("POST", `${path}/recipes`, recipe)), [409, "recipe_limit_reached"])
      const players = `${path}/players`
      assert.deepStrictEqual(codeOf(yield* call("POST", players, { display_name: "M" })), [409, "player_limit_reached"])
      const [{ player_id }] = (yield* call("GET", `${players}?q=mi&user_id=user7`)).body.data
      const run = yield* call("POST", `${path}/recipes/r/run`, { player_id })
      assert.deepStrictEqual(codeOf(run), [409, "player_not_ready"])
      assert.strictEqual((yield* sql`SELECT 1 FROM hosted_runs WHERE customer_id = ${customer_id}::uuid`).length, 0)
    })
  )

  it.effect("have a page that leads back to the workspace, and to whoever helps", () =>
    Effect.gen(function* () {
      const { call, path, surface } = yield* stage
      const { baseUrl, call: outside } = yield* TestApp
      const settings = { website_url: 'https://acme.example/?a="b"&c', support_email: "help@acme.example" }
      assert.strictEqual((yield* call("PATCH", "/customers/me/settings", settings)).status, 422)
      const website_url = "https://acme.example/?a=b&c"
      assert.strictEqual((yield* call("PATCH", "/customers/me/settings", { ...settings, website_url })).status, 200)
      yield* call("POST", `${path}/publish`)
      const opened = Effect.promise(() => fetch(`${baseUrl}/s/${surface.slug}`))
      // The first to come may be told to wait for its script.
      yield* until(
        "the page has its script",
        Effect.map(opened, ({ status }) => status === 200)
      )
      const answer = yield* opened
      const text = yield* Effect.promise(() => answer.text())
      assert.include(text, '<footer><a href="https://acme.example/?a=b&amp;c" rel="noopener"><bdi>Acme</bdi></a>')
      assert.include(text, '<a href="mailto:help@acme.example" rel="noopener">')
      const { body } = yield* outside("GET", `/public/hosted-surfaces/${surface.slug}`)
      assert.deepInclude(body, { website_url, support_email: "help@acme.example", support_url: null })
    })
  )

  it.effect("have a page that anybody may open while it is published, and that says nothing else", () =>
    Effect.gen(function* () {
      const { call, path, player, surface } = yield* stage
      const { baseUrl, call: outside } = yield* TestApp
      const page = (slug: string) => Effect.promise(() => fetch(`${baseUrl}/s/${slug}`))
      const json = `/public/hosted-surfaces/${surface.slug}`
      yield* call("PATCH", path, {
        headline: '<b>Hi</b> & "welcome"',
        locale: "he",
        legal_url: "https://example.com/l"
      })
      const missing = yield* Effect.promise(() => fetch(`${baseUrl}/s/nothing-here`))
      const nothing = yield* Effect.promise(() => missing.text())
      assert.strictEqual(missing.status, 404)
      const draft = yield* page(surface.slug)
      assert.deepStrictEqual([draft.status, yield* Effect.promise(() => draft.text())], [404, nothing])
      assert.strictEqual((yield* outside("GET", json)).status, 404)
      yield* call("POST", `${path}/publish`)
      const answer = yield* page(surface.slug)
      const text = yield* Effect.promise(() => answer.text())
      assert.strictEqual(answer.status, 200)
      assert.include(text, '<html lang="he" dir="rtl">')
      assert.include(text, "<h1><bdi>&lt;b&gt;Hi&lt;/b&gt; &amp; &quot;welcome&quot;</bdi></h1>")
      assert.isFalse(text.includes(player.user_id) || text.includes(player.player_id))
      assert.strictEqual(answer.headers.get("cache-control"), "public, max-age=60")
      assert.strictEqual(answer.headers.get("x-robots-tag"), "noindex")
      assert.strictEqual(answer.headers.get("referrer-policy"), "no-referrer")
      assert.include(answer.headers.get("content-security-policy")!, "frame-ancestors 'none'")
      assert.include(answer.headers.get("content-security-policy")!, "script-src 'self'; connect-src 'self'")
      const parts = [...text.matchAll(/(?:href|src)="(\.\.\/[^"]+)"/g)].map(([, part]) => part!)
      assert.strictEqual(parts.length, 4)
      let bytes = text.length
      for (const part of parts) {
        const file = yield* Effect.promise(() => fetch(new URL(part, `${baseUrl}/s/x`)))
        assert.strictEqual(file.status, 200, part)
        assert.include(file.headers.get("cache-control")!, "immutable")
        bytes += (yield* Effect.promise(() => file.arrayBuffer())).byteLength
      }
      assert.isBelow(bytes, 60_000)
      const told = yield* outside("GET", json)
      assert.strictEqual(told.headers.get("cache-control"), "public, max-age=60")
      assert.deepInclude(told.body, { slug: surface.slug, tenant_name: "Acme", locale: "he" })
      const same = yield* outside("GET", json, undefined, { headers: { "if-none-match": told.headers.get("etag")! } })
      assert.strictEqual(same.status, 304)
      assert.strictEqual((yield* outside("GET", `${json}?x=1`)).status, 422)
      yield* call("POST", `${path}/unpublish`)
      assert.strictEqual((yield* outside("GET", json)).status, 404)
      assert.strictEqual((yield* page(surface.slug)).status, 404)
      yield* call("POST", `${path}/publish`)
      assert.strictEqual((yield* outside("GET", json)).status, 200)
      yield* call("PATCH", "/customers/me/feature-toggles", { toggles: { hosted_surfaces: false } })
      yield* call("POST", "/customers/me/feature-toggles/publish")
      assert.strictEqual((yield* outside("GET", json)).status, 404)
    })
  )
})
