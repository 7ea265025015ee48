/**
 * Every route times every kind of credential, against the one table that says who may call what. Routes and table are
 * data, so this test grows with the API by itself.
 */
import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { ApiKeyStore } from "../../src/features/tenant/api-keys/Store.ts"
import { uuid } from "../../src/platform/postgres/Ids.ts"
import { nowDate } from "../../src/platform/postgres/Sql.ts"
import { Tokens } from "../../src/platform/auth/Tokens.ts"
import {
  accessTable,
  type CredentialKind,
  type Permission,
  permissions,
  type Scope,
  scopes
} from "../../src/wire/Access.ts"
import { isAtLeast, type Role, roles } from "../../src/wire/Roles.ts"
import { type Route, routes, widgetToken } from "../kit/contract/AccessMatrix.ts"
import { hatched } from "../kit/players/StoredBuddy.ts"
import { type Answer, TestApp } from "../kit/service/TestApp.ts"

// --- the credentials -------------------------------------------------------------------------------------------------

interface Credential {
  readonly name: string
  readonly value: string | null
  /** undefined: no good credential at all */
  readonly kind: CredentialKind | undefined
  readonly permissions: ReadonlyArray<Permission>
  readonly scopes: ReadonlyArray<Scope>
  /** of who signs in; keys are admins */
  readonly role: Role
}

const bad = (name: string, value: string | null): Credential => ({
  name,
  value,
  kind: undefined,
  permissions: [],
  scopes: [],
  role: "admin"
})
const good = (
  name: string,
  kind: CredentialKind,
  value: string,
  held: Partial<Pick<Credential, "permissions" | "scopes" | "role">> = {}
): Credential => ({ name, value, kind, permissions: [], scopes: [], role: "admin", ...held })

const apiKey = Effect.fn(function* (
  customer_id: string,
  type: "secret" | "publishable",
  held: ReadonlyArray<Permission>
) {
  return yield* (yield* ApiKeyStore).issue(customer_id, "test", { type, mode: "live", label: "k", permissions: held })
})

/** For what was signed then: living through the hour would wake everything a service does by the clock. */
const anHourAgo = Effect.map(Clock.Clock, (clock) => {
  const currentTimeMillis = Effect.map(clock.currentTimeMillis, (now) => now - 3_600_000)
  return Object.assign(Object.create(clock) as typeof clock, { currentTimeMillis })
})

const credentials = Effect.gen(function* () {
  const app = yield* TestApp
  const tokens = yield* Tokens
  const keys = yield* ApiKeyStore
  const { call, customer_id } = yield* app.tenant({ mode: "live", plan: "enterprise" })
  const sql = yield* SqlClient.SqlClient
  const accounts = { member: yield* uuid, admin: yield* uuid, owner: yield* uuid }
  for (const role of roles) {
    yield* sql`
      INSERT INTO accounts (customer_id, account_id, email, password_hash, role, token_epoch, created_at)
      VALUES (${customer_id}::uuid, ${accounts[role]}::uuid, ${`${role}@example.test`}, 'none', ${role}, 3,
        ${yield* nowDate})`
  }
  const dashboard = (epoch: number, role: Role = "owner") =>
    tokens.makeDashboard({ customer_id, account_id: accounts[role], epoch })
  const oldDashboard = yield* Effect.provideServiceEffect(dashboard(3), Clock.Clock, anHourAgo)

  const revoked = yield* apiKey(customer_id, "secret", [])
  yield* call("DELETE", `/auth/api-keys/${revoked.api_key_id}`)
  const expired = yield* keys.issue(customer_id, "test", {
    type: "secret",
    mode: "live",
    label: "k",
    expires_at: new Date((yield* Clock.currentTimeMillis) - 1)
  })
  const secret = (yield* apiKey(customer_id, "secret", [])).key
  const everything = (yield* apiKey(customer_id, "publishable", permissions)).key
  const nothing = (yield* apiKey(customer_id, "publishable", [])).key
  const player = { customer_id, buddy_id: (yield* hatched(customer_id)).buddy_id }
  return [
    bad("none", null),
    bad("malformed", "svc_live_short"),
    bad("an unknown key", `svc_live_${"0".repeat(43)}`),
    bad("a revoked key", revoked.key),
    bad("an expired key", expired.key),
    bad("a revoked session token", yield* widgetToken(player, "session", scopes, { revoked: true })),
    bad("an expired embed token", yield* widgetToken(player, "embed", ["read"], { lives_ms: -1 })),
    bad("an expired dashboard token", oldDashboard),
    bad("a dashboard token of an older epoch", yield* dashboard(2)),
    good("a secret key", "secret", secret),
    good("a publishable key with all permissions", "publishable", everything, { permissions }),
    good("a publishable key without permissions", "publishable", nothing),
    good("a session with all scopes", "session", yield* widgetToken(player, "session", scopes), { scopes }),
    good("a session that may only read", "session", yield* widgetToken(player, "session", ["read"]), {
      scopes: ["read"]
    }),
    good("an embed", "embed", yield* widgetToken(player, "embed", ["read"]), { scopes: ["read"] }),
    good("an owner's session", "dashboard", yield* dashboard(3), { role: "owner" }),
    good("an admin's session", "dashboard", yield* dashboard(3, "admin"), { role: "admin" }),
    good("a member's session", "dashboard", yield* dashboard(3, "member"), { role: "member" })
  ]
}).pipe(Effect.provide(ApiKeyStore.layer))

// --- what must come out ----------------------------------------------------------------------------------------------

/**
 * Virtual time is for keys of the mode test, and those here are of the mode live: admitted by the gate, then refused by
 * the route, unless the body was refused before.
 */
const isForTests = (route: Route) => route.path.includes("/test/clocks") && !route.takesBody

const expected = (route: Route, { kind, permissions, role, scopes }: Credential): string => {
  if (!route.gated) return "admitted"
  if (kind === undefined) return "401 unauthorized"
  switch (route.access === undefined ? "no" : accessTable[route.access][kind]) {
    case "yes":
      if ((kind === "secret" || kind === "dashboard") && !isAtLeast(role, route.role)) return "403 forbidden"
      return isForTests(route) ? "403 forbidden" : "admitted"
    case "no":
      return "403 forbidden"
    case "permission":
      return route.permission !== undefined && permissions.includes(route.permission) ? "admitted" : "403 forbidden"
    case "scope":
      return scopes.includes(route.scope) ? "admitted" : "403 insufficient_scope"
  }
}

/** Behind the gate anything may come out but a refusal of the gate or a fault of ours. */
const observed = ({ body, status }: Answer): string =>
  [401, 403, 429].includes(status) || status >= 500 ? `${status} ${body.error?.code}` : "admitted"

/** Whose class does not say it: news are for everybody; what opens a workspace, or acts for a user, is an admin's. */
const otherwise = (name: string) => {
  if (/^(GET|POST) \/api\/v1\/notifications(\/read|\/:id\/read)?$/.test(name)) return "member"
  const isOfPlayers = /^(POST|PATCH) .*\/hosted-surfaces\/:id\/players(\/|$)|\/access-code$/.test(name)
  return isOfPlayers || name.endsWith("/feature-toggles/publish") ? "admin" : undefined
}

/**
 * 401s count against this one client address, and 300 refusals a minute against each credential. But every second of
 * virtual time wakes whatever a service does every second: one for each route cost as much as all requests.
 */
const routes_per_second = 4

/**
 * Windows of days reach back from today, and the clock's first day has none before it. Set before there is a service:
 * its own clocks would live through all the years in between.
 */
const today = Layer.effectDiscard(TestClock.setTime(Date.parse("2026-01-15T12:00:00Z")))

layer(TestApp.layer().pipe(Layer.provide(today)))("access", (it) => {
  it.effect("of every kind of credential to every route is what the table says", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const all = yield* credentials
      const wrong: Array<string> = []
      const endsSession = ({ path }: Route) => path === "/auth/logout"
      // What signs out is asked last: the sessions are needed until then.
      const asked = [...routes].sort((one, other) => Number(endsSession(one)) - Number(endsSession(other)))
      for (const [index, route] of asked.entries()) {
        if (index % routes_per_second === 0) yield* TestClock.adjust("1 second")
        const answers = yield* Effect.all(
          all.map((credential) =>
            // A body that is no JSON is refused right behind the gate, so that no route does what it is for.
            app.call(route.method, route.path, undefined, {
              key: credential.value,
              ...(route.takesBody ? { raw: "{" } : {})
            })
          ),
          { concurrency: 8 }
        )
        answers.forEach((answer, index) => {
          const credential = all[index]!
          const [want, got] = [expected(route, credential), observed(answer)]
          if (want !== got) wrong.push(`${route.name} with ${credential.name}: expected ${want}, got ${got}`)
        })
      }
      assert.isAtLeast(routes.length, 20)
      assert.deepStrictEqual(wrong, [])
    })
  )

  it("is decided for every route behind the gate: none is left to the default", () => {
    const undecided = routes.filter((route) => route.gated && route.access === undefined)
    assert.deepStrictEqual(
      undecided.map((route) => route.name),
      []
    )
  })

  it("with widget credentials ends at /widget, and everything there is theirs alone", () => {
    const open = (kind: CredentialKind, route: Route) =>
      route.gated && route.access !== undefined && accessTable[route.access][kind] !== "no"
    const strays = routes.filter((route) => {
      const forWidgets = open("session", route) || open("embed", route)
      const forOthers = open("secret", route) || open("publishable", route) || open("dashboard", route)
      return route.path.startsWith("/widget/") ? !forWidgets || forOthers : forWidgets
    })
    assert.deepStrictEqual(
      strays.map((route) => route.name),
      []
    )
  })

  it("with a publishable key reads, and mints nothing but embed tokens", () => {
    const writes = routes.filter(
      (route) =>
        route.gated &&
        route.method !== "GET" &&
        route.access !== undefined &&
        accessTable[route.access].publishable !== "no"
    )
    assert.deepStrictEqual(
      writes.filter((route) => route.path !== "/embed-tokens").map((route) => route.name),
      []
    )
  })

  it("is a member's for reading, rules and the own account, and an owner's for money alone", () => {
    const open = routes.filter(
      ({ access, gated }) => gated && access !== undefined && accessTable[access].dashboard === "yes"
    )
    for (const { access, name, path, role } of open) {
      const isOwn = /^\/auth\/(me|logout|password\/|email\/)/.test(path)
      const isReading = access === "tenant_read" || access === "whoami"
      const least = isOwn || isReading || access === "config" ? "member" : "admin"
      const wanted = access === "dashboard_only" && !isOwn ? "owner" : least
      assert.strictEqual(role, otherwise(name) ?? wanted, name)
    }
    assert.isAtLeast(open.length, 200)
  })

  it("to money and passwords is a person's", () => {
    const personal = routes.filter((route) => /^\/(billing\/(checkout|portal)|auth\/password\/change)/.test(route.path))
    assert.isAtLeast(personal.length, 4)
    for (const route of personal) assert.strictEqual(route.access, "dashboard_only", route.name)
  })
})
