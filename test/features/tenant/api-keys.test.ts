import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { decodeProtectedHeader, SignJWT, UnsecuredJWT } from "jose"
import { statusAndCode } from "../../kit/players/People.ts"
import { AppConfig } from "../../../src/Config.ts"
import { KeyRing } from "../../../src/platform/secrets/KeyRing.ts"
import type { Purpose } from "../../../src/platform/secrets/ServiceKeys.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const whoami = (key: string, headers: Record<string, string> = {}) =>
  Effect.flatMap(TestApp, (app) => app.call("GET", "/auth/api-keys/whoami", undefined, { key, headers }))

layer(TestApp.shared, { excludeTestServices: true })("secret keys", (it) => {
  it.effect("are shown once, listed without the key, and kept as a hash", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, customer_id } = yield* (yield* TestApp).tenant({ mode: "live" })
      const made = yield* call("POST", "/auth/api-keys", { label: "backend", mode: "live" })
      assert.strictEqual(made.status, 201)
      assert.match(made.body.key, /^svc_live_[0-9A-Za-z]{43}$/)
      assert.strictEqual(made.body.last4, made.body.key.slice(-4))
      const listed = yield* call("GET", "/auth/api-keys")
      assert.notInclude(listed.text, made.body.key)
      assert.include(
        listed.body.data.map((key: { label: string }) => key.label),
        "backend"
      )
      const stored =
        yield* sql`SELECT to_jsonb(k)::text AS row FROM api_keys AS k WHERE customer_id = ${customer_id}::uuid`
      for (const { row } of stored) assert.notInclude(String(row), made.body.key.slice(9))
    })
  )

  it.effect("stop at once when revoked, for the workspace they belong to only", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const { call } = yield* app.tenant({ mode: "live" })
      const stranger = yield* app.tenant({ mode: "live" })
      const made = (yield* call("POST", "/auth/api-keys", { label: "a", mode: "test" })).body
      assert.strictEqual((yield* whoami(made.key)).status, 200)
      assert.strictEqual((yield* stranger.call("DELETE", `/auth/api-keys/${made.api_key_id}`)).status, 404)
      assert.strictEqual((yield* whoami(made.key)).status, 200)
      assert.strictEqual((yield* call("DELETE", `/auth/api-keys/${made.api_key_id}`)).status, 204)
      assert.deepStrictEqual(statusAndCode(yield* whoami(made.key)), [401, "unauthorized"])
      assert.strictEqual((yield* call("DELETE", `/auth/api-keys/${made.api_key_id}`)).status, 404)
      assert.strictEqual((yield* call("DELETE", "/auth/api-keys/no-uuid")).status, 404)
    })
  )

  it.effect("are rotated together: one new key works, every older one has stopped, the list shows one", () =>
    Effect.gen(function* () {
      const { call, key } = yield* (yield* TestApp).tenant({ mode: "live" })
      const second = (yield* call("POST", "/auth/api-keys", { label: "b", mode: "live" })).body
      const published = (yield* call("POST", "/auth/publishable-keys", { label: "web", permissions: ["buddy:read"] }))
        .body
      const rotated = yield* call("POST", "/auth/api-keys/rotate", { label: "after the leak" })
      assert.strictEqual(rotated.status, 201)
      assert.include(rotated.body.revoked_ids, second.api_key_id)
      assert.lengthOf(rotated.body.revoked_ids, 2)
      for (const old of [key, second.key]) assert.strictEqual((yield* whoami(old)).status, 401)
      assert.strictEqual((yield* whoami(rotated.body.key)).body.credential.label, "after the leak")
      assert.strictEqual((yield* whoami(published.key)).status, 200)
      const listed = yield* call("GET", "/auth/api-keys", undefined, { key: rotated.body.key })
      const secrets = listed.body.data.filter((found: { type: string }) => found.type === "secret")
      assert.deepStrictEqual(
        secrets.map((found: { api_key_id: string }) => found.api_key_id),
        [rotated.body.api_key_id]
      )
    })
  )

  it.effect("end at a moment that is told in UTC, however it is sent, and that years of four digits can tell", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant({ mode: "live" })
      const create = (expires_at: string) => call("POST", "/auth/api-keys", { label: "a", mode: "live", expires_at })
      const ends = (expires_at: string) => Effect.map(create(expires_at), ({ body }) => body.expires_at)
      assert.strictEqual(yield* ends("2100-01-01T01:30:00+05:30"), "2099-12-31T20:00:00.000Z")
      assert.strictEqual(yield* ends("9999-12-31T22:59:59-01:00"), "9999-12-31T23:59:59.000Z")
      for (const beyond of ["9999-12-31T23:00:00-01:00", "9999-12-31T23:59:59.999-23:59"])
        assert.deepStrictEqual(statusAndCode(yield* create(beyond)), [422, "validation_failed"])
    })
  )

  it.effect("cannot be born expired", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant({ mode: "live" })
      const create = (expires_at: unknown) => call("POST", "/auth/api-keys", { label: "a", mode: "live", expires_at })
      for (const past of ["2020-01-01T00:00:00Z", "2026-02-31T00:00:00Z", "tomorrow", 5]) {
        assert.deepStrictEqual(statusAndCode(yield* create(past)), [422, "validation_failed"])
      }
      assert.strictEqual((yield* create(null)).status, 201)
    })
  )

  it.effect("say who they are without side effects", () =>
    Effect.gen(function* () {
      const { customer_id, key } = yield* (yield* TestApp).tenant({ mode: "live", plan: "growth", name: "Acme" })
      const { body, headers } = yield* whoami(key)
      assert.deepInclude(body, { customer_id, customer_name: "Acme", plan: "growth", auth_method: "api_key" })
      assert.deepInclude(body.credential, { type: "secret", scopes: ["*"] })
      assert.include(body.capabilities, "leagues")
      assert.notInclude(body.capabilities, "paths")
      assert.strictEqual(headers.get("x-ratelimit-limit"), "300")
      assert.strictEqual(headers.get("x-ratelimit-remaining"), "299")
      assert.isAtMost(Number(headers.get("x-ratelimit-reset")), Math.ceil(Date.now() / 1000) + 1)
    })
  )
})

layer(TestApp.layer())("keys in time", (it) => {
  it.effect("stop when they expire, although they were just used", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant({ mode: "live" })
      const made = yield* call("POST", "/auth/api-keys", {
        label: "short",
        mode: "live",
        expires_at: "1970-01-01T00:00:20.000Z"
      })
      assert.strictEqual((yield* whoami(made.body.key)).status, 200)
      yield* TestClock.adjust("20 seconds")
      assert.strictEqual((yield* whoami(made.body.key)).status, 401)
      const listed = yield* call("GET", "/auth/api-keys")
      assert.notInclude(listed.text, made.body.api_key_id)
    })
  )
})

layer(TestApp.shared, { excludeTestServices: true })("publishable keys", (it) => {
  it.effect("hold the permissions they were given, and take no unknown one", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant({ mode: "live" })
      const made = yield* call("POST", "/auth/publishable-keys", {
        label: "web",
        permissions: ["buddy:read", "embed_tokens:mint", "buddy:read"],
        allowed_origins: ["https://app.example.test"]
      })
      assert.strictEqual(made.status, 201)
      assert.match(made.body.key, /^svc_pk_[0-9A-Za-z]{43}$/)
      assert.deepStrictEqual((yield* whoami(made.body.key)).body.credential.scopes, ["buddy:read", "embed_tokens:mint"])
      const odd = [
        "https://a.test:443",
        "http://a.test:80",
        "https://a.test:99999",
        "http://127.1",
        "https://a.test:0443"
      ]
      for (const origin of odd) {
        const body = { label: "web", permissions: ["buddy:read"], allowed_origins: [origin] }
        const refused = yield* call("POST", "/auth/publishable-keys", body)
        assert.deepStrictEqual([refused.status, refused.body.error?.code], [422, "validation_failed"], origin)
        assert.deepStrictEqual(refused.body.error.details.issues[0].path, ["allowed_origins", 0])
      }
      for (const permissions of [["coins:spend"], []]) {
        const refused = yield* call("POST", "/auth/publishable-keys", { label: "web", permissions })
        assert.deepStrictEqual(statusAndCode(refused), [422, "validation_failed"])
      }
    })
  )

  it.effect("read what they are made for: shops and journeys, and change neither", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant({ mode: "live" })
      yield* call("POST", "/marketplaces", { marketplace_key: "main", name: "Main" })
      yield* call("POST", "/marketplaces/main/items", {
        item_key: "hat",
        name: "Hat",
        category: "head",
        price_coins: 1
      })
      const steps = [{ step_key: "one", title: "One" }]
      yield* call("POST", "/path-definitions", { path_key: "start", title: "Start", steps })
      const shops = ["/marketplaces", "/marketplaces/main", "/marketplaces/main/items", "/marketplaces/main/items/hat"]
      const journeys = ["", "/start", "/start/steps", "/start/steps/one/sub-steps"].map(
        (end) => `/path-definitions${end}`
      )
      for (const [permission, open, shut] of [
        ["marketplace:read", shops, journeys],
        ["paths:read", journeys, shops]
      ] as const) {
        const { key } = (yield* call("POST", "/auth/publishable-keys", { label: "web", permissions: [permission] }))
          .body
        const status = (path: string) => Effect.map(call("GET", path, undefined, { key }), (answer) => answer.status)
        for (const path of open) assert.strictEqual(yield* status(path), 200, path)
        for (const path of shut) assert.strictEqual(yield* status(path), 403, path)
        assert.strictEqual((yield* call("PUT", open[1]!, {}, { key })).status, 403)
      }
    })
  )

  it.effect("answer browsers from the named origins only", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant({ mode: "live" })
      const { key } = (yield* call("POST", "/auth/publishable-keys", {
        label: "web",
        permissions: ["buddy:read"],
        allowed_origins: ["https://app.example.test"]
      })).body
      assert.strictEqual((yield* whoami(key, { origin: "https://app.example.test" })).status, 200)
      for (const origin of ["https://evil.test", "https://app.example.test.evil.test", "null"]) {
        const refused = yield* whoami(key, { origin })
        assert.deepStrictEqual(statusAndCode(refused), [403, "forbidden"])
        assert.deepStrictEqual(refused.body.error.details, { origin })
      }
    })
  )
})

layer(TestApp.shared, { excludeTestServices: true })("a forged session", (it) => {
  const genuine = Effect.gen(function* () {
    const app = yield* TestApp
    const email = "forged@example.test"
    const given = { email, password: "correct horse battery", company_name: "Acme" }
    const registered = yield* app.call("POST", "/auth/register", given)
    const session =
      registered.status === 201
        ? registered
        : yield* app.call("POST", "/auth/login", { email, password: given.password })
    const { kid } = decodeProtectedHeader(session.body.access_token)
    const ring = yield* KeyRing
    const material = (purpose: Purpose) => ring.signing(purpose)
    return {
      token: session.body.access_token as string,
      kid: kid!,
      customer: session.body.customer,
      user: session.body.user,
      material
    }
  }).pipe(Effect.provide(KeyRing.once.pipe(Layer.provide(AppConfig.test()))))

  const claims = { iss: "hatchery", aud: "hatchery-dashboard" }

  it.effect("is refused whatever it changes", () =>
    Effect.gen(function* () {
      const { customer, kid, material, token, user } = yield* genuine
      const right = material("dashboard_token").material
      const widgets = material("widget_token")
      const wrong = new Uint8Array(32).fill(7)
      const now = Math.floor(Date.now() / 1000)
      const payload = {
        cid: customer.customer_id,
        epoch: 0,
        sub: user.account_id,
        iat: now,
        exp: now + 3600,
        ...claims
      }
      const header = { alg: "HS256", typ: "dash+jwt", kid }
      const signed = (key: Uint8Array, changedPayload = {}, changedHeader = {}) =>
        Effect.promise(() =>
          new SignJWT({ ...payload, ...changedPayload }).setProtectedHeader({ ...header, ...changedHeader }).sign(key)
        )
      const [head, body, signature] = token.split(".") as [string, string, string]
      const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")
      const forged: Record<string, string> = {
        "no signature at all": new UnsecuredJWT(payload).encode(),
        "alg none with the signature kept": `${encoded({ ...header, alg: "none" })}.${body}.${signature}`,
        "an empty signature": `${head}.${body}.`,
        "another tenant in the claims": `${head}.${encoded({ ...payload, cid: crypto.randomUUID() })}.${signature}`,
        "another key": yield* signed(wrong),
        "another algorithm": yield* signed(right, {}, { alg: "HS512" }),
        "another type": yield* signed(right, {}, { typ: "JWT" }),
        "no type": yield* signed(right, {}, { typ: undefined }),
        "an unknown key id": yield* signed(right, {}, { kid: "../../etc/passwd" }),
        "no key id": yield* signed(right, {}, { kid: undefined }),
        "the widgets' key id": yield* signed(right, {}, { kid: widgets.key_id }),
        "the widgets' key": yield* signed(widgets.material, {}, { kid: widgets.key_id }),
        "the widgets' key under the name of the right one": yield* signed(widgets.material),
        "an expiry in the past": yield* signed(right, { exp: now - 1 }),
        "no expiry": yield* signed(right, { exp: undefined }),
        "a start in the future": yield* signed(right, { nbf: now + 600 }),
        "another issuer": yield* signed(right, { iss: "somebody" }),
        "another audience": yield* signed(right, { aud: "widgets" }),
        "no subject": yield* signed(right, { sub: undefined }),
        "an account of another tenant": yield* signed(right, { cid: crypto.randomUUID() }),
        "an older epoch": yield* signed(right, { epoch: -1 }),
        "something behind it": `${token}.x`,
        "a key in the header": yield* signed(
          wrong,
          {},
          { jwk: { kty: "oct", k: Buffer.from(wrong).toString("base64url") } }
        )
      }
      for (const [what, credential] of Object.entries(forged)) {
        const answer = yield* whoami(credential)
        assert.deepStrictEqual(statusAndCode(answer), [401, "unauthorized"], what)
      }
      assert.strictEqual((yield* whoami(yield* signed(right))).status, 200, "the same claims, rightly signed")
    })
  )
})
