/** What an operator does with the keys of a running service. */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { hatcheryIn } from "../../kit/process/Command.ts"
import { hatch, lesson, publish } from "../../kit/players/players.ts"
import { request, TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

const secret_key = "of the operator's test"
const service = TestApp.layer({ secretKey: Redacted.make(secret_key) })

const commands = Effect.map(TestApp, ({ databaseUrl }) => {
  const env = { DATABASE_URL: Redacted.value(databaseUrl), SECRET_KEY: secret_key }
  return (...args: ReadonlyArray<string>) => hatcheryIn(env, ...args)
})

/** Key ids of a purpose that count, newest first. */
const idsOf = (out: string, purpose: string) =>
  out.split("\n").flatMap((line) => (line.startsWith(`${purpose} `) ? [line.split(/ +/)[1]!] : []))

layer(service, { excludeTestServices: true })("an operator", (it) => {
  it.effect(
    "rotates and retires the key of logins: the service refuses what the old one signed, without a restart",
    () =>
      Effect.gen(function* () {
        const { baseUrl, call } = yield* TestApp
        const run = yield* commands
        const email = "operator@example.test"
        const given = { email, password: "correct horse battery", company_name: "Acme" }
        const before = (yield* call("POST", "/auth/register", given)).body.access_token as string
        const statusOf = (token: string) =>
          Effect.map(request(baseUrl, token)("GET", "/auth/me"), ({ status }) => status)
        assert.strictEqual(yield* statusOf(before), 200)

        const [old] = idsOf((yield* run("keys", "list")).out, "dashboard_token")
        assert.match(
          (yield* run("keys", "retire", old!)).err,
          /^hatchery: It makes logins: rotate dashboard_token first\.\n$/
        )
        assert.strictEqual((yield* run("keys", "rotate", "dashboard_token")).code, 0)
        assert.strictEqual(yield* statusOf(before), 200)
        const retired = yield* run("keys", "retire", old!)
        assert.deepStrictEqual(
          [retired.code, retired.out],
          [0, `${old} is retired: nothing it made counts any more.\n`]
        )
        yield* until(
          "the old login is refused",
          Effect.map(statusOf(before), (status) => status === 401)
        )
        const again = yield* call("POST", "/auth/login", { email, password: given.password })
        assert.strictEqual(yield* statusOf(again.body.access_token), 200)
        assert.strictEqual((yield* run("keys", "retire", old!)).code, 1)
      })
  )

  it.effect("signs ledgers anew before the key they were signed with goes", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const run = yield* commands
      yield* publish(tenant)
      const { buddy_id } = yield* hatch(tenant, "ada")
      yield* tenant.call("POST", "/events", lesson("ada"))
      const verdict = Effect.map(tenant.call("GET", `/economy/buddies/${buddy_id}/ledger/verify`), ({ body }) => body)

      const [old] = idsOf((yield* run("keys", "list")).out, "ledger_head")
      assert.strictEqual((yield* run("keys", "rotate", "ledger_head")).code, 0)
      assert.deepInclude(yield* verdict, { valid: true })
      assert.match(
        (yield* run("keys", "retire", old!)).err,
        /^hatchery: 1 ledgers are not signed .*: run reseal first\.\n$/
      )
      const resealed = yield* run("keys", "reseal")
      assert.deepInclude(resealed, { code: 0, err: "" })
      assert.match(resealed.out, /^ledgers signed anew +1 of \d+$/m)
      assert.strictEqual((yield* run("keys", "retire", old!)).code, 0)
      const after = yield* verdict
      assert.deepInclude(after, { valid: true, signed_head: after.head })
      yield* tenant.call("POST", "/events", lesson("ada"))
      assert.deepInclude(yield* verdict, { valid: true, problems: [] })
    })
  )

  it.effect("makes codes of players anew before the key they were made with goes, and is told which cannot be", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      const run = yield* commands
      const sql = yield* SqlClient.SqlClient
      yield* publish(tenant)
      const surface = (yield* call("POST", "/customers/me/hosted-surfaces", { name: "Lobby" })).body
      const path = `/customers/me/hosted-surfaces/${surface.hosted_surface_id}`
      yield* call("POST", `${path}/publish`)
      const come = (display_name: string) => call("POST", `${path}/players`, { display_name, user_id: display_name })
      const [ada, bob] = [(yield* come("ada")).body, (yield* come("bob")).body]
      const opened = ({ access_code }: { readonly access_code: string }) =>
        Effect.map(
          call("POST", `/public/hosted-surfaces/${surface.slug}/session`, { access_code }),
          ({ status }) => status
        )
      // As ninety days later.
      yield* sql`DELETE FROM hosted_cards WHERE player_id = ${bob.player_id}::uuid`

      const [old] = idsOf((yield* run("keys", "list")).out, "access_code")
      assert.match((yield* run("keys", "rotate", "access_code")).out, /run reseal, then retire it/)
      assert.deepStrictEqual([yield* opened(ada), yield* opened(bob)], [201, 201])
      assert.match((yield* run("keys", "retire", old!)).err, /^hatchery: 1 codes of players .*: run reseal first\.\n$/)
      assert.match((yield* run("keys", "reseal")).out, /^codes of players made anew +1$/m)
      const refused = yield* run("keys", "retire", old!)
      assert.deepStrictEqual([refused.code, /^hatchery: 1 players .*--lose-codes/.test(refused.err)], [1, true])
      assert.deepStrictEqual([yield* opened(ada), yield* opened(bob)], [201, 201])
      assert.strictEqual((yield* run("keys", "retire", old!, "--lose-codes")).code, 0)
      yield* until(
        "the code of which nothing was kept opens nothing",
        Effect.map(opened(bob), (status) => status === 401)
      )
      assert.strictEqual(yield* opened(ada), 201)
    })
  )

  it.effect("is told by verify whose head is not genuine, and signs none of those", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const run = yield* commands
      const sql = yield* SqlClient.SqlClient
      yield* publish(tenant)
      const { buddy_id } = yield* hatch(tenant, "eve")
      yield* tenant.call("POST", "/events", lesson("eve"))
      assert.deepInclude(yield* run("verify"), { code: 0, err: "" })
      yield* sql`UPDATE buddy_states SET ledger_head = jsonb_set(ledger_head::jsonb, '{mac}', '"AAAA"')::json
        WHERE buddy_id = ${buddy_id}::uuid`
      const { code, out } = yield* run("verify")
      assert.strictEqual(code, 1)
      assert.match(out, new RegExp(`\nledger_head_signed: .*\nNot so:\n.*${buddy_id}`))
      const resealed = yield* run("keys", "reseal")
      assert.strictEqual(resealed.code, 1)
      assert.include(resealed.err, `not signed, for it is not whole: buddy ${buddy_id}`)
    })
  )
})
