/**
 * A season whose close is killed in the middle, more than once, and a founding cohort that is filled meanwhile: both go
 * on, and nobody is paid twice.
 */
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestService } from "../../../src/testing/TestService.ts"
import { ended } from "../../kit/players/Eggs.ts"
import { begin, played, score, seasonsPath } from "../../kit/players/Leagues.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const leagues = "/customers/me/leagues"
const cohort = "/customers/me/founding-cohort"
interface Entry {
  readonly number: number
  readonly user_id: string
  readonly action: string
}

const users = Array.from({ length: 6 }, (_, number) => `player-${number + 1}`)
const rule = {
  rule_key: "coins",
  name: "Coins",
  trigger: { event_type: "lesson.completed" },
  amount: { mode: "fixed", value: 1 }
}
const tier = {
  tier_key: "open",
  name: "Open",
  order: 1,
  rewards: [{ rank_min: 1, rank_max: 100, reward: { coins: 100 } }]
}

describe("a close that is killed", () => {
  it.effect("goes on where it was, and pays each once", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const tenant = yield* service.tenant({ plan: "growth" })
      const { call } = tenant
      yield* tenant.publish({ coin_rules: [rule] })
      yield* call("PATCH", `${leagues}/config`, { enabled: true, starts_on: null, cohort_size: 4 })
      yield* call("PUT", `${leagues}/tiers`, { tiers: [tier] })
      const now = yield* service.now
      const window = { starts_at: new Date(now).toISOString(), ends_at: new Date(now + 86_400_000).toISOString() }
      const made = yield* call("POST", `${leagues}/seasons`, window)
      assert.strictEqual(made.status, 201, made.text)
      for (const user of users) {
        yield* tenant.hatch(user)
        yield* tenant.send({ user_id: user, type: "lesson.completed" })
      }
      const path = `${leagues}/seasons/${made.body.season_id}`
      yield* call("PATCH", `${cohort}/config`, { size: 5, reward: { coins: 1_000 } })
      const { body } = yield* call("POST", `${path}/force-close`, {})
      const filling = yield* call("POST", `${cohort}/backfill`, {})
      yield* service.crash
      yield* service.start
      yield* service.advance("100 millis")
      yield* service.crash
      yield* service.start
      yield* service.advanceUntil(
        "the season is closed",
        Effect.map(call("GET", path), (answer) => answer.body.status === "closed")
      )
      assert.strictEqual((yield* tenant.operation(body.operation_id)).type, "season_close")
      const { result } = (yield* call("GET", path)).body
      assert.deepStrictEqual(result, { participants: 6, promoted: 0, demoted: 0, coins: 600, void: 0 })
      const news = (yield* call("GET", "/notifications?kind=season_closed")).body.notifications
      assert.lengthOf(news, 1, "told once, however often its close was begun")
      yield* service.advanceUntil(
        "the cohort is full",
        Effect.map(tenant.operation(filling.body.operation_id), ({ status }) => status === "completed")
      )
      const record = (yield* call("GET", `${cohort}/audit`)).body.data as ReadonlyArray<Entry>
      const told = (what: string) => record.filter(({ action }) => action === what).map(({ number }) => number)
      for (const action of ["enrolled", "reward_granted"])
        assert.deepStrictEqual(told(action).toSorted(), [1, 2, 3, 4, 5], action)
      for (const user of users) {
        const isFounder = record.some(({ user_id }) => user_id === user)
        assert.strictEqual((yield* tenant.buddy(user)).coins, isFounder ? 1_101 : 101, user)
      }
      const { data } = (yield* call("GET", `${path}/standings`)).body
      assert.deepStrictEqual(
        data.map(({ cohort, rank }: { cohort: number; rank: number }) => [cohort, rank]),
        [1, 2, 3, 4].map((rank) => [1, rank]).concat([1, 2].map((rank) => [2, rank]))
      )
    }).pipe(Effect.provide(TestService.layer()))
  )
})

/** Once, what became of a batch is not written down, though everybody in it has been paid by then. */
const loseOneBatch = (season_id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const run = (text: string) => sql.unsafe(text).unprepared
    yield* run("CREATE SEQUENCE lost_batches")
    yield* run(`CREATE FUNCTION lose_batch() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.season_id = '${season_id}' AND nextval('lost_batches') = 1 THEN
        RAISE EXCEPTION 'this batch is lost' USING ERRCODE = '40001';
      END IF;
      RETURN NEW; END $$`)
    yield* run(`CREATE TRIGGER lose_batch BEFORE UPDATE OF told_at ON league_results
      FOR EACH ROW EXECUTE FUNCTION lose_batch()`)
    return sql<{ tries: number }>`SELECT last_value::int AS tries FROM lost_batches`
  })

layer(TestApp.shared, { excludeTestServices: true })("a batch that is lost", (it) => {
  it.effect("is paid once and told of in full", () =>
    Effect.gen(function* () {
      const { call, tenant } = yield* played(users.slice(0, 3))
      const { season_id } = yield* begin(tenant)
      for (const user of users.slice(0, 3)) yield* score(tenant, user, 10)
      const tries = yield* loseOneBatch(season_id)
      const closed = yield* call("POST", `${seasonsPath}/${season_id}/force-close`, {})
      const { result, status } = yield* ended(call, closed.body.operation_id)
      assert.strictEqual(status, "completed")
      assert.isAbove((yield* tries)[0]!.tries, 1)
      assert.deepInclude(result, { granted: 2, void: 0 })
    })
  )
})
