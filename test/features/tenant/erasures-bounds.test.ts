/** Whatever a user has piled up, an erasure ends: in small steps, in turn, and with the moment it was asked for. */
import { assert, it as plain, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Option } from "effect"
import { Snowflake } from "effect/cluster"
import { SqlClient, SqlError } from "effect/sql"
import { TestClock } from "effect/testing"
import { ErasureTurns } from "../../../src/features/tenant/erasures/Service/Turns.ts"
import { UserExports } from "../../../src/features/tenant/erasures/Store/Exports.ts"
import { ErasureOpening } from "../../../src/features/tenant/erasures/Store/Opening.ts"
import { registry } from "../../../src/features/tenant/erasures/Store/Registry.ts"
import { ErasureWork } from "../../../src/features/tenant/erasures/Store/Work.ts"
import { eraseAll, lookThrough, type Person, type Step } from "../../../src/platform/erasures/Personal.ts"
import { firstRecordOf } from "../../../src/features/players/operations/Store/Personal.ts"
import { uuid, uuidAt } from "../../../src/platform/postgres/Ids.ts"
import { made } from "../../kit/campaigns/Causes.ts"
import { cancelledEggs, deliveries } from "../../kit/players/ErasedMany.ts"
import { ended, erased, placesOf } from "../../kit/players/Erasing.ts"
import { publish } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const school = Effect.gen(function* () {
  const tenant = yield* (yield* TestApp).tenant()
  yield* publish(tenant)
  const hook = { url: "https://receiver.example/hook", events: ["user.erased"] }
  const { webhook_config_id } = made(yield* tenant.call("POST", "/webhook-configs", hook))
  return { ...tenant, webhook_config_id: webhook_config_id as string }
})

const count = Effect.fnUntraced(function* (table: string, customer_id: string) {
  const sql = yield* SqlClient.SqlClient
  const [found] = yield* sql`
    SELECT count(*)::int AS count FROM ${sql(table)} WHERE customer_id = ${customer_id}::uuid`
  return Number(found?.["count"])
})

const deliveriesOf = registry.findLast(({ table }) => table === "webhook_deliveries")!

layer(TestApp.layer(), { excludeTestServices: true })("the bounds of an erasure", (it) => {
  it.effect("takes more eggs than one transaction, and finds the last of them in a text", () =>
    Effect.gen(function* () {
      const { call, customer_id, webhook_config_id } = yield* school
      const user_id = `many-${yield* uuid}`
      const last = yield* cancelledEggs({ customer_id, user_id, count: 10_001 })
      yield* deliveries({ customer_id, count: 1 }, webhook_config_id, { egg_id: last })
      yield* deliveries({ customer_id, count: 1 }, webhook_config_id, { egg_id: yield* uuid, by: { egg_id: last } })
      const { record } = yield* erased(call, user_id)
      assert.deepInclude(record.rows, { eggs: 10_001, webhook_deliveries: 1, "webhook_deliveries.redacted": 1 })
      assert.strictEqual(record.scan.found, 0)
      assert.strictEqual(yield* count("eggs", customer_id), 0)
      assert.deepStrictEqual(yield* placesOf(user_id), [])
      assert.deepStrictEqual(yield* placesOf(last), ["erasures"])
    })
  )

  it.effect("looks through texts in pages, and for many ids in parts", () =>
    Effect.gen(function* () {
      const { customer_id, webhook_config_id } = yield* school
      const buddy_ids = Array.from(
        { length: 10_001 },
        (_, index) => `${String(index).padStart(8, "0")}-1111-4111-8111-111111111111`
      )
      yield* deliveries({ customer_id, count: 501 }, webhook_config_id, { buddy_id: buddy_ids[0] })
      yield* deliveries({ customer_id, count: 499 }, webhook_config_id, { buddy_id: buddy_ids[10_000] })
      const person = personOf(customer_id, buddy_ids)
      const steps: Array<Step> = []
      yield* lookThrough(deliveriesOf, person, (step) => Effect.sync(() => void steps.push(step)))
      assert.strictEqual(steps.length, 6)
      assert.strictEqual(
        steps.reduce((all, step) => all + step.count, 0),
        1_000
      )
      // From the place the third one ended at there is only what the second part of the ids finds.
      const rest: Array<Step> = []
      yield* lookThrough(deliveriesOf, person, (step) => Effect.sync(() => void rest.push(step)), steps[2]!.next)
      assert.strictEqual(
        rest.reduce((all, step) => all + step.count, 0),
        499
      )
    })
  )

  it.effect("writes no export beyond what a workspace may have, and leaves nothing of it", () =>
    Effect.gen(function* () {
      const { call, customer_id } = yield* school
      const sql = yield* SqlClient.SqlClient
      const exportOf = Effect.fnUntraced(function* (user_id: string) {
        const { body } = yield* call("POST", `/customers/me/users/${user_id}/export`)
        return (yield* ended(call, body.operation_id)).result.export_id as string
      })
      const users = ["a", "b"].map((name) => `${name}-of-many`)
      for (const user_id of users) yield* cancelledEggs({ customer_id, user_id, count: 30 })
      const [first, second] = [yield* exportOf(users[0]!), yield* exportOf(users[1]!)]
      const sizes = yield* sql`
        SELECT e.bytes = sum(octet_length(p.lines)) AS is_right, e.bytes::int AS bytes, count(*)::int AS parts
        FROM user_exports AS e JOIN user_export_parts AS p USING (customer_id, export_id)
        WHERE e.customer_id = ${customer_id}::uuid GROUP BY e.customer_id, e.export_id ORDER BY e.created_at`
      assert.deepStrictEqual(
        sizes.map(({ is_right }) => is_right),
        [true, true]
      )
      const exports = yield* UserExports
      const all = Number(sizes[0]!["bytes"]) + Number(sizes[1]!["bytes"])
      const write = (max: number) => exports.write({ customer_id, export_id: second }, undefined, max)
      assert.strictEqual(yield* write(2 * all), true)
      assert.strictEqual(yield* write(Math.round(0.7 * all)), false)
      assert.strictEqual(yield* count("user_export_parts", customer_id), sizes[0]!["parts"], "the other one's")
      assert.strictEqual((yield* call("GET", `/customers/me/exports/${first}`)).status, 200)
    }).pipe(Effect.provide(UserExports.layer))
  )

  it.effect("goes on in the page it was in", () =>
    Effect.gen(function* () {
      const { customer_id, webhook_config_id } = yield* school
      const sql = yield* SqlClient.SqlClient
      const buddy_id = yield* uuid
      const person = personOf(customer_id, [buddy_id])
      const key = { customer_id, erasure_id: yield* uuid }
      yield* sql`
        INSERT INTO erasures (customer_id, erasure_id, operation_id, status, user_hash, requested_by, requested_at,
          event_limit, buddy_ids, egg_ids)
        VALUES (${customer_id}::uuid, ${key.erasure_id}::uuid, gen_random_uuid(), 'running', '\\x00', '{}', now(), 0,
          '{}', '{}')`
      yield* deliveries({ customer_id, count: 501 }, webhook_config_id, { buddy_id })
      const work = yield* ErasureWork
      assert.strictEqual((yield* work.scan(key, person, "scan/0")).found, 501)
      yield* work.apply(key, person, "tables/0")
      // Before the place that was kept: deleted by who begins anew, met by who only comes by with a later entry.
      yield* deliveries({ customer_id, count: 1 }, webhook_config_id, { buddy_id })
      yield* sql`
        UPDATE webhook_deliveries SET delivery_id = '00000000-0000-4000-8000-000000000001'
        WHERE customer_id = ${customer_id}::uuid`
      yield* work.apply(key, person, "tables/0")
      const [told] = yield* sql`SELECT rows FROM erasures WHERE erasure_id = ${key.erasure_id}::uuid`
      assert.deepStrictEqual(told?.["rows"], { webhook_deliveries: 501, "webhook_deliveries.redacted": 1 })
    }).pipe(Effect.provide(ErasureWork.layer))
  )

  it.effect("leaves what was told later of somebody of that name, but for the ids of old", () =>
    Effect.gen(function* () {
      const { call, customer_id, webhook_config_id } = yield* school
      const sql = yield* SqlClient.SqlClient
      const buddy_id = yield* uuid
      const person = personOf(customer_id, [buddy_id])
      const [old, late, lateOfOld] = [
        { user_id: "u0", n: 1 },
        { user_id: "u0", n: 2 },
        { user_id: "u0", buddy_id }
      ]
      yield* deliveries({ customer_id, count: 1 }, webhook_config_id, old)
      yield* deliveries({ customer_id, count: 1 }, webhook_config_id, late, 60)
      yield* deliveries({ customer_id, count: 1 }, webhook_config_id, lateOfOld, 60)
      yield* sql`
        INSERT INTO webhook_outbox (customer_id, webhook_config_id, first_id, last_id, created_at, delivery_ids, events,
          bodies, trace_contexts, created_ats)
        SELECT ${customer_id}::uuid, gen_random_uuid(), ids[1], ids[3], now(), ids, ARRAY['a', 'a', 'a'],
          ${[old, late, lateOfOld].map((body) => JSON.stringify(body))}::text[], ARRAY[NULL, NULL, NULL]::text[],
          ARRAY[now() - interval '1 minute', now() + interval '1 minute', now() + interval '1 minute']
        FROM (SELECT ARRAY[gen_random_uuid(), gen_random_uuid(), gen_random_uuid()] AS ids) AS made`
      for (const [details, seconds] of [
        [old, -60],
        [late, 60],
        [lateOfOld, 60]
      ] as const) {
        yield* sql`
          INSERT INTO notifications (customer_id, notification_id, kind, message, details, created_at)
          VALUES (${customer_id}::uuid, gen_random_uuid(), 'x', 'x', ${JSON.stringify(details)}::jsonb,
            now() + ${seconds} * interval '1 second')`
      }
      const { webhook_inbox_id } = made(yield* call("POST", "/webhook-inboxes", {}))
      const escaped = '{"user_\\u0069d": "\\u00750", "n": 4}'
      for (const [place, body] of [JSON.stringify(old), escaped, '{"user_id":"u1"}'].entries()) {
        yield* sql`
          INSERT INTO webhook_inbox_requests (customer_id, webhook_inbox_id, place, request_id, received_at, method,
            headers, body, replied_status, verification)
          VALUES (${customer_id}::uuid, ${webhook_inbox_id}::uuid, ${place + 1}, gen_random_uuid(),
            now() - interval '1 minute', 'POST', '{}', ${Buffer.from(body)}, 200, '{}')`
      }
      const told = ["webhook_outbox", "webhook_deliveries", "notifications", "webhook_inbox_requests"]
      for (const table of registry) {
        if (told.includes(table.table)) yield* eraseAll(table, person, () => Effect.void)
      }
      const left = yield* sql`
        SELECT body::jsonb AS body FROM webhook_deliveries WHERE customer_id = ${customer_id}::uuid
        UNION ALL SELECT unnest(bodies)::jsonb FROM webhook_outbox WHERE customer_id = ${customer_id}::uuid
        UNION ALL SELECT details FROM notifications WHERE customer_id = ${customer_id}::uuid AND kind = 'x'
        UNION ALL SELECT convert_from(body, 'UTF8')::jsonb FROM webhook_inbox_requests
          WHERE customer_id = ${customer_id}::uuid`
      assert.deepStrictEqual(
        left.map(({ body }) => body),
        [late, late, late, { user_id: "u1" }]
      )
    })
  )

  it.effect("takes up one that failed as of now, with what was written since", () =>
    Effect.gen(function* () {
      const { customer_id } = yield* school
      const sql = yield* SqlClient.SqlClient
      const opening = yield* ErasureOpening
      const work = yield* ErasureWork
      const user_id = `late-${yield* uuid}`
      yield* cancelledEggs({ customer_id, user_id, count: 1 })
      const opened: Array<string> = []
      const open = opening.open({ customer_id, user_id, requested_by: { type: "job", id: "test" } }, (erasure_id) => {
        opened.push(erasure_id)
        return uuid
      })
      yield* open
      yield* sql`
        UPDATE erasures SET status = 'failed', requested_at = requested_at - interval '1 hour'
        WHERE customer_id = ${customer_id}::uuid RETURNING 1`
      const again = Date.now()
      yield* open
      assert.strictEqual(opened[1], opened[0])
      const person = Option.getOrThrow(yield* work.person({ customer_id, erasure_id: opened[0]! }))
      assert.isAtLeast(person.requested_at.getTime(), again)
    }).pipe(Effect.provide([ErasureOpening.layer, ErasureWork.layer]))
  )
})

const personOf = (customer_id: string, buddy_ids: ReadonlyArray<string>): Person => ({
  customer_id,
  user_id: "u0",
  buddy_ids,
  egg_ids: [],
  event_limit: 0,
  requested_at: new Date()
})

const late = Effect.die(
  new SqlError.SqlError({ reason: new SqlError.StatementTimeoutError({ cause: { code: "57014" } }) })
)

plain.effect("a page that the database always gives up keeps nobody else waiting, and is tried later and later", () =>
  Effect.gen(function* () {
    const turns = yield* ErasureTurns
    const tries = new Map<string, number>()
    const stuck = (tenant: string) =>
      turns.pacing(tenant)(
        Effect.suspend(() => {
          tries.set(tenant, (tries.get(tenant) ?? 0) + 1)
          return late
        })
      )
    yield* Effect.forEach(["a", "b", "c", "d"], (tenant) => Effect.forkChild(stuck(tenant)))
    yield* Effect.forEach(Array.from({ length: 50 }), () => Effect.yieldNow, { discard: true })
    assert.strictEqual(yield* turns.pacing("e")(Effect.succeed("done")), "done")
    assert.strictEqual(yield* turns.pacing("a")(Effect.succeed("done")), "done", "nor another page of its own")
    yield* TestClock.adjust("1 hour")
    const tried = [...tries.values()]
    assert.isTrue(
      tried.every((count) => count > 10 && count < 30),
      String(tried)
    )
  }).pipe(Effect.provide(ErasureTurns.layer))
)

plain("records of steps are looked for from the oldest id on, whatever kind the ids are of", () => {
  const at = Date.parse("2026-11-23T12:00:00Z")
  const source = { bytes: (buffer: Uint8Array) => void buffer.fill(7) }
  const momentOf = (ids: ReadonlyArray<string>) => Snowflake.timestamp(Snowflake.Snowflake(firstRecordOf(ids)))
  assert.strictEqual(momentOf([uuidAt(source, at + 1), uuidAt(source, at)]), at - 3_600_000)
  assert.strictEqual(firstRecordOf([uuidAt(source, at), crypto.randomUUID()]), "0")
})

plain.effect("a node works on one user of a tenant, and of four tenants, at a time", () =>
  Effect.gen(function* () {
    const turns = yield* ErasureTurns
    const inside: Array<string> = []
    const gate = yield* Deferred.make<void>()
    const work = (tenant: string) =>
      turns.pacing(tenant)(
        Effect.andThen(
          Effect.sync(() => inside.push(tenant)),
          Deferred.await(gate)
        )
      )
    const fibers = yield* Effect.forEach(["a", "a", "b", "c", "d", "e"], (tenant) => Effect.forkChild(work(tenant)))
    yield* Effect.forEach(Array.from({ length: 50 }), () => Effect.yieldNow, { discard: true })
    assert.deepStrictEqual(inside, ["a", "b", "c", "d"])
    yield* Deferred.succeed(gate, undefined)
    yield* Effect.forEach(fibers, Fiber.join)
    assert.deepStrictEqual(inside.toSorted(), ["a", "a", "b", "c", "d", "e"])
  }).pipe(Effect.provide(ErasureTurns.layer))
)
