import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import {
  invited,
  joined,
  login,
  mailedToken,
  password,
  person,
  statusAndCode,
  verified
} from "../../kit/players/People.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const members = "/customers/me/members"

layer(TestApp.layer())("roles", (it) => {
  it.effect("let owners alone make, change and remove owners", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const owner = yield* verified()
      const admin = yield* joined(owner.as, "admin")
      const member = yield* joined(owner.as, "member")
      const owners = `${members}/${owner.session.user.account_id}`
      const refusals = [
        yield* app.call("POST", members, { email: person().email, role: "owner" }, admin.as),
        yield* app.call("PATCH", `${members}/${member.account_id}`, { role: "owner" }, admin.as),
        yield* app.call("PATCH", owners, { role: "member" }, admin.as),
        yield* app.call("DELETE", owners, undefined, admin.as)
      ]
      for (const refusal of refusals) {
        assert.deepStrictEqual(statusAndCode(refusal), [403, "forbidden"])
        assert.deepStrictEqual(refusal.body.error.details, { required_role: "owner" })
      }
      const listed = yield* app.call("GET", members, undefined, member.as)
      assert.deepStrictEqual(listed.body.error.details, { required_role: "admin" })
      const raised = yield* app.call("PATCH", `${members}/${admin.account_id}`, { role: "owner" }, owner.as)
      assert.deepInclude(raised.body, { account_id: admin.account_id, role: "owner" })
      assert.strictEqual((yield* app.call("PATCH", owners, { role: "member" }, admin.as)).status, 200)
    })
  )

  it.effect("hold from the next request on, and sessions go on", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const owner = yield* verified()
      const member = yield* joined(owner.as, "member")
      const path = `${members}/${member.account_id}`
      const lists = Effect.map(app.call("GET", members, undefined, member.as), ({ status }) => status)
      assert.strictEqual(yield* lists, 403)
      yield* app.call("PATCH", path, { role: "admin" }, owner.as)
      assert.strictEqual(yield* lists, 200)
      yield* app.call("PATCH", path, { role: "member" }, owner.as)
      assert.strictEqual(yield* lists, 403)
      assert.strictEqual((yield* app.call("GET", "/customers/me", undefined, member.as)).status, 200)
    })
  )

  it.effect("of keys are those of admins, and test keys change no members", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const { call, customer_id } = yield* app.tenant({ mode: "live", plan: "growth" })
      const { email } = person()
      const made = yield* call("POST", members, { email, role: "member" })
      assert.strictEqual(made.status, 201)
      const owner = yield* call("POST", members, { email: person().email, role: "owner" })
      assert.deepStrictEqual(owner.body.error.details, { required_role: "owner" })
      const test = yield* app.tenant({ mode: "test" })
      const refused = yield* test.call("POST", members, { email: person().email, role: "member" })
      assert.deepStrictEqual(statusAndCode(refused), [403, "forbidden"])
      const foreign = yield* (yield* app.tenant({ mode: "live" })).call("DELETE", `${members}/${made.body.account_id}`)
      assert.deepStrictEqual(statusAndCode(foreign), [404, "not_found"])
      assert.strictEqual((yield* call("DELETE", `${members}/${made.body.account_id}`)).status, 204)
      assert.notStrictEqual(customer_id, test.customer_id)
    })
  )
})

layer(TestApp.layer())("removing", (it) => {
  it.effect("ends sessions and passwords, and the invitations that were sent and wait", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const owner = yield* verified()
      const admin = yield* joined(owner.as, "admin")
      const guest = yield* invited(admin.as, "admin")
      const colleague = yield* joined(admin.as, "member")
      yield* app.call("POST", "/auth/password/reset/request", { email: admin.email })
      yield* TestClock.adjust("1 second")
      const reset = yield* mailedToken(admin.email)
      const gone = yield* app.call("DELETE", `${members}/${admin.account_id}`, undefined, owner.as)
      assert.strictEqual(gone.status, 204)
      assert.strictEqual((yield* app.call("GET", "/auth/me", undefined, admin.as)).status, 401)
      assert.strictEqual((yield* login(admin.email, password)).status, 401)
      const tried = [
        yield* app.call("POST", "/auth/password/reset", { token: reset, new_password: password }),
        yield* app.call("POST", "/auth/invitations/accept", { token: guest.token, password })
      ]
      for (const answer of tried) assert.deepStrictEqual(statusAndCode(answer), [400, "invalid_token"])
      assert.strictEqual((yield* app.call("GET", "/auth/me", undefined, colleague.as)).status, 200)
      const again = yield* app.call("DELETE", `${members}/${admin.account_id}`, undefined, owner.as)
      assert.deepStrictEqual(statusAndCode(again), [404, "not_found"])
    })
  )

  it.effect("of somebody whose request another node lets in meets no fault", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const sql = yield* SqlClient.SqlClient
      const owner = yield* verified()
      const member = yield* joined(owner.as, "member")
      assert.strictEqual((yield* app.call("GET", "/auth/me", undefined, member.as)).status, 200)
      // Gone without word to this node, which knows the session for a while.
      yield* sql`DELETE FROM one_time_tokens WHERE account_id = ${member.account_id}::uuid`
      yield* sql`DELETE FROM accounts WHERE account_id = ${member.account_id}::uuid`
      const change = { current_password: password, new_password: `${password} 2` }
      const answers = [
        yield* app.call("GET", "/auth/me", undefined, member.as),
        yield* app.call("POST", "/auth/email/verification/request", undefined, member.as),
        yield* app.call("POST", "/auth/password/change", change, member.as)
      ]
      for (const answer of answers) assert.deepStrictEqual(statusAndCode(answer), [401, "unauthorized"])
    })
  )

  it.effect("keeps the last owner who can sign in", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const owner = yield* verified()
      // Who is only invited cannot look after the workspace.
      yield* invited(owner.as, "owner")
      const path = `${members}/${owner.session.user.account_id}`
      const tries = [
        yield* app.call("DELETE", path, undefined, owner.as),
        yield* app.call("PATCH", path, { role: "admin" }, owner.as)
      ]
      for (const answer of tries) assert.deepStrictEqual(statusAndCode(answer), [409, "last_owner"])
      assert.strictEqual((yield* app.call("PATCH", path, { role: "owner" }, owner.as)).status, 200)
    })
  )

  it.effect("keeps one owner whoever removes whom, fifty at a time", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const sql = yield* SqlClient.SqlClient
      const first = yield* verified()
      const owners = [
        { account_id: first.session.user.account_id as string, as: first.as },
        ...(yield* Effect.replicateEffect(joined(first.as, "owner"), 4))
      ]
      const tries = Array.from({ length: 50 }, (_, nth) => ({
        by: owners[nth % owners.length]!,
        path: `${members}/${owners[(nth * 3 + 1) % owners.length]!.account_id}`,
        isRemoval: nth % 2 === 0
      }))
      const answers = yield* Effect.all(
        tries.map(({ by, isRemoval, path }) =>
          isRemoval ? app.call("DELETE", path, undefined, by.as) : app.call("PATCH", path, { role: "member" }, by.as)
        ),
        { concurrency: 50 }
      )
      const left = yield* sql`
        SELECT FROM accounts WHERE customer_id = ${first.session.customer.customer_id}::uuid AND role = 'owner'`
      assert.isAtLeast(left.length, 1)
      const seen = new Set(answers.map((answer) => answer.status))
      for (const status of seen) assert.include([200, 204, 401, 403, 404, 409], status)
      assert.isTrue(seen.has(204) || seen.has(200))
    })
  )
})
