/** Lotteries: kept as configuration, entered by buddies. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { coinsOf, drawNow, enter, make, path, raffle, refusal, rich, started } from "../../kit/campaigns/Lotteries.ts"
import { erased } from "../../kit/players/Erasing.ts"
import { lesson } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const adult = { type: "coins_lifetime", key: null, operator: "gte", value: 20 }

layer(TestApp.shared, { excludeTestServices: true })("lotteries", (it) => {
  it.effect("are made under a key of their name, changed, listed by status and removed", () =>
    Effect.gen(function* () {
      const { call } = yield* started
      const draft = yield* make(call, { status: "draft" })
      const { created_at: _created, lottery_id, updated_at: _updated, ...rest } = draft
      const reward = { tokens: [], badges: [], items: [], skills: [], streak_freezes: 0 }
      assert.deepStrictEqual(rest, {
        ...raffle,
        lottery_key: "friday-draw",
        status: "draft",
        schedule: { ...raffle.schedule, minute: 0 },
        prizes: raffle.prizes.map((prize) => ({ ...prize, reward: { ...reward, ...prize.reward } })),
        eligibility: { match: "all", conditions: [] },
        audience: null,
        public_proof: true,
        fairness: "commit_reveal",
        open_draw: null
      })
      assert.match((yield* make(call)).lottery_key, /^friday-draw-[a-z0-9]{6}$/)
      const taken = yield* call("POST", path, { ...raffle, lottery_key: "friday-draw" })
      assert.deepStrictEqual(refusal(taken), [409, "already_exists", { key: "friday-draw" }])
      const active = yield* call("PATCH", `${path}/friday-draw`, { status: "active", name: "Draw" })
      assert.strictEqual(active.status, 200, active.text)
      assert.match(active.body.open_draw.commit_hash, /^[0-9a-f]{64}$/)
      assert.strictEqual(new Date(active.body.open_draw.draw_at).getUTCDay(), 5)
      const listed = yield* call("GET", `${path}?status=active`)
      assert.deepStrictEqual([listed.body.meta.total, listed.body.data.length], [2, 2])
      assert.strictEqual((yield* call("GET", `${path}/${lottery_id}`)).body.name, "Draw")
      assert.strictEqual((yield* call("DELETE", `${path}/friday-draw`)).status, 204)
      for (const [method, body] of [["GET"], ["PATCH", { name: "x" }], ["DELETE"]] as const) {
        assert.strictEqual((yield* call(method, `${path}/${lottery_id}`, body)).status, 404)
      }
      assert.strictEqual((yield* make(call)).lottery_key, "friday-draw")
    })
  )

  it.effect("are refused where they are wrong, and nothing is kept", () =>
    Effect.gen(function* () {
      const { call } = yield* started
      const schedule = (some: object) => ({ schedule: { frequency: "daily", hour: 1, ...some } })
      const prize = (some: object) => ({ prizes: [{ rank: 1, reward: { coins: 1 }, ...some }] })
      const bad: ReadonlyArray<readonly [path: ReadonlyArray<unknown>, body: object]> = [
        [["entry", "max_entries_per_buddy"], { entry: { ...raffle.entry, max_entries_per_buddy: 1001 } }],
        [["schedule", "hour"], schedule({ hour: 24 })],
        [["schedule", "timezone"], schedule({ timezone: "Mars/Base" })],
        [["schedule", "day"], schedule({ frequency: "monthly", day: 29 })],
        [["schedule", "draw_at"], { schedule: { frequency: "once", draw_at: "2020-01-01T00:00:00Z" } }],
        [["prizes", 1, "rank"], { prizes: [...prize({}).prizes, ...prize({}).prizes] }],
        [["prizes", 0, "winners"], prize({ winners: 0 })],
        [["prizes", 0, "reward", "streak_freezes"], prize({ reward: { streak_freezes: 1 } })],
        [["prizes", 0, "reward", "items", 0], prize({ reward: { items: ["unicorn"] } })],
        [["audience"], { audience: "nobody" }],
        [["status"], { status: "ended" }]
      ]
      for (const [at, body] of bad) {
        const refused = yield* call("POST", path, { ...raffle, ...body })
        assert.deepStrictEqual([refused.status, refused.body.error.code], [422, "validation_failed"], refused.text)
        const found = refused.body.error.details.issues.map((issue: { path: unknown }) => JSON.stringify(issue.path))
        assert.include(found, JSON.stringify(at))
      }
      assert.strictEqual((yield* call("GET", path)).body.meta.total, 0)
      const { lottery_key } = yield* make(call, { status: "draft" })
      const one = `${path}/${lottery_key}`
      assert.strictEqual((yield* call("PATCH", one, { lottery_key: "other" })).status, 422)
      const paused = yield* call("PATCH", one, { status: "paused" })
      assert.deepStrictEqual(refusal(paused), [409, "invalid_transition", { from: "draft", to: "paused" }])
      yield* call("PATCH", one, { status: "active" })
      const unknown = yield* call("PATCH", one, { status: "draft", audience: "nobody" })
      assert.strictEqual(unknown.status, 422, "what is wrong in the body comes before what it asks for")
      const back = yield* call("PATCH", one, { status: "draft" })
      assert.deepStrictEqual(refusal(back), [409, "invalid_transition", { from: "active", to: "draft" }])
    })
  )

  it.effect("tell the moment of their one draw as all times are told, however it was written", () =>
    Effect.gen(function* () {
      const { call } = yield* started
      const wanted = "2096-12-01T00:00:00+02:00"
      const made = yield* make(call, { schedule: { frequency: "once", draw_at: wanted } })
      const draw_at = "2096-11-30T22:00:00.000Z"
      assert.deepStrictEqual([made.schedule.draw_at, made.open_draw.draw_at], [draw_at, draw_at])
      const schedule = { frequency: "once", draw_at: "2096-12-02T00:00Z" }
      const moved = yield* call("PATCH", `${path}/${made.lottery_id}`, { schedule })
      assert.strictEqual(moved.body.schedule.draw_at, "2096-12-02T00:00:00.000Z")
      assert.strictEqual(moved.body.open_draw.draw_at, "2096-12-02T00:00:00.000Z")
    })
  )

  it.effect("are at most twenty at a time", () =>
    Effect.gen(function* () {
      const { call } = yield* started
      const all = yield* Effect.forEach(Array(25).keys(), () => call("POST", path, raffle), { concurrency: 25 })
      assert.strictEqual(all.filter(({ status }) => status === 201).length, 20)
      const refused = all.find(({ status }) => status !== 201)!
      assert.deepStrictEqual(refusal(refused), [409, "campaign_limit", { of: "lotteries", max: 20 }])
      const { lottery_id } = yield* make(call, { status: "draft" })
      assert.strictEqual((yield* call("PATCH", `${path}/${lottery_id}`, { status: "active" })).status, 409)
    })
  )

  it.effect("sell tickets until the limit or the coins are reached, and refuse everybody else", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call } = tenant
      const { lottery_id, open_draw } = yield* make(call, { eligibility: { conditions: [adult] } })
      const ada = yield* rich(tenant, "ada", 65)
      const first = yield* enter(call, ada, lottery_id, 2)
      assert.strictEqual(first.status, 201, first.text)
      const { entry_id, ...told } = first.body
      const { commit_hash, draw_at, draw_id } = open_draw
      const bought = { lottery_id, draw_id, tickets: 2, tickets_total: 2, price_paid: 20, balance: 45 }
      assert.deepStrictEqual(told, { ...bought, draw_at, commit_hash })
      const more = yield* enter(call, ada, "friday-draw")
      assert.deepInclude(more.body, { entry_id, tickets: 1, tickets_total: 3, price_paid: 10, balance: 35 })
      const short = yield* enter(call, ada, lottery_id, 4)
      assert.deepStrictEqual(refusal(short), [402, "insufficient_coins", { balance: 35, required: 40 }])
      const many = yield* enter(call, ada, lottery_id, 8)
      assert.deepStrictEqual(refusal(many), [409, "entry_limit_reached", { used: 3, max: 10 }])
      assert.strictEqual((yield* enter(call, ada, lottery_id, 101)).status, 422)
      assert.strictEqual((yield* enter(call, ada, "unknown")).status, 404)
      assert.strictEqual((yield* enter(call, lottery_id, lottery_id)).status, 404)
      const poor = yield* rich(tenant, "poor", 0)
      const unfit = yield* enter(call, poor, lottery_id)
      assert.deepStrictEqual(refusal(unfit).slice(0, 2), [409, "requirements_not_met"])
      assert.isFalse(unfit.body.error.details.requirements[0].met)
      const preview = yield* call("GET", `${path}/${lottery_id}/preview-next-draw`)
      const { prizes: _prizes, ...numbers } = preview.body
      assert.deepStrictEqual(numbers, { draw_id, draw_at, participants: 1, entries: 3, commit_hash, odds_per_entry: 1 })
      const { body: ledger } = yield* call("GET", `/economy/buddies/${ada}/ledger`)
      const rows = ledger.data.filter(({ reason }: { reason: string }) => reason === "lottery_entry")
      assert.deepStrictEqual(
        rows.map(({ amount, reference_id }: { amount: number; reference_id: string }) => [amount, reference_id]),
        [
          [10, draw_id],
          [20, draw_id]
        ]
      )
      yield* call("PATCH", `${path}/${lottery_id}`, { status: "paused" })
      const resting = yield* enter(call, ada, lottery_id)
      assert.deepStrictEqual(refusal(resting), [409, "lottery_not_open", { status: "paused" }])
      const nothing = yield* call("GET", `${path}/${lottery_id}/preview-next-draw`)
      assert.deepStrictEqual(refusal(nothing), [409, "lottery_not_open", { status: "paused" }])
      assert.include(nothing.body.error.message, "active again")
      yield* call("PATCH", `${path}/${lottery_id}`, { status: "active" })
      assert.deepInclude((yield* enter(call, ada, lottery_id)).body, { entry_id, draw_id, tickets_total: 4 })
      assert.strictEqual(yield* coinsOf(call, ada), 25)
    })
  )

  it.effect("take tokens that can be spent, and refuse progress", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call } = tenant
      const entry = { mode: "token_cost", token_key: "gem", amount: 2, max_entries_per_buddy: 5 }
      yield* make(call, { lottery_key: "gems", entry })
      yield* make(call, { lottery_key: "xp", entry: { ...entry, token_key: "xp" } })
      const ada = yield* rich(tenant, "ada")
      yield* call("POST", `/buddies/${ada}/tokens`, { token_key: "gem", amount: 5, operation: "earn" })
      assert.deepInclude((yield* enter(call, ada, "gems", 2)).body, { price_paid: 4, balance: 1 })
      const short = yield* enter(call, ada, "gems")
      assert.deepStrictEqual(refusal(short).slice(0, 2), [402, "insufficient_tokens"])
      assert.deepStrictEqual(refusal(yield* enter(call, ada, "xp")).slice(0, 2), [400, "progression_not_spendable"])
    })
  )

  it.effect("know the present only: who lives on a test clock takes no part", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call } = tenant
      const { lottery_id } = yield* make(call)
      const ada = yield* rich(tenant, "ada")
      const clock = yield* call("POST", "/test/clocks", { name: "Trip", user_ids: ["ada"] })
      assert.strictEqual(clock.status, 201, clock.text)
      const away = yield* enter(call, ada, lottery_id)
      assert.deepStrictEqual(refusal(away).slice(0, 2), [409, "test_clock_user"])
      assert.strictEqual(yield* coinsOf(call, ada), 100)
    })
  )

  it.effect("count days of events for whoever is eligible, though no config version asks for them", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call } = tenant
      const lately = { type: "event_count", key: "lesson.completed", operator: "gte", value: 1, window_days: 7 }
      const { lottery_id } = yield* make(call, { eligibility: { match: "all", conditions: [lately] } })
      const ada = yield* rich(tenant, "ada", 100)
      assert.strictEqual((yield* enter(call, ada, lottery_id)).status, 409)
      yield* call("POST", "/events", lesson("ada"))
      const entered = yield* enter(call, ada, lottery_id)
      assert.strictEqual(entered.status, 201, entered.text)
    })
  )

  it.effect("give a ticket for each event of their type, and take it back with the event", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call } = tenant
      const filters = [{ property: "score", operator: "gte", value: 80 }]
      const entry = { mode: "event", event_type: "lesson.completed", filters, max_entries_per_buddy: 2 }
      const { lottery_id } = yield* make(call, { lottery_key: "lessons", entry })
      const ada = yield* rich(tenant, "ada", 0)
      const bought = yield* enter(call, ada, lottery_id)
      assert.deepStrictEqual(refusal(bought).slice(0, 2), [409, "entry_automatic"])
      const send = Effect.fnUntraced(function* (score: number, backfill = false) {
        const event = lesson("ada", { properties: { score, lesson_id: `l-${score}` } })
        const sent = yield* call("POST", "/events", { ...event, ...(backfill ? { mode: "backfill" } : {}) })
        assert.isBelow(sent.status, 300, sent.text)
        const { body } = yield* call("GET", `/events/${event.event_id}/trace`)
        const row = body.rules.find(({ type }: { type: string }) => type === "lottery")
        return { event_id: event.event_id, row }
      })
      assert.isUndefined((yield* send(70)).row)
      const first = yield* send(81)
      assert.deepInclude(first.row, { key: "lessons", outcome: "fired" })
      assert.deepInclude((yield* send(82)).row, { outcome: "fired" })
      assert.deepInclude((yield* send(83)).row, { outcome: "skipped", reason: "limit_reached" })
      const numbers = Effect.map(call("GET", `${path}/${lottery_id}/preview-next-draw`), ({ body }) => [
        body.participants,
        body.entries
      ])
      assert.deepStrictEqual(yield* numbers, [1, 2])
      const reversed = yield* call("POST", `/events/${first.event_id}/reverse`, { mode: "clamp" })
      assert.isBelow(reversed.status, 300, reversed.text)
      assert.deepStrictEqual(yield* numbers, [1, 1])
      assert.deepInclude((yield* send(84)).row, { outcome: "fired" })
      assert.deepStrictEqual(yield* numbers, [1, 2])
    })
  )

  it.effect("take the ticket of an event back while they are paused, so that nobody wins with it later", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call } = tenant
      const { lottery_id } = yield* make(call, { entry: { mode: "event", event_type: "lesson.completed" } })
      yield* rich(tenant, "ada", 0)
      const event = lesson("ada")
      yield* call("POST", "/events", event)
      const becomes = (status: string) => call("PATCH", `${path}/${lottery_id}`, { status })
      assert.strictEqual((yield* becomes("paused")).status, 200)
      const reversed = yield* call("POST", `/events/${event.event_id}/reverse`, { mode: "clamp" })
      assert.strictEqual(reversed.status, 200, reversed.text)
      const { open_draw } = (yield* becomes("active")).body
      const preview = (yield* call("GET", `${path}/${lottery_id}/preview-next-draw`)).body
      assert.deepInclude(preview, { participants: 0, entries: 0, odds_per_entry: null })
      const told = (yield* call("GET", `${path}/${lottery_id}/draws/${open_draw.draw_id}`)).body
      assert.deepInclude(told, { participants: 0, entries: 0 })
      yield* drawNow(call, lottery_id)
      const drawn = (yield* call("GET", `${path}/${lottery_id}/draws/${open_draw.draw_id}`)).body
      assert.deepInclude(drawn, { status: "drawn", winners: [] })
    })
  )

  it.effect("preview a draw without who was erased, whose tickets nobody draws", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call } = tenant
      const { lottery_id } = yield* make(call)
      for (const [user, tickets] of [
        ["ada", 2],
        ["bob", 3]
      ] as const) {
        const entered = yield* enter(call, yield* rich(tenant, user), lottery_id, tickets)
        assert.strictEqual(entered.status, 201, entered.text)
      }
      yield* erased(call, "ada")
      const preview = yield* call("GET", `${path}/${lottery_id}/preview-next-draw`)
      assert.deepInclude(preview.body, { participants: 1, entries: 3, odds_per_entry: 1 })
    })
  )
})
