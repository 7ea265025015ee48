/**
 * The two tables of a buddy as a node of the release before sees them: one view, which it reads, locks and writes as it
 * did when it was a table.
 */
import { assert, it, layer } from "@effect/vitest"
import { Cause, Deferred, Effect, Exit, Fiber } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { ChangeSetBuilder } from "../../src/buddy/journal/ChangeSet.ts"
import { commitParameters, commitText } from "../../src/buddy/journal/JournalParameters.ts"
import { jsonText } from "../../src/buddy/journal/sections.ts"
import { standings } from "../../src/buddy/Standings.ts"
import { databaseFault } from "../../src/platform/postgres/Sql.ts"
import { until } from "../kit/service/time.ts"
import { seed, type Seeded, TestBuddies } from "./support.ts"

const at = Date.UTC(2026, 10, 20, 12)

/** A flush of the release before, for one buddy. */
const flushBefore = ({ buddy_ids, customer_id }: Seeded, version: number, coins: number, name: string | null = null) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [arguments_] = yield* sql<{ names: ReadonlyArray<string> }>`
      SELECT proargnames AS names FROM pg_proc WHERE proname = 'journal_commit_rows'`
    const given: Readonly<Record<string, string>> = {
      buddies_customer_id: `'{${customer_id}}'::uuid[]`,
      buddies_buddy_id: `'{${buddy_ids[0]}}'::uuid[]`,
      buddies_version: `'{${version}}'::bigint[]`,
      buddies_coins: `'{${coins}}'::bigint[]`,
      buddies_evolution_stage: "'{1}'::int[]",
      buddies_prestige_level: "'{0}'::int[]",
      buddies_state: `ARRAY['{"coins":{"balance":${coins}}}']`,
      buddies_streaks_look_at: "'{infinity}'::timestamptz[]",
      buddies_updated_at: "ARRAY[now()]",
      buddies_name: name === null ? "'{NULL}'::text[]" : `ARRAY['${name}']`,
      buddies_status: "'{NULL}'::text[]",
      buddies_archived_at: "'{NULL}'::timestamptz[]",
      buddies_config_version_id: "'{NULL}'::uuid[]",
      buddies_ledger_head: "'{NULL}'::text[]"
    }
    const all = arguments_!.names.map((argument) => `${argument} => ${given[argument] ?? "NULL"}`)
    return yield* sql.unsafe(`SELECT journal_commit_rows(${all.join(", ")})`)
  })

const flush = ({ buddy_ids, customer_id }: Seeded, version: number, coins: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const builder = new ChangeSetBuilder({ customer_id, buddy_id: buddy_ids[0]! }, at)
    builder.state({
      version,
      coins,
      evolution_stage: 1,
      prestige_level: 0,
      state_json: jsonText({ coins: { balance: coins } }),
      ledger_head: undefined,
      streaks_look_at: Infinity
    })
    return yield* sql.unsafe(commitText, commitParameters([builder.finish()], 0))
  })

const sqlState = (error: unknown) => databaseFault(error)?.sqlState

const stands = ({ buddy_ids }: Seeded) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql`
      SELECT version::int, coins::int, name, audience, appearance_attempts AS tries FROM buddies
      WHERE buddy_id = ${buddy_ids[0]!}::uuid`
    return row
  })

/** How the second ends when it comes while the first is not committed yet, and has to wait for it. */
const behind = <A, E>(
  first: Effect.Effect<unknown, SqlError.SqlError, SqlClient.SqlClient>,
  second: Effect.Effect<A, E, SqlClient.SqlClient>
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [written, free] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const holding = Effect.andThen(Effect.andThen(first, Deferred.succeed(written, undefined)), Deferred.await(free))
    const holder = yield* Effect.forkChild(sql.withTransaction(holding))
    yield* Deferred.await(written)
    const late = yield* Effect.forkChild(second)
    yield* until(
      "the second waits for the first",
      Effect.map(
        sql<{ waiting: number }>`SELECT count(*)::int AS waiting FROM pg_locks AS l
          JOIN pg_stat_activity AS a USING (pid) WHERE a.datname = current_database() AND NOT l.granted`,
        ([row]) => row!.waiting > 0
      )
    )
    yield* Deferred.succeed(free, undefined)
    yield* Fiber.join(holder)
    return yield* Fiber.await(late)
  })

layer(TestBuddies, { excludeTestServices: true })("a node of the release before", (it) => {
  it.effect("excludes a node of this one at the version, in both directions", () =>
    Effect.gen(function* () {
      const world = yield* seed(1)
      yield* flushBefore(world, 1, 5)
      assert.strictEqual(sqlState(yield* Effect.flip(flush(world, 1, 7))), "HA003")
      yield* flush(world, 2, 7)
      assert.strictEqual(sqlState(yield* Effect.flip(flushBefore(world, 2, 9))), "HA003")
      yield* flushBefore(world, 3, 11, "Pop")
      assert.deepInclude(yield* stands(world), { version: 4, coins: 11, name: "Pop" })
    })
  )

  it.effect("that waits for a commit of this one finds that the buddy has moved on", () =>
    Effect.gen(function* () {
      const world = yield* seed(1)
      const late = yield* behind(flush(world, 1, 7), flushBefore(world, 1, 9))
      assert.strictEqual(late._tag === "Failure" ? sqlState(Cause.squash(late.cause)) : undefined, "HA003")
      assert.deepInclude(yield* stands(world), { version: 2, coins: 7 })
    })
  )

  it.effect("renames an audience for those too who change meanwhile", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const world = yield* seed(1)
      const rename = sql`
        UPDATE buddies SET audience = 'pupils', version = version + 1, updated_at = now()
        WHERE customer_id = ${world.customer_id}::uuid AND audience = 'default' RETURNING user_id`
      const renamed = yield* behind(flush(world, 1, 7), rename)
      assert.deepStrictEqual(renamed, Exit.succeed([{ user_id: "user-0" }]))
      assert.deepInclude(yield* stands(world), { version: 3, coins: 7, audience: "pupils" })
    })
  )

  it.effect("writes of a buddy only what it means to change", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const world = yield* seed(1)
      const [customer_id, buddy_id] = [world.customer_id, world.buddy_ids[0]!]
      const one = sql`customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid`
      const rename = sql`UPDATE buddy_identities SET name = 'Pop' WHERE ${one}`
      const tries = sql`UPDATE buddies SET appearance_attempts = appearance_attempts + 1 WHERE ${one}`
      yield* behind(rename, tries)
      assert.deepInclude(yield* stands(world), { version: 1, name: "Pop", tries: 1 })
    })
  )

  it.effect("moves the next look at streaks on, unless the buddy has", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const world = yield* seed(1)
      const look = (version: number, at: string) => sql`
        WITH free AS (SELECT b.customer_id, b.buddy_id FROM buddies AS b
          WHERE b.buddy_id = ${world.buddy_ids[0]!}::uuid AND b.version = ${version}
          FOR NO KEY UPDATE OF b SKIP LOCKED)
        UPDATE buddies AS b SET streaks_look_at = ${at}::timestamptz FROM free AS f
        WHERE b.customer_id = f.customer_id AND b.buddy_id = f.buddy_id
        RETURNING b.streaks_look_at = '2030-01-01Z' AS is_first`
      assert.deepStrictEqual(yield* look(1, "2030-01-01Z"), [{ is_first: true }])
      yield* flush(world, 1, 7)
      assert.deepStrictEqual(yield* look(1, "2031-01-01Z"), [])
    })
  )
})

layer(TestBuddies, { excludeTestServices: true })("an audience", (it) => {
  it.effect("is renamed for those too who change meanwhile, and waits for none in another order", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const world = yield* seed(1)
      const rename = standings(sql).moveAudience(world.customer_id, "default", "pupils", new Date(at))
      assert.deepStrictEqual(yield* behind(flush(world, 1, 7), rename), Exit.succeed(["user-0"]))
      assert.deepInclude(yield* stands(world), { version: 3, coins: 7, audience: "pupils" })
    })
  )
})

it("a name no column can hold is refused before it is written down", () => {
  for (const name of ["lone \ud800", "nul \0"]) {
    const builder = new ChangeSetBuilder({ customer_id: "c", buddy_id: "b" }, at)
    assert.throws(() => builder.identity({ name, archived: false, config_version_id: undefined }))
  }
})
