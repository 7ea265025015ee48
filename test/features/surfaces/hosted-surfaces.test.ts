/** Pages for tenants without one of their own: from a draft to players that come in, and out again. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import jsqr from "jsqr"
import sharp from "sharp"
import { publish, studyContent } from "../../kit/players/players.ts"
import { type Answer, type Call, TestApp, type TestTenant } from "../../kit/service/TestApp.ts"

const base = "/customers/me/hosted-surfaces"
const scan = jsqr as unknown as (data: Uint8ClampedArray, width: number, height: number) => { data: string } | null

const made = Effect.fnUntraced(function* (call: Call, body: Readonly<Record<string, unknown>> = {}) {
  const answer = yield* call("POST", base, { name: "Lobby", ...body })
  assert.strictEqual(answer.status, 201, answer.text)
  return answer.body
})

const workspace = Effect.gen(function* () {
  const tenant = yield* (yield* TestApp).tenant()
  yield* publish(tenant, studyContent)
  return tenant
})

const open = Effect.fnUntraced(function* (tenant: TestTenant, body: Readonly<Record<string, unknown>> = {}) {
  const surface = yield* made(tenant.call, body)
  const path = `${base}/${surface.hosted_surface_id}`
  const published = yield* tenant.call("POST", `${path}/publish`)
  assert.strictEqual(published.status, 200, published.text)
  return { surface: published.body, path, door: `/public/hosted-surfaces/${surface.slug}/session` }
})

const player = Effect.fnUntraced(function* (call: Call, path: string, body: Readonly<Record<string, unknown>> = {}) {
  const added = yield* call("POST", `${path}/players`, { display_name: "Mia", ...body })
  assert.strictEqual(added.status, 201, added.text)
  return added.body
})

const codeOf = ({ body, status }: Answer) => [status, body.error?.code]

layer(TestApp.shared, { excludeTestServices: true })("hosted surfaces", (it) => {
  it.effect("are drafts with an address of their own, which stays once it was published", () =>
    Effect.gen(function* () {
      const { call, customer_id } = yield* workspace
      const name = `Lobby ${customer_id.slice(-6)}`
      const {
        created_at: _created,
        hosted_surface_id,
        updated_at: _updated,
        url,
        ...rest
      } = yield* made(call, { name })
      const slug = `lobby-${customer_id.slice(-6)}`
      assert.isTrue(url.endsWith(`/s/${slug}`), url)
      assert.deepStrictEqual(rest, {
        hosted_surface_key: slug,
        name,
        slug,
        status: "draft",
        audience: null,
        headline: null,
        intro: null,
        branding: { accent_color: "#6c5ce7", mode: "auto", radius: "md", font: "system" },
        logo_url: null,
        support_url: null,
        legal_url: null,
        modules: ["buddy", "path", "marketplace", "leaderboard"],
        player_scopes: ["read", "events:track", "marketplace:purchase", "items:equip"],
        event_types: [],
        session_minutes: 720,
        locale: null,
        players: 0,
        published_at: null,
        archived_at: null
      })
      const path = `${base}/${slug}`
      for (const wrong of [
        { slug: "admin" },
        { slug: "x" },
        { support_url: "https://me:secret@example.com" },
        { legal_url: "javascript:alert(1)" },
        { modules: [] },
        { modules: ["buddy", "buddy"] },
        { player_scopes: ["events:track"] },
        { session_minutes: 14 },
        { locale: "not a tag" }
      ])
        assert.strictEqual((yield* call("PATCH", path, wrong)).status, 422, JSON.stringify(wrong))
      assert.deepStrictEqual(codeOf(yield* call("PATCH", path, { audience: "nobody" })), [400, "unknown_audience"])
      assert.deepStrictEqual(codeOf(yield* call("POST", base, { name, slug })), [409, "slug_taken"])
      const changed = yield* call("PATCH", path, { headline: "Hi", branding: { mode: "dark" }, intro: "x" })
      assert.strictEqual(changed.body.branding.accent_color, "#6c5ce7")
      assert.strictEqual(changed.body.branding.mode, "dark")
      assert.strictEqual((yield* call("PATCH", path, { intro: null })).body.intro, null)
      assert.strictEqual((yield* call("PATCH", path, {})).body.headline, "Hi")
      const moved = yield* call("PATCH", path, { slug: `${slug}-2` })
      assert.strictEqual(moved.body.slug, `${slug}-2`)
      assert.deepStrictEqual(codeOf(yield* call("POST", `${path}/unpublish`)), [409, "invalid_transition"])
      assert.strictEqual((yield* call("POST", `${path}/publish`)).body.status, "published")
      assert.deepStrictEqual(codeOf(yield* call("PATCH", path, { slug })), [409, "slug_locked"])
      assert.strictEqual((yield* call("POST", `${path}/archive`)).body.status, "archived")
      assert.deepStrictEqual(codeOf(yield* call("PATCH", path, { name: "x" })), [409, "surface_archived"])
      assert.deepStrictEqual(codeOf(yield* call("POST", `${path}/publish`)), [409, "invalid_transition"])
      assert.strictEqual((yield* call("GET", base)).body.meta.total, 0)
      const archived = yield* call("GET", `${base}?status=archived`)
      assert.deepStrictEqual(
        archived.body.data.map((one: { hosted_surface_id: string }) => one.hosted_surface_id),
        [hosted_surface_id]
      )
      assert.strictEqual((yield* (yield* workspace).call("GET", path)).status, 404)
    })
  )

  it.effect("let players in by code, card and refresh token, and out again by every way there is", () =>
    Effect.gen(function* () {
      const tenant = yield* workspace
      const { call } = tenant
      const outside = (yield* TestApp).call
      const { door, path } = yield* open(tenant, { event_types: ["lesson.completed"], player_scopes: ["read"] })
      const mia = yield* player(call, path)
      assert.match(mia.user_id, /^hs_[0-9A-Za-z]{22}$/)
      assert.isString(mia.buddy_id)
      assert.match(mia.access_code, /^[2-9A-HJKMNP-TV-Z]{3}-[2-9A-HJKMNP-TV-Z]{3}-[2-9A-HJKMNP-TV-Z]{3}$/)
      assert.deepStrictEqual(
        codeOf(yield* call("POST", `${path}/players`, { display_name: "Mia", user_id: mia.user_id })),
        [409, "already_exists"]
      )

      // What a camera reads of the card is the page with the token behind its #.
      const image = sharp(Buffer.from(mia.qr_svg))
        .resize(600, 600, { kernel: "nearest" })
        .flatten({ background: "#fff" })
      const { data, info } = yield* Effect.promise(() =>
        image.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
      )
      assert.strictEqual(scan(new Uint8ClampedArray(data), info.width, info.height)?.data, mia.qr_url)
      const qr_token = mia.qr_url.split("#q=")[1]

      const spoken = mia.access_code.toLowerCase().replaceAll("-", " ")
      const session = yield* outside("POST", door, { access_code: spoken })
      assert.strictEqual(session.status, 201, session.text)
      // As a word processor and a message from right to left have it.
      const pasted = `\u200f${mia.access_code.replace("-", "\u2011").replace("-", " \u2013 ")}\u00a0`
      assert.strictEqual((yield* outside("POST", door, { access_code: pasted })).status, 201)
      assert.deepInclude(session.body, {
        scopes: ["read"],
        buddy_id: mia.buddy_id,
        player: { display_name: "Mia" }
      })
      const seen = (token: string) => outside("GET", "/widget/buddy", undefined, { key: token })
      assert.strictEqual((yield* seen(session.body.token)).status, 200)
      const again = yield* outside("POST", door, { refresh_token: session.body.refresh_token })
      assert.strictEqual(again.status, 201, again.text)
      assert.isNull(again.body.refresh_token)
      assert.strictEqual(again.body.refresh_expires_at, session.body.refresh_expires_at)
      const carded = yield* outside("POST", door, { qr_token })
      assert.strictEqual(carded.status, 201, carded.text)
      for (const body of [{}, { access_code: "x", qr_token }, { token: "x" }])
        assert.strictEqual((yield* outside("POST", door, body)).status, 422)
      for (const body of [
        { access_code: "222-222-222" },
        { access_code: "?" },
        { qr_token: "x" },
        { refresh_token: "x" }
      ])
        assert.deepStrictEqual(codeOf(yield* outside("POST", door, body)), [401, "invalid_access_code"])

      const disabled = yield* call("PATCH", `${path}/players/${mia.player_id}`, { status: "disabled" })
      assert.strictEqual(disabled.body.status, "disabled")
      const isOut = Effect.fnUntraced(function* (token: string, credentials: ReadonlyArray<object>) {
        assert.strictEqual((yield* seen(token)).status, 401)
        for (const body of credentials) assert.notStrictEqual((yield* outside("POST", door, body)).status, 201)
      })
      const refresh = { refresh_token: session.body.refresh_token }
      yield* isOut(session.body.token, [{ qr_token }, refresh])
      yield* call("PATCH", `${path}/players/${mia.player_id}`, { status: "active" })
      const back = yield* outside("POST", door, { qr_token })
      assert.strictEqual(back.status, 201, back.text)

      const shown = yield* call("GET", `${path}/players/${mia.player_id}/access-code`)
      assert.deepInclude(shown.body, { available: true, access_code: mia.access_code, qr_url: mia.qr_url })
      const fresh = yield* call("POST", `${path}/players/${mia.player_id}/regenerate-access`)
      assert.strictEqual(fresh.status, 200, fresh.text)
      assert.notStrictEqual(fresh.body.access_code, mia.access_code)
      yield* isOut(back.body.token, [{ qr_token }, { access_code: mia.access_code }])
      const last = yield* outside("POST", door, { access_code: fresh.body.access_code })
      assert.strictEqual(last.status, 201, last.text)
      assert.strictEqual((yield* call("POST", `${path}/unpublish`)).body.status, "draft")
      assert.strictEqual((yield* seen(last.body.token)).status, 401)
      assert.strictEqual((yield* outside("POST", door, { access_code: fresh.body.access_code })).status, 404)
    })
  )

  it.effect("keep no code and no token anywhere as it is, and forget what cannot be shown any more", () =>
    Effect.gen(function* () {
      const tenant = yield* workspace
      const { door, path } = yield* open(tenant)
      const mia = yield* player(tenant.call, path)
      const session = yield* (yield* TestApp).call("POST", door, { access_code: mia.access_code })
      const sql = yield* SqlClient.SqlClient
      const tables = ["hosted_players", "hosted_cards", "hosted_refreshes", "hosted_addresses", "widget_tokens"]
      for (const secret of [
        mia.access_code.replaceAll("-", ""),
        mia.qr_url.split("#q=")[1],
        session.body.refresh_token,
        session.body.token
      ]) {
        for (const table of tables) {
          const found = yield* sql`SELECT 1 FROM ${sql(table)} AS t
            WHERE to_jsonb(t)::text LIKE ${`%${secret}%`} OR to_jsonb(t)::text LIKE
              ${`%${Buffer.from(secret as string).toString("hex")}%`}`
          assert.strictEqual(found.length, 0, table)
        }
      }
      yield* sql`UPDATE hosted_cards SET issued_at = now() - interval '90d' WHERE player_id = ${mia.player_id}::uuid`
      const gone = yield* tenant.call("GET", `${path}/players/${mia.player_id}/access-code`)
      assert.deepStrictEqual(gone.body, {
        available: false,
        access_code: null,
        qr_url: null,
        qr_svg: null,
        issued_at: null,
        available_until: null
      })
      assert.strictEqual((yield* (yield* TestApp).call("POST", door, { access_code: mia.access_code })).status, 201)
    })
  )

  it.effect("close their door after ten wrong tries of an address, however many come at once", () =>
    Effect.gen(function* () {
      const tenant = yield* workspace
      const { door, path } = yield* open(tenant)
      const mia = yield* player(tenant.call, path)
      const { call } = yield* TestApp
      // Tabs of yesterday come back with tokens nobody guesses: they count as nothing.
      for (let tab = 0; tab < 12; tab++) {
        const dead = yield* call("POST", door, { refresh_token: String(tab).repeat(43).slice(0, 43) })
        assert.strictEqual(dead.status, 401)
      }
      const tries = yield* Effect.all(
        Array.from({ length: 16 }, () => call("POST", door, { access_code: "222-222-222" })),
        { concurrency: "unbounded" }
      )
      const statuses = tries.map(({ status }) => status).toSorted()
      assert.deepStrictEqual(statuses, [...Array(10).fill(401), ...Array(6).fill(429)])
      const late = yield* call("POST", door, { access_code: mia.access_code })
      assert.strictEqual(late.status, 429)
      assert.isAbove(Number(late.headers.get("retry-after")), 600)
      // Another surface, another door.
      const other = yield* open(tenant, { name: "Other" })
      assert.strictEqual((yield* call("POST", other.door, { access_code: "222-222-222" })).status, 401)
      // The one that closes it is told of.
      const news = Effect.map(tenant.call("GET", "/notifications?kind=surface_guessing"), ({ body }) => body)
      assert.deepStrictEqual((yield* news).notifications, [])
      yield* Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`UPDATE hosted_addresses SET window_ends_at = now() + interval '10 minutes',
          failures = CASE WHEN address = ''::bytea THEN 299 ELSE 0 END WHERE customer_id = ${tenant.customer_id}::uuid`
      )
      assert.strictEqual((yield* call("POST", door, { access_code: "222-222-222" })).status, 401)
      assert.lengthOf((yield* news).notifications, 1)
      // Under attack only codes are refused, and only from where nobody came in of late.
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE hosted_addresses SET failures = CASE WHEN address = ''::bytea THEN 300 ELSE 0 END,
        window_ends_at = now() + interval '10 minutes' WHERE customer_id = ${tenant.customer_id}::uuid`
      assert.strictEqual((yield* call("POST", door, { access_code: mia.access_code })).status, 429)
      assert.strictEqual((yield* call("POST", door, { qr_token: mia.qr_url.split("#q=")[1] })).status, 201)
      assert.strictEqual((yield* call("POST", door, { access_code: mia.access_code })).status, 201)
    })
  )

  it.effect("find a player by how the name begins, in large letters and small ones", () =>
    Effect.gen(function* () {
      const tenant = yield* workspace
      const { path } = yield* open(tenant)
      for (const display_name of ["ΟΔΥΣΣΕΥΣ", "Μίνως"]) yield* player(tenant.call, path, { display_name })
      const found = yield* Effect.forEach(["Οδυσσεύς", "οδυσσευς", "ΜΊΝΩΣ", "mia"], (q) =>
        Effect.map(tenant.call("GET", `${path}/players?q=${encodeURIComponent(q)}`), ({ body }) => body.meta.total)
      )
      assert.deepStrictEqual(found, [0, 1, 1, 0])
    })
  )
})
