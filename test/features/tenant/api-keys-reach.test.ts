/** Which keys a credential may make, see and end. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { registered, statusAndCode } from "../../kit/players/People.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const whoami = (key: string) =>
  Effect.flatMap(TestApp, (app) => app.call("GET", "/auth/api-keys/whoami", undefined, { key }))

layer(TestApp.shared, { excludeTestServices: true })("secret keys", (it) => {
  it.effect("rotated by many at once leave exactly one that works", () =>
    Effect.gen(function* () {
      const { call, key } = yield* (yield* TestApp).tenant({ mode: "live" })
      const second = (yield* call("POST", "/auth/api-keys", { label: "b", mode: "live" })).body.key
      const askers = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? key : second))
      const rotate = (asker: string) => call("POST", "/auth/api-keys/rotate", { mode: "live" }, { key: asker })
      const answers = yield* Effect.forEach(askers, rotate, { concurrency: "unbounded" })
      const made = answers.filter(({ status }) => status === 201).map(({ body }) => body.key)
      for (const { status } of answers) assert.include([201, 401], status)
      const alive = yield* Effect.filter([key, second, ...made], (one) =>
        Effect.map(whoami(one), ({ status }) => status === 200)
      )
      assert.lengthOf(alive, 1)
    })
  )

  it.effect("of the test kind reach keys of their own kind only", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const { call } = yield* app.tenant({ mode: "live" })
      const live = (yield* call("POST", "/auth/api-keys", { label: "live", mode: "live" })).body
      const web = (yield* call("POST", "/auth/publishable-keys", { label: "web", permissions: ["buddy:read"] })).body
      const test = (yield* call("POST", "/auth/api-keys", { label: "test", mode: "test" })).body
      const asTest = { key: test.key }
      const forbidden = [403, "forbidden"]
      const mint = yield* call("POST", "/auth/api-keys", { label: "x", mode: "live" }, asTest)
      assert.deepStrictEqual(statusAndCode(mint), forbidden)
      const publish = { label: "x", permissions: ["embed_tokens:mint"] }
      const published = yield* call("POST", "/auth/publishable-keys", publish, asTest)
      assert.deepInclude(published.body, { type: "publishable", mode: "test", scopes: ["embed_tokens:mint"] })
      assert.match(published.body.key, /^svc_pk_[0-9A-Za-z]{43}$/)
      const rotate = yield* call("POST", "/auth/api-keys/rotate", { mode: "live" }, asTest)
      assert.deepStrictEqual(statusAndCode(rotate), forbidden)
      const listed = yield* call("GET", "/auth/api-keys", undefined, asTest)
      assert.deepStrictEqual(
        new Set(listed.body.data.map((key: { api_key_id: string }) => key.api_key_id)),
        new Set([test.api_key_id, published.body.api_key_id])
      )
      assert.strictEqual(
        (yield* call("DELETE", `/auth/api-keys/${published.body.api_key_id}`, undefined, asTest)).status,
        204
      )
      assert.strictEqual((yield* whoami(published.body.key)).status, 401)
      for (const { api_key_id } of [live, web]) {
        const revoked = yield* call("DELETE", `/auth/api-keys/${api_key_id}`, undefined, asTest)
        assert.deepStrictEqual(statusAndCode(revoked), [404, "not_found"])
      }
      const rotated = yield* call("POST", "/auth/api-keys/rotate", {}, asTest)
      assert.deepStrictEqual([rotated.status, rotated.body.mode], [201, "test"])
      assert.include(rotated.body.revoked_ids, test.api_key_id)
      for (const { key } of [live, web, rotated.body]) assert.strictEqual((yield* whoami(key)).status, 200)
    })
  )
})

layer(TestApp.layer({ embedded: false, databaseUrl: undefined }))("keys outside of the embedded default", (it) => {
  it.effect("that open the workspace want a proven mailbox; test keys do not", () =>
    Effect.gen(function* () {
      const { as, email } = yield* registered()
      const { call } = yield* TestApp
      const unverified = [403, "email_not_verified"]
      const secret = (mode: string) => call("POST", "/auth/api-keys", { label: "backend", mode }, as)
      const web = { label: "web", permissions: ["buddy:read"] }
      const publishable = () => call("POST", "/auth/publishable-keys", web, as)
      const rotate = () => call("POST", "/auth/api-keys/rotate", {}, as)
      for (const refused of [yield* secret("live"), yield* publishable(), yield* rotate()]) {
        assert.deepStrictEqual(statusAndCode(refused), unverified)
      }
      assert.strictEqual((yield* secret("test")).status, 201)
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE accounts SET email_verified_at = now() WHERE email = ${email}`
      for (const made of [yield* secret("live"), yield* publishable(), yield* rotate()]) {
        assert.strictEqual(made.status, 201, made.text)
      }
    })
  )
})
