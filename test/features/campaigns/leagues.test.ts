/** Leagues: settings and tiers, seasons by hand and by the calendar. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import {
  at,
  begin,
  bronze,
  close,
  config,
  dayMs,
  hourMs,
  played,
  root,
  seasonsPath,
  silver
} from "../../kit/players/Leagues.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

layer(TestApp.shared, { excludeTestServices: true })("a league", (it) => {
  it.effect("has settings, defaults and one open tier until others are set", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant({ plan: "growth" })
      const read = yield* call("GET", config)
      assert.deepStrictEqual(read.body, {
        enabled: false,
        metric: { type: "coins_earned", key: null },
        season_days: 7,
        starts_on: "monday",
        timezone: "UTC",
        finalize_delay_hours: 12,
        cohort_size: 30,
        demote_idle: true,
        tiers: [
          {
            tier_key: "open",
            name: "Open",
            order: 1,
            promote: { mode: "count", value: 0 },
            demote: { mode: "count", value: 0 },
            rewards: []
          }
        ],
        current_season: null,
        next_season: null
      })
      const changed = yield* call("PATCH", config, { cohort_size: 10, timezone: "Asia/Tokyo", starts_on: null })
      assert.deepInclude(changed.body, { cohort_size: 10, timezone: "Asia/Tokyo", starts_on: null })
      assert.deepInclude((yield* call("PATCH", config, { cohort_size: null })).body, { cohort_size: 30 })
      const locked = yield* (yield* TestApp).tenant({ plan: "free" })
      assert.strictEqual((yield* locked.call("GET", config)).body.error.code, "plan_feature_locked")
    })
  )

  it.effect("refuses tiers and seasons that make no sense", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant({ plan: "growth" })
      const tier = (rest: object) => ({ tiers: [{ ...bronze, ...rest }] })
      const reward = (rest: object) => ({ rewards: [{ rank_min: 1, rank_max: 2, reward: {}, ...rest }] })
      const bad = [
        { tiers: [] },
        { tiers: [bronze, { ...silver, order: 1 }] },
        { tiers: [bronze, { ...silver, tier_key: "bronze" }] },
        tier({ order: 101 }),
        tier({ promote: { mode: "share", value: 0.6 } }),
        tier({ promote: { mode: "count", value: 1.5 } }),
        tier(reward({ rank_min: 3 })),
        tier(reward({ reward: { streak_freezes: 1 } })),
        tier({ rewards: [...reward({}).rewards, ...reward({ rank_min: 2, rank_max: 3 }).rewards] }),
        { tiers: [bronze], moves: { gold: "bronze" } },
        { tiers: Array.from({ length: 21 }, (_, n) => ({ ...bronze, tier_key: `t${n}`, order: n + 1 })) }
      ]
      for (const body of bad) {
        const refused = yield* call("PUT", `${root}/tiers`, body)
        assert.deepStrictEqual([refused.status, refused.body.error?.code], [422, "validation_failed"], refused.text)
      }
      const windows = [
        { starts_at: at(-6 * 60_000), ends_at: at(dayMs) },
        { starts_at: at(0), ends_at: at(9 * 60_000) },
        { starts_at: at(0), ends_at: at(93 * dayMs) },
        { starts_at: at(dayMs), ends_at: at(0) },
        { starts_at: "soon", ends_at: at(0) }
      ]
      for (const window of windows) {
        for (const path of [seasonsPath, `${seasonsPath}/preview`]) {
          assert.strictEqual((yield* call("POST", path, window)).status, 422, JSON.stringify(window))
        }
      }
      for (const id of ["nothing", "00000000-0000-7000-8000-000000000000"]) {
        for (const [method, path] of [
          ["GET", ""],
          ["DELETE", ""],
          ["POST", "/force-close"],
          ["GET", "/standings"]
        ] as const) {
          const refused = yield* call(method, `${seasonsPath}/${id}${path}`, method === "POST" ? {} : undefined)
          assert.strictEqual(refused.status, 404, `${method} ${path}`)
        }
      }
    })
  )

  it.effect("pays items that are sold, by id or key, and refuses others where they stand", () =>
    Effect.gen(function* () {
      const { call } = yield* played()
      const { body: shop } = yield* call("POST", "/marketplaces", { marketplace_key: "shop", name: "Shop" })
      const { body: hat } = yield* call("POST", `/marketplaces/${shop.marketplace_id}/items`, {
        item_key: "hat",
        name: "Hat",
        category: "head",
        price_coins: 9
      })
      const paying = (...items: ReadonlyArray<string>) => [
        { ...bronze, rewards: [{ rank_min: 1, rank_max: 1, reward: { items } }] },
        silver
      ]
      const kept = yield* call("PUT", `${root}/tiers`, { tiers: paying("hat", hat.item_id) })
      assert.deepStrictEqual(kept.body.data[0].rewards[0].reward.items, [hat.item_id, hat.item_id], kept.text)
      const window = { from: at(-hourMs), to: at(0) }
      const bodies = [
        ["PUT", `${root}/tiers`, { tiers: paying("hat", "unicorn") }, []],
        ["POST", `${seasonsPath}/simulate`, { ...window, rules: { tiers: paying("hat", "unicorn") } }, ["rules"]]
      ] as const
      for (const [method, path, body, place] of bodies) {
        const refused = yield* call(method, path, body)
        assert.strictEqual(refused.status, 422, refused.text)
        const item = ["tiers", 0, "rewards", 0, "reward", "items", 1]
        assert.deepStrictEqual(refused.body.error.details.issues[0].path, [...place, ...item])
      }
    })
  )

  it.effect("keeps seasons apart, and lets automatic ones give way", () =>
    Effect.gen(function* () {
      const { call, tenant } = yield* played()
      const first = yield* begin(tenant)
      assert.deepInclude(first, { status: "active", automatic: false, participants: 0, closed_at: null, result: null })
      assert.strictEqual(Date.parse(first.finalizes_at) - Date.parse(first.ends_at), 12 * hourMs)
      const overlap = yield* call("POST", seasonsPath, { starts_at: at(hourMs), ends_at: at(2 * hourMs) })
      assert.deepStrictEqual(
        [overlap.status, overlap.body.error.code, overlap.body.error.details],
        [409, "season_overlap", { season_id: first.season_id }]
      )
      // Seven days from tomorrow's weekday on: its time has come.
      const tomorrow = new Date(Date.now() + dayMs).toLocaleDateString("en-US", { weekday: "long", timeZone: "UTC" })
      yield* close(tenant, first.season_id)
      const planned = yield* call("PATCH", config, { starts_on: tomorrow.toLowerCase() })
      const { next_season } = planned.body
      assert.deepInclude(next_season, { status: "scheduled", automatic: true })
      assert.strictEqual(next_season.starts_at.slice(11), "00:00:00.000Z")
      const renamed = yield* call("PATCH", config, { finalize_delay_hours: 0, cohort_size: 9 })
      assert.deepInclude(renamed.body.next_season.rules.config, { finalize_delay_hours: 0, cohort_size: 9 })
      assert.strictEqual(renamed.body.next_season.finalizes_at, renamed.body.next_season.ends_at)
      const mine = yield* begin(tenant, { starts_at: at(3 * dayMs), ends_at: at(4 * dayMs) })
      assert.strictEqual((yield* call("GET", `${seasonsPath}/${next_season.season_id}`)).status, 404)
      const removed = yield* call("DELETE", `${seasonsPath}/${mine.season_id}`)
      assert.strictEqual(removed.status, 204, removed.text)
      // It is free again, and so is written again.
      const again = (yield* call("GET", config)).body.next_season
      assert.strictEqual(again.starts_at, next_season.starts_at)
      assert.isNull((yield* call("PATCH", config, { enabled: false })).body.next_season)
      const listed = yield* call("GET", `${seasonsPath}?status=closed`)
      assert.deepStrictEqual(
        listed.body.data.map(({ season_id }: { season_id: string }) => season_id),
        [first.season_id]
      )
      const refused = yield* call("DELETE", `${seasonsPath}/${first.season_id}`)
      assert.deepStrictEqual(refused.body.error?.details, { from: "closed", to: "deleted" })
    })
  )

  it.effect("looks anew for its next season when one is closed before its time", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, tenant } = yield* played()
      const { season_id } = yield* begin(tenant, { ends_at: at(60 * dayMs) })
      assert.isNull((yield* call("PATCH", config, { starts_on: "monday" })).body.next_season)
      const planned = Effect.map(
        sql<{ readonly plan_at: Date }>`
          SELECT plan_at FROM leagues WHERE customer_id = ${tenant.customer_id}::uuid`,
        ([league]) => league!.plan_at.getTime()
      )
      assert.isAbove(yield* planned, Date.now() + 50 * dayMs)
      yield* close(tenant, season_id)
      // The next Monday, or the one after a season that begins so soon that it is written already.
      yield* until(
        "the next season is planned",
        Effect.map(planned, (moment) => moment > Date.now() && moment < Date.now() + 15 * dayMs)
      )
    })
  )

  it.effect("previews a season without writing anything", () =>
    Effect.gen(function* () {
      const { call, tenant } = yield* played(["a", "b", "c", "d"])
      const body = { starts_at: at(hourMs), ends_at: at(dayMs) }
      const preview = yield* call("POST", `${seasonsPath}/preview`, body)
      assert.strictEqual(preview.status, 200, preview.text)
      const { season, ...rest } = preview.body
      assert.deepInclude(season, { status: "scheduled", automatic: false, participants: 0 })
      assert.deepStrictEqual(rest, {
        overlaps: [],
        tiers: [
          { tier_key: "bronze", buddies: 4, cohorts: 2, promoted: 1, demoted: 0, max_reward_coins: 600 },
          { tier_key: "silver", buddies: 0, cohorts: 0, promoted: 0, demoted: 0, max_reward_coins: 0 }
        ],
        active_buddies: 4,
        max_reward_coins: 600
      })
      assert.strictEqual((yield* call("GET", seasonsPath)).body.meta.total, 0)
      const { season_id } = yield* begin(tenant)
      assert.deepStrictEqual((yield* call("POST", `${seasonsPath}/preview`, body)).body.overlaps, [season_id])
    })
  )

  it.effect("previews it without who lives on a test clock and so takes part in none", () =>
    Effect.gen(function* () {
      const { call } = yield* played(["a", "b", "c"])
      const clock = yield* call("POST", "/test/clocks", { name: "Trip", user_ids: ["c"] })
      assert.strictEqual(clock.status, 201, clock.text)
      const preview = yield* call("POST", `${seasonsPath}/preview`, { starts_at: at(hourMs), ends_at: at(dayMs) })
      assert.strictEqual(preview.body.active_buddies, 2, preview.text)
    })
  )
})
