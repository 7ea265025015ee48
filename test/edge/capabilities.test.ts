/** Every route that needs a capability, on plans without it and in workspaces that switched it off. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { uuid } from "../../src/platform/postgres/Ids.ts"
import { nowDate } from "../../src/platform/postgres/Sql.ts"
import { Tokens } from "../../src/platform/auth/Tokens.ts"
import { accessTable, type CredentialKind, scopes } from "../../src/wire/Access.ts"
import { type Capability, plans, requiredPlan } from "../../src/wire/Plans.ts"
import { type Route, routes, widgetToken } from "../kit/contract/AccessMatrix.ts"
import { hatched } from "../kit/players/StoredBuddy.ts"
import { TestApp, type TestTenant } from "../kit/service/TestApp.ts"

/** Somebody of the tenant who may call the route, as far as the kind of credential decides. */
const insider = Effect.fn(function* ({ customer_id, key }: TestTenant) {
  const sql = yield* SqlClient.SqlClient
  const account_id = yield* uuid
  yield* sql`INSERT INTO accounts (customer_id, account_id, email, password_hash, created_at)
             VALUES (${customer_id}::uuid, ${account_id}::uuid, ${account_id}, 'none', ${yield* nowDate})`
  const player = { customer_id, buddy_id: (yield* hatched(customer_id)).buddy_id }
  const keys: Partial<Record<CredentialKind, string>> = {
    secret: key,
    dashboard: yield* (yield* Tokens).makeDashboard({ customer_id, account_id, epoch: 0 }),
    session: yield* widgetToken(player, "session", scopes)
  }
  return ({ access = "dashboard_only" }: Route) =>
    (["secret", "dashboard", "session"] as const)
      .map((kind) => (accessTable[access][kind] === "no" ? undefined : keys[kind]))
      .find((value) => value !== undefined)!
})

/** Widgets may write ten times a second; each second of virtual time wakes whatever a service does every second. */
const routes_per_second = 5

const paid = routes.filter((route) => route.gated && route.capability !== undefined)

layer(TestApp.layer())("capabilities", (it) => {
  const refusals = (tenant: TestTenant, wanted: (route: Route, capability: Capability) => unknown) =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const keyFor = yield* insider(tenant)
      const wrong: Array<unknown> = []
      for (const [index, route] of paid.entries()) {
        if (index % routes_per_second === 0) yield* TestClock.adjust("1 second")
        const body = route.takesBody ? { raw: "{" } : {}
        const answer = yield* app.call(route.method, route.path, undefined, { key: keyFor(route), ...body })
        const refused = [402, 403].includes(answer.status)
          ? [answer.status, answer.body.error.code, answer.body.error.details]
          : null
        const want = wanted(route, route.capability!)
        if (JSON.stringify(want) !== JSON.stringify(refused)) wrong.push([route.name, want, refused])
      }
      assert.isNotEmpty(paid)
      assert.deepStrictEqual(wrong, [])
    })

  it.effect("of a dearer plan are refused with the plan that has them: 402, on path endpoints 403", () =>
    Effect.gen(function* () {
      yield* refusals(yield* (yield* TestApp).tenant({ plan: "free" }), (_, capability) => {
        if (plans.free.capabilities.includes(capability)) return null
        const details = { capability, plan: "free", required_plan: requiredPlan(capability) }
        return [capability === "paths" ? 403 : 402, "plan_feature_locked", details]
      })
    })
  )

  it.effect("that the workspace switched off are refused on every plan", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tenant = yield* (yield* TestApp).tenant({ plan: "enterprise" })
      const all = plans.enterprise.capabilities
      yield* sql`UPDATE customers SET disabled_capabilities = ${all}::text[]
                 WHERE customer_id = ${tenant.customer_id}::uuid`
      yield* refusals(tenant, (_, capability) => [403, "capability_disabled", { capability }])
    })
  )
})
