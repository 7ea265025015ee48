/** Signing in at a real OpenID provider: who comes in, as what, and how often. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { invited, joined, login, mailsTo, password, registered, statusAndCode } from "../../kit/players/People.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { begin, comeBack, redeem, sso } from "../../kit/tenant/Sso.ts"
import { company } from "../../kit/tenant/SsoCompany.ts"

const refused = (answer: Parameters<typeof statusAndCode>[0]) => statusAndCode(answer)

layer(TestApp.layer({ defaultPlan: "enterprise" }))("single sign-on", (it) => {
  it.effect("makes a member of whoever the provider vouches for, once, and tells it in the audit log", () =>
    Effect.gen(function* () {
      const { ada, app, arrive, callback_url, customer_id, members, owner, provider, saved } = yield* company()
      assert.notInclude(saved.text, "a secret of the tenant's")
      assert.deepInclude(saved.body, { has_client_secret: true, callback_url, status: "active", last_error: null })
      const { answer, cookie, query, url } = yield* arrive(ada, "&return_to=/docs%3Fa%3D1")
      const asked = new URL(url).searchParams
      assert.strictEqual(new URL(url).origin, provider.issuer)
      assert.deepStrictEqual(
        ["response_type", "code_challenge_method", "redirect_uri", "login_hint"].map((name) => asked.get(name)),
        ["code", "S256", callback_url, ada.email]
      )
      assert.deepStrictEqual([answer.status, answer.body.return_to], [200, "/docs?a=1"])
      assert.strictEqual(answer.headers.get("cache-control"), "no-store")
      // Once: the state, also at once, and the code.
      assert.deepStrictEqual(refused(yield* comeBack(query, cookie)), [400, "sso_state_invalid"])
      const wrongBrowser = yield* redeem(answer.body.code, `hatchery_sso=${"x".repeat(43)}`)
      assert.deepStrictEqual(refused(wrongBrowser), [400, "invalid_token"])
      const both = yield* Effect.all([redeem(answer.body.code, cookie), redeem(answer.body.code, cookie)], {
        concurrency: 2
      })
      assert.deepStrictEqual(both.map(({ status }) => status).toSorted(), [200, 400])
      const session = both.find(({ status }) => status === 200)!.body
      assert.strictEqual(session.customer.customer_id, customer_id)
      assert.deepInclude(session.user, { email: ada.email, name: "Ada", email_verified: true })
      assert.strictEqual(session.return_to, "/docs?a=1")
      const me = yield* app.call("GET", "/auth/me", undefined, { key: session.access_token })
      assert.strictEqual(me.body.user.account_id, session.user.account_id)

      const again = { ...ada, email: "elsewhere@example.test", email_verified: false }
      const { signIn } = { signIn: arrive(again) }
      assert.strictEqual((yield* signIn).answer.status, 200, "known by issuer and subject, whatever the address")
      const made = (yield* members).find((one: { email: string }) => one.email === ada.email)
      assert.deepInclude(made, { role: "member", status: "active", sso: true, has_password: false })
      const log = yield* app.call("GET", "/customers/me/audit-log", undefined, owner.as)
      const ofSso = log.body.data.filter((one: { actor: { type: string } }) => one.actor.type === "sso")
      const told = ofSso.map((one: { action: string; actor: { label: string } }) => `${one.action} ${one.actor.label}`)
      // Two of a moment of the clock are in no order.
      assert.sameMembers(told, [`sso-login.token ${ada.email}`, `sso-login.callback ${ada.email}`])
      assert.notInclude(log.text, answer.body.code)
    }).pipe(Effect.scoped)
  )

  it.effect("lets states end after ten minutes, codes after one, and both in the browser that began only", () =>
    Effect.gen(function* () {
      const { ada, domain, provider } = yield* company()
      const first = yield* begin(domain)
      const other = yield* begin(domain)
      const query = yield* Effect.promise(() => provider.visit(first.url, ada))
      for (const cookie of ["", other.cookie]) {
        assert.deepStrictEqual(refused(yield* comeBack(query, cookie)), [400, "sso_state_invalid"])
      }
      const arrived = yield* comeBack(query, first.cookie)
      assert.strictEqual(arrived.status, 200, "another browser has not used it up")
      yield* TestClock.adjust("61 seconds")
      assert.deepStrictEqual(refused(yield* redeem(arrived.body.code, first.cookie)), [400, "invalid_token"])
      const late = yield* Effect.promise(() => provider.visit(other.url, ada))
      yield* TestClock.adjust("10 minutes")
      assert.deepStrictEqual(refused(yield* comeBack(late, other.cookie)), [400, "sso_state_invalid"])
      for (const junk of ["", "state=made-up&code=x", "state=a&state=b"]) {
        assert.deepStrictEqual(refused(yield* comeBack(junk, first.cookie)), [400, "sso_state_invalid"], junk)
      }
    }).pipe(Effect.scoped)
  )

  it.effect("follows a provider's rotation at once, and asks for keys seldom", () =>
    Effect.gen(function* () {
      const { ada, provider, signIn } = yield* company()
      yield* signIn(ada)
      yield* signIn(ada)
      assert.strictEqual(provider.keyRequests(), 1)
      yield* TestClock.adjust("61 seconds")
      yield* Effect.promise(() => provider.rotate("RS256"))
      yield* signIn(ada)
      assert.strictEqual(provider.keyRequests(), 2)
      yield* TestClock.adjust("11 minutes")
      yield* Effect.promise(() => provider.rotate("EdDSA"))
      yield* signIn(ada)
      yield* signIn(ada)
      assert.strictEqual(provider.keyRequests(), 3)
    }).pipe(Effect.scoped)
  )

  it.effect("knows people by a proven address of its domain, and crosses into no other workspace", () =>
    Effect.gen(function* () {
      const { ada, app, arrive, domain, members, owner, save, signIn } = yield* company()
      const stranger = yield* registered({ email: `taken@${domain}` })
      const taken = { ...ada, sub: "taken-1", email: stranger.email.toUpperCase() }
      assert.deepStrictEqual(refused((yield* arrive(taken)).answer), [409, "email_taken"])
      const cases = [
        [{ ...ada, email: "ada@elsewhere.test" }, "sso_domain_mismatch"],
        [{ ...ada, email: `ada@sub.${domain}` }, "sso_domain_mismatch"],
        [{ ...ada, email_verified: false }, "email_not_verified"]
      ] as const
      for (const [person, code] of cases) {
        assert.deepStrictEqual(refused((yield* arrive(person)).answer), [403, code])
      }
      const denied = (yield* arrive(null)).answer
      assert.deepStrictEqual([denied.status, denied.body.error.details], [401, { reason: "access_denied" }])
      assert.match((yield* app.call("GET", sso, undefined, owner.as)).body.last_error, /^access_denied/)
      // Whoever is invited is let in by the provider instead of by the mail, with the role of the invitation.
      yield* save({ jit: { enabled: false, role: "member" } })
      assert.deepStrictEqual(refused((yield* arrive(ada)).answer), [403, "sso_user_unknown"])
      const invite = { email: ada.email, role: "admin" }
      assert.strictEqual((yield* app.call("POST", "/customers/me/members", invite, owner.as)).status, 201)
      const session = yield* signIn(ada)
      const linked = (yield* members).find((one: { email: string }) => one.email === ada.email)
      assert.deepInclude(linked, {
        account_id: session.user.account_id,
        role: "admin",
        status: "active",
        email_verified: true,
        has_password: false,
        sso: true
      })
      const [mail] = yield* mailsTo(ada.email)
      const late = yield* app.call("POST", "/auth/invitations/accept", { token: mail!.token, password })
      assert.deepStrictEqual(refused(late), [400, "invalid_token"])
      assert.isNull((yield* app.call("GET", sso, undefined, owner.as)).body.last_error)
    }).pipe(Effect.scoped)
  )

  it.effect("gives the role of the claim at each sign-in, and keeps the last owner", () =>
    Effect.gen(function* () {
      const role_claim = { claim: "groups", owner: ["bosses"], admin: ["leads", "heads"] }
      const { ada, app, members, owner, signIn } = yield* company({ role_claim })
      const roleOf = (email: string) =>
        Effect.map(members, (found) => found.find((one: { email: string }) => one.email === email)?.role)
      const steps = [
        [["staff", "heads"], "admin"],
        [["bosses", "leads"], "owner"],
        [[], "member"]
      ] as const
      for (const [groups, role] of steps) {
        const session = yield* signIn({ ...ada, groups })
        assert.strictEqual(yield* roleOf(ada.email), role)
        const asked = yield* app.call("GET", sso, undefined, { key: session.access_token })
        assert.strictEqual(asked.status, role === "owner" ? 200 : 403)
      }
      yield* signIn({ ...ada, groups: ["bosses"] })
      const found = yield* members
      const first = found.find((one: { email: string }) => one.email === owner.email)
      const gone = yield* app.call("DELETE", `/customers/me/members/${first.account_id}`, undefined, owner.as)
      assert.strictEqual(gone.status, 204)
      const { access_token: key } = yield* signIn({ ...ada, groups: [] })
      const left = yield* app.call("GET", "/customers/me/members", undefined, { key })
      assert.deepStrictEqual(
        left.body.data.map(({ email, role }: { email: string; role: string }) => [email, role]),
        [[ada.email, "owner"]]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("takes passwords away where it is enforced, from all but owners, and gives them back with the plan", () =>
    Effect.gen(function* () {
      const { ada, app, customer_id, domain, owner, save, signIn } = yield* company()
      const sql = yield* SqlClient.SqlClient
      const grace = yield* joined(owner.as, "admin")
      const guest = yield* invited(owner.as, "member")
      const offered = () => app.call("GET", `/auth/sso/config?email=ada@${domain}`)
      assert.strictEqual((yield* login(grace.email, password)).status, 200)
      assert.strictEqual((yield* save({ enforced: true })).status, 200)
      assert.deepStrictEqual((yield* offered()).body, {
        available: true,
        enforced: true,
        start_url: `http://localhost:4000/api/v1/auth/sso/start?email=ada%40${domain}`
      })
      assert.deepStrictEqual(refused(yield* login(grace.email, password)), [403, "sso_required"])
      assert.deepStrictEqual(refused(yield* login(grace.email, "a wrong password")), [401, "invalid_credentials"])
      assert.strictEqual((yield* login(owner.email, password)).status, 200, "somebody has to be able to mend it")
      const next = { current_password: password, new_password: "another password" }
      const change = app.call("POST", "/auth/password/change", next, grace.as)
      assert.deepStrictEqual(refused(yield* change), [403, "sso_required"])
      const accept = () => app.call("POST", "/auth/invitations/accept", { token: guest.token, password })
      assert.deepStrictEqual(refused(yield* accept()), [403, "sso_required"])
      yield* signIn(ada)
      const reset = () => app.call("POST", "/auth/password/reset/request", { email: ada.email })
      yield* reset()
      assert.lengthOf(yield* mailsTo(ada.email), 0)

      yield* sql`UPDATE customers SET plan = 'pro' WHERE customer_id = ${customer_id}::uuid`
      // Past what nodes remember of a workspace.
      yield* TestClock.adjust("31 seconds")
      assert.deepStrictEqual((yield* offered()).body, { available: false, enforced: false, start_url: null })
      const start = yield* app.call("GET", `/auth/sso/start?email=ada@${domain}`)
      assert.deepStrictEqual(refused(start), [404, "sso_not_configured"])
      assert.deepStrictEqual(refused(yield* app.call("GET", sso, undefined, owner.as)), [402, "plan_feature_locked"])
      assert.strictEqual((yield* login(grace.email, password)).status, 200)
      assert.strictEqual((yield* accept()).status, 201)
      yield* reset()
      const [mail] = yield* mailsTo(ada.email)
      const own = { token: mail!.token, new_password: "a password of Ada's" }
      assert.strictEqual((yield* app.call("POST", "/auth/password/reset", own)).status, 200)
      assert.strictEqual((yield* login(ada.email, own.new_password)).status, 200)

      yield* sql`UPDATE customers SET plan = 'enterprise' WHERE customer_id = ${customer_id}::uuid`
      yield* TestClock.adjust("31 seconds")
      assert.deepStrictEqual(refused(yield* login(ada.email, own.new_password)), [403, "sso_required"])
      yield* signIn(ada)
      assert.strictEqual((yield* app.call("DELETE", sso, undefined, owner.as)).status, 204)
      assert.deepStrictEqual(refused(yield* app.call("DELETE", sso, undefined, owner.as)), [404, "not_found"])
      assert.strictEqual((yield* login(ada.email, own.new_password)).status, 200)
      assert.isFalse((yield* offered()).body.available)
    }).pipe(Effect.scoped)
  )

  it.effect("leads browsers on to a page, with a code or the name of what went wrong behind the #", () =>
    Effect.gen(function* () {
      const { ada, app, domain, owner, provider } = yield* company()
      const html = "text/html,application/xhtml+xml;q=0.9"
      const { cookie, url } = yield* begin(domain)
      const query = yield* Effect.promise(() => provider.visit(url, ada))
      const arrived = yield* comeBack(query, cookie, html)
      assert.strictEqual(arrived.status, 302)
      assert.strictEqual(arrived.headers.get("referrer-policy"), "no-referrer")
      const [page, code] = arrived.headers.get("location")!.split("#code=")
      assert.strictEqual(page, "http://localhost:4000/sso-complete")
      assert.strictEqual((yield* redeem(code!, cookie)).status, 200)
      const again = yield* comeBack(query, cookie, html)
      assert.strictEqual(again.headers.get("location"), "http://localhost:4000/sso-complete#error=sso_state_invalid")

      const { answer } = yield* begin(domain)
      assert.match(
        answer.headers.getSetCookie()[0]!,
        /^hatchery_sso=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/
      )
      const { slug } = owner.session.customer
      const bySlug = yield* app.call("GET", `/auth/sso/config?customer=${slug}`)
      assert.strictEqual(bySlug.body.start_url, `http://localhost:4000/api/v1/auth/sso/start?customer=${slug}`)
      assert.notInclude(bySlug.text, owner.session.customer.customer_id)
      assert.strictEqual(
        (yield* app.call("GET", `/auth/sso/config?domain=${domain.toUpperCase()}`)).body.available,
        true
      )
      assert.isFalse((yield* app.call("GET", "/auth/sso/config")).body.available)
      assert.isFalse((yield* app.call("GET", "/auth/sso/config?customer=nobody-here")).body.available)
      const start = (query: string) => Effect.map(app.call("GET", `/auth/sso/start?${query}`), refused)
      const to = (path: string) => start(`customer=${slug}&return_to=${encodeURIComponent(path)}`)
      assert.deepStrictEqual(yield* start(""), [422, "validation_failed"])
      assert.deepStrictEqual(yield* start("email=ada@nowhere.test"), [404, "sso_not_configured"])
      for (const path of ["//evil.test", "/\\evil.test", "/\t/evil.test", "https://evil.test", "docs", ""]) {
        assert.deepStrictEqual(yield* to(path), [422, "validation_failed"], JSON.stringify(path))
      }
      assert.strictEqual((yield* to("/"))[0], 302)
    }).pipe(Effect.scoped)
  )
})
