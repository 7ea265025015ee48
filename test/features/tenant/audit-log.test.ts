import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { joined, login, password, person, statusAndCode, verified } from "../../kit/players/People.ts"
import { lesson, publish, studyContent } from "../../kit/players/players.ts"
import { type Answer, TestApp } from "../../kit/service/TestApp.ts"

const log = "/customers/me/audit-log"

interface Entry {
  readonly audit_id: string
  readonly created_at: string
  readonly actor: { readonly type: string; readonly id: string | null; readonly label: string }
  readonly action: string
  readonly method: string | null
  readonly path: string | null
  readonly target: { readonly type: string; readonly id: string } | null
  readonly status: number | null
  readonly request_id: string
}
const entriesOf = ({ body }: Answer) => body.data as ReadonlyArray<Entry>

/** One act after the other: entries of one moment have no order. */
const act = (...given: Parameters<TestApp["Service"]["call"]>) =>
  Effect.gen(function* () {
    const answer = yield* (yield* TestApp).call(...given)
    yield* TestClock.adjust("1 second")
    return answer
  })

/** An owner on a plan that has an audit log. */
const owner = Effect.gen(function* () {
  const app = yield* TestApp
  const sql = yield* SqlClient.SqlClient
  const somebody = yield* verified()
  const { customer_id } = somebody.session.customer
  yield* sql`UPDATE customers SET plan = 'enterprise' WHERE customer_id = ${customer_id}::uuid`
  // Its plan is known to the node already.
  yield* TestClock.adjust("31 seconds")
  const read = (query = "") => Effect.map(app.call("GET", log + query, undefined, somebody.as), entriesOf)
  return { ...somebody, customer_id: customer_id as string, account_id: somebody.session.user.account_id, read }
})

layer(TestApp.layer())("the audit log", (it) => {
  it.effect("holds what people change, sign-ins and what was refused, without what a client chose", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const { account_id, as, email, read } = yield* owner
      yield* login(email, password)
      yield* TestClock.adjust("1 second")
      yield* act("PATCH", "/customers/me", { name: "Acme 2" }, as)
      yield* app.call("GET", "/customers/me", undefined, as)
      const refused = yield* act("PATCH", "/customers/me", { name: 7 }, as)
      yield* act("DELETE", "/gates/ada@example.test?user=ada", undefined, as)
      const entries = yield* read()
      assert.deepStrictEqual(
        entries.map(({ action, method, path, status }) => [action, method, path, status]),
        [
          ["gates.remove", "DELETE", "/api/v1/gates/{gate_key}", 422],
          ["customers.update", "PATCH", "/api/v1/customers/me", 422],
          ["customers.update", "PATCH", "/api/v1/customers/me", 200],
          ["auth.login", "POST", "/api/v1/auth/login", 200],
          ["auth.register", "POST", "/api/v1/auth/register", 201]
        ]
      )
      for (const { actor, target } of entries) {
        assert.deepStrictEqual(actor, { type: "account", id: account_id, label: email })
        assert.isNull(target)
      }
      assert.strictEqual(entries[1]!.request_id, refused.body.error.requestId)
    })
  )

  it.effect("names the member that was changed, and forgets the name of who is gone", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { as, customer_id, read } = yield* owner
      const admin = yield* joined(as, "admin")
      const member = yield* joined(as, "member")
      yield* act("PATCH", `/customers/me/members/${member.account_id}`, { role: "admin" }, admin.as)
      yield* act("POST", "/customers/me/members", { email: person().email, role: "owner" }, member.as)
      yield* act("DELETE", `/customers/me/members/${admin.account_id}`, undefined, as)
      const [removal, tried, change] = yield* read()
      assert.deepInclude(removal, { action: "members.remove", status: 204 })
      assert.deepStrictEqual(removal!.target, { type: "member", id: admin.account_id })
      assert.deepInclude(tried, { action: "members.invite", status: 403 })
      assert.strictEqual(tried!.actor.label, member.email)
      assert.deepStrictEqual(change!.target, { type: "member", id: member.account_id })
      assert.deepStrictEqual(change!.actor, { type: "account", id: admin.account_id, label: "former member" })
      const kept = yield* sql`SELECT audit_log::text AS line FROM audit_log WHERE customer_id = ${customer_id}::uuid`
      for (const { line } of kept) assert.notInclude(String(line), "@")
    })
  )

  it.effect("names by one word what was changed, whatever its plural looks like", () =>
    Effect.gen(function* () {
      const { as, read } = yield* owner
      const id = "01a22e0a-4313-7ec8-a48a-a1cd59ac7238"
      yield* act("POST", `/buddies/${id}/free-lunches/${id}/seen`, undefined, as)
      yield* act("DELETE", `/customers/me/mystery-boxes/${id}`, undefined, as)
      yield* act("DELETE", `/customers/me/causes/${id}`, undefined, as)
      const named = (yield* read()).slice(0, 3).map(({ target }) => target?.type)
      assert.deepStrictEqual(named, ["cause", "mystery_box", "free_lunch"])
    })
  )

  it.effect("holds what keys change of the workspace and its rules, and nothing they do for users", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const tenant = yield* app.tenant({ mode: "live", plan: "enterprise" })
      yield* publish(tenant, studyContent)
      yield* tenant.call("POST", "/events", lesson("ada"))
      yield* tenant.call("POST", "/eggs", { user_id: "ada" })
      yield* TestClock.adjust("1 second")
      const keys = yield* tenant.call("POST", "/auth/api-keys", { label: "=cmd|' /C calc'!A0", mode: "live" })
      yield* TestClock.adjust("1 second")
      const answer = yield* tenant.call("GET", log)
      const entries = entriesOf(answer)
      assert.deepStrictEqual(
        new Set(entries.map(({ action }) => action.split(".")[0])),
        new Set(["api-keys", "config-versions"])
      )
      assert.deepInclude(entries[0], { action: "api-keys.create", status: 201 })
      assert.strictEqual(entries[0]!.actor.type, "api_key")
      yield* tenant.call("PATCH", "/customers/me", { name: "Named" }, { key: keys.body.key })
      const [named] = entriesOf(yield* tenant.call("GET", log))
      assert.deepStrictEqual(named!.actor, {
        type: "api_key",
        id: keys.body.api_key_id,
        label: "=cmd|' /C calc'!A0"
      })
      const csv = yield* tenant.call("GET", `${log}.csv?action=customers.update`)
      assert.include(csv.headers.get("content-type"), "text/csv")
      const [head, line, end] = csv.text.split("\r\n")
      assert.strictEqual(
        head,
        "created_at,audit_id,actor_type,actor_id,actor_label,action,method,path,target_type,target_id,status,request_id"
      )
      assert.include(line, `,api_key,${keys.body.api_key_id},'=cmd|' /C calc'!A0,customers.update,PATCH,`)
      assert.strictEqual(end, "")
    })
  )

  it.effect("is filtered, and read a page at a time", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const { account_id, as, read } = yield* owner
      const member = yield* joined(as, "admin")
      const path = `/customers/me/members/${member.account_id}`
      const from = (yield* read())[0]!.created_at
      yield* TestClock.adjust("1 second")
      for (const role of ["member", "admin"]) yield* act("PATCH", path, { role }, as)
      yield* act("PATCH", "/customers/me", { name: "By the member" }, member.as)
      const actions = (query: string) => Effect.map(read(query), (found) => found.map(({ action }) => action))
      const changes = ["members.update", "members.update"]
      assert.deepStrictEqual(yield* actions(`?target_id=${member.account_id}`), changes)
      assert.deepStrictEqual(yield* actions(`?action=members.update&actor_id=${account_id}`), changes)
      assert.deepStrictEqual(yield* actions(`?actor_id=${member.account_id}&action=members.update`), [])
      assert.deepStrictEqual(yield* actions(`?to=${from}&action=members.update`), [])
      const later = new Date(Date.parse(from) + 1).toISOString()
      assert.deepStrictEqual(yield* actions(`?from=${later}`), ["customers.update", ...changes])
      const first = yield* app.call("GET", `${log}?limit=2`, undefined, as)
      assert.isTrue(first.body.pagination.hasMore)
      const second = yield* app.call("GET", `${log}?limit=2&cursor=${first.body.pagination.nextCursor}`, undefined, as)
      const all = yield* read()
      assert.deepStrictEqual([...entriesOf(first), ...entriesOf(second)], all.slice(0, 4))
      const refused = yield* app.call("GET", `${log}?from=yesterday`, undefined, as)
      assert.deepStrictEqual(statusAndCode(refused), [422, "validation_failed"])
    })
  )

  it.effect("is a plan's, and no member's", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const free = yield* verified()
      for (const path of [log, `${log}.csv`]) {
        const refused = yield* app.call("GET", path, undefined, free.as)
        assert.deepStrictEqual(statusAndCode(refused), [402, "plan_feature_locked"])
      }
      const { as } = yield* owner
      const member = yield* joined(as, "member")
      const refused = yield* app.call("GET", `${log}.csv`, undefined, member.as)
      assert.deepStrictEqual(refused.body.error.details, { required_role: "admin" })
    })
  )

  it.effect("tells of a change of plan, once", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const { as, read } = yield* owner
      const buy = Effect.fnUntraced(function* (plan: string) {
        const made = yield* act("POST", "/billing/checkout", { plan }, as)
        const session = `/billing/checkout/session/${made.body.session_id}`
        yield* app.call("GET", session, undefined, as)
        yield* app.call("GET", session, undefined, as)
      })
      yield* buy("free")
      yield* buy("enterprise")
      const changes = yield* read("?action=billing.plan_changed")
      const told = { actor: { type: "system", id: null, label: "system" }, method: null, path: null, status: null }
      assert.deepStrictEqual(
        changes.map(({ actor, method, path, status, target }) => ({ actor, method, path, status, target })),
        ["enterprise", "free"].map((id) => ({ ...told, target: { type: "plan", id } }))
      )
    })
  )
})
