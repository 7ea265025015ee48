/** Draws of lotteries: what they promise, who wins, what is paid, and what anybody can check. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { drawOf, linesOf, sha256 } from "../../../src/platform/campaigns/HatcheryDraw.ts"
import { takeLeave } from "../../../src/buddy/Standings/Farewell.ts"
import { checkAll } from "../../../src/platform/invariants/check.ts"
import { lotteries } from "../../../src/platform/invariants/lotteries.ts"
import { coinsOf, drawNow, enter, make, path, refusal, rich, started } from "../../kit/campaigns/Lotteries.ts"
import { erased } from "../../kit/players/Erasing.ts"
import { request, TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

interface Won {
  readonly rank: number
  readonly status: string
  readonly buddy_id: string
  readonly reward: { readonly coins: number }
}

layer(TestApp.shared, { excludeTestServices: true })("draws of lotteries", (it) => {
  it.effect("draw winners that follow from seed and list, pay each of them once, and open the next draw", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call } = tenant
      const { lottery_id, open_draw } = yield* make(call)
      const buddies = yield* Effect.forEach(["a", "b", "c", "d"], (user) => rich(tenant, user), { concurrency: 2 })
      for (const [index, buddy] of buddies.entries()) yield* enter(call, buddy, lottery_id, index + 1)
      yield* call("PATCH", `/buddies/${buddies[3]!}/archive`)
      const preview = yield* call("GET", `${path}/${lottery_id}/preview-next-draw`)
      assert.deepInclude(preview.body, { participants: 3, entries: 6, odds_per_entry: 0.5 })
      const operation = yield* drawNow(call, lottery_id)
      assert.deepInclude(operation.result, { draw_id: open_draw.draw_id, granted: 3, void: 0, failed: 0 })
      const { body } = yield* call("GET", `${path}/${lottery_id}/draws`)
      assert.strictEqual(body.data.length, 1)
      const [draw] = body.data
      assert.deepInclude(draw, {
        draw_id: open_draw.draw_id,
        status: "drawn",
        participants: 3,
        entries: 6,
        unawarded: 0
      })
      assert.strictEqual(draw.commit_hash, open_draw.commit_hash)
      assert.strictEqual(sha256(draw.seed), open_draw.commit_hash)
      assert.deepStrictEqual(
        draw.winners.map(({ rank, status }: Won) => [rank, status]),
        [
          [1, "granted"],
          [2, "granted"],
          [2, "granted"]
        ]
      )
      const all = yield* Effect.forEach(buddies.slice(0, 3), (buddy) => coinsOf(call, buddy))
      const prizes = draw.winners.map(({ buddy_id, reward }: Won) => [buddies.indexOf(buddy_id), reward.coins])
      for (const [index, coins] of all.entries()) {
        const won = prizes.find(([winner]: ReadonlyArray<number>) => winner === index)[1]
        assert.strictEqual(coins, 100 - 10 * (index + 1) + won)
      }
      const proof = yield* call("GET", `${path}/${lottery_id}/draws/${draw.draw_id}/verify`)
      const checks = { commit: true, entries: true, winners: true, rewards: true }
      assert.deepStrictEqual(proof.body, { valid: true, checks })
      assert.deepStrictEqual((yield* call("GET", `${path}/${lottery_id}/draws/${draw.draw_id}`)).body, draw)
      const anybody = request((yield* TestApp).baseUrl, null)
      const { body: shown } = yield* anybody("GET", `/public/lottery-draws/${draw.draw_id}`)
      const list = yield* anybody("GET", `/public/lottery-draws/${draw.draw_id}/entries.txt`)
      assert.deepInclude(shown, { algorithm: "hatchery-draw-1", seed: draw.seed, participants: 3, entries: 6 })
      assert.strictEqual(sha256(list.text), shown.entries_hash)
      assert.strictEqual(linesOf(list.text).length, 3)
      const again = drawOf(list.text, { seed: shown.seed, draw_id: draw.draw_id, places: 3 })
      assert.deepStrictEqual(
        shown.winners.map(({ rank: _rank, ...winner }: Won) => winner),
        again.winners
      )
      const next = (yield* call("GET", `${path}/${lottery_id}`)).body.open_draw
      assert.notStrictEqual(next.draw_id, open_draw.draw_id)
      assert.strictEqual(next.draw_at, open_draw.draw_at)
      const after = yield* enter(call, buddies[0]!, lottery_id)
      assert.deepInclude(after.body, { draw_id: next.draw_id, tickets_total: 1 })
    })
  )

  it.effect("leave out who has gone to live on a test clock", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call } = tenant
      const { lottery_id, open_draw } = yield* make(call)
      const [ada, bob] = [yield* rich(tenant, "ada"), yield* rich(tenant, "bob")]
      yield* enter(call, ada, lottery_id, 3)
      yield* enter(call, bob, lottery_id, 2)
      assert.strictEqual((yield* call("POST", "/test/clocks", { user_ids: ["ada"] })).status, 201)
      const preview = yield* call("GET", `${path}/${lottery_id}/preview-next-draw`)
      assert.deepInclude(preview.body, { participants: 1, entries: 2 })
      const forecast = yield* call("POST", `${path}/${lottery_id}/simulate-draw`, { runs: 1 })
      assert.deepInclude(forecast.body, { participants: 1, entries: 2 })
      yield* drawNow(call, lottery_id)
      const draw = yield* call("GET", `${path}/${lottery_id}/draws/${open_draw.draw_id}`)
      assert.deepInclude(draw.body, { participants: 1, entries: 2 })
      assert.deepStrictEqual(
        draw.body.winners.map(({ buddy_id }: Won) => buddy_id),
        [bob]
      )
      const ofLists = lotteries.filter(({ id }) => id === "draw_list_is_its_entries")
      assert.deepInclude((yield* checkAll(ofLists, {}))[0], { violations: 0 })
    })
  )

  it.effect("stay proven when who has won is erased", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call } = tenant
      const { lottery_id, open_draw } = yield* make(call)
      yield* enter(call, yield* rich(tenant, "forgotten"), lottery_id)
      yield* drawNow(call, lottery_id)
      yield* erased(call, "forgotten")
      const draw = `${path}/${lottery_id}/draws/${open_draw.draw_id}`
      const { winners } = (yield* call("GET", draw)).body
      assert.deepStrictEqual(
        winners.map(({ buddy_id, status }: Won) => [buddy_id, status]),
        [[null, "granted"]]
      )
      const checks = { commit: true, entries: true, winners: true, rewards: true }
      assert.deepStrictEqual((yield* call("GET", `${draw}/verify`)).body, { valid: true, checks })
    })
  )

  it.effect("list nobody who is being erased, though its tickets are still there", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tenant = yield* started
      const { call } = tenant
      const { lottery_id, open_draw } = yield* make(call)
      const leaving = yield* rich(tenant, "leaving")
      for (const buddy_id of [leaving, yield* rich(tenant, "staying")]) yield* enter(call, buddy_id, lottery_id)
      // What the request for an erasure does; the rest of it comes later.
      const erasure_id = crypto.randomUUID()
      yield* sql`
        INSERT INTO erasures (customer_id, erasure_id, operation_id, status, user_hash, requested_by, requested_at,
          event_limit, buddy_ids, egg_ids)
        VALUES (${tenant.customer_id}::uuid, ${erasure_id}::uuid, gen_random_uuid(), 'failed', '\\x00', '{}', now(), 0,
          ${[leaving]}::uuid[], '{}')`
      yield* takeLeave(tenant.customer_id, erasure_id, [leaving])
      yield* drawNow(call, lottery_id)
      const { entries, participants } = (yield* call("GET", `${path}/${lottery_id}/draws/${open_draw.draw_id}`)).body
      assert.deepStrictEqual([participants, entries], [1, 1])
      const ofLists = lotteries.filter(({ id }) => id === "draw_list_is_its_entries")
      const [report] = yield* checkAll(ofLists, {})
      assert.deepInclude(report, { violations: 0 })
    })
  )

  it.effect("keep what they promised while a draw is open, and keep a proof to themselves that is not public", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call } = tenant
      const { lottery_id, open_draw } = yield* make(call, { public_proof: false })
      const ada = yield* rich(tenant, "ada")
      const prizes = [{ rank: 1, winners: 1, reward: { coins: 1 } }]
      const changed = yield* call("PATCH", `${path}/${lottery_id}`, {
        entry: { mode: "coin_cost", amount: 50 },
        prizes
      })
      assert.strictEqual(changed.status, 200, changed.text)
      assert.deepStrictEqual(changed.body.open_draw, open_draw)
      assert.deepInclude((yield* enter(call, ada, lottery_id)).body, { price_paid: 10 })
      const moved = yield* call("PATCH", `${path}/${lottery_id}`, { schedule: { frequency: "daily", hour: 3 } })
      assert.strictEqual(new Date(moved.body.open_draw.draw_at).getUTCHours(), 3)
      yield* drawNow(call, lottery_id)
      const { body } = yield* call("GET", `${path}/${lottery_id}/draws`)
      assert.deepStrictEqual([body.data[0].winners[0].reward.coins, body.data[0].unawarded], [500, 2])
      assert.deepInclude((yield* enter(call, ada, lottery_id)).body, { price_paid: 50 })
      const anybody = request((yield* TestApp).baseUrl, null)
      for (const at of ["", "/entries.txt"]) {
        assert.strictEqual((yield* anybody("GET", `/public/lottery-draws/${open_draw.draw_id}${at}`)).status, 404)
      }
    })
  )

  it.effect("say nothing of an open draw but its promise, and end after the one draw there is", () =>
    Effect.gen(function* () {
      const { call } = yield* started
      const draw_at = new Date(Date.now() + 3_600_000).toISOString()
      const once = { frequency: "once", draw_at, timezone: "Europe/Berlin" }
      const { lottery_id, open_draw, schedule } = yield* make(call, { schedule: once })
      assert.strictEqual(schedule.timezone, "Europe/Berlin")
      const anybody = request((yield* TestApp).baseUrl, null)
      const { body: open } = yield* anybody("GET", `/public/lottery-draws/${open_draw.draw_id}`)
      assert.deepInclude(open, { status: "open", seed: null, entries_hash: null, entries_url: null, winners: [] })
      assert.strictEqual(open.commit_hash, open_draw.commit_hash)
      const early = yield* call("GET", `${path}/${lottery_id}/draws/${open_draw.draw_id}/verify`)
      assert.deepStrictEqual(refusal(early), [409, "invalid_transition", { from: "open", to: "drawn" }])
      yield* drawNow(call, lottery_id)
      const { body } = yield* call("GET", `${path}/${lottery_id}`)
      assert.deepStrictEqual([body.status, body.open_draw], ["ended", null])
      const [draw] = (yield* call("GET", `${path}/${lottery_id}/draws`)).body.data
      assert.deepInclude(draw, { status: "drawn", participants: 0, winners: [], unawarded: 3 })
      const again = yield* call("POST", `${path}/${lottery_id}/draws`, { reason: "again" })
      assert.deepStrictEqual(refusal(again), [409, "lottery_not_open", { status: "ended" }])
    })
  )

  it.effect("refund every ticket when they are removed, once", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call } = tenant
      const { lottery_id } = yield* make(call)
      const buddies = yield* Effect.forEach(["a", "b"], (user) => rich(tenant, user), { concurrency: 2 })
      for (const buddy of buddies) yield* enter(call, buddy, lottery_id, 3)
      assert.strictEqual((yield* call("DELETE", `${path}/${lottery_id}`)).status, 204)
      const all = Effect.forEach(buddies, (buddy) => coinsOf(call, buddy))
      yield* until(
        "everybody to be refunded",
        Effect.map(all, (coins) => coins.every((held) => held === 100))
      )
      const { body } = yield* call("GET", `/economy/buddies/${buddies[0]!}/ledger`)
      const refunds = body.data.filter(({ reason }: { reason: string }) => reason === "lottery_refund")
      assert.deepStrictEqual(
        refunds.map(({ amount }: { amount: number }) => amount),
        [30]
      )
    })
  )

  it.effect("happen by themselves when they are due, also for who entered from a widget", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call } = tenant
      const draw_at = new Date(Date.now() + 3_600_000).toISOString()
      const { lottery_id } = yield* make(call, { schedule: { frequency: "once", draw_at } })
      const buddy_id = yield* rich(tenant, "ada")
      const scopes = ["read", "marketplace:purchase"]
      const session = yield* call("POST", "/widget-sessions", { user_id: "ada", buddy_id, scopes })
      assert.strictEqual(session.status, 201, session.text)
      const widget = request((yield* TestApp).baseUrl, session.body.token)
      const entered = yield* widget("POST", `/widget/lotteries/${lottery_id}/entries`, { tickets: 2 })
      assert.strictEqual(entered.status, 201, entered.text)
      assert.deepInclude(entered.body, { tickets: 2, price_paid: 20, balance: 80 })
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE lottery_draws SET draw_at = now() WHERE draw_id = ${entered.body.draw_id}::uuid`
      const draws = call("GET", `${path}/${lottery_id}/draws`)
      const isPaid = ({ body }: { body: { data: ReadonlyArray<{ winners: ReadonlyArray<Won> }> } }) =>
        body.data[0]?.winners[0]?.status === "granted"
      yield* until("the draw", Effect.map(draws, isPaid))
      assert.strictEqual((yield* call("GET", `${path}/${lottery_id}`)).body.status, "ended")
    })
  )

  it.effect("simulate the next draw the same way for the same seed, and write nothing", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call } = tenant
      const prizes = [{ rank: 1, winners: 1, reward: { coins: 1 } }]
      const { lottery_id } = yield* make(call, { prizes })
      const buddies = yield* Effect.forEach(["a", "b"], (user) => rich(tenant, user), { concurrency: 2 })
      yield* enter(call, buddies[0]!, lottery_id, 1)
      yield* enter(call, buddies[1]!, lottery_id, 3)
      const simulate = (body: object) => call("POST", `${path}/${lottery_id}/simulate-draw`, body)
      const { body } = yield* simulate({ runs: 2_000, seed: "spring" })
      assert.deepInclude(body, { runs: 2_000, seed: "spring", participants: 2, entries: 4 })
      const [b, a] = body.win_counts
      assert.deepInclude(b, { buddy_id: buddies[1], tickets: 3, expected_share: 0.75 })
      assert.strictEqual(a.wins + b.wins, 2_000)
      assert.strictEqual(b.observed_share, b.wins / 2_000)
      assert.approximately(b.observed_share, 0.75, 0.05)
      assert.isAbove(body.p_value, 0.001)
      assert.deepStrictEqual((yield* simulate({ runs: 2_000, seed: "spring" })).body, body)
      // Two of them may come out alike by chance, four do not.
      const others = yield* Effect.forEach(["summer", "autumn", "winter"], (seed) => simulate({ runs: 2_000, seed }))
      const told = [body, ...others.map((other) => other.body)].map(({ win_counts }) => JSON.stringify(win_counts))
      assert.isAbove(new Set(told).size, 1)
      assert.deepInclude((yield* simulate({})).body, { runs: 1_000, seed: 0 })
      assert.strictEqual((yield* simulate({ runs: 10_001 })).status, 422)
      yield* call("PATCH", `${path}/${lottery_id}`, { prizes: [{ ...prizes[0], winners: 200 }] })
      assert.strictEqual((yield* simulate({ runs: 10_000 })).status, 200)
      yield* drawNow(call, lottery_id)
      assert.strictEqual((yield* simulate({ runs: 10_000 })).status, 422)
    })
  )

  it.effect("are simulated one at a time, and a few may wait", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call } = tenant
      const { lottery_id } = yield* make(call)
      yield* enter(call, yield* rich(tenant, "a"), lottery_id, 1)
      const simulate = call("POST", `${path}/${lottery_id}/simulate-draw`, { runs: 10_000 })
      const all = Array.from({ length: 30 }, () => simulate)
      const answers = yield* Effect.all(all, { concurrency: "unbounded" })
      const refused = answers.filter(({ status }) => status !== 200)
      assert.isAbove(refused.length, 0)
      for (const answer of refused) {
        assert.deepStrictEqual([answer.status, answer.body.error.code], [429, "rate_limited"])
      }
      assert.isAbove(answers.length - refused.length, 0)
    })
  )
})
