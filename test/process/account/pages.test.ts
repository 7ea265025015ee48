/** The pages that mails and payments lead to, in a browser: what they send, when, and what they leave behind. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import { following, linkTo, type Opened, register, told } from "../../kit/browser/AccountPages.ts"
import { problemsOf } from "../../kit/browser/Judge.ts"
import { login, password, person } from "../../kit/players/People.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { planned } from "../../kit/surfaces/Planned.ts"

/** No token in an address, a referrer or the history: neither of a request nor of the page. */
const leavesNothing = async ({ page, requests }: Opened, token: string) => {
  assert.notInclude(JSON.stringify(requests), token)
  assert.notInclude(page.url(), "#")
  assert.notInclude(await page.evaluate(() => document.documentElement.outerHTML), token)
  assert.deepStrictEqual(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie]), [
    0,
    0,
    ""
  ])
}

layer(TestApp.layer().pipe(Layer.orDie), { excludeTestServices: true })("pages of accounts", (it) => {
  it.effect("confirm an address by the button alone, with keys alone, once", () =>
    Effect.gen(function* () {
      const { call } = yield* TestApp
      const follow = yield* following
      const { as, email } = yield* register
      const link = yield* linkTo(email, "verify-email")
      const scanned = yield* follow(link.path)
      assert.deepStrictEqual([scanned.lines(), scanned.complaints], [["GET /verify-email"], []])
      assert.isFalse((yield* call("GET", "/auth/me", undefined, as)).body.user.email_verified)

      const opened = yield* follow(link.path)
      yield* Effect.promise(async () => {
        assert.strictEqual(await opened.page.title(), "Confirm your e-mail address · Hatchery")
        assert.deepStrictEqual(await problemsOf(opened.page), [])
        await opened.page.keyboard.press("Tab")
        await opened.page.keyboard.press("Enter")
        await told(opened.page, "Your address is confirmed.")
        assert.strictEqual(await opened.page.evaluate(() => document.activeElement?.id), "outcome")
        assert.strictEqual(await opened.page.getByRole("link").getAttribute("href"), "/console")
        assert.deepStrictEqual(await problemsOf(opened.page), [])
        await leavesNothing(opened, link.token)
      })
      assert.deepStrictEqual(opened.lines(), ["GET /verify-email", "POST /api/v1/auth/email/verify"])
      assert.isTrue((yield* call("GET", "/auth/me", undefined, as)).body.user.email_verified)

      yield* Effect.promise(async () => {
        await scanned.page.getByRole("button", { name: "Confirm address" }).click()
        await told(scanned.page, "This link was used already or is too old.")
        assert.isFalse(await scanned.page.getByRole("button").isVisible())
        await leavesNothing(scanned, link.token)
      })
    }).pipe(Effect.scoped)
  )

  it.effect("set a password that logs in; one too short is not sent, and what got no answer can be sent again", () =>
    Effect.gen(function* () {
      const { call } = yield* TestApp
      const follow = yield* following
      const { email } = yield* register
      yield* call("POST", "/auth/password/reset/request", { email })
      const link = yield* linkTo(email, "reset-password")
      const opened = yield* follow(link.path, { colorScheme: "dark" })
      const { page } = opened
      const field = page.getByRole("textbox", { name: "New password" })
      const renewed = "ein neues Paßwort"
      yield* Effect.promise(async () => {
        await field.fill("too short")
        await field.press("Enter")
        await told(page, "The password needs 10 to 256 characters.")
        assert.deepStrictEqual(await problemsOf(page), [])
        assert.deepStrictEqual(opened.lines(), ["GET /reset-password"])
        await field.fill(renewed)
        assert.strictEqual(await field.getAttribute("type"), "password")
        await page.getByLabel("Show the password").check()
        assert.strictEqual(await field.getAttribute("type"), "text")
        await page.context().setOffline(true)
        await page.getByRole("button", { name: "Set password" }).click()
        await told(page, "There was no answer.")
        await page.context().setOffline(false)
        await page.getByRole("button", { name: "Set password" }).click()
        await told(page, "Your new password is set.")
        await leavesNothing(opened, link.token)
      })
      assert.strictEqual((yield* login(email, renewed)).status, 200)
      assert.strictEqual((yield* login(email, password)).status, 401)
    }).pipe(Effect.scoped)
  )

  it.effect("accept an invitation, in German, and what was set logs in", () =>
    Effect.gen(function* () {
      const { call } = yield* TestApp
      const follow = yield* following
      const owner = yield* register
      const { token } = yield* linkTo(owner.email, "verify-email")
      assert.strictEqual((yield* call("POST", "/auth/email/verify", { token })).status, 200)
      const { email } = person()
      const invited = yield* call("POST", "/customers/me/members", { email, role: "member" }, owner.as)
      assert.strictEqual(invited.status, 201, invited.text)
      const link = yield* linkTo(email, "accept-invitation")
      const opened = yield* follow(link.path, { locale: "de-AT", viewport: { width: 320, height: 640 } })
      const { page } = opened
      yield* Effect.promise(async () => {
        assert.strictEqual(await page.getAttribute("html", "lang"), "de")
        assert.deepStrictEqual(await problemsOf(page), [])
        assert.isFalse(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
        await page.getByLabel("Dein Name (freiwillig)").fill("  Grace ")
        await page.getByRole("textbox", { name: "Neues Passwort" }).fill(password)
        await page.getByRole("button", { name: "Einladung annehmen" }).click()
        await told(page, "Willkommen!")
        await leavesNothing(opened, link.token)
      })
      const answer = yield* login(email, password)
      assert.deepStrictEqual([answer.status, answer.body.user?.name], [200, "Grace"])
    }).pipe(Effect.scoped)
  )

  it.effect("lead whoever is invited to where the workspace signs in, when it takes no passwords", () =>
    Effect.gen(function* () {
      const { call } = yield* TestApp
      const follow = yield* following
      const sql = yield* SqlClient.SqlClient
      const owner = yield* register
      const mail = yield* linkTo(owner.email, "verify-email")
      yield* call("POST", "/auth/email/verify", { token: mail.token })
      const { body } = yield* call("GET", "/auth/me", undefined, owner.as)
      yield* planned(body.customer.customer_id, "enterprise")
      const { email } = person()
      const invited = yield* call("POST", "/customers/me/members", { email, role: "member" }, owner.as)
      assert.strictEqual(invited.status, 201, invited.text)
      yield* sql`
        INSERT INTO sso_connections (customer_id, issuer, client_id, token_auth, scopes, jit_enabled, jit_role,
          enforced, created_at, updated_at)
        VALUES (${body.customer.customer_id}::uuid, 'https://issuer.test', 'hatchery', 'none', '{openid}', false,
          'member', true, now(), now())`
      const link = yield* linkTo(email, "accept-invitation")
      const { page } = yield* follow(link.path)
      yield* Effect.promise(async () => {
        await page.getByLabel("New password").fill(password)
        await page.getByRole("button", { name: "Accept invitation" }).click()
        await told(page, "This workspace takes no passwords")
        assert.isFalse(await page.getByRole("button").first().isVisible())
        assert.strictEqual(await page.getByRole("link").getAttribute("href"), "/console")
        assert.deepStrictEqual(await problemsOf(page), [])
      })
    }).pipe(Effect.scoped)
  )

  it.effect("end a sign-in at a provider by the button, in the browser that began it, and lead on", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* TestApp
      const sql = yield* SqlClient.SqlClient
      const follow = yield* following
      const { email } = yield* register
      const hash = (secret: string) => new Uint8Array(createHash("sha256").update(secret).digest())
      yield* sql`
        INSERT INTO sso_logins (customer_id, login_id, state_hash, cookie_hash, nonce, return_to, expires_at,
          used_at, account_id, code_hash, code_expires_at, created_at)
        SELECT customer_id, account_id, ${hash("a state")}, ${hash("its-cookie")}, '', '/docs',
          now() + interval '1 hour', now(), account_id, ${hash("one-code")}, now() + interval '1 hour', now()
        FROM accounts WHERE email = ${email}`
      const cookie = { name: "hatchery_sso", value: "its-cookie", url: baseUrl, httpOnly: true }
      const storageState = { cookies: [], origins: [] }
      const stranger = yield* follow("/sso-complete#code=one-code", { storageState })
      const opened = yield* follow("/sso-complete#code=one-code", { storageState })
      yield* Effect.promise(async () => {
        assert.deepStrictEqual(opened.lines(), ["GET /sso-complete"])
        await stranger.page.getByRole("button", { name: "Sign in" }).click()
        await told(stranger.page, "was begun in another browser")
        await opened.page.context().addCookies([cookie])
        assert.deepStrictEqual(await problemsOf(opened.page), [])
        await opened.page.getByRole("button", { name: "Sign in" }).click()
        await told(opened.page, `You are signed in as ${email} (`)
        assert.deepStrictEqual(await problemsOf(opened.page), [])
        assert.strictEqual(await opened.page.getByRole("link", { name: "Go on" }).getAttribute("href"), "/docs")
        assert.isTrue(await opened.page.getByRole("button", { name: "Copy the access token" }).isVisible())
        await leavesNothing(opened, "one-code")
      })
      assert.deepStrictEqual(opened.lines(), ["GET /sso-complete", "POST /api/v1/auth/sso/token"])
      yield* Effect.promise(async () => {
        await opened.page.getByRole("link", { name: "Go to the console" }).click()
        await opened.page.getByRole("heading", { name: "Overview" }).waitFor()
      })
    }).pipe(Effect.scoped)
  )

  it.effect("tell whoever comes without a token, or from a payment, and send nothing", () =>
    Effect.gen(function* () {
      const follow = yield* following
      const session = "0b6f4dc2-6f0c-4a4e-9c39-3d5a1f8f2c11"
      const visits = [
        ["/reset-password", "without the whole link"],
        [`/verify-email#token=${"x".repeat(201)}`, "without the whole link"],
        ["/sso-complete", "without a sign-in that was begun"],
        ["/sso-complete#error=sso_user_unknown", "Ask for an invitation."],
        ["/sso-complete#error=toString", "This did not work just now."],
        ["/billing/return", "takes effect as soon as the payment provider confirms it"],
        [`/billing/return#session_id=${session}`, "takes effect as soon as the payment provider confirms it"],
        [`/billing/return#session_id=${session}&cancelled=1`, "nothing was bought"]
      ] as const
      for (const [path, text] of visits) {
        const opened = yield* follow(path)
        yield* Effect.promise(async () => {
          assert.include(await opened.page.innerText("main"), text)
          assert.strictEqual(await opened.page.getByRole("button").count(), 0)
          assert.deepStrictEqual(await problemsOf(opened.page), [])
          await leavesNothing(opened, session)
        })
        assert.deepStrictEqual([opened.lines(), opened.complaints], [[`GET ${path.split("#")[0]}`], []])
      }
    }).pipe(Effect.scoped)
  )

  it.effect("speak German where the browser does, and take another link in the place of the first", () =>
    Effect.gen(function* () {
      const follow = yield* following
      const spoken = {
        "verify-email": "Adresse bestätigen",
        "reset-password": "Passwort setzen",
        "accept-invitation": "Einladung annehmen",
        "sso-complete": "Anmelden",
        "billing/return": "Zurück von den Zahlungsseiten"
      }
      for (const [path, text] of Object.entries(spoken)) {
        const { page } = yield* follow(`/${path}#token=abc`, { locale: "de-DE" })
        yield* Effect.promise(async () => {
          const shown = await page.innerText("main")
          assert.include(shown, text)
          assert.notInclude(shown, "undefined")
        })
      }
      const { email } = yield* register
      const link = yield* linkTo(email, "verify-email")
      const opened = yield* follow("/verify-email#token=abc")
      yield* Effect.promise(async () => {
        await opened.page.getByRole("button").click()
        await told(opened.page, "This link was used already or is too old.")
        await opened.page.evaluate((path) => void location.assign(path), link.path)
        await opened.page.getByRole("button").click()
        await told(opened.page, "Your address is confirmed.")
        await leavesNothing(opened, link.token)
      })
      assert.lengthOf(
        opened.lines().filter((line) => line.startsWith("GET")),
        1
      )
    }).pipe(Effect.scoped)
  )

  it.effect("are kept by nobody, framed by nobody, and run one script", () =>
    Effect.gen(function* () {
      const { call } = yield* TestApp
      for (const path of [
        "/verify-email",
        "/reset-password",
        "/accept-invitation",
        "/sso-complete",
        "/billing/return"
      ]) {
        const { headers, status } = yield* call("GET", `root:${path}`)
        assert.strictEqual(status, 200)
        assert.strictEqual(headers.get("cache-control"), "no-store")
        assert.strictEqual(headers.get("referrer-policy"), "no-referrer")
        const policy = headers.get("content-security-policy")!
        assert.match(policy, /^default-src 'none'; script-src 'sha256-[^' ]+'; style-src 'sha256-[^' ]+';/)
        assert.include(policy, "connect-src 'self'")
        assert.include(policy, "frame-ancestors 'none'")
      }
    })
  )
})
