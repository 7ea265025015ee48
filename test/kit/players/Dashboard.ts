/** People of a workspace who sign in to its dashboard. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Passwords } from "../../../src/platform/auth/Passwords.ts"
import { Tokens } from "../../../src/platform/auth/Tokens.ts"
import { uuid } from "../../../src/platform/postgres/Ids.ts"
import { nowDate } from "../../../src/platform/postgres/Sql.ts"

/** Somebody who signs in to the dashboard of this tenant as an owner, with a password no sample holds. */
export const dashboardKey = (customer_id: string) => Effect.map(ownerOf(customer_id), ({ key }) => key)

export const ownerOf = Effect.fnUntraced(function* (customer_id: string) {
  const sql = yield* SqlClient.SqlClient
  const account_id = yield* uuid
  const hash = yield* Effect.flatMap(Passwords, (passwords) => passwords.hash(account_id))
  yield* sql`INSERT INTO accounts (customer_id, account_id, email, password_hash, created_at)
             VALUES (${customer_id}::uuid, ${account_id}::uuid, ${`${account_id}@example.test`}, ${hash},
               ${yield* nowDate})`
  return { account_id, key: yield* (yield* Tokens).makeDashboard({ customer_id, account_id, epoch: 0 }) }
}, Effect.provide(Passwords.layer))
