import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { Attempts } from "../../../src/platform/auth/Attempts.ts"
import {
  invited,
  login,
  mailsTo,
  password,
  person,
  registered,
  statusAndCode,
  verified
} from "../../kit/players/People.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const members = "/customers/me/members"

layer(TestApp.layer({ publicUrl: "https://hatchery.test" }))("inviting", (it) => {
  it.effect("is done two hundred and fifty times a day by a workspace, whomever it invites and takes back", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const [owner, other] = [yield* verified(), yield* verified()]
      const invite = (as: typeof owner.as) => app.call("POST", members, { email: person().email, role: "member" }, as)
      const limit = { action: "mail", tries: 1_000, window_seconds: 86_400 } as const
      const { take } = yield* Effect.provide(Attempts, Attempts.layer)
      for (let count = 0; count < 249; count++)
        yield* take(limit, `invitations of ${owner.session.customer.customer_id}`, "")
      assert.strictEqual((yield* invite(owner.as)).status, 201)
      const refused = yield* invite(owner.as)
      assert.deepStrictEqual(statusAndCode(refused), [429, "rate_limited"])
      assert.isAbove(Number(refused.headers.get("retry-after")), 80_000)
      assert.strictEqual((yield* invite(other.as)).status, 201)
    })
  )

  it.effect("makes a member who wakes up with a password of its own", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const owner = yield* verified({ company_name: "Acme: see evil.test\nnow" })
      const { email } = person()
      const answer = yield* app.call("POST", members, { email, role: "member", name: "Grace" }, owner.as)
      assert.strictEqual(answer.status, 201)
      const { account_id, created_at, ...rest } = answer.body
      assert.match(account_id, /^[0-9a-f-]{36}$/)
      assert.match(created_at, /^\d{4}-/)
      assert.deepStrictEqual(rest, {
        email,
        name: "Grace",
        role: "member",
        status: "invited",
        email_verified: false,
        has_password: false,
        sso: false,
        last_login_at: null
      })
      const [mail] = yield* mailsTo(email)
      assert.include(mail!.text, `https://hatchery.test/accept-invitation#token=${mail!.token}`)
      assert.include(mail!.text, "Workspace: Acme see evil test now. Role: member.")

      const accepted = yield* app.call("POST", "/auth/invitations/accept", { token: mail!.token, password, name: "G." })
      assert.strictEqual(accepted.status, 201)
      assert.deepStrictEqual(Object.keys(accepted.body), Object.keys(owner.session))
      assert.strictEqual(accepted.body.customer.customer_id, owner.session.customer.customer_id)
      assert.deepInclude(accepted.body.user, { account_id, email, name: "G.", email_verified: true })
      assert.strictEqual((yield* login(email, password)).status, 200)
      const { body } = yield* app.call("GET", members, undefined, owner.as)
      assert.deepStrictEqual(
        body.data.map((one: { email: string; role: string; status: string }) => [one.email, one.role, one.status]),
        [
          [owner.email, "owner", "active"],
          [email, "member", "active"]
        ]
      )
      assert.isTrue(body.data[1].has_password)
      assert.isNotNull(body.data[1].last_login_at)
    })
  )

  it.effect("lets nobody in before it is accepted, and no token in twice or late", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const sql = yield* SqlClient.SqlClient
      const owner = yield* verified()
      const guest = yield* invited(owner.as, "admin")
      assert.deepStrictEqual(statusAndCode(yield* login(guest.email, password)), [401, "invalid_credentials"])
      // A way around the invitation would be a password from a reset.
      yield* app.call("POST", "/auth/password/reset/request", { email: guest.email })
      assert.lengthOf(yield* mailsTo(guest.email), 1)
      const accept = (token: string) => app.call("POST", "/auth/invitations/accept", { token, password })
      const [first, second] = yield* Effect.all([accept(guest.token), accept(guest.token)], { concurrency: 2 })
      assert.deepStrictEqual([first.status, second.status].sort(), [201, 400])
      assert.deepStrictEqual(statusAndCode(yield* accept(guest.token)), [400, "invalid_token"])
      assert.deepStrictEqual(statusAndCode(yield* accept("made-up")), [400, "invalid_token"])

      const late = yield* invited(owner.as, "member")
      const lived = yield* sql`
        UPDATE one_time_tokens SET expires_at = created_at WHERE account_id = ${late.account_id}::uuid
        RETURNING (SELECT expires_at - created_at FROM one_time_tokens WHERE account_id = ${late.account_id}::uuid) =
          interval '7 days' AS is_a_week`
      assert.deepStrictEqual(lived, [{ is_a_week: true }])
      assert.deepStrictEqual(statusAndCode(yield* accept(late.token)), [400, "invalid_token"])
      // Nor does it keep the address from a workspace of its own; another that can still be accepted does.
      const own = yield* app.call("POST", "/auth/register", person({ email: late.email.toUpperCase() }))
      assert.strictEqual(own.status, 201, own.text)
      const open = yield* invited(owner.as, "member")
      const taken = yield* app.call("POST", "/auth/register", person({ email: open.email }))
      assert.deepStrictEqual(statusAndCode(taken), [409, "email_taken"])
    })
  )

  it.effect("takes an address once over all workspaces, whatever its case", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const owner = yield* verified()
      const other = yield* registered()
      const guest = yield* invited(owner.as, "member")
      for (const email of [other.email.toUpperCase(), guest.email, owner.email]) {
        const answer = yield* app.call("POST", members, { email, role: "member" }, owner.as)
        assert.deepStrictEqual(statusAndCode(answer), [409, "email_taken"], email)
      }
      const taken = yield* app.call("POST", "/auth/register", person({ email: guest.email }))
      assert.deepStrictEqual(statusAndCode(taken), [409, "email_taken"])
    })
  )

  it.effect("wants a proven address of who invites, and no more than ten mails an hour", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const unproven = yield* registered()
      const refused = yield* app.call("POST", members, { email: person().email, role: "member" }, unproven.as)
      assert.deepStrictEqual(statusAndCode(refused), [403, "email_not_verified"])
      const owner = yield* verified()
      const { email } = person()
      for (let sent = 0; sent < 10; sent++) {
        const made = yield* app.call("POST", members, { email, role: "member" }, owner.as)
        assert.strictEqual(made.status, 201)
        yield* app.call("DELETE", `${members}/${made.body.account_id}`, undefined, owner.as)
        yield* TestClock.adjust("1 second")
      }
      const flooded = yield* app.call("POST", members, { email, role: "member" }, owner.as)
      assert.deepStrictEqual(statusAndCode(flooded), [429, "rate_limited"])
      assert.lengthOf((yield* app.call("GET", members, undefined, owner.as)).body.data, 1)
    })
  )

  it.effect("ends at two hundred, also when the last places are asked for at once", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const sql = yield* SqlClient.SqlClient
      const owner = yield* verified()
      yield* sql`
        INSERT INTO accounts (customer_id, account_id, email, password_hash, role, created_at)
        SELECT ${owner.session.customer.customer_id}::uuid, gen_random_uuid(), 'crowd-' || n || ${owner.email}, 'none',
          'member', '2020-01-01' FROM generate_series(1, 198) AS n`
      const answers = yield* Effect.all(
        Array.from({ length: 4 }, () => app.call("POST", members, { email: person().email, role: "member" }, owner.as)),
        { concurrency: 4 }
      )
      assert.deepStrictEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409])
      const full = answers.find(({ status }) => status === 409)!
      assert.deepStrictEqual([full.body.error.code, full.body.error.details], ["member_limit", { max: 200 }])
    })
  )

  it.effect("refuses what is no role and no address", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const owner = yield* verified()
      const { email } = person()
      const bodies = [{ email }, { role: "member" }, { email, role: "root" }, { email: "nobody", role: "member" }]
      for (const body of [...bodies, { email, role: "member", status: "active" }]) {
        const answer = yield* app.call("POST", members, body, owner.as)
        assert.deepStrictEqual(statusAndCode(answer), [422, "validation_failed"], JSON.stringify(body))
      }
      assert.lengthOf(yield* mailsTo(email), 0)
    })
  )
})
