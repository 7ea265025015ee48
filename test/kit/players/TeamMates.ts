/** Teams and the buddies for them, through the public routes where it matters. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Call, TestTenant } from "../service/TestApp.ts"
import { copies } from "./BuddyCopies.ts"
import { hatch, publish, readyEgg } from "./Eggs.ts"

export const teams = "/customers/me/teams"

export const makeTeam = Effect.fnUntraced(function* (call: Call, body: Readonly<Record<string, unknown>>) {
  const made = yield* call("POST", teams, body)
  assert.strictEqual(made.status, 201, made.text)
  return made.body
})

/** A hatched buddy of user `ada`, and so many like it; their ids. */
export const mates = Effect.fnUntraced(function* ({ call, customer_id }: TestTenant, count: number) {
  const sql = yield* SqlClient.SqlClient
  yield* publish(call)
  const { result } = yield* hatch(call, yield* readyEgg(call, "ada"))
  yield* copies(customer_id, result.buddy_id, count)
  const found = yield* sql<{ buddy_id: string }>`
    SELECT buddy_id FROM buddies WHERE customer_id = ${customer_id}::uuid AND buddy_id <> ${result.buddy_id}::uuid
    ORDER BY substr(user_id, 6)::int`
  return [result.buddy_id as string, ...found.map(({ buddy_id }) => buddy_id)] as const
})

export const join = (call: Call, team_id: string, buddy_id: string | undefined, role?: string) =>
  call("POST", `${teams}/${team_id}/members`, { buddy_id, ...(role === undefined ? {} : { role }) })
