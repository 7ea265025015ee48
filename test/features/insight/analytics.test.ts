/** What is counted of a workspace, and how soon it is told. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { hatch, lesson, publish, studyContent } from "../../kit/players/players.ts"
import { openEnded } from "../../kit/postgres/OpenEnded.ts"
import { TestApp, type TestTenant } from "../../kit/service/TestApp.ts"
import { caughtUp } from "../../kit/insight/analytics.ts"

const read = ({ call, customer_id }: TestTenant, path: string) =>
  Effect.gen(function* () {
    yield* caughtUp(customer_id)
    const { body, status, text } = yield* call("GET", `/analytics/${path}`)
    assert.strictEqual(status, 200, text)
    return body
  })

layer(TestApp.shared, { excludeTestServices: true })("analytics", (it) => {
  it.effect("tells zeros, empty lists and no rates of an empty workspace", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const body = yield* read(tenant, "overview")
      assert.deepStrictEqual(body.users, {
        total: 0,
        new: 0,
        active_1d: 0,
        active_7d: 0,
        active_30d: 0,
        stickiness: null
      })
      assert.deepStrictEqual(body.events, { count: 0, per_active_user: null, backfilled: 0, reversed: 0 })
      assert.deepInclude(body, { audience: null, stale: false })
    })
  )

  it.effect("counts users, buddies, eggs, events and coins within two seconds of their commit", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* publish(tenant, studyContent)
      for (const user of ["ada", "bob", "eve"]) yield* hatch(tenant, user)
      for (const user of ["ada", "ada", "ada", "bob", "bob", "eve", "eve"]) yield* call("POST", "/events", lesson(user))
      yield* call("POST", "/events", lesson("nobody"))
      const body = yield* read(tenant, "overview")
      assert.deepInclude(body.users, { total: 4, new: 4, active_1d: 4, active_7d: 4, active_30d: 4 })
      assert.strictEqual(body.users.stickiness, 0.0333)
      assert.deepStrictEqual(body.buddies, { total: 3, active: 3, archived: 0, hatched: 3 })
      assert.deepStrictEqual(body.eggs, { created: 3, hatched: 3, cancelled: 0, open: 0 })
      assert.deepInclude(body.events, { count: 8, per_active_user: 2 })
      const balances = yield* Effect.forEach(["ada", "bob", "eve"], (user) => call("GET", `/buddies?user_id=${user}`))
      const held = balances.reduce((all, one) => all + Number(one.body.data[0].coins), 0)
      assert.isAbove(held, 0)
      assert.strictEqual(body.coins.outstanding, held)
      assert.strictEqual(body.coins.issued, held)
      const counted = yield* read(tenant, "event-counts")
      assert.strictEqual(counted.total, 8)
      assert.deepInclude(counted.types[0], { event_type: "lesson.completed", events: 8, share: 1, without_buddy: 1 })
      const summary = yield* read(tenant, "activity-summary")
      assert.deepStrictEqual(summary.totals, { active: 4, new: 4, resurrected: 0, events: 8 })
      assert.lengthOf(summary.series, 30)
      assert.deepInclude(summary.series.at(-1), {
        active: 4,
        new: 4,
        returning: 0,
        resurrected: 0,
        dormant: 0,
        events: 8
      })
      const economy = yield* read(tenant, "economy-summary?compare=previous")
      assert.deepStrictEqual(economy.coins, { issued: held, spent: 0, corrected: 0, net: held, outstanding: held })
      assert.deepStrictEqual(economy.previous, { issued: 0, spent: 0, corrected: 0, net: 0, outstanding: 0 })
      assert.strictEqual(economy.series.at(-1).outstanding, held)
      const sources = economy.sources.map(({ key, source }: Record<string, unknown>) => `${source}:${key}`)
      assert.includeMembers(sources, ["coin_rule:lesson_coins"])
      for (const path of ["custom-events", "audiences", "popular-badges", "popular-items", "tokens", "webhooks"]) {
        yield* read(tenant, path)
      }
    })
  )

  it.effect("answers tables with the names of their columns, whether there are rows or not", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const first = {
        "analytics/event-counts": "event_type,events,share,defined,backfilled,reversed,without_buddy,unrewarded,coins",
        "analytics/popular-badges": "badge_key,label,tier,awarded,holders,rarity,coins,revoked,deleted",
        "analytics/webhooks": "webhook_config_id,host,enabled,status,delivered,",
        "analytics/retention": "cohort,size,offset,users,rate,complete",
        "customers/me/analytics/share-funnel": "channel,opened,shared,viewed,cta_clicked"
      }
      for (const [path, names] of Object.entries(first)) {
        const { status, text } = yield* call("GET", `/${path}?format=csv`)
        assert.strictEqual(status, 200, text)
        assert.isTrue(text.startsWith(names), `${path}: ${text}`)
      }
    })
  )

  it.effect("answers tables a spreadsheet reads as they are, and runs nothing of", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const { call, key } = yield* app.tenant()
      const audiences = [
        { key: "kids", name: '=SUM(1,2) "x"' },
        { key: "other", name: "-5" }
      ]
      assert.strictEqual((yield* call("PATCH", "/customers/me/audiences", { audiences })).status, 200)
      const url = `${app.baseUrl}/api/v1/analytics/audiences?format=csv`
      const { bytes, headers } = yield* Effect.promise(async () => {
        const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
        return { headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
      })
      assert.strictEqual(headers.get("content-type"), "text/csv; charset=utf-8")
      assert.strictEqual(headers.get("content-disposition"), 'attachment; filename="audiences.csv"')
      const [names, ...rows] = bytes.toString("utf8").split("\r\n")
      assert.isTrue(names!.startsWith("\uFEFFkey,name,listed,users,"), names)
      assert.deepStrictEqual(rows, [
        `kids,"'=SUM(1,2) ""x""",true,0,0,0,0,0,0,0,0,`,
        "other,'-5,true,0,0,0,0,0,0,0,0,",
        ""
      ])
    })
  )

  it.effect("follows who was in the audience there was before one was listed, in every report", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      yield* publish(tenant, studyContent)
      yield* hatch(tenant, "ada")
      for (const user of ["ada", "nobody"]) yield* call("POST", "/events", lesson(user))
      yield* caughtUp(customer_id)
      const listed = yield* call("PATCH", "/customers/me/audiences", { audiences: [{ key: "kids", name: "Kids" }] })
      assert.strictEqual(listed.status, 200, listed.text)
      for (const query of ["?audience=kids", ""]) {
        const { types } = yield* read(tenant, `custom-events${query}`)
        assert.deepInclude(types[0], { event_type: "lesson.completed", events: 2, users: 2 })
      }
      const { types } = yield* read(tenant, "custom-events?audience=default")
      assert.deepInclude(types[0], { events: 0, users: 0 })
    })
  )

  it.effect("makes users of types up from one of so many, where there are many events, and says so", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      const sql = yield* SqlClient.SqlClient
      yield* publish(tenant, studyContent)
      const users = Array.from({ length: 64 }, (_, place) => `u${place}`)
      const events = users.flatMap((user) => [lesson(user), lesson(user)])
      yield* call("POST", "/events/batch", { events })
      yield* caughtUp(customer_id)
      // As if there had been eight times as many as are looked at one by one, in a month long ago.
      yield* sql`
        INSERT INTO event_usage (customer_id, month, slot, used)
        VALUES (${customer_id}::uuid, '2020-01', 0, 1_000_000) RETURNING 1`
      const { sample_rate, types } = yield* read(tenant, "custom-events")
      const [seen] = yield* sql<{ users: number }>`
        SELECT count(*)::int AS users FROM unnest(${users}::text[]) AS u (id) WHERE hashtextextended(id, 0) & 7 = 0`
      assert.strictEqual(sample_rate, 1 / 8)
      assert.isTrue(seen!.users > 0)
      assert.deepInclude(types[0], { event_type: "lesson.completed", events: 128, users: seen!.users * 8 })
      yield* sql`DELETE FROM event_usage WHERE customer_id = ${customer_id}::uuid AND month = '2020-01' RETURNING 1`
    })
  )

  it.effect("gives up what takes Postgres more than five seconds, and says when to ask again", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const sql = yield* SqlClient.SqlClient
      const answer = yield* openEnded(sql)(
        Effect.gen(function* () {
          yield* sql`LOCK TABLE analytics_cells IN ACCESS EXCLUSIVE MODE`
          return yield* call("GET", "/analytics/overview")
        })
      )
      assert.deepStrictEqual([answer.status, answer.body.error.code], [503, "service_unavailable"], answer.text)
      assert.isAbove(Number(answer.headers.get("retry-after")), 0)
      assert.strictEqual((yield* call("GET", "/analytics/overview")).status, 200)
    })
  )

  it.effect("refuses windows that are none, audiences that are none, and queries of other reports", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const refused = [
        "overview?window_days=0",
        "overview?window_days=367",
        "overview?from=2026-01-01",
        "overview?from=2026-01-02&to=2026-01-01",
        "overview?window_days=3&from=2026-01-01&to=2026-01-02",
        "overview?from=2026-01-01&to=2099-01-01",
        "overview?format=csv",
        "overview?granularity=day",
        "event-counts?compare=previous",
        "popular-badges?limit=101",
        "audiences?audience=default"
      ]
      for (const path of refused) {
        const { status, text } = yield* call("GET", `/analytics/${path}`)
        assert.strictEqual(status, 422, `${path}: ${text}`)
      }
      const { body, status } = yield* call("GET", "/analytics/overview?audience=nobody")
      assert.strictEqual(status, 400)
      assert.strictEqual(body.error.code, "unknown_audience")
    })
  )
})
