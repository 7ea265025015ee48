/** Providers that lie, hang or point inside, and settings that must not be taken. */
import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { TxtResolver } from "../../../src/platform/sso/DomainProof.ts"
import { NameResolver } from "../../../src/platform/webhooks/EgressGuard.ts"
import { joined, registered, statusAndCode, verified } from "../../kit/players/People.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { badProvider, type Lie } from "../../kit/tenant/BadProvider.ts"
import { begin, comeBack, newDomain, redeem, settings, sso } from "../../kit/tenant/Sso.ts"

const liars = Effect.gen(function* () {
  const app = yield* TestApp
  const provider = yield* badProvider
  const owner = yield* verified()
  const domain = newDomain()
  const put = (changes: Record<string, unknown> = {}) =>
    app.call("PUT", sso, settings(provider.issuer, domain, changes), owner.as)
  const saved = yield* put()
  assert.strictEqual(saved.status, 200, saved.text)
  const honest = { sub: "ada", email: `ada@${domain}`, email_verified: true }
  const arrive = Effect.fnUntraced(function* (lie: Lie = {}, changed: (query: URLSearchParams) => void = () => {}) {
    const { cookie, url } = yield* begin(domain)
    const query = new URLSearchParams(provider.expect(url, honest, yield* Clock.currentTimeMillis, lie))
    changed(query)
    return { answer: yield* comeBack(query.toString(), cookie), cookie }
  })
  const connection = Effect.map(app.call("GET", sso, undefined, owner.as), ({ body }) => body)
  return { app, provider, owner, domain, put, arrive, connection }
})

layer(TestApp.layer({ defaultPlan: "enterprise" }))("an identity provider", (it) => {
  it.effect("is believed only what it signed, for us, for this sign-in and now", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("10 minutes")
      const now = (yield* Clock.currentTimeMillis) / 1_000
      const { arrive, connection, provider } = yield* liars
      const lies: Readonly<Record<string, Lie>> = {
        issuer: { claims: { iss: "https://elsewhere.test" } },
        "a subject of two words": { claims: { sub: "ada lovelace" } },
        "a subject too long": { claims: { sub: "a".repeat(256) } },
        audience: { claims: { aud: "somebody-else" } },
        azp: { claims: { aud: ["hatchery", "other"], azp: "other" } },
        expired: { claims: { exp: now - 60 } },
        nonce: { claims: { nonce: "of another sign-in" } },
        "no nonce": { claims: { nonce: undefined } },
        forged: { isForged: true },
        unsigned: { isUnsigned: true },
        "unknown key": { header: { kid: "two" } }
      }
      for (const [name, lie] of Object.entries(lies)) {
        const { answer } = yield* arrive(lie)
        assert.deepStrictEqual(statusAndCode(answer), [401, "sso_login_failed"], name)
        assert.deepStrictEqual(answer.body.error.details, { reason: "id_token_invalid" }, name)
        assert.match((yield* connection).last_error, /^id_token_invalid/, name)
      }
      const mixedUp = yield* arrive({}, (query) => query.set("iss", "https://elsewhere.test"))
      assert.deepStrictEqual(mixedUp.answer.body.error.details, { reason: "provider_error" })
      const { answer, cookie } = yield* arrive()
      assert.strictEqual(answer.status, 200, answer.text)
      assert.strictEqual((yield* redeem(answer.body.code, cookie)).status, 200)
      const redeemed = provider.asked.findLast(({ path }) => path === "/token")!
      assert.match(redeemed.authorization, /^Basic /)
      assert.match(redeemed.body, /code_verifier=[\w-]{43}/)
    }).pipe(Effect.scoped)
  )

  it.effect("that refuses a code, is broken, too large or silent leaves nothing but its error", () =>
    Effect.gen(function* () {
      const { app, arrive, connection, owner, provider } = yield* liars
      provider.answer("/token", { status: 400, body: `{"error":"invalid_grant"}` })
      const replayed = (yield* arrive()).answer
      assert.deepStrictEqual(replayed.body.error.details, { reason: "provider_error" })
      const broken = [{ status: 503, body: "{}" }, { body: `{"id_token":"${"x".repeat(1_100_000)}"}` }]
      for (const body of broken) {
        provider.answer("/token", body)
        assert.deepStrictEqual(statusAndCode((yield* arrive()).answer), [502, "bad_gateway"])
        assert.match((yield* connection).last_error, /^bad_gateway/)
      }
      provider.answer("/token", "hang")
      const asked = () => provider.asked.filter(({ path }) => path === "/token").length
      const before = asked()
      const hanging = yield* Effect.forkChild(arrive())
      while (asked() === before) yield* Effect.promise(() => new Promise((done) => setImmediate(done)))
      yield* TestClock.adjust("8 seconds")
      assert.deepStrictEqual(statusAndCode((yield* Fiber.join(hanging)).answer), [502, "bad_gateway"])
      const { body } = yield* app.call("GET", "/customers/me/members", undefined, owner.as)
      assert.lengthOf(body.data, 1)
    }).pipe(Effect.scoped)
  )

  it.effect("may say as much as a megabyte, which nobody keeps", () =>
    Effect.gen(function* () {
      const { arrive, provider } = yield* liars
      const asked = () => provider.asked.filter(({ path }) => path === "/jwks").length
      const { keys } = yield* Effect.promise(async () => (await fetch(`${provider.issuer}/jwks`)).json())
      const before = asked()
      const padding = { kty: "oct", kid: "padding", k: "x".repeat(900_000) }
      provider.answer("/jwks", { body: JSON.stringify({ keys: [...keys, padding] }) })
      for (let times = 1; times <= 2; times++) {
        const { answer } = yield* arrive()
        assert.strictEqual(answer.status, 200, answer.text)
        assert.strictEqual(asked() - before, times)
      }
      provider.answer("/jwks", undefined)
      for (const _ of [1, 2]) assert.strictEqual((yield* arrive()).answer.status, 200)
      assert.strictEqual(asked() - before, 3)
    }).pipe(Effect.scoped)
  )

  it.effect("is set up by owners with a proven address, after it was read, and keeps its secret to itself", () =>
    Effect.gen(function* () {
      const { app, connection, domain, owner, provider, put } = yield* liars
      const before = yield* connection
      const wrong: ReadonlyArray<readonly [Record<string, unknown>, number, string]> = [
        [{ issuer: "ftp://issuer.test" }, 422, "validation_failed"],
        [{ issuer: "https://user:pw@issuer.test" }, 422, "validation_failed"],
        [{ domains: ["gmail.com"] }, 422, "validation_failed"],
        [{ domains: ["co.uk"] }, 422, "validation_failed"],
        [{ domains: ["github.io"] }, 422, "validation_failed"],
        [{ domains: ["not a domain"] }, 422, "validation_failed"],
        [{ domains: [] }, 422, "validation_failed"],
        [{ scopes: ["email"] }, 422, "validation_failed"],
        [{ jit: { enabled: true, role: "owner" } }, 422, "validation_failed"],
        [{ token_auth: "none" }, 422, "validation_failed"],
        [{ client_secret: null }, 422, "validation_failed"],
        [{ issuer: "http://127.0.0.1:9" }, 502, "bad_gateway"],
        [{ issuer: `${provider.issuer}/other` }, 502, "bad_gateway"]
      ]
      for (const [changes, status, code] of wrong) {
        assert.deepStrictEqual(statusAndCode(yield* put(changes)), [status, code], JSON.stringify(changes))
      }
      const published: ReadonlyArray<Record<string, unknown>> = [
        { issuer: "https://elsewhere.test" },
        { jwks_uri: undefined },
        { token_endpoint: "file:///etc/passwd" },
        { authorization_endpoint: "javascript:alert(1)" },
        { id_token_signing_alg_values_supported: ["HS256", "none"] },
        { id_token_signing_alg_values_supported: 7 },
        { id_token_signing_alg_values_supported: null },
        { authorization_endpoint: 7 }
      ]
      for (const discovery of published) {
        provider.publish(discovery)
        assert.deepStrictEqual(statusAndCode(yield* put()), [502, "bad_gateway"], JSON.stringify(discovery))
      }
      provider.publish({})
      assert.deepStrictEqual(yield* connection, before)

      const { client_secret: _, ...kept } = settings(provider.issuer, domain, { domains: [domain, newDomain()] })
      const changed = yield* app.call("PUT", sso, kept, owner.as)
      assert.isTrue(changed.body.has_client_secret)
      const proof = (body: typeof before) =>
        body.domains.find((one: { domain: string }) => one.domain === domain).txt_value
      assert.strictEqual(proof(changed.body), proof(before))
      const other = yield* badProvider
      const elsewhere = yield* app.call("PUT", sso, { ...kept, issuer: other.issuer }, owner.as)
      assert.deepStrictEqual(statusAndCode(elsewhere), [422, "validation_failed"], "no secret for another issuer")
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql`
        SELECT encode(sealed_client_secret, 'escape') AS sealed FROM sso_connections
        WHERE customer_id = ${owner.session.customer.customer_id}::uuid`
      assert.notInclude(String(row!["sealed"]), "a secret of the tenant's")

      const admin = yield* joined(owner.as, "admin")
      const asAdmin = yield* app.call("PUT", sso, kept, admin.as)
      assert.deepStrictEqual(asAdmin.body.error.details, { required_role: "owner" })
      const unproven = yield* registered()
      const early = yield* app.call("PUT", sso, kept, unproven.as)
      assert.deepStrictEqual(statusAndCode(early), [403, "email_not_verified"])
      assert.deepStrictEqual(statusAndCode(yield* app.call("GET", sso, undefined, unproven.as)), [404, "not_found"])
    }).pipe(Effect.scoped)
  )
})

const zone = new Map<string, ReadonlyArray<ReadonlyArray<string>>>()
const dials: Array<string> = []
const strict = TestApp.layer({ defaultPlan: "enterprise", webhookAllowPrivate: false }).pipe(
  Layer.provide(
    Layer.mergeAll(
      Layer.succeed(NameResolver, (name, done) => {
        dials.push(name)
        done(null, [{ address: "127.0.0.1", family: 4 }])
      }),
      Layer.succeed(TxtResolver, async (name) => {
        const found = zone.get(name)
        if (found === undefined) throw new Error("ENOTFOUND")
        return found
      })
    )
  )
)

layer(strict)("outside of a machine to try things on", (it) => {
  it.effect("providers inside are not called, however they are named", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const owner = yield* verified()
      const put = (issuer: string) => app.call("PUT", sso, settings(issuer, newDomain()), owner.as)
      const inside = [
        "http://issuer.test",
        "https://127.0.0.1",
        "https://[::1]",
        "https://localhost",
        "https://a.internal"
      ]
      for (const issuer of [...inside, "https://issuer.test:5432"]) {
        assert.deepStrictEqual(statusAndCode(yield* put(issuer)), [422, "validation_failed"], issuer)
      }
      assert.deepStrictEqual(dials, [])
      const provider = yield* badProvider
      const { port } = new URL(provider.issuer)
      assert.deepStrictEqual(statusAndCode(yield* put(`https://issuer.test:${port}`)), [502, "bad_gateway"])
      assert.deepStrictEqual([dials, provider.asked], [["issuer.test"], []])
    }).pipe(Effect.scoped)
  )

  it.effect("a domain counts once its name server says so, for one workspace", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const sql = yield* SqlClient.SqlClient
      const domain = newDomain()
      const claimed = Effect.gen(function* () {
        const owner = yield* verified()
        const { customer_id } = owner.session.customer
        yield* sql`
          INSERT INTO sso_connections (customer_id, issuer, client_id, token_auth, scopes, jit_enabled, jit_role,
            enforced, created_at, updated_at)
          VALUES (${customer_id}::uuid, 'https://issuer.test', 'hatchery', 'none', '{openid}', true, 'member', false,
            now(), now())`
        yield* sql`
          INSERT INTO sso_domains (customer_id, domain, token, created_at)
          VALUES (${customer_id}::uuid, ${domain}, ${customer_id}, now())`
        const verify = (name = domain) => app.call("POST", `${sso}/domains/${name}/verify`, undefined, owner.as)
        return { owner, verify, txt_value: `hatchery-domain=${customer_id}` }
      })
      const [first, second] = [yield* claimed, yield* claimed]
      const isAvailable = Effect.map(app.call("GET", `/auth/sso/config?domain=${domain}`), ({ body }) => body.available)
      assert.strictEqual((yield* app.call("GET", sso, undefined, first.owner.as)).body.status, "draft")
      assert.isFalse(yield* isAvailable)
      const start = yield* app.call("GET", `/auth/sso/start?email=ada@${domain}`)
      assert.deepStrictEqual(statusAndCode(start), [404, "sso_not_configured"])
      const txt_name = `_hatchery.${domain}`
      for (const records of [undefined, [["v=spf1 -all"]], [[second.txt_value]]]) {
        if (records !== undefined) zone.set(txt_name, records)
        const answer = yield* first.verify()
        assert.deepStrictEqual(statusAndCode(answer), [409, "sso_domain_unverified"])
        assert.deepStrictEqual(answer.body.error.details, { txt_name, txt_value: first.txt_value })
      }
      assert.deepStrictEqual(statusAndCode(yield* first.verify("other.test")), [404, "not_found"])
      zone.set(txt_name, [[first.txt_value.slice(0, 9), first.txt_value.slice(9)], [second.txt_value]])
      const answers = yield* Effect.all([first.verify(), second.verify()], { concurrency: 2 })
      const codes = answers.map((answer) => answer.body.error?.code ?? answer.body.status)
      assert.deepStrictEqual(codes.toSorted(), ["active", "sso_domain_taken"])
      const [winner, loser] = codes[0] === "active" ? [first, second] : [second, first]
      assert.strictEqual((yield* winner.verify(domain.toUpperCase())).body.domains[0].status, "verified")
      assert.isTrue(yield* isAvailable)
      assert.strictEqual((yield* app.call("DELETE", sso, undefined, winner.owner.as)).status, 204)
      assert.strictEqual((yield* loser.verify()).body.status, "active")
    }).pipe(Effect.scoped)
  )
})
