/** A node is killed while it takes members of a deleted team out: the next one goes on, and nothing is done twice. */
import { PgClient } from "@effect/sql-pg"
import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { request, succeeded } from "../../../src/testing/Requests.ts"
import { buddyId, seed } from "../../bench/seed.ts"
import { ended } from "../../kit/players/Eggs.ts"
import { makeTeam, teams } from "../../kit/players/TeamMates.ts"
import { openEnded } from "../../kit/postgres/OpenEnded.ts"
import { testDatabase } from "../../kit/postgres/PgTemplate.ts"
import { until } from "../../kit/service/time.ts"
import { nodesOver } from "./Stage.ts"

const members = 40

const countOf = (team_id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const found = yield* sql`SELECT 1 FROM team_members WHERE team_id = ${team_id}::uuid`
    return found.length
  })

/** Each buddy with what its own rows say of having left. */
const departures = (team_id: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ departures: number; reasons: ReadonlyArray<string>; is_in: boolean }>`
      SELECT count(h.history_id)::int AS departures, array_agg(DISTINCT h.body ->> 'reason') AS reasons,
        bool_or(b.state::jsonb -> 'teams' ? ${team_id}) IS TRUE AS is_in
      FROM buddies AS b LEFT JOIN buddy_history AS h ON h.customer_id = b.customer_id AND h.buddy_id = b.buddy_id
        AND h.kind = 'team' AND h.key = ${team_id} AND h.body ->> 'type' = 'left'
      GROUP BY b.customer_id, b.buddy_id`
  )

it.live("a team is dissolved to the end though its node was killed in the middle, each member once", () =>
  Effect.gen(function* () {
    const url = yield* testDatabase
    const databaseUrl = Redacted.value(url)
    const { customer_id, key } = yield* Effect.promise(() => seed(databaseUrl, members))
    const start = nodesOver(databaseUrl)({ role: "all" })
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const first = yield* start
      const call = request(first.baseUrl, key)
      const { team_id } = yield* makeTeam(call, { name: "Foxes", team_key: "foxes" })
      for (let number = 0; number < members; number++) {
        yield* succeeded(call("POST", `${teams}/${team_id}/members`, { buddy_id: buddyId(0, number) }))
      }
      yield* openEnded(sql)(
        Effect.gen(function* () {
          // Somebody sits on one of them: the others can leave, and the job cannot end.
          yield* sql`SELECT 1 FROM buddy_states WHERE buddy_id = ${buddyId(0, members - 1)}::uuid FOR UPDATE`
          assert.strictEqual((yield* call("DELETE", `${teams}/${team_id}`)).status, 204)
          yield* until(
            "the first have left",
            Effect.map(countOf(team_id), (left) => left < members)
          )
          yield* Effect.promise(() => first.kill("SIGKILL"))
          // Asked while the lock is held: what the node sent before it died is carried out once it can be, and the next
          // node may have ended all of it before it is asked.
          assert.isAtLeast(yield* countOf(team_id), 1)
          const [open] = yield* sql<{ status: string }>`SELECT status FROM operations WHERE type = 'team_dissolve'`
          assert.notStrictEqual(open!.status, "completed")
        })
      )
      const after = request((yield* start).baseUrl, key)
      const [operation] = (yield* succeeded(after("GET", "/operations?type=team_dissolve"))).body.data
      const { result, status } = yield* ended(after, operation.operation_id)
      assert.deepStrictEqual([status, yield* countOf(team_id)], ["completed", 0])
      // Also those of the batch that was lost with its node.
      assert.deepStrictEqual(result, { left: members })
      const each = yield* departures(team_id)
      assert.lengthOf(each, members)
      for (const one of each) assert.deepStrictEqual(one, { departures: 1, reasons: ["dissolved"], is_in: false })
      const [places] = yield* sql<{ used: string }>`SELECT used::text AS used FROM rule_budgets
        WHERE customer_id = ${customer_id}::uuid AND rule_id = ${team_id}::uuid AND period_key = 'members'`
      assert.strictEqual(places!.used, "0")
      const others = yield* sql`SELECT 1 FROM operations WHERE type = 'team_dissolve'`
      assert.lengthOf(others, 1)
    }).pipe(Effect.provide(PgClient.layer({ url, maxConnections: 3 })))
  })
)
