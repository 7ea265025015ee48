/** Halls of fame: who has one, ranks that stay as they were frozen, and names and pictures as they are today. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { begin, close, played, score, seasonsPath } from "../../kit/players/Leagues.ts"
import { ended } from "../../kit/players/Eggs.ts"
import { type Answer, type Call, TestApp, type TestTenant } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"
import { planned } from "../../kit/surfaces/Planned.ts"

const root = "/public/hall-of-fame"
const settings = "/customers/me/settings"
const users = ["ada", "bea", "cem", "dan"]

const ok = (answer: Answer) => {
  assert.strictEqual(answer.status, 200, answer.text)
  return answer.body
}

/** A hall is looked up anew when anything of its workspace changes. */
const opened = (call: Call, hall: object = {}) =>
  Effect.map(call("PATCH", settings, { hall_of_fame: { enabled: true, ...hall } }), ok)

const stage = Effect.fnUntraced(function* () {
  const { buddies, call, tenant } = yield* played(users)
  const { slug } = ok(yield* call("GET", "/customers/me"))
  const { call: anybody } = yield* TestApp
  // Two that hatch with one name could not be told apart on a page.
  for (const [at, id] of buddies.entries()) ok(yield* call("PATCH", `/buddies/${id}`, { name: `Face ${users[at]}` }))
  const season = yield* begin(tenant)
  for (const [at, user] of users.entries()) yield* score(tenant, user, 40 - 10 * at)
  return { buddies, call, tenant, slug: slug as string, anybody, season }
})

const indexed = (anybody: Call, slug: string) =>
  Effect.map(anybody("GET", `${root}-index?limit=100`), (answer) =>
    (ok(answer).data as ReadonlyArray<{ tenant_slug: string }>).find(({ tenant_slug }) => tenant_slug === slug)
  )

const codesOf = (anybody: Call, slug: string, season_id: string) =>
  Effect.forEach([`/${slug}`, `/${slug}/${season_id}`], (path) =>
    Effect.all([
      Effect.map(anybody("GET", root + path), ({ status }) => status),
      Effect.map(anybody("GET", `root:/hall-of-fame${path}`), ({ status }) => status)
    ])
  )

const open = [
  [200, 200],
  [200, 200]
]
const shut = [
  [404, 404],
  [404, 404]
]

const switched = Effect.fnUntraced(function* ({ call }: TestTenant, leagues: boolean) {
  ok(yield* call("PATCH", "/customers/me/feature-toggles", { toggles: { leagues } }))
  ok(yield* call("POST", "/customers/me/feature-toggles/publish"))
})

layer(TestApp.shared, { excludeTestServices: true })("a hall of fame", (it) => {
  it.effect("shows seasons that are over, with ranks over all cohorts and the champion of the highest tier", () =>
    Effect.gen(function* () {
      const { anybody, buddies, call, season, slug, tenant } = yield* stage()
      const { season_id } = season
      assert.deepStrictEqual(yield* codesOf(anybody, slug, season_id), shut)
      yield* opened(call)
      // Open, and its first season is still played.
      assert.deepStrictEqual(ok(yield* anybody("GET", `${root}/${slug}`)).data, [])
      assert.strictEqual((yield* anybody("GET", `${root}/${slug}/${season_id}`)).status, 404)
      yield* close(tenant, season_id)
      yield* opened(call)
      const faces = yield* Effect.forEach(buddies, (id) => Effect.map(call("GET", `/buddies/${id}`), ok))
      const champion = { name: faces[0].name, thumb_url: faces[0].thumb_url }
      const answer = yield* anybody("GET", `${root}/${slug}`)
      const { data, meta, tenant_name } = ok(answer)
      assert.deepStrictEqual(meta, { total: 1, page: 1, limit: 20 })
      const { closed_at } = ok(yield* call("GET", `${seasonsPath}/${season_id}`))
      const { ends_at, name, starts_at } = ok(yield* call("GET", `${seasonsPath}/${season_id}`))
      assert.deepStrictEqual(data, [{ season_id, name, starts_at, ends_at, closed_at, participants: 4, champion }])
      assert.strictEqual(answer.headers.get("cache-control"), "public, max-age=60")
      const same = yield* anybody("GET", `${root}/${slug}`, undefined, {
        headers: { "if-none-match": answer.headers.get("etag")! }
      })
      assert.strictEqual(same.status, 304)
      const best = ok(yield* anybody("GET", `${root}/${slug}/${season_id.toUpperCase()}`))
      assert.deepStrictEqual(best.season, data[0])
      assert.deepStrictEqual(
        best.tiers.map(({ tier_key }: { tier_key: string }) => tier_key),
        ["silver", "bronze"]
      )
      assert.deepStrictEqual(
        best.tiers[1].entries,
        faces.map(({ evolution_stage, name: own, thumb_url }, at) => {
          return { rank: at + 1, name: own, thumb_url, evolution_stage, value: 40 - 10 * at }
        })
      )
      yield* until(
        "it is in the index",
        Effect.map(indexed(anybody, slug), (found) => found !== undefined)
      )
      assert.deepStrictEqual(yield* indexed(anybody, slug), {
        tenant_slug: slug,
        tenant_name,
        seasons: 1,
        latest: { season_id, name, closed_at, champion }
      } as object)
      assert.notInclude(answer.text + JSON.stringify(best), buddies[0]!)
    })
  )

  it.effect("names the first and the last day of a season, as the zone of its league has them", () =>
    Effect.gen(function* () {
      const { anybody, call, season, slug, tenant } = yield* stage()
      const sql = yield* SqlClient.SqlClient
      const { season_id } = season
      yield* close(tenant, season_id)
      yield* opened(call)
      const shown = Effect.fnUntraced(function* (timezone: string, starts_at: string, ends_at: string) {
        yield* sql`UPDATE league_seasons SET starts_at = ${starts_at}::timestamptz, ends_at = ${ends_at}::timestamptz,
          finalizes_at = ${ends_at}::timestamptz,
          rules = jsonb_set(rules, '{config,timezone}', to_jsonb(${timezone}::text))
          WHERE customer_id = ${tenant.customer_id}::uuid AND season_id = ${season_id}::uuid`
        yield* opened(call)
        const { text } = yield* anybody("GET", `root:/hall-of-fame/${slug}/${season_id}`)
        return /<p class="about">\s*<span>([^<]*)<\/span>/u.exec(text)?.[1]?.replaceAll(/\s+/gu, " ")
      })
      // A week from Monday 00:00 to Monday 00:00.
      for (const [timezone, starts_at, ends_at] of [
        ["UTC", "2026-11-30T00:00:00Z", "2026-12-07T00:00:00Z"],
        ["Europe/Berlin", "2026-11-29T23:00:00Z", "2026-12-06T23:00:00Z"],
        ["America/New_York", "2026-11-30T05:00:00Z", "2026-12-07T05:00:00Z"],
        ["Pacific/Kiritimati", "2026-11-29T10:00:00Z", "2026-12-06T10:00:00Z"]
      ] as const) {
        assert.strictEqual(yield* shown(timezone, starts_at, ends_at), "Nov 30 – Dec 6, 2026", timezone)
      }
    })
  )

  it.effect("keeps the ranks of who is not to be seen any more, without a name", () =>
    Effect.gen(function* () {
      const { anybody, buddies, call, season, slug, tenant } = yield* stage()
      yield* close(tenant, season.season_id)
      const entries = Effect.gen(function* () {
        yield* opened(call)
        const best = ok(yield* anybody("GET", `${root}/${slug}/${season.season_id}`))
        return best.tiers[1].entries as ReadonlyArray<Record<string, unknown>>
      })
      const before = yield* entries
      const hidden = ({ rank, value }: Record<string, unknown>) => {
        return { rank, name: null, thumb_url: null, evolution_stage: null, value }
      }
      ok(yield* call("PATCH", `/buddies/${buddies[0]}/profile`, { is_private: true }))
      ok(yield* call("PATCH", `/buddies/${buddies[1]}/archive`))
      const erased = yield* call("DELETE", `/customers/me/users/${users[2]}/data`)
      assert.strictEqual(erased.status, 202, erased.text)
      yield* ended(call, erased.body.operation_id)
      yield* score(tenant, "dan", 100)
      const after = yield* entries
      assert.deepStrictEqual(after, [...before.slice(0, 3).map(hidden), before[3]!])
      const { champion } = ok(yield* anybody("GET", `${root}/${slug}`)).data[0]
      assert.deepStrictEqual(champion, { name: null, thumb_url: null })
      const page = yield* anybody("GET", `root:/hall-of-fame/${slug}/${season.season_id}`)
      for (const { name } of before.slice(0, 3)) assert.notInclude(page.text, `<bdi>${String(name)}</bdi>`)
      assert.include(page.text, `<bdi>${String(before[3]!["name"])}</bdi>`)
    })
  )

  it.effect("does not name who hides on leaderboards, not as a champion either", () =>
    Effect.gen(function* () {
      const { anybody, buddies, call, season, slug, tenant } = yield* stage()
      yield* close(tenant, season.season_id)
      ok(yield* call("PATCH", `/buddies/${buddies[0]}/leaderboard`, { visible: false }))
      yield* opened(call)
      const shown = ok(yield* anybody("GET", `${root}/${slug}/${season.season_id}`))
      const [first, second] = shown.tiers[1].entries
      assert.deepStrictEqual(first, { rank: 1, name: null, thumb_url: null, evolution_stage: null, value: 40 })
      assert.strictEqual(second.name, "Face bea")
      assert.deepStrictEqual(shown.season.champion, { name: null, thumb_url: null })
      assert.notInclude((yield* anybody("GET", `root:/hall-of-fame/${slug}`)).text, "Face ada")
      ok(yield* call("PATCH", `/buddies/${buddies[0]}/leaderboard`, { visible: true }))
      yield* opened(call)
      assert.strictEqual(ok(yield* anybody("GET", `${root}/${slug}`)).data[0].champion.name, "Face ada")
    })
  )

  it.effect("is shut by its setting and with leagues, and shows as many as it is told to", () =>
    Effect.gen(function* () {
      const { anybody, call, season, slug, tenant } = yield* stage()
      const { season_id } = season
      yield* close(tenant, season_id)
      const set = (yield* opened(call, { top: 2 })).settings.hall_of_fame
      assert.deepStrictEqual(set, { enabled: true, top: 2 })
      assert.deepStrictEqual(yield* codesOf(anybody, slug, season_id), open)
      assert.lengthOf(ok(yield* anybody("GET", `${root}/${slug}/${season_id}`)).tiers[1].entries, 2)
      yield* switched(tenant, false)
      assert.deepStrictEqual(yield* codesOf(anybody, slug, season_id), shut)
      yield* switched(tenant, true)
      assert.deepStrictEqual(yield* codesOf(anybody, slug, season_id), open)
      for (const [plan, expected] of [
        ["free", shut],
        ["enterprise", open]
      ] as const) {
        yield* planned(tenant.customer_id, plan)
        yield* until(
          `its plan is ${plan}`,
          Effect.map(codesOf(anybody, slug, season_id), (found) => JSON.stringify(found) === JSON.stringify(expected))
        )
      }
      const restored = ok(yield* call("PATCH", settings, { hall_of_fame: null }))
      assert.deepStrictEqual(restored.settings.hall_of_fame, { enabled: false, top: 10 })
      assert.deepStrictEqual(yield* codesOf(anybody, slug, season_id), shut)
      for (const hall_of_fame of [{ top: 0 }, { top: 21 }, { top: 1.5 }, { enabled: "yes" }, { more: 1 }]) {
        const refused = yield* call("PATCH", settings, { hall_of_fame })
        assert.strictEqual(refused.status, 422, JSON.stringify(hall_of_fame))
      }
      yield* until(
        "it is out of the index",
        Effect.map(indexed(anybody, slug), (found) => found === undefined)
      )
    })
  )

  it.effect("answers strangers, other workspaces' seasons and nonsense with one and the same 404", () =>
    Effect.gen(function* () {
      const one = yield* stage()
      const other = yield* stage()
      for (const { call, season, tenant } of [one, other]) {
        yield* close(tenant, season.season_id)
        yield* opened(call)
      }
      const missing = ["nobody", "Nobody", "%00", "a%2Fb", `${one.slug}/${other.season.season_id}`, `${one.slug}/x`]
      for (const path of missing) {
        const answer = yield* one.anybody("GET", `${root}/${path}`)
        assert.deepStrictEqual(
          [answer.status, answer.body.error?.code, answer.body.error?.message],
          [404, "not_found", "This page does not exist."],
          path
        )
      }
      const refused = yield* one.anybody("GET", `${root}/${one.slug}?more=1`)
      assert.strictEqual(refused.status, 422)
      assert.strictEqual((yield* one.anybody("GET", `root:/hall-of-fame/${one.slug}?more=1&page=0`)).status, 200)
    })
  )
})
