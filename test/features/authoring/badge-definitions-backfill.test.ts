/** A badge that is published after it was earned: seen before it is given, then given to everybody, and once. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { checkInvariants } from "../../../src/platform/invariants/index.ts"
import { copies } from "../../kit/players/BuddyCopies.ts"
import { ended } from "../../kit/players/Eggs.ts"
import { hatch, lesson, publish, studyContent } from "../../kit/players/players.ts"
import { openEnded } from "../../kit/postgres/OpenEnded.ts"
import { type Call, TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

const { skill_rules, skill_sets } = studyContent
/** Lessons are counted and pay nothing. */
const plain = { skill_sets, skill_rules }

const scholar = (extra: object = {}) => ({
  badge_key: "scholar",
  label: "Scholar",
  coin_reward: 40,
  criteria: { conditions: [{ type: "event_count", key: "lesson.completed", operator: "gte", value: 2 }] },
  ...extra
})

/** Copies of a buddy have no events of their own. */
const welcome = scholar({
  criteria: { conditions: [{ type: "days_since_hatched", operator: "gte", value: 0 }] }
})

const none = {
  buddies: 0,
  awarded: 0,
  awaiting_review: 0,
  already_held: 0,
  not_met: 0,
  on_other_version: 0,
  skipped: 0,
  failed: 0,
  coins: 0
}

const started = Effect.gen(function* () {
  const tenant = yield* (yield* TestApp).tenant()
  yield* publish(tenant, plain)
  const { call, customer_id } = tenant
  const sql = yield* SqlClient.SqlClient
  return {
    ...tenant,
    /** a buddy with that many lessons behind it */
    learned: Effect.fnUntraced(function* (user_id: string, lessons: number, metadata = {}) {
      const { buddy_id } = yield* hatch(tenant, user_id, metadata)
      for (let count = 0; count < lessons; count++) yield* call("POST", "/events", lesson(user_id, metadata))
      return buddy_id
    }),
    /** publishes these badges and moves some buddies, or all, to them */
    release: Effect.fnUntraced(function* (badge_definitions: ReadonlyArray<object>, buddy_ids?: ReadonlyArray<string>) {
      const { config_version_id } = yield* publish(tenant, { ...plain, badge_definitions })
      const selected = buddy_ids === undefined ? {} : { buddy_ids }
      const moved = yield* call("POST", `/config-versions/${config_version_id}/migrate-buddies`, selected)
      assert.strictEqual((yield* ended(call, moved.body.operation_id)).status, "completed")
    }),
    states: Effect.map(
      sql`SELECT buddy_id, version, state, coins FROM buddies WHERE customer_id = ${customer_id}::uuid
          ORDER BY buddy_id`,
      (found) => JSON.stringify(found, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value))
    )
  }
})

const preview = (call: Call, badge = "scholar") =>
  Effect.map(call("GET", `/badge-definitions/${badge}/backfill/preview`), ({ body }) => body)

const begin = Effect.fnUntraced(function* (call: Call, body?: object) {
  const accepted = yield* call("POST", "/badge-definitions/scholar/backfill", body)
  assert.deepStrictEqual([accepted.status, accepted.body.status], [202, "pending"], accepted.text)
  return accepted.body.operation_id as string
})

const backfill = (call: Call, body?: object) => Effect.flatMap(begin(call, body), (id) => ended(call, id))

const isSound = Effect.gen(function* () {
  const reports = yield* checkInvariants()
  assert.deepStrictEqual(
    reports.filter(({ violations }) => violations > 0).map(({ id, samples }) => ({ id, samples })),
    []
  )
})

layer(TestApp.layer(), { excludeTestServices: true })("a badge backfill", (it) => {
  it.effect("gives what its preview and its dry run said, with coins and a webhook, and gives nothing twice", () =>
    Effect.gen(function* () {
      const { call, customer_id, learned, release, states } = yield* started
      yield* call("POST", "/webhook-configs", { url: "http://127.0.0.1:9/", events: ["badge.*"] })
      const ada = yield* learned("ada", 2)
      const bob = yield* learned("bob", 1)
      const cyd = yield* learned("cyd", 3)
      const dan = yield* learned("dan", 1)
      const old = yield* learned("old", 2)
      const away = yield* learned("away", 2)
      yield* release([scholar({ repeatable: true })], [ada, bob, cyd, dan, away])
      yield* call("POST", `/buddies/${dan}/badges`, { badge_key: "scholar" })
      yield* call("PATCH", `/buddies/${away}/archive`)
      const earners = [
        { buddy_id: ada, user_id: "ada", coin_reward: 40 },
        { buddy_id: cyd, user_id: "cyd", coin_reward: 40 }
      ].sort((a, b) => (a.buddy_id < b.buddy_id ? -1 : 1))
      const others = { buddies: 5, not_met: 1, on_other_version: 1 }
      const figures = { ...none, ...others, awarded: 2, already_held: 1, coins: 80, sample: earners }
      const before = yield* states
      const badge = { badge_key: "scholar" }

      assert.deepStrictEqual(yield* preview(call), { dry_run: true, is_complete: true, ...badge, ...figures })
      const dry = yield* backfill(call, { dry_run: true })
      const id = (yield* call("GET", "/badge-definitions/scholar")).body.badge_definition_id
      assert.deepInclude(dry, { type: "backfill", status: "completed", resource_type: "badge_definition" })
      assert.deepStrictEqual([dry.resource_id, dry.result], [id, { dry_run: true, ...badge, ...figures }])
      assert.strictEqual(yield* states, before)

      assert.deepStrictEqual((yield* backfill(call)).result, { dry_run: false, ...badge, ...figures })
      const again = { ...none, ...others, already_held: 3, sample: [] }
      assert.deepStrictEqual((yield* backfill(call, {})).result, { dry_run: false, ...badge, ...again })
      assert.deepStrictEqual(yield* preview(call), { dry_run: true, is_complete: true, ...badge, ...again })

      const held = yield* Effect.forEach([ada, bob, cyd, dan, old], (buddy_id) =>
        Effect.map(call("GET", `/buddies/${buddy_id}`), ({ body }) => body.coins)
      )
      assert.deepStrictEqual(held, [40, 0, 40, 40, 0])
      const ledger = (yield* call("GET", `/economy/buddies/${ada}/ledger`)).body.data
      assert.deepStrictEqual(ledger.length, 1)
      assert.deepInclude(ledger[0], { unit: "coin", amount: 40, reason: "badge", rule_id: id })
      const sql = yield* SqlClient.SqlClient
      const told = yield* sql<{ body: string }>`
        SELECT body FROM webhook_deliveries_all WHERE customer_id = ${customer_id}::uuid AND event = 'badge.awarded'
          AND body::json ->> 'buddy_id' = ${ada}`
      const [award] = (yield* call("GET", `/buddies/${ada}/badges`)).body.data
      const { awarded_at } = award
      assert.deepStrictEqual(
        told.map(({ body }) => JSON.parse(body)),
        [{ buddy_id: ada, ...badge, label: "Scholar", awarded_at, coin_reward: 40, reason: null }]
      )
      yield* isSound
    })
  )

  it.effect("leaves it to reviewers where they decide, and other audiences alone", () =>
    Effect.gen(function* () {
      const { call, learned, release } = yield* started
      yield* call("PATCH", "/customers/me/audiences", { audiences: [{ key: "students" }, { key: "teachers" }] })
      const ada = yield* learned("ada", 2, { audience: "students" })
      yield* learned("eve", 2, { audience: "teachers" })
      yield* release([scholar({ award_mode: "manual_review", audience: "students" })])
      const figures = { ...none, buddies: 2, awaiting_review: 1, skipped: 1, sample: [] }
      assert.deepInclude(yield* preview(call), figures)
      assert.strictEqual((yield* call("GET", "/badge-reviews")).body.meta.total, 0)
      for (let run = 0; run < 2; run++) assert.deepInclude((yield* backfill(call)).result, figures)
      const waiting = (yield* call("GET", "/badge-reviews")).body
      assert.deepStrictEqual([waiting.meta.total, waiting.data[0].buddy_id], [1, ada])
      const approved = yield* call("POST", `/buddies/${ada}/badges`, { badge_key: "scholar" })
      assert.deepStrictEqual([approved.status, approved.body.coin_reward], [201, 40])
      assert.deepInclude((yield* backfill(call)).result, { awaiting_review: 0, already_held: 1 })
      yield* isSound
    })
  )

  it.effect("is refused with what to do next where nobody can have earned it", () =>
    Effect.gen(function* () {
      const { call, release } = yield* started
      const all = { conditions: scholar().criteria.conditions }
      yield* release([
        scholar({ badge_key: "retired", status: "inactive" }),
        scholar({ badge_key: "given", award_mode: "api" }),
        scholar({ badge_key: "bare", criteria: {} })
      ])
      yield* call("POST", "/badge-definitions", scholar({ badge_key: "planned", criteria: all }))
      const asked = (badge: string) => [
        call("GET", `/badge-definitions/${badge}/backfill/preview`),
        call("POST", `/badge-definitions/${badge}/backfill`, { dry_run: true })
      ]
      const reasons = { planned: "not_published", retired: "inactive", given: "award_mode_api", bare: "no_criteria" }
      for (const [badge_key, reason] of Object.entries(reasons)) {
        for (const { body, status } of yield* Effect.all(asked(badge_key))) {
          assert.deepStrictEqual([status, body.error.code], [409, "badge_not_earned"])
          assert.deepStrictEqual(body.error.details, { badge_key, reason })
          assert.match(body.error.message, /publish/)
        }
      }
      for (const { body, status } of yield* Effect.all(asked("unheard-of"))) {
        assert.deepStrictEqual([status, body.error.code], [404, "not_found"])
      }
      const field = yield* call("POST", "/badge-definitions/bare/backfill", { dryRun: true })
      assert.include(field.body.error.message, "property dryRun should not exist")
      assert.strictEqual((yield* call("GET", "/operations?type=backfill")).body.meta.total, 0)
    })
  )

  it.effect("is previewed for a thousand buddies at once and run for all, in batches", () =>
    Effect.gen(function* () {
      const { call, customer_id, learned, release } = yield* started
      const ada = yield* learned("ada", 0)
      yield* copies(customer_id, ada, 1_000)
      yield* release([welcome])
      const seen = yield* preview(call)
      assert.deepInclude(seen, { is_complete: false, buddies: 1_000, awarded: 1_000, coins: 40_000 })
      assert.strictEqual(seen.sample.length, 20)
      const dry = (yield* backfill(call, { dry_run: true })).result
      assert.deepInclude(dry, { buddies: 1_001, awarded: 1_001, coins: 40_040 })
      const run = yield* backfill(call)
      assert.deepStrictEqual(run.result, { ...dry, dry_run: false })
      assert.deepInclude(run.progress, { buddies: 1_001, awarded: 1_001 })
      const { badge_key } = (yield* call("GET", `/buddies/${ada}/badges`)).body.data[0]
      assert.strictEqual(badge_key, "scholar")
      yield* isSound
    })
  )

  it.effect("that is cancelled stops between two batches, keeps what it gave, and is taken up by the next", () =>
    Effect.gen(function* () {
      const { call, customer_id, learned, release } = yield* started
      const sql = yield* SqlClient.SqlClient
      yield* copies(customer_id, yield* learned("ada", 0), 449)
      yield* release([welcome])
      const asked = (operation_id: string) =>
        Effect.map(
          sql<{ asked: number }>`SELECT count(*)::int AS asked FROM commands
            WHERE customer_id = ${customer_id}::uuid AND command_id LIKE ${`backfill:${operation_id}:%`}`,
          ([row]) => row!.asked
        )
      // Somebody sits on the last buddy of the second batch, until the backfill is cancelled in the middle of it.
      const cancelled = yield* openEnded(sql)(
        Effect.gen(function* () {
          yield* sql`SELECT buddy_id FROM buddies WHERE customer_id = ${customer_id}::uuid AND buddy_id =
            (SELECT buddy_id FROM buddies WHERE customer_id = ${customer_id}::uuid ORDER BY buddy_id OFFSET 399 LIMIT 1)
            FOR UPDATE`
          const operation_id = yield* begin(call)
          const operation = call("GET", `/operations/${operation_id}`)
          yield* until(
            "the second batch",
            Effect.map(operation, ({ body }) => body.progress?.buddies === 200)
          )
          const { body, status } = yield* call("POST", `/operations/${operation_id}/cancel`)
          assert.deepStrictEqual([status, body.status, body.result], [200, "cancelled", null])
          assert.isBelow(yield* asked(operation_id), 400)
          return operation_id
        })
      )
      yield* until(
        "the rest of the batch",
        Effect.map(asked(cancelled), (count) => count === 400)
      )
      const rest = (yield* backfill(call)).result
      assert.deepInclude(rest, { buddies: 450, awarded: 50, already_held: 400, coins: 2_000 })
      assert.strictEqual(yield* asked(cancelled), 400)
      yield* isSound
    })
  )
})

/** On a database of its own: what is broken here is found by whoever checks all of it. */
layer(TestApp.layer(), { excludeTestServices: true })("a badge backfill of broken buddies", (it) => {
  it.effect("goes on where one buddy's state cannot be judged and another one's award cannot be stored", () =>
    Effect.gen(function* () {
      const { call, customer_id, learned, release } = yield* started
      const sql = yield* SqlClient.SqlClient
      const [ada, bob] = [yield* learned("ada", 2), yield* learned("bob", 2)]
      const cyd = yield* learned("cyd", 2)
      yield* release([scholar()])
      yield* sql`UPDATE buddy_states SET version = version + 1, state = '{}'
        WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${ada}::uuid`
      const run = (text: string) => sql.unsafe(text).unprepared
      yield* run(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.buddy_id = '${bob}' THEN RAISE EXCEPTION 'this row is refused' USING ERRCODE = 'P0001'; END IF;
        RETURN NEW; END $$`)
      yield* run("CREATE TRIGGER refuse BEFORE INSERT ON commands FOR EACH ROW EXECUTE FUNCTION refuse()")
      assert.deepInclude(yield* preview(call), { buddies: 3, awarded: 2, failed: 1 })
      const { result, status } = yield* backfill(call)
      yield* run("DROP TRIGGER refuse ON commands")
      assert.strictEqual(status, "completed")
      assert.deepInclude(result, { buddies: 3, awarded: 1, failed: 2, coins: 40 })
      assert.deepStrictEqual(result.sample, [{ buddy_id: cyd, user_id: "cyd", coin_reward: 40 }])
      assert.deepInclude((yield* backfill(call)).result, { awarded: 1, already_held: 1, failed: 1, coins: 40 })
    })
  )
})
