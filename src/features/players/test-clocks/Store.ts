/**
 * Test clocks in Postgres. Every node keeps the moments of a tenant's clocks with the tenant's other facts, and hears
 * of a change like of theirs. Whoever changes a clock takes the customer's row first: attaching and advancing never
 * cross.
 */
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { clockedFigures } from "../../../buddy/Standings/Figures.ts"
import { countBeside } from "../../../platform/analytics/Deltas.ts"
import { CacheInvalidation } from "../../../platform/cluster/CacheInvalidation.ts"
import { uuid } from "../../../platform/postgres/Ids.ts"
import { offsetList, type OffsetPage } from "../../../platform/postgres/Paging.ts"
import { execute, nowDate, row, rows } from "../../../platform/postgres/Sql.ts"
import { NotFound, ValidationFailed } from "../../../wire/Failure.ts"
import { iso, isUuid, parseInstant } from "../../../wire/Ids.ts"
import type { OffsetQuery } from "../../../wire/Page.ts"
import { transactionOf, versionWrites } from "../../authoring/config-versions/Store/Versions.ts"
import { lookAtReturned } from "../../campaigns/founding-cohort/Store/Returned.ts"
import { retriedNow } from "../buddies/Store/Appearance.ts"
import {
  type AdvanceTestClock,
  ahead_days_max,
  clocksMax,
  type CreateTestClock,
  OnOtherClock,
  step_days_max,
  type TestClock,
  TestClockLimit,
  usersMax
} from "./Api.ts"

const day_ms = 86_400_000

const Row = Schema.Struct({
  test_clock_id: Schema.String,
  name: Schema.NullOr(Schema.String),
  virtual_now: Schema.Date,
  user_ids: Schema.Array(Schema.String),
  created_at: Schema.Date,
  updated_at: Schema.Date
})
const UserRow = Schema.Struct({ user_id: Schema.String, test_clock_id: Schema.String })
const Count = Schema.Struct({ total: Schema.Int })

const toWire = ({ created_at, updated_at, virtual_now, ...clock }: typeof Row.Type): TestClock => ({
  ...clock,
  now: iso(virtual_now),
  created_at: iso(created_at),
  updated_at: iso(updated_at)
})

const columns = `test_clock_id, name, virtual_now, created_at, updated_at, array(
  SELECT u.user_id FROM test_clock_users AS u WHERE u.customer_id = test_clocks.customer_id
    AND u.test_clock_id = test_clocks.test_clock_id ORDER BY u.user_id) AS user_ids`

type Attaching = NotFound | TestClockLimit | OnOtherClock

interface Service {
  list(customer_id: string, query: OffsetQuery): Effect.Effect<OffsetPage<TestClock>>
  get(customer_id: string, id: string): Effect.Effect<TestClock, NotFound>
  create(
    customer_id: string,
    input: CreateTestClock
  ): Effect.Effect<TestClock, TestClockLimit | OnOtherClock | ValidationFailed>
  attach(customer_id: string, id: string, user_ids: ReadonlyArray<string>): Effect.Effect<TestClock, Attaching>
  advance(
    customer_id: string,
    id: string,
    step: AdvanceTestClock
  ): Effect.Effect<TestClock, NotFound | ValidationFailed>
  remove(customer_id: string, id: string): Effect.Effect<void, NotFound>
}

export class TestClockStore extends Context.Service<TestClockStore, Service>()(
  "hatchery/features/test-clocks/TestClockStore"
) {
  static readonly layer = Layer.effect(
    TestClockStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const changes = yield* CacheInvalidation
      const shared = changesOf(sql, changes)
      return TestClockStore.of({ ...reading(sql), ...making(sql, shared), ...moving(sql, shared) })
    })
  )
}

const unknownClock = () => new NotFound({ resource: "test clock" })

const reading = (sql: SqlClient.SqlClient): Pick<Service, "list" | "get"> => {
  const shown = sql.literal(columns)
  return {
    list: Effect.fn("TestClockStore.list")(function* (customer_id, query) {
      const page = yield* offsetList(query, {
        count: sql`SELECT count(*)::int AS total FROM test_clocks WHERE customer_id = ${customer_id}::uuid`,
        read: (limit, offset) =>
          rows(Row)(sql`
            SELECT ${shown} FROM test_clocks WHERE customer_id = ${customer_id}::uuid
            ORDER BY created_at DESC, test_clock_id DESC LIMIT ${limit} OFFSET ${offset}`)
      })
      return { ...page, data: page.data.map(toWire) }
    }),
    get: Effect.fn("TestClockStore.get")(function* (customer_id, id) {
      if (!isUuid(id)) return yield* unknownClock()
      const found = yield* row(Row)(sql`
        SELECT ${shown} FROM test_clocks WHERE customer_id = ${customer_id}::uuid AND test_clock_id = ${id}::uuid`)
      return Option.isNone(found) ? yield* unknownClock() : toWire(found.value)
    })
  }
}

/** Where a step ends, epoch ms. */
const target = Effect.fnUntraced(function* (from: number, { by_seconds, to }: AdvanceTestClock, present: number) {
  if ((by_seconds === undefined) === (to === undefined)) {
    return yield* ValidationFailed.at([], "send one of to and by_seconds")
  }
  const field = to === undefined ? "by_seconds" : "to"
  const end = to === undefined ? from + by_seconds! * 1_000 : parseInstant(to)
  if (end <= from) return yield* ValidationFailed.at([field], "a test clock only moves forward")
  if (end - from > step_days_max * day_ms) {
    return yield* ValidationFailed.at([field], `a test clock moves at most ${step_days_max} days at once`)
  }
  if (end - present > ahead_days_max * day_ms) {
    return yield* ValidationFailed.at([field], `a test clock is at most ${ahead_days_max} days ahead of the present`)
  }
  return end
})

/** What buddies hold now is a figure of everybody's, or of a test clock's: it goes with their users. */
const moveFigures = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (customer_id: string, user_ids: ReadonlyArray<string>, way: "onto" | "back") {
    const figures = yield* Effect.provideService(clockedFigures(customer_id, user_ids, way), SqlClient.SqlClient, sql)
    if (figures.length > 0) yield* countBeside(sql, { customer_id, user_id: null }, figures)
  })

/** What changes of clocks share: one at a time per tenant, told to every node, and how users come onto a clock. */
const changesOf = (sql: SqlClient.SqlClient, changes: CacheInvalidation["Service"]) => {
  const { get } = reading(sql)
  const { lock } = versionWrites(sql)
  const transaction = transactionOf(sql)
  const move = moveFigures(sql)
  const alone = <A, E, R>(customer_id: string, change: Effect.Effect<A, E, R>) =>
    transaction(
      Effect.andThen(
        lock(customer_id),
        Effect.tap(change, () => changes.publish({ _tag: "Tenant", customer_id }))
      )
    )

  const put = Effect.fnUntraced(function* (customer_id: string, test_clock_id: string, sent: ReadonlyArray<string>) {
    const user_ids = [...new Set(sent)]
    const clocked = yield* rows(UserRow)(sql`
      SELECT user_id, test_clock_id FROM test_clock_users
      WHERE customer_id = ${customer_id}::uuid AND user_id = ANY(${user_ids}::text[])
        AND test_clock_id IS NOT NULL ORDER BY user_id`)
    const other = clocked.find((one) => one.test_clock_id !== test_clock_id)
    if (other !== undefined) return yield* new OnOtherClock(other)
    const there = new Set(clocked.map(({ user_id }) => user_id))
    yield* move(
      customer_id,
      user_ids.filter((user_id) => !there.has(user_id)),
      "onto"
    )
    yield* execute(sql`
      INSERT INTO test_clock_users (customer_id, user_id, test_clock_id)
      SELECT ${customer_id}::uuid, user_id, ${test_clock_id}::uuid FROM unnest(${user_ids}::text[]) AS given (user_id)
      ON CONFLICT (customer_id, user_id) DO UPDATE SET test_clock_id = excluded.test_clock_id RETURNING user_id`)
    const clock = yield* Effect.orDie(get(customer_id, test_clock_id))
    return clock.user_ids.length > usersMax ? yield* new TestClockLimit({ max: usersMax, of: "users" }) : clock
  })

  return { alone, get, move, put }
}
type ChangesOf = ReturnType<typeof changesOf>

const making = (sql: SqlClient.SqlClient, { alone, get, put }: ChangesOf): Pick<Service, "create" | "attach"> => ({
  create: Effect.fn("TestClockStore.create")(function* (customer_id, { name = null, now, user_ids = [] }) {
    const present = yield* Clock.currentTimeMillis
    const start = now === undefined ? present : parseInstant(now)
    // A minute of grace: the sender's present and ours are not quite the same.
    if (start < present - 60_000) {
      return yield* ValidationFailed.at(["now"], "a test clock starts at the present or later")
    }
    if (start - present > ahead_days_max * day_ms) {
      return yield* ValidationFailed.at(["now"], `a test clock is at most ${ahead_days_max} days ahead of the present`)
    }
    return yield* alone(
      customer_id,
      Effect.gen(function* () {
        const known = yield* row(Count)(sql`
            SELECT count(*)::int AS total FROM test_clocks WHERE customer_id = ${customer_id}::uuid`)
        if (Option.getOrThrow(known).total >= clocksMax) {
          return yield* new TestClockLimit({ max: clocksMax, of: "clocks" })
        }
        const test_clock_id = yield* uuid
        const at = yield* nowDate
        yield* execute(sql`
            INSERT INTO test_clocks (customer_id, test_clock_id, name, virtual_now, created_at, updated_at)
            VALUES (${customer_id}::uuid, ${test_clock_id}::uuid, ${name}, ${new Date(start)}, ${at}, ${at})
            RETURNING test_clock_id`)
        return yield* put(customer_id, test_clock_id, user_ids)
      })
    )
  }),
  attach: Effect.fn("TestClockStore.attach")(function* (customer_id, id, user_ids) {
    return yield* alone(
      customer_id,
      Effect.gen(function* () {
        const { test_clock_id } = yield* get(customer_id, id)
        return yield* put(customer_id, test_clock_id, user_ids)
      })
    )
  })
})

const moving = (sql: SqlClient.SqlClient, { alone, get, move }: ChangesOf): Pick<Service, "advance" | "remove"> => ({
  advance: Effect.fn("TestClockStore.advance")(function* (customer_id, id, step) {
    return yield* alone(
      customer_id,
      Effect.gen(function* () {
        const clock = yield* get(customer_id, id)
        const end = yield* target(Date.parse(clock.now), step, yield* Clock.currentTimeMillis)
        yield* execute(sql`
            UPDATE test_clocks SET virtual_now = ${new Date(end)}, updated_at = ${yield* nowDate}
            WHERE customer_id = ${customer_id}::uuid AND test_clock_id = ${clock.test_clock_id}::uuid
            RETURNING test_clock_id`)
        return yield* get(customer_id, id)
      })
    )
  }),
  remove: Effect.fn("TestClockStore.remove")(function* (customer_id, id) {
    yield* alone(
      customer_id,
      Effect.gen(function* () {
        const { test_clock_id, user_ids } = yield* get(customer_id, id)
        yield* move(customer_id, user_ids, "back")
        yield* retriedNow(sql)(customer_id, user_ids)
        yield* lookAtReturned(sql)(customer_id)
        yield* execute(sql`
            DELETE FROM test_clocks WHERE customer_id = ${customer_id}::uuid AND test_clock_id = ${test_clock_id}::uuid
            RETURNING test_clock_id`)
      })
    )
  })
})
