/** People of a workspace who sign in to its dashboard. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Passwords } from "../../../src/platform/auth/Passwords.ts"
import { Tokens } from "../../../src/platform/auth/Tokens.ts"
import { uuid } from "../../../src/platform/postgres/Ids.ts"
import { nowDate } from "../../../src/platform/postgres/Sql.ts"
import type { TestTenant } from "../service/TestApp.ts"

/** Somebody who signs in to the dashboard of this tenant as an owner, with a password no sample holds. */
export const dashboardKey = (customer_id: string) => Effect.map(ownerOf(customer_id), ({ key }) => key)

/** So many sessions of one owner. */
export const sessionsOf = Effect.fnUntraced(function* (customer_id: string, times: number) {
  const { account_id, key } = yield* ownerOf(customer_id)
  const { makeDashboard } = yield* Tokens
  const more = Array.from({ length: times - 1 }, () => makeDashboard({ customer_id, account_id, epoch: 0 }))
  return [key, ...(yield* Effect.all(more))] as const
})

/** For pages of this tenant; its own key may be one for tests, which may not make one. */
export const publishableKey = Effect.fnUntraced(function* (
  { call, customer_id }: Pick<TestTenant, "call" | "customer_id">,
  permissions: ReadonlyArray<string>
) {
  const body = { label: "web", permissions }
  const made = yield* call("POST", "/auth/publishable-keys", body, { key: yield* dashboardKey(customer_id) })
  assert.strictEqual(made.status, 201, made.text)
  return made.body.key as string
})

export const ownerOf = Effect.fnUntraced(function* (customer_id: string) {
  const sql = yield* SqlClient.SqlClient
  const account_id = yield* uuid
  const hash = yield* Effect.flatMap(Passwords, (passwords) => passwords.hash(account_id))
  yield* sql`INSERT INTO accounts (customer_id, account_id, email, password_hash, created_at)
             VALUES (${customer_id}::uuid, ${account_id}::uuid, ${`${account_id}@example.test`}, ${hash},
               ${yield* nowDate})`
  return { account_id, key: yield* (yield* Tokens).makeDashboard({ customer_id, account_id, epoch: 0 }) }
}, Effect.provide(Passwords.layer))
