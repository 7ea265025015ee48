import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { login, mailsTo, password, registered, statusAndCode } from "../../kit/players/People.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

layer(TestApp.layer({ publicUrl: "https://hatchery.test" }))("a new password", (it) => {
  const reset = (token: string, new_password: string) =>
    Effect.flatMap(TestApp, (app) => app.call("POST", "/auth/password/reset", { token, new_password }))
  const request = (email: string, headers: Record<string, string> = {}) =>
    Effect.flatMap(TestApp, (app) => app.call("POST", "/auth/password/reset/request", { email }, { headers }))

  it.effect("is mailed for, set once with the token, and ends every session", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const { as, email } = yield* registered()
      assert.strictEqual((yield* request(email)).status, 202)
      const [mail] = yield* mailsTo(email)
      assert.include(mail!.text, mail!.token)
      const fresh = "another horse battery"
      assert.strictEqual((yield* reset(mail!.token, "short")).status, 422)
      assert.strictEqual((yield* reset(mail!.token, fresh)).status, 200)
      assert.strictEqual((yield* app.call("GET", "/auth/me", undefined, as)).status, 401)
      assert.strictEqual((yield* login(email, password)).status, 401)
      const session = yield* login(email, fresh)
      assert.strictEqual(session.body.user.email_verified, true)
      assert.deepStrictEqual(statusAndCode(yield* reset(mail!.token, "third horse battery")), [400, "invalid_token"])
    })
  )

  it.effect("is told to the mailbox with the live keys that still work, whatever they call themselves", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const { as, email } = yield* registered()
      const mint = (label: string, mode: string) => app.call("POST", "/auth/api-keys", { label, mode }, as)
      const live = yield* mint("backend\n\nAll is well.", "live")
      const gone = yield* mint("gone", "live")
      yield* app.call("DELETE", `/auth/api-keys/${gone.body.api_key_id}`, undefined, as)
      const test = yield* mint("sandbox", "test")
      yield* request(email)
      const [asked] = yield* mailsTo(email)
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* reset(asked!.token, "another horse battery")).status, 200)
      const [told] = yield* mailsTo(email)
      assert.include(told!.text, `- backend All is well. (secret, ends in ${live.body.last4}`)
      assert.isNull(told!.token)
      for (const { body } of [gone, test]) assert.notInclude(told!.text, `ends in ${body.last4}`)
      assert.notInclude(told!.text, live.body.key)
    })
  )

  it.effect("takes a token from one of two requests at the same time", () =>
    Effect.gen(function* () {
      const { email } = yield* registered()
      yield* request(email)
      const [mail] = yield* mailsTo(email)
      const answers = yield* Effect.all(
        ["first horse battery", "second horse battery"].map((fresh) => reset(mail!.token, fresh)),
        { concurrency: 2 }
      )
      assert.deepStrictEqual(answers.map((answer) => answer.status).sort(), [200, 400])
    })
  )

  it.effect("is not to be had with an older token, a late token or a token for something else", () =>
    Effect.gen(function* () {
      const { email } = yield* registered()
      const [verification] = yield* mailsTo(email)
      assert.strictEqual((yield* reset(verification!.token, password)).status, 400)
      yield* request(email)
      const [older] = yield* mailsTo(email)
      yield* TestClock.adjust("1 second")
      yield* request(email)
      const [newer] = yield* mailsTo(email)
      assert.notStrictEqual(newer!.token, older!.token)
      assert.strictEqual((yield* reset(older!.token, password)).status, 400)
      yield* TestClock.adjust("30 minutes")
      assert.strictEqual((yield* reset(newer!.token, password)).status, 400)
    })
  )

  it.effect("asked for at an unknown address gets the same answer and no mail", () =>
    Effect.gen(function* () {
      const { email } = yield* registered()
      const known = yield* request(email)
      const unknown = yield* request("nobody-here@example.test")
      assert.deepStrictEqual([unknown.status, unknown.text], [known.status, known.text])
      assert.lengthOf(yield* mailsTo("nobody-here@example.test"), 0)
    })
  )

  it.effect("is linked to by the service's own address, not by the request's", () =>
    Effect.gen(function* () {
      const { email } = yield* registered()
      yield* request(email, { "x-forwarded-host": "evil.test", forwarded: "host=evil.test" })
      const [mail] = yield* mailsTo(email)
      assert.include(mail!.text, `https://hatchery.test/reset-password#token=${mail!.token}`)
      assert.include(mail!.text, "The link works once, for 30 minutes.")
      assert.notInclude(mail!.text, "evil.test")
    })
  )

  it.effect("fills no mailbox: after ten mails in an hour there are no more, and nobody is told", () =>
    Effect.gen(function* () {
      const { email } = yield* registered()
      for (let time = 0; time < 12; time++) assert.strictEqual((yield* request(email)).status, 202)
      const resets = (yield* mailsTo(email)).filter((mail) => mail.subject.includes("password"))
      assert.lengthOf(resets, 10)
    })
  )

  it.effect("is changed with the old one; the answer is a session, all others end", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const { as, email } = yield* registered()
      const other = (yield* login(email, password)).body.access_token
      const fresh = "another horse battery"
      const change = (current_password: string, options = as) =>
        app.call("POST", "/auth/password/change", { current_password, new_password: fresh }, options)
      assert.deepStrictEqual(statusAndCode(yield* change("not the password")), [401, "invalid_credentials"])
      const changed = yield* change(password)
      assert.strictEqual(changed.status, 200)
      for (const key of [as.key, other]) {
        assert.strictEqual((yield* app.call("GET", "/auth/me", undefined, { key })).status, 401)
      }
      const me = yield* app.call("GET", "/auth/me", undefined, { key: changed.body.access_token })
      assert.strictEqual(me.status, 200)
      assert.strictEqual((yield* login(email, fresh)).status, 200)
    })
  )

  it.effect("cannot be guessed with a stolen session, nor by hiding behind an Idempotency-Key", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const { as } = yield* registered()
      const guess = (time: number) =>
        app.call(
          "POST",
          "/auth/password/change",
          { current_password: "guess number x", new_password: password },
          { ...as, headers: { "idempotency-key": `guess-${time}` } }
        )
      for (let time = 0; time < 10; time++) assert.strictEqual((yield* guess(time)).status, 401)
      assert.deepStrictEqual(statusAndCode(yield* guess(10)), [429, "rate_limited"])
    })
  )
})

layer(TestApp.layer())("verifying an address", (it) => {
  const verify = (token: string) => Effect.flatMap(TestApp, (app) => app.call("POST", "/auth/email/verify", { token }))

  it.effect("takes the token of the registration mail once, and sends no more afterwards", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const { as, email } = yield* registered()
      const [mail] = yield* mailsTo(email)
      assert.strictEqual((yield* verify(mail!.token)).status, 200)
      assert.deepStrictEqual(statusAndCode(yield* verify(mail!.token)), [400, "invalid_token"])
      assert.strictEqual((yield* app.call("GET", "/auth/me", undefined, as)).body.user.email_verified, true)
      assert.strictEqual((yield* app.call("POST", "/auth/email/verification/request", undefined, as)).status, 202)
      assert.lengthOf(yield* mailsTo(email), 1)
    })
  )

  it.effect("can be asked for again: the newer token lives a day, the older one is void", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const { as, email } = yield* registered()
      const [older] = yield* mailsTo(email)
      assert.strictEqual((yield* app.call("POST", "/auth/email/verification/request", undefined, as)).status, 202)
      const [newer] = yield* mailsTo(email)
      assert.strictEqual((yield* verify(older!.token)).status, 400)
      assert.strictEqual((yield* verify(newer!.token)).status, 200)
      const sql = yield* SqlClient.SqlClient
      const late = yield* registered()
      const [mail] = yield* mailsTo(late.email)
      // Aged in its row: a day of virtual time costs every timer of the service a day of ticks.
      const aged = yield* sql`UPDATE one_time_tokens SET expires_at = expires_at - interval '24 hours'
                              WHERE used_at IS NULL AND expires_at - created_at = interval '24 hours' RETURNING purpose`
      assert.deepStrictEqual(aged, [{ purpose: "email_verification" }])
      assert.strictEqual((yield* verify(mail!.token)).status, 400)
    })
  )

  it.effect("keeps only hashes of its tokens", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { email } = yield* registered()
      const [mail] = yield* mailsTo(email)
      const kept =
        yield* sql`SELECT encode(token_hash, 'escape') AS hash, octet_length(token_hash) AS bytes FROM one_time_tokens`
      assert.isNotEmpty(kept)
      for (const { bytes, hash } of kept) {
        assert.strictEqual(bytes, 32)
        assert.notStrictEqual(hash, mail!.token)
      }
      assert.strictEqual(Buffer.from(mail!.token, "base64url").length, 32)
    })
  )
})

layer(TestApp.layer({ embedded: false }))("the development outbox", (it) => {
  it.effect("cannot be read where the database is not the embedded one", () =>
    Effect.gen(function* () {
      yield* registered()
      const answer = yield* (yield* TestApp).call("GET", "root:/dev/mails")
      assert.deepStrictEqual(statusAndCode(answer), [404, "not_found"])
    })
  )
})
