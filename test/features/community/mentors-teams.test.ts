/** Sessions of mentors whose team goes: they end, and none begins behind its back. */
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { active, pair, refused, school, sessions } from "../../kit/players/Mentors.ts"
import { join, makeTeam, teams } from "../../kit/players/TeamMates.ts"
import { openEnded } from "../../kit/postgres/OpenEnded.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

layer(TestApp.shared, { excludeTestServices: true })("mentors of a team that goes", (it) => {
  it.effect("have ended sessions, also where players live long ago", () =>
    Effect.gen(function* () {
      const { call, customer_id, members, mentor, team_id } = yield* school(1)
      const sql = yield* SqlClient.SqlClient
      const clock = yield* call("POST", "/test/clocks", { name: "past", user_ids: ["ada", "copy-1"] })
      assert.strictEqual(clock.status, 201, clock.text)
      assert.strictEqual((yield* pair(call, mentor, members[0])).status, 201)
      // A clock stands still until it is advanced: the present has gone on for most of a year since.
      yield* sql`UPDATE test_clocks SET virtual_now = virtual_now - interval '300 days'
        WHERE customer_id = ${customer_id}::uuid`
      yield* sql`UPDATE mentor_sessions SET starts_at = starts_at - interval '300 days',
        ends_at = ends_at - interval '300 days' WHERE customer_id = ${customer_id}::uuid`
      assert.strictEqual((yield* call("DELETE", `${teams}/${team_id}`)).status, 204)
      const listed = (yield* call("GET", sessions)).body.data.map((one: { status: string }) => one.status)
      assert.deepStrictEqual(listed, ["ended"])
    })
  )

  it.effect("are given no mentee while it goes", () =>
    Effect.gen(function* () {
      const { call, customer_id, members, mentor, team_id } = yield* school(1)
      const sql = yield* SqlClient.SqlClient
      const [gone, free] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const deleting = openEnded(sql)(
        Effect.gen(function* () {
          yield* sql`UPDATE teams SET deleted_at = now()
            WHERE customer_id = ${customer_id}::uuid AND team_id = ${team_id}::uuid`
          yield* Deferred.succeed(gone, undefined)
          yield* Deferred.await(free)
        })
      )
      const deleter = yield* Effect.forkChild(Effect.orDie(deleting))
      yield* Deferred.await(gone)
      const pairing = yield* Effect.forkChild(pair(call, mentor, members[0]))
      const waits = sql`SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%team_members%'`
      yield* until(
        "it waits for the team, or is done",
        Effect.map(waits, (found) => found.length > 0 || pairing.pollUnsafe() !== undefined)
      )
      yield* Deferred.succeed(free, undefined)
      yield* Fiber.join(deleter)
      assert.deepStrictEqual(refused(yield* Fiber.join(pairing)).slice(0, 2), [409, "not_a_mentor"])
      assert.deepStrictEqual(yield* active(call), [])
    })
  )

  it.effect("wait for nobody who waits for the team", () =>
    Effect.gen(function* () {
      const { call, customer_id, members, mentor, team_id } = yield* school(1)
      const sql = yield* SqlClient.SqlClient
      assert.strictEqual((yield* pair(call, mentor, members[0])).status, 201)
      const [held, free] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const holding = openEnded(sql)(
        Effect.gen(function* () {
          yield* sql`SELECT 1 FROM mentor_sessions WHERE customer_id = ${customer_id}::uuid FOR UPDATE`
          yield* Deferred.succeed(held, undefined)
          yield* Deferred.await(free)
        })
      )
      const holder = yield* Effect.forkChild(Effect.orDie(holding))
      yield* Deferred.await(held)
      const waiting = sql<{ query: string }>`SELECT query FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`
      const both = (count: number) => Effect.map(waiting, (found) => found.length >= count)
      const path = `${teams}/${team_id}`
      const changing = yield* Effect.forkChild(call("PATCH", `${path}/members/${mentor}`, { role: "member" }))
      yield* until("the change of a role waits for the session it ends", both(1))
      const deleting = yield* Effect.forkChild(call("DELETE", path))
      yield* until("the deletion waits as well", both(2))
      // Had it the team already, the two would wait for each other from the moment the session is free.
      const asked = (yield* waiting).map(({ query }) => query).filter((query) => query.includes("deleted_at"))
      yield* Deferred.succeed(free, undefined)
      yield* Fiber.join(holder)
      assert.strictEqual(asked.length, 1)
      assert.match(asked[0]!, /FOR UPDATE/)
      assert.strictEqual((yield* Fiber.join(deleting)).status, 204)
      assert.strictEqual((yield* Fiber.join(changing)).status, 200)
      assert.deepStrictEqual(yield* active(call), [])
    })
  )

  it.effect("are given a mentee by one role, while another one is taken from them", () =>
    Effect.gen(function* () {
      const { call, customer_id, members, mentor } = yield* school(1)
      const sql = yield* SqlClient.SqlClient
      const other = yield* makeTeam(call, { name: "Other" })
      assert.strictEqual((yield* join(call, other.team_id, mentor, "mentor")).status, 201)
      const paired = yield* openEnded(sql)(
        Effect.gen(function* () {
          yield* sql`SELECT 1 FROM team_members
            WHERE customer_id = ${customer_id}::uuid AND team_id = ${other.team_id}::uuid FOR UPDATE`
          return yield* pair(call, mentor, members[0])
        })
      )
      assert.strictEqual(paired.status, 201, paired.text)
    })
  )
})
