/** Sharing a buddy: its link, its page, who is counted, and what closes all of it. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { voided_max } from "../../../src/features/surfaces/buddy-share/Rules.ts"
import { succeeded } from "../../../src/testing/Requests.ts"
import { hatch } from "../../kit/players/players.ts"
import { TestApp, type TestTenant } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"
import { firefox, page, player, sharing } from "../../kit/surfaces/Shares.ts"

const bot = { "user-agent": "facebookexternalhit/1.1" }

const doors = (code: string) => [`/p/${code}`, `/p/${code}/go`, `/api/v1/p/${code}`, `/api/v1/public/b/${code}`]

const statuses = (code: string) =>
  Effect.map(
    Effect.forEach(doors(code), (path) => page(path, bot)),
    (answers) => answers.map(({ status }) => status)
  )

const cta = { cta_url: "https://acme.example/join?a=1&b=2", cta_label: "Join <us>" }

const stats = (tenant: Pick<TestTenant, "call">) =>
  Effect.map(succeeded(tenant.call("GET", "/buddy-share/stats")), ({ body }) => body)

layer(TestApp.shared, { excludeTestServices: true })("a shared buddy", (it) => {
  it.effect("has one link, which opens its page, leads to the workspace and says nothing it may not", () =>
    Effect.gen(function* () {
      const { buddy_id, call, code, share } = yield* sharing
      assert.match(code, /^[0-9A-Za-z]{16}$/)
      const again = yield* call("POST", `/buddies/${buddy_id}/share`)
      assert.deepStrictEqual([again.status, again.body.code], [200, code])
      assert.isTrue(share.url.endsWith(`/p/${code}`))
      yield* succeeded(call("PATCH", "/buddy-share/settings", cta))
      const shown = yield* page(`/p/${code}?c=x`)
      assert.strictEqual(shown.status, 200)
      assert.strictEqual(shown.headers.get("x-robots-tag"), "noindex")
      assert.include(shown.text, `<meta property="og:title" content="`)
      assert.include(shown.text, `<meta name="twitter:card" content="summary" />`)
      // Which way a tenant's words are written moves none of ours.
      assert.include(shown.text, "<bdi>Join &lt;us&gt;</bdi>")
      assert.include(shown.text, "Growing up at <bdi>Acme Learning</bdi>")
      assert.include(shown.text, `${code}/go?c=x`)
      const json = yield* page(`/api/v1/public/b/${code}`)
      const body = JSON.parse(json.text)
      assert.deepStrictEqual(body.cta, { label: cta.cta_label, url: cta.cta_url })
      assert.deepStrictEqual([body.buddy.skills, body.buddy.streak, body.buddy.coins], [null, null, null])
      for (const text of [shown.text, json.text]) {
        assert.notInclude(text, buddy_id)
        assert.notInclude(text, player)
      }
      const redirect = yield* page(`/api/v1/p/${code}?c=x`)
      assert.deepStrictEqual([redirect.status, redirect.headers.get("location")], [302, `${share.url}?c=x`])
      const away = yield* page(`/p/${code}/go?c=x`)
      assert.deepStrictEqual([away.status, away.headers.get("location")], [302, cta.cta_url])
      assert.strictEqual((yield* page(`/api/v1/public/b/${code}?what=ever`)).status, 422)
      // what is an address to people is none to a header
      yield* succeeded(
        call("PATCH", "/buddy-share/settings", { cta_url: "https://acme.example/日本?q=ß", cta_label: null })
      )
      assert.include((yield* page(`/p/${code}`)).text, "Go to <bdi>Acme Learning</bdi>")
      const abroad = yield* page(`/p/${code}/go`)
      assert.deepStrictEqual(
        [abroad.status, abroad.headers.get("location")],
        [302, "https://acme.example/%E6%97%A5%E6%9C%AC?q=%C3%9F"]
      )
    })
  )

  it.effect("counts a visitor once, programs never, and says the same in every sum", () =>
    Effect.gen(function* () {
      const { buddy_id, call, code, tenant } = yield* sharing
      yield* succeeded(call("PATCH", "/buddy-share/settings", cta))
      const at = `/buddies/${buddy_id}/share/events`
      yield* succeeded(call("POST", at, { event: "shared", channel: "x" }))
      yield* succeeded(call("POST", at, { event: "shared", channel: "x" }))
      yield* succeeded(call("POST", at, { event: "opened" }))
      yield* page(`/p/${code}?c=x`)
      yield* page(`/p/${code}`)
      yield* page(`/p/${code}`, bot)
      // Who asks for headers alone has seen nothing and gone nowhere.
      for (const path of [`/p/${code}`, `/p/${code}/go`]) yield* page(path, { "user-agent": "Safari/605.1" }, "HEAD")
      yield* page(`/p/${code}/go?c=x`)
      const counted = Effect.map(stats(tenant), ({ cta_clicked, viewed }) => viewed === 1 && cta_clicked === 1)
      yield* until("a view and a click", counted)
      const told = yield* stats(tenant)
      const { links, opened, rates, shared, viewed } = told
      assert.deepStrictEqual({ links, opened, shared, viewed }, { links: 1, opened: 1, shared: 2, viewed: 1 })
      assert.deepStrictEqual(rates, { open: 0.5, view: 1, cta: 1 })
      assert.deepStrictEqual(told.channels, [
        { channel: "x", opened: 0, shared: 2, viewed: 1, cta_clicked: 1 },
        { channel: "other", opened: 1, shared: 0, viewed: 0, cta_clicked: 0 }
      ])
      assert.strictEqual(told.series.length, 30)
      const { period: _, ...last } = told.series.at(-1)
      assert.deepStrictEqual(last, { links: 1, opened: 1, shared: 2, viewed: 1, cta_clicked: 1 })
      // a page of the tenant's own tells of somebody who was counted already
      const { baseUrl } = yield* TestApp
      const posted = yield* Effect.promise(() =>
        fetch(`${baseUrl}/api/v1/public/b/${code}/events`, {
          method: "POST",
          headers: { ...firefox, "content-type": "application/json" },
          body: JSON.stringify({ event: "viewed", channel: "email" })
        })
      )
      assert.strictEqual(posted.status, 200)
      assert.strictEqual((yield* stats(tenant)).viewed, 1)
      const funnel = (yield* succeeded(call("GET", "/customers/me/analytics/share-funnel?window_days=30"))).body
      assert.deepStrictEqual(funnel.rates, rates)
      assert.deepStrictEqual(funnel.channels, told.channels)
      const csv = yield* call("GET", "/customers/me/analytics/share-funnel?format=csv")
      assert.include(csv.text, "channel,opened,shared,viewed,cta_clicked\r\nx,0,2,1,1\r\n")
    })
  )

  it.effect("is nowhere once its link is void, sharing is off, it is private or archived", () =>
    Effect.gen(function* () {
      const { buddy_id, call, code, tenant } = yield* sharing
      yield* succeeded(call("PATCH", "/buddy-share/settings", cta))
      assert.deepStrictEqual(yield* statuses(code), [200, 302, 302, 200])
      yield* succeeded(call("PATCH", "/buddy-share/settings", { enabled: false }))
      assert.deepStrictEqual(yield* statuses(code), [404, 404, 404, 404])
      const off = yield* call("POST", `/buddies/${buddy_id}/share`)
      assert.deepStrictEqual([off.status, off.body.error.code], [409, "sharing_disabled"])
      yield* succeeded(call("PATCH", "/buddy-share/settings", { enabled: null, cta_url: null }))
      assert.deepStrictEqual(yield* statuses(code), [200, 404, 302, 200])
      yield* succeeded(call("PATCH", "/buddy-share/settings", cta))
      assert.strictEqual((yield* call("DELETE", `/buddies/${buddy_id}/share`)).status, 204)
      assert.strictEqual((yield* call("DELETE", `/buddies/${buddy_id}/share`)).status, 204)
      assert.deepStrictEqual(yield* statuses(code), [404, 404, 404, 404])
      const next = (yield* succeeded(call("POST", `/buddies/${buddy_id}/share`))).body.code
      assert.notStrictEqual(next, code)
      assert.deepStrictEqual(yield* statuses(next), [200, 302, 302, 200])
      // nobody has looked at this one yet, so nothing of it is remembered
      const { buddy_id: shy } = yield* hatch(tenant, "eve")
      const hidden = (yield* succeeded(call("POST", `/buddies/${shy}/share`))).body.code
      yield* succeeded(call("PATCH", `/buddies/${shy}/profile`, { is_private: true }))
      const closed = yield* call("POST", `/buddies/${shy}/share`)
      assert.deepStrictEqual([closed.status, closed.body.error.code], [409, "buddy_private"])
      assert.deepStrictEqual(yield* statuses(hidden), [404, 404, 404, 404])
      yield* succeeded(call("PATCH", `/buddies/${buddy_id}/archive`))
      const archived = yield* call("POST", `/buddies/${buddy_id}/share`)
      assert.deepStrictEqual([archived.status, archived.body.error.code], [409, "buddy_archived"])
    })
  )

  it.effect("is behind none of its doors while sharing is switched off, and back at once after", () =>
    Effect.gen(function* () {
      const { buddy_id, call, code } = yield* sharing
      const { call: anybody } = yield* TestApp
      yield* succeeded(call("PATCH", "/buddy-share/settings", { ...cta, listed: true }))
      const { baseUrl } = yield* TestApp
      const told = Effect.promise(() =>
        fetch(`${baseUrl}/api/v1/public/b/${code}/events`, {
          method: "POST",
          headers: { ...bot, "content-type": "application/json" },
          body: JSON.stringify({ event: "viewed" })
        }).then(({ status }) => status)
      )
      const index = Effect.map(anybody("GET", "/public/share-index?limit=100"), ({ text }) => text.includes(code))
      const all = Effect.all([statuses(code), told])
      const become = (what: string, wanted: ReadonlyArray<number>, post: number) =>
        until(
          what,
          Effect.map(all, ([doors, posted]) => doors.join() === wanted.join() && posted === post)
        )
      const [gone, there] = [
        [404, 404, 404, 404],
        [200, 302, 302, 200]
      ]
      yield* become("everything is open", there, 200)
      const toggles = "/customers/me/feature-toggles"
      const switched = (share: boolean) =>
        Effect.andThen(
          succeeded(call("PATCH", toggles, { toggles: { share } })),
          succeeded(call("POST", `${toggles}/publish`))
        )
      yield* switched(false)
      yield* become("sharing is switched off", gone, 404)
      yield* until(
        "the index has it no more",
        Effect.map(index, (found) => !found)
      )
      const refused = yield* call("POST", `/buddies/${buddy_id}/share`)
      assert.deepStrictEqual([refused.status, refused.body.error.code], [403, "capability_disabled"])
      yield* switched(true)
      yield* become("everything is open again", there, 200)
    })
  )

  it.effect("leaves so many links that are void, however often it is shared anew", () =>
    Effect.gen(function* () {
      const { buddy_id, call, code, customer_id } = yield* sharing
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        INSERT INTO share_links (customer_id, code, buddy_id, created_at, voided_at)
        SELECT ${customer_id}::uuid, substr(md5(${code} || n), 1, 16), ${buddy_id}::uuid, 'epoch', 'epoch'
        FROM generate_series(1, ${voided_max + 5}) AS n`
      assert.strictEqual((yield* call("DELETE", `/buddies/${buddy_id}/share`)).status, 204)
      const left = yield* sql<{ code: string }>`
        SELECT code FROM share_links WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid`
      assert.strictEqual(left.length, voided_max)
      assert.include(
        left.map((link) => link.code),
        code
      )
    })
  )

  it.effect("is gone at once with the user it belonged to", () =>
    Effect.gen(function* () {
      const { call, code, tenant } = yield* sharing
      yield* page(`/p/${code}`)
      yield* until(
        "a view",
        Effect.map(stats(tenant), ({ viewed }) => viewed === 1)
      )
      const erased = yield* call("DELETE", `/customers/me/users/${player}/data`)
      assert.strictEqual(erased.status, 202)
      assert.deepStrictEqual(yield* statuses(code), [404, 404, 404, 404])
      yield* until(
        "nothing is counted of it",
        Effect.map(stats(tenant), ({ links, viewed }) => links === 0 && viewed === 0)
      )
    })
  )
})
