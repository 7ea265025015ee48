/** From every row of the ledger back to why: shopping, growing, taking back; and who may look. */
import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { checkInvariants } from "../../../src/platform/invariants/index.ts"
import { type Change, changesOf, explainedOf } from "../../kit/players/LedgerExplanations.ts"
import { hatch, lesson, publish, studyContent } from "../../kit/players/players.ts"
import { type Call, TestApp, type TestTenant } from "../../kit/service/TestApp.ts"

const growing = {
  ...studyContent,
  evolution_rules: {
    max_stage: 2,
    auto_evolve: true,
    stages: [
      { stage: 1, name: "Hatchling" },
      {
        stage: 2,
        name: "Scout",
        requirements: { conditions: [{ type: "token_lifetime", key: "gem", operator: "gte", value: 20 }] },
        reward: { coins: 30 }
      }
    ],
    prestige: {
      requirements: { conditions: [{ type: "coins_balance", operator: "gte", value: 500 }] },
      keeps: ["badges", "items"]
    }
  }
}

const path = {
  path_key: "start",
  title: "First steps",
  display_mode: "stepper",
  icon: "flame",
  steps: [
    {
      step_key: "learn",
      title: "Learn",
      sub_steps: [{ sub_step_key: "read", title: "Read", allow_manual_complete: true }]
    }
  ]
}

const living = (tenant: TestTenant, buddy_id: string) => {
  const get = (path: string) => Effect.runPromise(tenant.call("GET", path))
  return {
    buddy_id,
    at: `/buddies/${buddy_id}`,
    changes: Effect.promise(() => changesOf(get, buddy_id)),
    explained: (...units: ReadonlyArray<string>) => Effect.promise(() => explainedOf(get, buddy_id, units))
  }
}

const started = Effect.fnUntraced(function* (content: unknown = studyContent) {
  const tenant = yield* (yield* TestApp).tenant()
  yield* publish(tenant, content)
  const { buddy_id } = yield* hatch(tenant, "ada")
  const done = (...request: Parameters<Call>) =>
    Effect.map(tenant.call(...request), ({ body, status, text }) => {
      assert.isBelow(status, 300, text)
      return body
    })
  return { ...tenant, ...living(tenant, buddy_id), done }
})

/** The changes, once there are so many. */
const changesOnce = (changes: Effect.Effect<ReadonlyArray<Change>>, isDone: (all: ReadonlyArray<Change>) => boolean) =>
  Effect.repeat(changes, { until: isDone, schedule: Schedule.spaced("20 millis") }).pipe(Effect.andThen(changes))

const kindsOf = (changes: ReadonlyArray<Change>) => changes.map(({ kind }) => kind)
const detailOf = (change: Change | undefined, type: string) => change!.trace.find((row) => row.type === type)!.detail

layer(TestApp.layer(), { excludeTestServices: true })("a ledger row", (it) => {
  it.effect("of the shop leads to the purchase with its terms; gifts, gates and clothes are told too", () =>
    Effect.gen(function* () {
      const ada = yield* started()
      const { at, done } = ada
      const bea = living(ada, (yield* hatch(ada, "bea")).buddy_id)
      yield* done("POST", "/marketplaces", { marketplace_key: "main", name: "Main" })
      const requirements = { conditions: [{ type: "coins_balance", operator: "gte", value: 50 }] }
      const hat = { name: "Hat", category: "head", price_coins: 30, stock: { total: 3, per_buddy: 1 }, requirements }
      const { item_id } = yield* done("POST", "/marketplaces/main/items", hat)
      yield* done("PUT", "/gates/attic", { token_key: "gem", cost: 2 })
      yield* done("POST", `${at}/coins`, { amount: 100 })
      yield* done("POST", `${at}/tokens`, { token_key: "gem", operation: "earn", amount: 5 })
      yield* done("POST", `${at}/purchase-item`, { item_id })
      yield* done("POST", `${at}/purchase-item`, { item_id, gift_to_buddy_id: bea.buddy_id })
      yield* done("PATCH", `${at}/equipped-items`, { equip: [item_id] })
      yield* done("POST", `${at}/gates/attic/unlock`)
      yield* done("POST", `${at}/gates/attic/unlock`)
      const changes = yield* ada.changes
      const shopping = ["buy_item", "buy_item", "equip_items", "unlock_gate", "unlock_gate"]
      assert.deepStrictEqual(kindsOf(changes), ["earn_coins", "earn_token", ...shopping])
      const [bought, given, worn, opened, again] = changes.slice(2)
      assert.hasAllKeys(bought!.input, ["item_id", "purchase_id", "gift_to_buddy_id", "max_price_coins"])
      assert.deepInclude(detailOf(bought, "marketplace_item"), {
        price_coins: 30,
        gift_to_buddy_id: null,
        balance_before: 100,
        balance_after: 70,
        owned_before: 0,
        owned_after: 1,
        per_buddy: 1,
        stock_total: 3,
        requirements: [{ type: "coins_balance", key: null, operator: "gte", value: 50, current: 100, met: true }]
      })
      assert.deepInclude(detailOf(given, "marketplace_item"), { stock_total: 3, gift_to_buddy_id: bea.buddy_id })
      assert.deepInclude(detailOf(worn, "equipment"), { equipped: [item_id], worn_before: 0, worn_after: 1, max: 4 })
      assert.deepInclude(detailOf(opened, "gate"), { cost: 2, balance_before: 5, balance_after: 3 })
      assert.strictEqual(again!.trace[0]!.reason, "limit_reached")
      const told = yield* ada.explained("coin", "gem")
      assert.deepStrictEqual(
        told.map(({ cause, entry }) => [entry.reason, cause.kind]),
        [
          ["manual", "earn_coins"],
          ["item_purchase", "buy_item"],
          ["gift", "buy_item"],
          ["manual", "earn_token"],
          ["gate_unlock", "unlock_gate"]
        ]
      )
      const [received] = yield* changesOnce(bea.changes, (all) => all.length > 0)
      assert.deepInclude(received, { kind: "grant_item", origin: { type: "job", id: "gift" } })
      assert.deepInclude(detailOf(received, "marketplace_item"), { source: "gift", from_buddy_id: ada.buddy_id })
    })
  )

  it.effect("of a stage and of a new life leads to what was met and what was given up", () =>
    Effect.gen(function* () {
      const ada = yield* started(growing)
      const { at, done } = ada
      yield* done("PATCH", `${at}/skills`, { updates: [{ skill_key: "focus", operation: "set", value: 2 }] })
      yield* done("POST", `${at}/tokens`, { token_key: "gem", operation: "earn", amount: 20 })
      const evolved = (yield* changesOnce(ada.changes, (all) => kindsOf(all).includes("evolve"))).at(-1)
      assert.strictEqual(evolved!.origin.type, "operation")
      assert.strictEqual((yield* done("GET", `/operations/${evolved!.origin.id}`)).type, "evolve")
      const [met] = detailOf(evolved, "evolution_rules")["requirements"] as ReadonlyArray<object>
      assert.deepInclude(met, { type: "token_lifetime", key: "gem", value: 20, current: 20, met: true })
      yield* done("POST", `${at}/coins`, { amount: 600 })
      const [reborn] = (yield* ada.changes).slice(-1)
      assert.deepInclude(detailOf(reborn, "prestige"), {
        from_evolution_stage: 2,
        to_evolution_stage: 1,
        given_up: { coins: 630, tokens: { gem: 20 }, skills: { focus: 400 }, streaks: {}, gates: [] }
      })
      const told = yield* ada.explained("coin", "gem")
      assert.deepStrictEqual(
        told.map(({ cause, entry, siblings }) => [entry.reason, entry.amount, cause.kind, siblings.length]),
        [
          ["evolution", 30, "evolve", 0],
          ["manual", 600, "earn_coins", 2],
          ["prestige", 630, "earn_coins", 2],
          ["manual", 20, "earn_token", 0],
          ["prestige", 20, "earn_coins", 2]
        ]
      )
    })
  )

  it.effect("that was taken back names what took it, and a debt the credit it was paid from", () =>
    Effect.gen(function* () {
      const ada = yield* started()
      const { at, done } = ada
      const [first, second] = [lesson("ada"), lesson("ada")]
      yield* done("POST", "/events", first)
      yield* done("POST", `${at}/coins/spend`, { amount: 35 })
      yield* done("POST", `/events/${first.event_id}/reverse`, { mode: "debt", reason: "sent by mistake" })
      yield* done("POST", "/events", second)
      const reversal = (yield* ada.changes).at(-1)!
      assert.deepStrictEqual(reversal.input, { event_id: first.event_id, mode: "debt", reason: "sent by mistake" })
      const { badges_revoked, entries, missing } = detailOf(reversal, "reversal")
      assert.deepStrictEqual([badges_revoked, missing], [["first_lesson"], 35])
      assert.includeDeepMembers(
        (entries as ReadonlyArray<Record<string, unknown>>).map(({ credited, taken, unit }) => [unit, credited, taken]),
        [
          ["token:xp", 10, 10],
          ["coin", 10, 5],
          ["coin", 25, 0]
        ]
      )
      const told = yield* ada.explained("coin", "xp")
      const taken = told.filter(({ reversed_by }) => reversed_by.length > 0)
      assert.deepStrictEqual(
        taken.map(({ cause, entry, reversed_by }) => [entry.amount, cause.event_id, reversed_by[0]!.reason]),
        [
          [10, first.event_id, "reversal"],
          [10, first.event_id, "reversal"]
        ]
      )
      const taking = told.filter(({ reverses }) => reverses !== null)
      assert.sameMembers(
        taking.map(({ reverses }) => reverses!.ledger_id),
        taken.map(({ entry }) => entry.ledger_id)
      )
      assert.isTrue(taking.every(({ cause }) => cause.change_id === reversal.change_id))
      const repaid = told.filter(({ entry }) => entry.reason === "debt_repayment")
      assert.strictEqual(
        repaid.reduce((sum, { entry }) => sum + entry.amount, 0),
        35
      )
      assert.isTrue(repaid.every(({ cause, trace }) => cause.event_id === second.event_id && trace[0]!.type === "debt"))
    })
  )

  it.effect("is sound whatever happened above: shopping, new lives, reversals and debts", () =>
    Effect.gen(function* () {
      const red = (yield* checkInvariants({ quiescent: false })).filter(({ violations }) => violations > 0)
      assert.deepStrictEqual(red, [])
    })
  )

  it.effect("leads nowhere for others, for what is no row, and for what was booked before changes were kept", () =>
    Effect.gen(function* () {
      const ada = yield* started()
      const { at, buddy_id, call, done } = ada
      const { ledger_id } = yield* done("POST", `${at}/coins`, { amount: 5 })
      const [change] = yield* ada.changes
      const other = yield* started()
      const explain = `/economy/buddies/${buddy_id}/ledger/${ledger_id}/explain`
      const nobody = "01990000-0000-7000-8000-000000000000"
      const statuses = (tenantCall: Call, paths: ReadonlyArray<string>) =>
        Effect.forEach(paths, (path) => Effect.map(tenantCall("GET", path), ({ status }) => status))
      const theirs = [explain, `${at}/changes`, `${at}/changes/${change!.change_id}`]
      assert.deepStrictEqual(yield* statuses(other.call, theirs), [404, 404, 404])
      const ofAnother = `/economy/buddies/${other.buddy_id}/ledger/${ledger_id}/explain`
      const unknown = [
        ofAnother,
        `${other.at}/changes/${change!.change_id}`,
        ...[nobody, "none"].flatMap((id) => [
          `/economy/buddies/${buddy_id}/ledger/${id}/explain`,
          `/economy/buddies/${id}/ledger/${ledger_id}/explain`,
          `${at}/changes/${id}`,
          `/buddies/${id}/changes`
        ])
      ]
      assert.deepStrictEqual(
        yield* statuses(call, unknown),
        unknown.map(() => 404)
      )
      assert.deepStrictEqual(yield* statuses(other.call, unknown.slice(0, 2)), [404, 404])
      assert.deepStrictEqual(yield* statuses(call, [`${at}/changes?kind=none`]), [422])
      const sql = yield* SqlClient.SqlClient
      yield* sql`SET LOCAL session_replication_role = replica`.pipe(
        Effect.andThen(sql`DELETE FROM buddy_changes WHERE buddy_id = ${buddy_id}::uuid`),
        sql.withTransaction
      )
      const { body, status } = yield* call("GET", explain)
      assert.strictEqual(status, 200)
      assert.deepInclude(body, { cause: null, unexplained: "before_recording", trace: [], siblings: [] })
      const changed = yield* Effect.flip(sql`UPDATE buddy_changes SET kind = 'rename'`)
      assert.include(String(changed.reason.cause), "append-only")
    })
  )

  it.effect("pages and filters changes, and a widget's change names its session", () =>
    Effect.gen(function* () {
      const ada = yield* started()
      const { at, call, done } = ada
      for (let amount = 1; amount <= 7; amount++) {
        yield* done("POST", `${at}/coins`, { amount }, { headers: { "idempotency-key": `k-${amount}` } })
        yield* done("POST", `${at}/coins`, { amount }, { headers: { "idempotency-key": `k-${amount}` } })
      }
      yield* done("PATCH", at, { name: "Ada" })
      const changes = yield* ada.changes
      assert.deepStrictEqual(
        changes.map(({ input }) => input["amount"] ?? input["name"]),
        [1, 2, 3, 4, 5, 6, 7, "Ada"]
      )
      const filtered = yield* done("GET", `${at}/changes?kind=earn_coins&limit=2`)
      assert.deepStrictEqual(
        filtered.data.map(({ input }: Change) => input["amount"]),
        [7, 6]
      )
      const { nextCursor } = filtered.pagination
      assert.strictEqual((yield* call("GET", `${at}/changes?kind=rename&cursor=${nextCursor}`)).status, 400)
      yield* done("POST", "/path-definitions", path)
      yield* done("POST", "/path-definitions/start/activate")
      const scopes = ["read", "events:track"]
      const session = yield* done("POST", "/widget-sessions", { buddy_id: ada.buddy_id, user_id: "ada", scopes })
      const complete = "/widget/path/start/sub-steps/read/complete"
      yield* done("POST", complete, undefined, { key: session.token })
      const newest = (yield* ada.changes).at(-1)
      assert.deepInclude(newest, {
        kind: "complete_sub_step",
        origin: { type: "widget_session", id: session.session_id }
      })
    })
  )
})
