import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { login, password, person, registered, statusAndCode } from "../../kit/players/People.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

layer(TestApp.layer({ publicUrl: "https://hatchery.test" }))("registration", (it) => {
  it.effect("makes a workspace on the default plan, an account and a session", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const { as, email, session } = yield* registered({ name: "Ada" })
      assert.strictEqual(session.token_type, "Bearer")
      assert.strictEqual(session.expires_in, 3600)
      assert.deepInclude(session.customer, { name: "Acme Learning", plan: "free", audiences: [] })
      assert.match(session.customer.slug, /^acme-learning(-[0-9a-z]{6})?$/)
      assert.deepInclude(session.user, { email, name: "Ada", email_verified: false })
      const me = yield* app.call("GET", "/auth/me", undefined, as)
      assert.deepStrictEqual(me.body, { customer: session.customer, user: session.user })
      const whoami = yield* app.call("GET", "/auth/api-keys/whoami", undefined, as)
      assert.strictEqual(whoami.body.auth_method, "dashboard_jwt")
      assert.strictEqual(whoami.body.credential.label, email)
    })
  )

  it.effect("gives two workspaces of one name two slugs", () =>
    Effect.gen(function* () {
      const [first, second] = yield* Effect.all([
        registered({ company_name: "Über Größe" }),
        registered({ company_name: "uber große" })
      ])
      assert.match(first.session.customer.slug, /^uber-gro/)
      assert.notStrictEqual(first.session.customer.slug, second.session.customer.slug)
      const wordless = yield* registered({ company_name: "株式会社" })
      assert.match(wordless.session.customer.slug, /^workspace/)
    })
  )

  it.effect("refuses an address that has an account, whatever its case, and leaves nothing behind", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const sql = yield* SqlClient.SqlClient
      const { email } = yield* registered()
      const again = yield* app.call("POST", "/auth/register", {
        ...person({ email: email.toUpperCase(), company_name: "Twice" })
      })
      assert.deepStrictEqual(statusAndCode(again), [409, "email_taken"])
      assert.lengthOf(yield* sql`SELECT 1 FROM customers WHERE name = 'Twice'`, 0)
    })
  )

  it.effect("registers an address once when two ask at the same time", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const given = person()
      const answers = yield* Effect.all(
        [app.call("POST", "/auth/register", given), app.call("POST", "/auth/register", given)],
        { concurrency: 2 }
      )
      assert.deepStrictEqual(answers.map((answer) => answer.status).sort(), [201, 409])
    })
  )

  it.effect("wants ten characters of password and a plain address", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const refused = [
        { password: "short-one" },
        { password: "🦊".repeat(9) },
        { password: "x".repeat(257) },
        { email: "no-address" },
        { email: "two@example.test,three@example.test" },
        { email: "line@example.test\r\nBcc: all@example.test" },
        { company_name: "" },
        { companyName: "camel" }
      ]
      for (const fields of refused) {
        const answer = yield* app.call("POST", "/auth/register", person(fields))
        assert.deepStrictEqual(statusAndCode(answer), [422, "validation_failed"], JSON.stringify(fields))
      }
      yield* registered({ password: "🦊".repeat(10) })
      yield* registered({ password: "x".repeat(256) })
    })
  )

  it.effect("keeps passwords as argon2id and nothing else of them", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { email } = yield* registered()
      const [account] = yield* sql`SELECT password_hash FROM accounts WHERE email = ${email}`
      assert.match(String(account?.["password_hash"]), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    })
  )
})

layer(TestApp.layer())("signing in", (it) => {
  it.effect("works with any case of the address and either form of an accent", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const { email, session } = yield* registered({ password: "pass\u00e9 compos\u00e9" })
      const answer = yield* login(email.toUpperCase(), "passe\u0301 compose\u0301")
      assert.strictEqual(answer.status, 200)
      assert.deepStrictEqual(answer.body.customer, session.customer)
      const me = yield* app.call("GET", "/auth/me", undefined, { key: answer.body.access_token })
      assert.strictEqual(me.body.user.account_id, session.user.account_id)
    })
  )

  it.effect("answers a wrong password and an unknown address alike", () =>
    Effect.gen(function* () {
      const { email } = yield* registered()
      const wrong = yield* login(email, "not the password")
      const unknown = yield* login("nobody@example.test", "not the password")
      assert.deepStrictEqual(statusAndCode(wrong), [401, "invalid_credentials"])
      assert.strictEqual(wrong.body.error.message, unknown.body.error.message)
      assert.deepStrictEqual(statusAndCode(unknown), statusAndCode(wrong))
      const names = (headers: Headers) => [...headers.keys()].sort()
      assert.deepStrictEqual(names(unknown.headers), names(wrong.headers))
    })
  )

  it.effect("stops after ten failures, for known and unknown addresses alike, until the window ends", () =>
    Effect.gen(function* () {
      const { email } = yield* registered()
      for (const address of [email, "ghost@example.test"]) {
        for (let failure = 0; failure < 10; failure++) {
          assert.strictEqual((yield* login(address, "guess number x")).status, 401)
        }
        const stopped = yield* login(address, password)
        assert.deepStrictEqual(statusAndCode(stopped), [429, "rate_limited"])
        assert.strictEqual(stopped.headers.get("retry-after"), String(stopped.body.error.details.retryAfter))
      }
      yield* TestClock.adjust("15 minutes")
      assert.strictEqual((yield* login(email, password)).status, 200)
    })
  )

  it.effect("lets no more than ten of many guesses at once through", () =>
    Effect.gen(function* () {
      const { email } = yield* registered()
      const guesses = yield* Effect.all(
        Array.from({ length: 25 }, () => login(email, "guess number x")),
        { concurrency: 25 }
      )
      assert.strictEqual(guesses.filter((answer) => answer.status === 401).length, 10)
      assert.strictEqual(guesses.filter((answer) => answer.status === 429).length, 15)
    })
  )

  it.effect("forgets failures once the password was right", () =>
    Effect.gen(function* () {
      const { email } = yield* registered()
      for (let round = 0; round < 2; round++) {
        for (let failure = 0; failure < 9; failure++) yield* login(email, "guess number x")
        assert.strictEqual((yield* login(email, password)).status, 200)
      }
    })
  )
})

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

/** The same bytes of a signature in other letters: the last one says two bits nobody reads, and decoders forgive. */
const otherSpellings = (token: string) => {
  const [body, signature] = [token.slice(0, -43), token.slice(-43)]
  const last = letters.indexOf(signature.at(-1)!)
  const spelt = [1, 2, 3].map((bits) => signature.slice(0, -1) + letters[last ^ bits]!)
  return [...spelt, `${signature}=`, signature.replaceAll("-", "+").replaceAll("_", "/")]
    .filter((one) => one !== signature)
    .map((one) => body + one)
}

layer(TestApp.layer())("signing out", (it) => {
  const out = (as: { readonly key: string }, changes: object = {}) =>
    Effect.flatMap(TestApp, (app) => app.call("POST", "/auth/logout", undefined, { ...as, ...changes }))
  const me = (as: { readonly key: string }) =>
    Effect.flatMap(TestApp, (app) => Effect.map(app.call("GET", "/auth/me", undefined, as), ({ status }) => status))
  const sessionOf = (email: string) =>
    Effect.map(login(email, password), ({ body }) => ({ key: body.access_token as string }))

  it.effect("ends the session it is asked with at once, and no other of that second", () =>
    Effect.gen(function* () {
      const { email } = yield* registered()
      const [here, there] = [yield* sessionOf(email), yield* sessionOf(email)]
      assert.notStrictEqual(here.key, there.key)
      assert.deepStrictEqual([yield* me(here), yield* me(there)], [200, 200])
      const answer = yield* out(here)
      assert.deepStrictEqual([answer.status, answer.body], [200, { signed_out: true }])
      assert.deepStrictEqual([yield* me(here), yield* me(there)], [401, 200])
      assert.deepStrictEqual(statusAndCode(yield* out(here)), [401, "unauthorized"])
      assert.strictEqual(yield* me(yield* sessionOf(email)), 200)
    })
  )

  it.effect("is meant whatever spaces and letters the credential was sent with", () =>
    Effect.gen(function* () {
      const as = { key: (yield* registered()).jwt }
      const odd = yield* out(as, { headers: { authorization: `bEARER   ${as.key}` } })
      assert.strictEqual(odd.status, 200, odd.text)
      assert.strictEqual(yield* me(as), 401)
    })
  )

  it.effect("leaves no other spelling of the token behind", () =>
    Effect.gen(function* () {
      const as = { key: (yield* registered()).jwt }
      const spellings = otherSpellings(as.key)
      assert.isAtLeast(spellings.length, 4)
      // Nobody was let in with one before either, or who knows it stays in.
      for (const key of spellings) assert.strictEqual(yield* me({ key }), 401, key)
      assert.strictEqual((yield* out(as)).status, 200)
      for (const key of spellings) assert.strictEqual(yield* me({ key }), 401, key)
    })
  )

  it.effect("is nothing a key can do, and takes no Idempotency-Key", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      assert.deepStrictEqual(statusAndCode(yield* tenant.call("POST", "/auth/logout")), [403, "forbidden"])
      assert.strictEqual((yield* tenant.call("GET", "/auth/api-keys/whoami")).status, 200)
      const as = { key: (yield* registered()).jwt }
      const keyed = yield* out(as, { headers: { "idempotency-key": "parting" } })
      assert.strictEqual(keyed.status, 200, keyed.text)
      assert.strictEqual(yield* me(as), 401)
    })
  )
})

layer(TestApp.layer({ authRequestsPerMinute: 3 }))("the doors without a credential", (it) => {
  it.effect("are limited per client address", () =>
    Effect.gen(function* () {
      const answers = yield* Effect.all(Array.from({ length: 4 }, () => login("a@example.test", "x")))
      assert.deepStrictEqual(
        answers.map((answer) => answer.status),
        [401, 401, 401, 429]
      )
      assert.strictEqual(answers[3]!.headers.get("x-ratelimit-limit"), "3")
      const elsewhere = yield* (yield* TestApp).call("GET", "/auth/sso/config?domain=example.test")
      assert.strictEqual(elsewhere.status, 200, "a sign-in at a provider is no try at a password")
      assert.strictEqual(elsewhere.headers.get("x-ratelimit-limit"), "300")
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* login("a@example.test", "x")).status, 401)
    })
  )
})
