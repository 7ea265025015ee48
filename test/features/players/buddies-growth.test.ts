/** Stages, pictures and clothes: what a buddy becomes and how it looks. */
import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { FakeImages } from "../../../src/platform/images/FakeImages.ts"
import { held } from "../../kit/players/HeldOperation.ts"
import { hatch, lesson, publish, studyContent } from "../../kit/players/players.ts"
import { stuck } from "../../kit/players/Stuck.ts"
import { type Call, TestApp } from "../../kit/service/TestApp.ts"

const code = ({ body, status }: { readonly status: number; readonly body: { error?: { code: string } } }) => [
  status,
  body.error?.code
]

/** The operation once it has ended. */
const ended = (call: Call, operation_id: string) =>
  Effect.repeat(call("GET", `/operations/${operation_id}`), {
    until: ({ body }) => ["completed", "failed", "cancelled"].includes(body.status),
    schedule: Schedule.spaced("20 millis")
  }).pipe(Effect.andThen(call("GET", `/operations/${operation_id}`)))

const grown = Effect.fnUntraced(function* (content: unknown = studyContent) {
  const tenant = yield* (yield* TestApp).tenant()
  yield* publish(tenant, content)
  const { buddy_id } = yield* hatch(tenant, "ada")
  return { ...tenant, buddy_id, at: `/buddies/${buddy_id}` }
})

const learn = (call: Call, times: number) =>
  Effect.forEach(Array.from({ length: times }), () => call("POST", "/events", lesson("ada")), { discard: true })

const prestigious = {
  ...studyContent,
  evolution_rules: {
    ...studyContent.evolution_rules,
    auto_evolve: true,
    prestige: {
      requirements: { conditions: [{ type: "coins_balance", operator: "gte", value: 500 }] },
      keeps: ["badges", "items"]
    }
  }
}

layer(TestApp.shared, { excludeTestServices: true })("growth", (it) => {
  it.effect("a ready buddy evolves once, however many ask at the same time, and its story says so", () =>
    Effect.gen(function* () {
      const { at, buddy_id, call } = yield* grown()
      const early = yield* call("POST", `${at}/evolve`)
      assert.deepStrictEqual(code(early), [409, "evolution_not_ready"])
      assert.strictEqual(early.body.error.details.requirements[0].met, false)
      yield* learn(call, 2)
      const answers = yield* Effect.forEach([1, 2, 3, 4], () => call("POST", `${at}/evolve`), { concurrency: 4 })
      const started = answers.filter(({ status }) => status === 202)
      assert.strictEqual(started.length, 1)
      for (const answer of answers.filter(({ status }) => status !== 202)) {
        assert.include([409], answer.status)
        assert.include(["operation_in_progress", "evolution_max_stage"], answer.body.error.code)
      }
      const operation = yield* ended(call, started[0]!.body.operation_id)
      assert.deepInclude(operation.body, { type: "evolve", status: "completed", resource_id: buddy_id, attempts: 1 })
      assert.deepInclude(operation.body.result, { previous_stage: 1, new_stage: 2, appearance_status: "ready" })
      const buddy = yield* call("GET", at)
      assert.deepInclude(buddy.body, { evolution_stage: 2 })
      assert.strictEqual(buddy.body.appearance.status, "ready")
      const story = yield* call("GET", `${at}/evolutions`)
      assert.deepInclude(story.body.data[0], { type: "evolution", previous_stage: 1, new_stage: 2 })
      assert.deepStrictEqual(code(yield* call("POST", `${at}/evolve`)), [409, "evolution_max_stage"])
    })
  )

  it.effect("that has advanced already is cancelled no more", () =>
    Effect.gen(function* () {
      const { at, buddy_id, call } = yield* grown()
      yield* learn(call, 2)
      const { letGo } = yield* held(buddy_id, "completed")
      const { operation_id } = (yield* call("POST", `${at}/evolve`)).body
      yield* Effect.repeat(call("GET", at), {
        until: ({ body }) => body.evolution_stage === 2,
        schedule: Schedule.spaced("20 millis")
      })
      const cancelled = yield* call("POST", `/operations/${operation_id}/cancel`)
      yield* letGo
      assert.deepStrictEqual(code(cancelled), [409, "operation_finished"])
      const operation = yield* ended(call, operation_id)
      assert.deepInclude(operation.body, { status: "completed" })
      assert.deepInclude(operation.body.result, { new_stage: 2 })
    })
  )

  it.effect("that is about to advance is not called cancelled either, for nobody knows whether it has", () =>
    Effect.gen(function* () {
      const { at, buddy_id, call } = yield* grown()
      yield* learn(call, 2)
      const { mend } = yield* stuck(buddy_id, "commands", "INSERT", "55P03")
      const { operation_id } = (yield* call("POST", `${at}/evolve`)).body
      const sql = yield* SqlClient.SqlClient
      const isAdvancing = sql`SELECT payload FROM operations WHERE operation_id = ${operation_id}::uuid
        AND payload ? 'is_decided'`
      yield* Effect.repeat(isAdvancing, {
        until: (found) => found.length > 0,
        schedule: Schedule.spaced("20 millis"),
        times: 100
      })
      const cancelled = yield* call("POST", `/operations/${operation_id}/cancel`)
      yield* mend
      assert.deepStrictEqual(code(cancelled), [409, "operation_finished"])
      assert.deepInclude((yield* ended(call, operation_id)).body, { status: "completed" })
      assert.deepInclude((yield* call("GET", at)).body, { evolution_stage: 2 })
    })
  )

  it.effect("a picture that fails keeps no buddy from advancing, and a new one can be asked for", () =>
    Effect.gen(function* () {
      const { at, call } = yield* grown()
      yield* learn(call, 2)
      yield* (yield* FakeImages).failNext(3, undefined, { stage: 2 })
      const { body } = yield* call("POST", `${at}/evolve`)
      const operation = yield* ended(call, body.operation_id)
      assert.deepInclude(operation.body.result, { new_stage: 2, appearance_status: "failed" })
      const buddy = yield* call("GET", at)
      assert.strictEqual(buddy.body.evolution_stage, 2)
      assert.deepInclude(buddy.body.appearance, { status: "failed", error_code: "needs_rerender" })
      assert.isString(buddy.body.appearance.retry_at)
      const again = yield* call("POST", `${at}/appearance/rerender`)
      assert.strictEqual(again.status, 202, again.text)
      assert.strictEqual((yield* ended(call, again.body.operation_id)).body.result.appearance_status, "ready")
      assert.deepStrictEqual((yield* call("GET", at)).body.appearance, {
        status: "ready",
        error_code: null,
        retry_at: null
      })
    })
  )

  it.effect("wears at most four items and one of a kind, drawn once and shown at once the next time", () =>
    Effect.gen(function* () {
      const { at, call } = yield* grown()
      yield* call("POST", "/marketplaces", { marketplace_key: "m", name: "M" })
      const ids: Array<string> = []
      for (const category of ["head", "neck", "face", "hand", "feet", "head"]) {
        const item = yield* call("POST", "/marketplaces/m/items", { name: category, category, price_coins: 0 })
        yield* call("POST", `${at}/unlock-item`, { item_id: item.body.item_id })
        ids.push(item.body.item_id)
      }
      const [head = "", neck = "", face = "", hand = "", feet = "", hood = ""] = ids
      const change = (body: unknown) => call("PATCH", `${at}/equipped-items`, body)
      const first = yield* change({ equip: [head, neck] })
      assert.deepStrictEqual([first.status, first.body.cached, first.body.status], [202, false, "pending"])
      assert.strictEqual((yield* ended(call, first.body.operation_id)).body.status, "completed")
      const dressed = yield* call("GET", at)
      assert.isFalse(dressed.body.is_naked)
      assert.notStrictEqual(dressed.body.image_url, dressed.body.base_image_url)
      const off = yield* change({ unequip: [head, neck] })
      assert.deepStrictEqual([off.status, off.body.cached], [200, true])
      const on = yield* change({ equip: [neck, head] })
      assert.deepStrictEqual([on.status, on.body.appearance_status, on.body.operation_id], [200, "ready", null])
      assert.strictEqual((yield* call("GET", at)).body.image_url, dressed.body.image_url)
      const conflict = yield* change({ equip: [hood] })
      assert.deepStrictEqual(code(conflict), [409, "equip_category_conflict"])
      assert.sameMembers(conflict.body.error.details.item_ids, [head, hood])
      const many = yield* Effect.forEach([face, hand, feet], (one) => change({ equip: [one] }), { concurrency: 3 })
      assert.strictEqual(many.filter(({ status }) => status === 409).length, 1)
      assert.deepStrictEqual(code(yield* change({ equip: ["nothing"] })), [409, "item_not_owned"])
      assert.strictEqual((yield* call("GET", at)).body.equipped_items.length, 4)
    })
  )

  it.effect("evolves by itself where the tenant wants that, and starts over with prestige", () =>
    Effect.gen(function* () {
      const { at, call } = yield* grown(prestigious)
      yield* learn(call, 2)
      const stage = (wanted: number) =>
        Effect.repeat(call("GET", at), {
          until: ({ body }) => body.evolution_stage === wanted,
          schedule: Schedule.spaced("20 millis")
        }).pipe(Effect.andThen(call("GET", at)))
      yield* stage(2)
      yield* call("POST", `${at}/coins`, { amount: 1_000 })
      const { body } = yield* stage(1)
      assert.deepInclude(body, { prestige_level: 1, coins: 0 })
      assert.deepStrictEqual(body.tokens, { xp: 0 })
      const badges = yield* call("GET", `${at}/badges`)
      assert.strictEqual(badges.body.meta.total, 1)
      const ledger = yield* call("GET", `/economy/buddies/${body.buddy_id}/ledger`)
      assert.strictEqual(ledger.body.data[0].reason, "prestige")
      const story = yield* call("GET", `${at}/evolutions`)
      assert.deepStrictEqual(
        story.body.data.map((one: { type: string; new_stage: number }) => [one.type, one.new_stage]),
        [
          ["prestige", 1],
          ["evolution", 2]
        ]
      )
    })
  )

  it.effect(
    "an evolution that is a prestige as well has failed at no picture: the new life's is about to be drawn",
    () =>
      Effect.gen(function* () {
        const rules = studyContent.evolution_rules
        const top = { conditions: [{ type: "evolution_stage", operator: "gte", value: 2 }] }
        const { at, call } = yield* grown({
          ...studyContent,
          evolution_rules: { ...rules, prestige: { requirements: top } }
        })
        yield* learn(call, 2)
        const started = yield* call("POST", `${at}/evolve`)
        const { body } = yield* ended(call, started.body.operation_id)
        assert.deepInclude(body, { status: "completed" })
        assert.deepInclude(body.result, { new_stage: 2, appearance_status: "pending" })
        const buddy = yield* call("GET", at)
        assert.deepInclude(buddy.body, { evolution_stage: 1, prestige_level: 1 })
        assert.include(["pending", "ready"], buddy.body.appearance.status)
        assert.strictEqual(buddy.body.appearance.error_code, null)
      })
  )

  it.effect("shows the picture it hatched with at once, and no operation where nothing changes", () =>
    Effect.gen(function* () {
      const { at, call } = yield* grown()
      // other tests of this service have pictures drawn at the same time: a hat by that name is this one's alone
      const item_key = "hat_of_one_who_stays_small"
      const unchanged = yield* call("PATCH", `${at}/equipped-items`, {})
      assert.deepStrictEqual([unchanged.status, unchanged.body.cached, unchanged.body.operation_id], [200, true, null])
      yield* call("POST", "/marketplaces", { marketplace_key: "m", name: "M" })
      const item = yield* call("POST", "/marketplaces/m/items", {
        item_key,
        name: "Hat",
        category: "head",
        price_coins: 0
      })
      yield* call("POST", `${at}/unlock-item`, { item_id: item.body.item_id })
      const hatched = yield* call("GET", at)
      const dressed = yield* call("PATCH", `${at}/equipped-items`, { equip: [item.body.item_id] })
      yield* ended(call, dressed.body.operation_id)
      const drawn = (yield* (yield* FakeImages).calls).filter(({ items }) =>
        items?.some((one) => one.item_key === item_key)
      )
      assert.strictEqual(drawn.length, 1)
      assert.strictEqual((yield* call("GET", at)).body.base_image_url, hatched.body.base_image_url)
    })
  )

  it.effect("evolves by itself through every stage it is ready for, one after the other", () =>
    Effect.gen(function* () {
      const stageFrom = (stage: number) => ({
        stage,
        name: `Stage ${stage}`,
        requirements: { conditions: [{ type: "coins_lifetime", operator: "gte", value: 100 * (stage - 1) }] }
      })
      const stages = [2, 3, 4, 5].map(stageFrom)
      const { at, call } = yield* grown({ evolution_rules: { max_stage: 5, auto_evolve: true, stages } })
      yield* call("POST", `${at}/coins`, { amount: 350 })
      const story = yield* Effect.repeat(call("GET", `${at}/evolutions`), {
        until: ({ body }) => body.data.length === 3,
        schedule: Schedule.spaced("20 millis")
      }).pipe(Effect.andThen(call("GET", `${at}/evolutions`)))
      assert.deepStrictEqual(
        story.body.data.map((one: { new_stage: number }) => one.new_stage),
        [4, 3, 2]
      )
      assert.deepInclude((yield* call("GET", `${at}/evolution`)).body, { current_stage: 4, ready: false })
    })
  )
})
