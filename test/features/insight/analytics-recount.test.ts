/** Reports against a recount of what was sent: random lives, several zones, late events, reversals and an erasure. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as fc from "fast-check"
import { RebuildStore } from "../../../src/features/insight/analytics/Store/Rebuild.ts"
import { keepFigures } from "../../../src/features/insight/analytics/Store/Residue.ts"
import { ErasureWork } from "../../../src/features/tenant/erasures/Store/Work.ts"
import type { Person } from "../../../src/platform/erasures/Personal.ts"
import { uuid } from "../../../src/platform/postgres/Ids.ts"
import { caughtUp, tablesOf } from "../../kit/insight/analytics.ts"
import { cohortsByDay, dayIn, daysByUser, engagementOf, lifeByDay, type Sent } from "../../kit/insight/recount.ts"
import { erased } from "../../kit/players/Erasing.ts"
import { hatch, lesson, publish, studyContent } from "../../kit/players/players.ts"
import { TestApp, type TestTenant } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

const users = ["ada", "bob", "cyd", "dan", "eve"]
const zones = ["Pacific/Auckland", "America/Los_Angeles"]
const hour_ms = 3_600_000

/** Who sends when, hours ago, with two types. */
const history = fc.array(
  fc.record({ user: fc.constantFrom(...users), hours: fc.integer({ min: 1, max: 24 * 25 }), isOther: fc.boolean() }),
  { minLength: 30, maxLength: 30 }
)

const sendAll = Effect.fnUntraced(function* ({ call }: TestTenant, seed: number) {
  const [drawn] = fc.sample(history, { numRuns: 1, seed })
  const now = Date.now()
  const sent: Array<Sent> = []
  for (const { hours, isOther, user } of drawn!) {
    const at = now - hours * hour_ms
    const type = isOther ? "note.added" : "lesson.completed"
    const event = lesson(user, { type, occurred_at: new Date(at).toISOString() })
    const { status, text } = yield* call("POST", "/events", event)
    assert.isBelow(status, 300, text)
    sent.push({ event_id: event.event_id, user_id: user, type, at })
  }
  return sent
})

const moneyOf = Effect.fnUntraced(function* (customer_id: string) {
  const sql = yield* SqlClient.SqlClient
  const [found] = yield* sql<Record<string, number>>`
    SELECT coalesce(sum(amount) FILTER (WHERE amount > 0 AND reason NOT IN ('reversal', 'debt_repayment')), 0)::float8
        AS issued,
      coalesce(-sum(amount) FILTER (WHERE reason IN ('reversal', 'debt_repayment')), 0)::float8 AS corrected,
      (SELECT coalesce(sum(coins), 0)::float8 FROM buddies WHERE customer_id = ${customer_id}::uuid) AS outstanding
    FROM ledger WHERE customer_id = ${customer_id}::uuid AND unit = 'coin'`
  return found!
})

/** Counted anew, and the same to the last row as what was added up change by change. */
const rebuiltEqually = Effect.fnUntraced(function* (customer_id: string) {
  const { rebuild } = yield* RebuildStore
  yield* caughtUp(customer_id)
  const added = yield* tablesOf(customer_id)
  const told = yield* rebuild(customer_id)
  assert.deepStrictEqual(yield* tablesOf(customer_id), added)
  assert.deepInclude(told, { _tag: "Rebuilt", isChanged: false })
})

const without = (rows: ReadonlyArray<Record<string, unknown>>) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => name !== "complete")))

/** An erasure that was asked for and whose job is the test. */
const erasing = Effect.fnUntraced(function* (customer_id: string, user_id: string) {
  const sql = yield* SqlClient.SqlClient
  const [newest] = yield* sql`
    SELECT max(sequence)::float8 AS sequence FROM events WHERE customer_id = ${customer_id}::uuid`
  const event_limit = Number(newest!["sequence"])
  const key = { customer_id, erasure_id: yield* uuid }
  const requested_at = new Date()
  const person: Person = { customer_id, user_id, buddy_ids: [], egg_ids: [], event_limit, requested_at }
  yield* sql`
    INSERT INTO erasures (customer_id, erasure_id, operation_id, status, user_hash, requested_by, requested_at,
      event_limit, buddy_ids, egg_ids)
    VALUES (${customer_id}::uuid, ${key.erasure_id}::uuid, gen_random_uuid(), 'running', '\\x00', '{}',
      ${requested_at}, ${event_limit}, '{}', '{}')`
  return { key, person }
})

layer(TestApp.shared, { excludeTestServices: true })("analytics against a recount", (it) => {
  for (const [place, timezone] of zones.entries()) {
    it.effect(`tell what was sent, in ${timezone}`, () =>
      Effect.gen(function* () {
        const tenant = yield* (yield* TestApp).tenant()
        const { call, customer_id } = tenant
        yield* call("PATCH", "/customers/me/settings", { timezone, max_lateness_days: 30 })
        yield* publish(tenant, studyContent)
        for (const user of users.slice(0, 3)) yield* hatch(tenant, user)
        const sent = yield* sendAll(tenant, 40 + place)
        const reversed = sent.filter(({ user_id }) => user_id !== "dan" && user_id !== "eve").slice(0, 3)
        for (const { event_id } of reversed) {
          const { status, text } = yield* call("POST", `/events/${event_id}/reverse`, {})
          assert.isBelow(status, 300, text)
        }
        const today = dayIn(timezone, Date.now())
        const span = { from: today - 29, to: today }
        const read = Effect.fnUntraced(function* (path: string) {
          yield* caughtUp(customer_id)
          const { body, status, text } = yield* call("GET", `/analytics/${path}`)
          assert.strictEqual(status, 200, text)
          return body
        })
        const checkPast = Effect.gen(function* () {
          const summary = yield* read("activity-summary?granularity=day")
          assert.deepStrictEqual(without(summary.series), lifeByDay(sent, timezone, span))
          for (const mode of ["on", "on_or_after"] as const) {
            const told = yield* read(`retention?granularity=day&cohorts=31&mode=${mode}`)
            assert.deepStrictEqual(told.cohorts, cohortsByDay(sent, timezone, { mode, newest: 31, today }))
          }
          const counted = yield* read("event-counts")
          assert.strictEqual(counted.total, sent.length)
          for (const type of ["note.added", "lesson.completed"]) {
            const own = sent.filter((one) => one.type === type)
            const row = counted.types.find((one: Record<string, unknown>) => one["event_type"] === type)
            assert.strictEqual(row.events, own.length)
            assert.strictEqual(row.reversed, reversed.filter((one) => one.type === type).length)
            assert.strictEqual(
              row.without_buddy,
              own.filter(({ user_id }) => !users.slice(0, 3).includes(user_id)).length
            )
          }
        })
        yield* checkPast
        const engaged = yield* read("engagement?granularity=day")
        const { histogram, mean, p50, p90, ...rest } = engagementOf(sent, timezone, span)
        assert.deepInclude(engaged, rest)
        assert.deepInclude(engaged.active_days, { mean, p50, p90 })
        assert.deepStrictEqual(
          engaged.active_days.histogram.map((one: Record<string, unknown>) => one["users"]),
          histogram
        )
        const money = yield* moneyOf(customer_id)
        const { coins, series } = yield* read("economy-summary")
        assert.deepInclude(coins, money)
        assert.isAbove(money["issued"]!, 0)
        yield* rebuiltEqually(customer_id)

        yield* erased(call, "ada")
        yield* checkPast
        const after = yield* read("economy-summary")
        assert.strictEqual(after.coins.outstanding, (yield* moneyOf(customer_id))["outstanding"])
        assert.strictEqual(after.coins.issued, money["issued"])
        assert.deepStrictEqual(after.series.slice(0, -1), series.slice(0, -1), "what was held before is as it was")
        const overview = yield* read("overview")
        assert.deepInclude(overview.buddies, { total: 2, active: 2 })
        assert.strictEqual(overview.users.total, daysByUser(sent, timezone).size)
        yield* rebuiltEqually(customer_id)
      }).pipe(Effect.provide(RebuildStore.layer))
    )
  }

  it.effect("are those of the days that are stored when somebody comes back while being erased", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      const sql = yield* SqlClient.SqlClient
      const work = yield* ErasureWork
      yield* publish(tenant, studyContent)
      const send = () => Effect.andThen(call("POST", "/events", lesson("zoe")), caughtUp(customer_id))
      yield* send()
      const { key, person } = yield* erasing(customer_id, "zoe")
      const stored = Effect.map(tablesOf(customer_id), ({ analytics_user_years, analytics_users }) => [
        analytics_users.length,
        analytics_user_years.length
      ])
      yield* keepFigures(key, person)
      assert.deepStrictEqual(yield* stored, [0, 0])
      // A node that has told of the day before tells of it again, once it has heard of the erasure.
      const isBack = Effect.map(Effect.andThen(Effect.suspend(send), stored), ([users]) => users! > 0)
      yield* until("the same day to be told again", isBack)
      const back = yield* stored
      yield* work.apply(key, person, "tables/0")
      assert.strictEqual((yield* work.scan(key, person, "scan/0")).found, 0)
      assert.deepStrictEqual(yield* stored, back)
      yield* sql`DELETE FROM erasures WHERE customer_id = ${customer_id}::uuid RETURNING 1`
      yield* rebuiltEqually(customer_id)
    }).pipe(Effect.provide([RebuildStore.layer, ErasureWork.layer]))
  )

  it.effect("tell somebody who came back before the figures were kept from who went, however often they are kept", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      const sql = yield* SqlClient.SqlClient
      const work = yield* ErasureWork
      yield* call("PATCH", "/customers/me/settings", { max_lateness_days: 30 })
      yield* publish(tenant, studyContent)
      const send = (ago: number) =>
        call("POST", "/events", lesson("zoe", { occurred_at: new Date(Date.now() - ago * 24 * hour_ms).toISOString() }))
      for (const ago of [9, 8, 0]) yield* send(ago)
      const { key, person } = yield* erasing(customer_id, "zoe")
      // One day that nobody knew, and one that both have.
      for (const ago of [4, 0]) yield* send(ago)
      yield* caughtUp(customer_id)
      yield* keepFigures(key, person)
      yield* keepFigures(key, person)
      yield* work.apply(key, person, "tables/0")
      yield* sql`DELETE FROM erasures WHERE customer_id = ${customer_id}::uuid RETURNING 1`
      yield* rebuiltEqually(customer_id)
      const { body } = yield* call("GET", "/analytics/activity-summary?granularity=day")
      assert.deepInclude(body.series.at(-1), { active: 2, new: 0, resurrected: 2 })
      assert.deepInclude(body.series.at(-5), { active: 1, new: 1 })
    }).pipe(Effect.provide([RebuildStore.layer, ErasureWork.layer]))
  )
})
