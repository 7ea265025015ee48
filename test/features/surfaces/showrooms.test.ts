/** Showrooms: drafts and pages, who is shown in which order, and who is never seen. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { showroomLimits } from "../../../src/features/surfaces/showrooms/Api.ts"
import type { PublicShowroom } from "../../../src/features/surfaces/showrooms/Api/Public.ts"
import { OpenShowrooms } from "../../../src/features/surfaces/showrooms/Service/OpenShowrooms.ts"
import { Reports } from "../../../src/platform/postgres/Reports.ts"
import { RateLimited } from "../../../src/wire/Group.ts"
import { erased } from "../../kit/players/Erasing.ts"
import { hatch } from "../../kit/players/players.ts"
import { type Answer, type Call, TestApp, type TestTenant } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"
import { planned } from "../../kit/surfaces/Planned.ts"
import { fine, made, open, showrooms as base, workspace } from "../../kit/surfaces/Showrooms.ts"

const codeOf = ({ body, status }: Answer) => [status, body.error?.code]

/** Nobody counts, as programs say nothing of themselves. */
const seen = (call: Call, slug: string) =>
  Effect.map(call("GET", `/public/showroom/${slug}`), (answer) => fine(answer) as PublicShowroom)
/** News of a change are on their way to whoever remembers what was before. */
const shows = (call: Call, slug: string, names: ReadonlyArray<string>) =>
  until(
    `${slug} shows ${names.join()}`,
    Effect.map(seen(call, slug), ({ buddies }) => buddies.map(({ name }) => name).join() === names.join())
  )

const three = Effect.fnUntraced(function* (tenant: TestTenant) {
  const buddies: Record<string, string> = {}
  for (const name of ["ada", "bob", "cia"]) {
    const { buddy_id } = yield* hatch(tenant, name)
    fine(yield* tenant.call("PATCH", `/buddies/${buddy_id}`, { name }))
    buddies[name] = buddy_id
  }
  return buddies as Readonly<Record<"ada" | "bob" | "cia", string>>
})

layer(TestApp.shared, { excludeTestServices: true })("showrooms", (it) => {
  it.effect("are drafts with an address of their own, which stays once they were published", () =>
    Effect.gen(function* () {
      const { call, customer_id } = yield* workspace
      const tail = customer_id.slice(-6)
      const name = `Spring ${tail}`
      const { created_at: _made, qr, showroom_id, updated_at: _changed, url, ...rest } = yield* made(call, { name })
      const slug = `spring-${tail}`
      assert.isTrue(url.endsWith(`/showroom/${slug}`), url)
      assert.match(qr.url, new RegExp(`/showroom/${slug}\\?k=[0-9A-Za-z]{8}$`))
      assert.isTrue(qr.svg_url.endsWith(`/api/v1/public/showroom/${slug}/qr`))
      assert.deepStrictEqual(rest, {
        showroom_key: slug,
        name,
        slug,
        status: "draft",
        audience: null,
        headline: null,
        description: null,
        branding: { accent_color: "#6c5ce7", mode: "auto", radius: "md", font: "system" },
        cta: { label: null, url: null },
        listed: false,
        selection: { mode: "newest", limit: 24, buddy_ids: [] },
        show: { badges: true, stage: true, streak: false, coins: false },
        visits: { total: 0, qr: 0, last_30_days: 0 },
        published_at: null,
        archived_at: null
      })
      const path = `${base}/${slug}`
      for (const wrong of [
        { slug: "public" },
        { cta: { url: "javascript:alert(1)" } },
        { cta: { label: "x".repeat(41) } },
        { description: "x".repeat(501) },
        { selection: { limit: 61 } },
        { selection: { mode: "manual" } },
        { selection: { mode: "newest", buddy_ids: [showroom_id] } },
        { selection: { mode: "manual", buddy_ids: [showroom_id] } },
        { selection: { mode: "manual", buddy_ids: ["ada"] } },
        { show: { age: true } }
      ])
        assert.strictEqual((yield* call("PATCH", path, wrong)).status, 422, JSON.stringify(wrong))
      assert.deepStrictEqual(codeOf(yield* call("PATCH", path, { audience: "nobody" })), [400, "unknown_audience"])
      assert.deepStrictEqual(codeOf(yield* call("POST", base, { name, slug })), [409, "slug_taken"])
      assert.deepStrictEqual(codeOf(yield* call("POST", base, { name, showroom_key: slug })), [409, "already_exists"])
      const changed = fine(
        yield* call("PATCH", path, { headline: "Hi", show: { coins: true }, selection: { limit: 3 } })
      )
      assert.deepStrictEqual(changed.show, { badges: true, stage: true, streak: false, coins: true })
      assert.deepStrictEqual(changed.selection, { mode: "newest", limit: 3, buddy_ids: [] })
      const reset = fine(yield* call("PATCH", path, { show: null, headline: null }))
      assert.deepStrictEqual([reset.show, reset.headline, reset.selection.limit], [rest.show, null, 3])
      assert.strictEqual(fine(yield* call("PATCH", path, { slug: `${slug}-2` })).slug, `${slug}-2`)
      assert.deepStrictEqual(codeOf(yield* call("POST", `${path}/unpublish`)), [409, "invalid_transition"])
      assert.strictEqual(fine(yield* call("POST", `${path}/publish`)).status, "published")
      assert.deepStrictEqual(codeOf(yield* call("PATCH", path, { slug })), [409, "slug_locked"])
      const again = fine(yield* call("POST", `${path}/regenerate-qr`))
      assert.notStrictEqual(again.qr.url.split("?k=")[1], qr.url.split("?k=")[1])
      assert.strictEqual(fine(yield* call("POST", `${path}/archive`)).status, "archived")
      for (const [method, at, body] of [
        ["PATCH", path, { name: "x" }],
        ["POST", `${path}/regenerate-qr`, undefined]
      ] as const)
        assert.deepStrictEqual(codeOf(yield* call(method, at, body)), [409, "showroom_archived"])
      assert.deepStrictEqual(codeOf(yield* call("POST", `${path}/publish`)), [409, "invalid_transition"])
      assert.strictEqual((yield* call("GET", base)).body.meta.total, 0)
      assert.strictEqual((yield* call("GET", `${base}?status=archived`)).body.data[0].showroom_id, showroom_id)
      assert.strictEqual((yield* (yield* workspace).call("GET", `${base}/${showroom_id}`)).status, 404)
    })
  )

  it.effect("are at most fifty that are not archived", () =>
    Effect.gen(function* () {
      const { call } = yield* workspace
      const all = yield* Effect.forEach(Array.from({ length: showroomLimits.showrooms_max }), () => made(call), {
        concurrency: 4
      })
      const refused = yield* call("POST", base, { name: "One more" })
      assert.deepStrictEqual(
        [...codeOf(refused), refused.body.error.details],
        [409, "showroom_limit_reached", { max: 50 }]
      )
      fine(yield* call("POST", `${base}/${all[0].showroom_id}/archive`))
      yield* made(call)
      // Archived ones keep their addresses for ever: they have a bound of their own.
      const { archived_max, showrooms_max } = showroomLimits
      const sql = yield* SqlClient.SqlClient
      const [first, second] = all
      fine(yield* call("POST", `${base}/${second.showroom_id}/archive`))
      yield* sql`
        INSERT INTO showrooms (customer_id, showroom_id, showroom_key, slug, status, content, buddy_ids, qr_key,
          qr_created_at, told_minute, told, created_at, updated_at, archived_at)
        SELECT customer_id, gen_random_uuid(), showroom_key || n, left(slug, 40) || n, status, content, buddy_ids,
          qr_key, qr_created_at, told_minute, told, created_at, updated_at, archived_at
        FROM showrooms, generate_series(1, ${archived_max - 2}) AS n WHERE showroom_id = ${first.showroom_id}::uuid`
      const full = yield* call("POST", base, { name: "One more" })
      assert.deepStrictEqual(
        [...codeOf(full), full.body.error.details],
        [409, "showroom_limit_reached", { max: showrooms_max + archived_max }]
      )
    })
  )

  it.effect("show buddies in the order that was asked for, and of each what profile and showroom allow", () =>
    Effect.gen(function* () {
      const tenant = yield* workspace
      const { call } = tenant
      const { ada, bob, cia } = yield* three(tenant)
      fine(yield* call("POST", `/buddies/${bob}/coins`, { amount: 50 }))
      fine(yield* call("POST", `/buddies/${ada}/coins`, { amount: 20 }))
      fine(yield* call("POST", `/buddies/${bob}/coins/spend`, { amount: 45 }))
      fine(yield* call("POST", `/buddies/${ada}/badges`, { badge_key: "first_lesson" }), 201)
      const show = { badges: true, skills: false, streak: true, coins: true }
      fine(yield* call("PATCH", `/buddies/${ada}/profile`, { tagline: "I am {name}", show }))
      fine(yield* call("PATCH", `/buddies/${cia}/profile`, { tagline: "{stage_name} of today" }))
      const { showroom_id, slug } = yield* open(tenant)
      const path = `${base}/${showroom_id}`
      yield* shows(call, slug, ["cia", "bob", "ada"])
      assert.match(String((yield* seen(call, slug)).buddies[0]!.tagline), /^\S+ of today$/)
      const ordered = Effect.fnUntraced(function* (selection: unknown, names: ReadonlyArray<string>) {
        fine(yield* call("PATCH", path, { selection }))
        yield* shows(call, slug, names)
      })
      yield* ordered({ mode: "top_coins" }, ["bob", "ada", "cia"])
      yield* ordered({ mode: "top_stage", limit: 2 }, ["ada", "bob"])
      yield* ordered({ mode: "manual", buddy_ids: [cia, ada] }, ["cia", "ada"])
      assert.deepStrictEqual((yield* seen(call, slug)).buddies[1]!.coins, null)
      fine(yield* call("PATCH", path, { show: { coins: true, streak: true, stage: false } }))
      yield* until(
        "coins are shown",
        Effect.map(seen(call, slug), ({ buddies: [, found] }) => found?.coins === 45)
      )
      const { buddies, ...about } = yield* seen(call, slug)
      const [first, second] = buddies
      assert.deepInclude(second, {
        name: "ada",
        evolution_stage: null,
        stage_name: null,
        prestige_level: null,
        tagline: "I am ada",
        badges: [{ label: "First lesson", tier: null }],
        streak: { current: 0, longest: 0 },
        coins: 45
      })
      assert.deepStrictEqual([first!.coins, first!.streak, first!.badges], [null, null, []])
      // It would tell what the showroom does not.
      assert.isNull(first!.tagline)
      assert.notMatch(JSON.stringify(buddies), new RegExp(`${ada}|buddy_id|user_id`))
      assert.deepInclude(about, { slug, name: "Spring", tenant_name: "Acme Learning", description: null })
    })
  )

  it.effect("show nobody who is private, archived or erased, and forget whom they had picked", () =>
    Effect.gen(function* () {
      const tenant = yield* workspace
      const { call } = tenant
      const { ada, bob, cia } = yield* three(tenant)
      const picked = yield* open(tenant, { selection: { mode: "manual", buddy_ids: [ada, bob, cia] } })
      const newest = yield* open(tenant)
      yield* shows(call, picked.slug, ["ada", "bob", "cia"])
      fine(yield* call("PATCH", `/buddies/${ada}/profile`, { is_private: true }))
      fine(yield* call("PATCH", `/buddies/${bob}/archive`))
      // Though it was remembered: who hides is gone from it with the next look.
      for (const { slug } of [picked, newest])
        assert.deepStrictEqual(
          (yield* seen(call, slug)).buddies.map(({ name }) => name),
          ["cia"]
        )
      yield* erased(call, "cia")
      for (const { slug } of [picked, newest]) yield* shows(call, slug, [])
      const { selection } = fine(yield* call("GET", `${base}/${picked.showroom_id}`))
      assert.deepStrictEqual(selection.buddy_ids, [ada, bob])
    })
  )

  it.effect("ask who is best once a while, whatever is news, and leave it alone when there was no answer", () =>
    Effect.gen(function* () {
      const tenant = yield* workspace
      yield* hatch(tenant, "ada")
      const best = yield* open(tenant, { selection: { mode: "top_coins" } })
      const other = yield* open(tenant, { selection: { mode: "top_stage" } })
      const smaller = yield* open(tenant, { name: "Smaller", selection: { mode: "top_coins", limit: 3 } })
      const reports = yield* Reports
      const asked = { times: 0, isBusy: false }
      const counted = Reports.of({
        read: (customer_id, read) =>
          Effect.suspend(() => {
            asked.times++
            return asked.isBusy
              ? Effect.fail(new RateLimited({ retry_after_seconds: 1 }))
              : reports.read(customer_id, read)
          })
      })
      yield* Effect.gen(function* () {
        const { find } = yield* OpenShowrooms
        const look = Effect.map(find(best.slug), Option.getOrThrow)
        const before = yield* look
        assert.strictEqual(before.buddies.length, 1)
        fine(yield* tenant.call("PATCH", `${base}/${best.showroom_id}`, { headline: "News" }))
        yield* until(
          "the news are here",
          Effect.map(look, ({ content }) => content.headline === "News")
        )
        assert.strictEqual(asked.times, 1)
        // The same question, for however many places.
        assert.strictEqual(Option.getOrThrow(yield* find(smaller.slug)).buddies.length, 1)
        assert.strictEqual(asked.times, 1)
        asked.isBusy = true
        for (let time = 0; time < 3; time++)
          assert.strictEqual((yield* Effect.flip(find(other.slug)))._tag, "ServiceUnavailable")
        assert.strictEqual(asked.times, 2)
      }).pipe(
        Effect.provide(Layer.provide(Layer.fresh(OpenShowrooms.layer), Layer.succeed(Reports, counted))),
        Effect.provide(TestClock.layer())
      )
    })
  )

  it.effect("are there for anybody while they are published and switched on, and else for nobody", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* TestApp
      const tenant = yield* workspace
      const { showroom_id, slug } = yield* open(tenant, { listed: true })
      const path = `${base}/${showroom_id}`
      const asked = (at: string) => Effect.promise(() => fetch(baseUrl + at))
      const statuses = Effect.forEach(
        [`/showroom/${slug}`, `/api/v1/public/showroom/${slug}`, `/api/v1/public/showroom/${slug}/qr`],
        (at) => Effect.map(asked(at), ({ status }) => status)
      )
      assert.deepStrictEqual(yield* statuses, [200, 200, 200])
      assert.isNull((yield* asked(`/showroom/${slug}`)).headers.get("x-robots-tag"))
      fine(yield* tenant.call("PATCH", path, { listed: false }))
      yield* until(
        "search engines are kept out",
        Effect.map(asked(`/showroom/${slug}`), ({ headers }) => headers.get("x-robots-tag") === "noindex")
      )
      const closed = until(
        "it is closed",
        Effect.map(statuses, (all) => all.every((status) => status === 404))
      )
      const opened = until(
        "it is open",
        Effect.map(statuses, (all) => all.every((status) => status === 200))
      )
      fine(yield* tenant.call("POST", `${path}/unpublish`))
      yield* closed
      fine(yield* tenant.call("POST", `${path}/publish`))
      yield* opened
      yield* planned(tenant.customer_id, "free")
      yield* closed
      yield* planned(tenant.customer_id, "enterprise")
      yield* opened
      const toggles = "/customers/me/feature-toggles"
      fine(yield* tenant.call("PATCH", toggles, { toggles: { showrooms: false } }))
      fine(yield* tenant.call("POST", `${toggles}/publish`))
      yield* closed
    })
  )
})
