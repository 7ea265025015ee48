/** Kudos: given by the giver's actor within its limits, paid to the receiver once, and taken out of sight. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { give, hasCoins, makeType, refused, thankful, types } from "../../kit/players/Kudos.ts"
import { join, makeTeam, teams } from "../../kit/players/TeamMates.ts"
import { type Call, TestApp } from "../../kit/service/TestApp.ts"
import { listening } from "../../kit/webhooks/VerifyingReceiver.ts"

const listOf = (call: Call, buddy_id: string | undefined, direction = "received") =>
  Effect.map(call("GET", `/buddies/${buddy_id}/kudos?direction=${direction}`), ({ body }) => body.data)
const analytics = "/customers/me/kudos/analytics"

layer(TestApp.shared, { excludeTestServices: true })("kudos", (it) => {
  it.effect("are given, told, listed on both sides and paid to the receiver", () =>
    Effect.gen(function* () {
      const { ada, call, customer_id, kind, others, tenant } = yield* thankful(1, { giver_reward: { coins: 2 } })
      const [pip] = others
      const { heard } = yield* listening(tenant)
      const given = yield* give(call, ada, pip, { message: "Great help" })
      assert.strictEqual(given.status, 201, given.text)
      const { kudo_id, occurred_at, ...rest } = given.body
      const told = { kudo_key: "thanks", from_buddy_id: ada, to_buddy_id: pip, message: "Great help", coins: 5 }
      assert.deepStrictEqual(rest, { ...told, left_today: 2 })
      assert.deepStrictEqual(yield* heard("kudos.given"), { kudo_id, ...told, occurred_at })
      yield* hasCoins(call, pip, 5)
      assert.deepInclude((yield* call("GET", `/buddies/${ada}`)).body, { coins: 2 })
      const { data } = (yield* call("GET", `/economy/buddies/${pip}/ledger`)).body
      assert.deepInclude(data[0], { amount: 5, reason: "kudos", reference_id: kind.kudo_type_id })
      const row = { kudo_id, ...told, occurred_at }
      assert.deepStrictEqual(yield* listOf(call, pip), [row])
      assert.deepStrictEqual(yield* listOf(call, ada), [])
      assert.deepStrictEqual(yield* listOf(call, ada, "given"), [row])
      const changes = yield* call("GET", `/buddies/${ada}/changes?kind=give_kudos`)
      assert.notInclude(changes.text, "Great help")
      assert.deepInclude(changes.body.data[0].input, { kudo_id, to_buddy_id: pip })
      const sql = yield* SqlClient.SqlClient
      const receipts = yield* sql`SELECT grant_key, source FROM campaign_receipts
        WHERE customer_id = ${customer_id}::uuid AND campaign_id = ${kind.kudo_type_id}::uuid`
      assert.deepStrictEqual(receipts, [{ grant_key: kudo_id, source: "kudos" }])
    })
  )

  it.effect("come one page after the other, and again for the same key as the first time", () =>
    Effect.gen(function* () {
      const { ada, call, others } = yield* thankful(3)
      const key = { headers: { "idempotency-key": "thanks-1" } }
      const body = { to_buddy_id: others[0], kudo_key: "thanks" }
      const first = yield* call("POST", `/buddies/${ada}/kudos`, body, key)
      assert.deepStrictEqual((yield* call("POST", `/buddies/${ada}/kudos`, body, key)).body, first.body)
      for (const to of others.slice(1)) assert.strictEqual((yield* give(call, ada, to)).status, 201)
      const path = `/buddies/${ada}/kudos?direction=given&limit=2`
      const page = (yield* call("GET", path)).body
      const rest = (yield* call("GET", `${path}&cursor=${page.pagination.nextCursor}`)).body
      const seen = [...page.data, ...rest.data].map(({ to_buddy_id }: { to_buddy_id: string }) => to_buddy_id)
      assert.deepStrictEqual(seen, [others[2], others[1], others[0]])
      assert.strictEqual((yield* call("GET", `/buddies/${ada}/kudos?direction=sideways`)).status, 422)
      assert.strictEqual((yield* call("GET", `/buddies/${ada}/kudos?cursor=x`)).status, 400)
    })
  )

  it.effect("are refused in the order of body, id and state, and then nothing has changed", () =>
    Effect.gen(function* () {
      const { ada, call, customer_id, kind, others, tenant } = yield* thankful(3)
      const [pip, gone, twin] = others
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE buddy_identities SET user_id = 'ada' WHERE buddy_id = ${twin}::uuid`
      yield* call("PATCH", `/buddies/${gone}/archive`)
      yield* makeType(call, { kudo_key: "silent", allow_message: false })
      yield* makeType(call, { kudo_key: "close", reach: "team" })
      yield* call("PATCH", "/customers/me/audiences", { audiences: [{ key: "default" }, { key: "staff" }] })
      yield* makeType(call, { kudo_key: "official", audience: "staff" })
      yield* makeType(call, { kudo_key: "old" })
      yield* call("DELETE", `${types}/old`)
      const at = (answer: Effect.Success<ReturnType<typeof give>>) => answer.body.error?.details?.issues?.[0]?.path
      const tooLong = yield* give(call, ada, pip, { message: "x".repeat(281) })
      assert.deepStrictEqual([tooLong.status, at(tooLong)], [422, ["message"]])
      for (const to of [ada, twin]) {
        const own = yield* give(call, ada, to)
        assert.deepStrictEqual([own.status, at(own)], [422, ["to_buddy_id"]])
      }
      const silent = yield* give(call, ada, pip, { kudo_key: "silent", message: "psst" })
      assert.deepStrictEqual([silent.status, at(silent)], [422, ["message"]])
      const both = [
        yield* give(call, ada, twin, { kudo_key: "unknown" }),
        yield* give(call, ada, kind.kudo_type_id, { kudo_key: "silent", message: "psst" })
      ]
      assert.deepStrictEqual(
        both.map((answer) => [answer.status, at(answer)]),
        [
          [422, ["to_buddy_id"]],
          [422, ["message"]]
        ]
      )
      for (const wrong of [kind.kudo_type_id, "x", "%00"]) {
        assert.strictEqual((yield* give(call, ada, wrong)).status, 404, wrong)
        assert.strictEqual((yield* give(call, wrong, pip)).status, 404, wrong)
      }
      assert.strictEqual((yield* give(call, ada, pip, { kudo_key: "unknown" })).status, 404)
      assert.deepStrictEqual(refused(yield* give(call, ada, gone)).slice(0, 2), [409, "buddy_archived"])
      assert.deepStrictEqual(refused(yield* give(call, gone, pip)).slice(0, 2), [409, "buddy_archived"])
      const reasons = { close: "team", official: "audience", old: "type_archived" }
      for (const [kudo_key, reason] of Object.entries(reasons)) {
        const answer = yield* give(call, ada, pip, { kudo_key })
        assert.deepStrictEqual(refused(answer), [409, "kudo_not_allowed", { reason }])
      }
      yield* sql`UPDATE buddy_identities SET audience = 'staff' WHERE buddy_id = ${pip}::uuid`
      const far = yield* give(call, ada, pip)
      assert.deepStrictEqual(refused(far), [409, "kudo_not_allowed", { reason: "audience" }])
      const stranger = yield* (yield* TestApp).tenant({ plan: "enterprise" })
      assert.strictEqual((yield* give(stranger.call, ada, pip)).status, 404)
      const rows = yield* sql`SELECT 1 FROM kudos WHERE customer_id = ${tenant.customer_id}::uuid`
      assert.deepStrictEqual([rows.length, customer_id], [0, tenant.customer_id])
    })
  )

  it.effect("within teams are for whoever is in one together that is there", () =>
    Effect.gen(function* () {
      const { ada, call, others } = yield* thankful(2, { reach: "team", pair_limit_per_day: 3 })
      const [pip, fern] = others
      const { team_id } = yield* makeTeam(call, { name: "Foxes" })
      for (const id of [ada, pip]) yield* join(call, team_id, id)
      assert.strictEqual((yield* give(call, ada, pip)).status, 201)
      assert.strictEqual((yield* give(call, ada, fern)).status, 409)
      yield* call("DELETE", `${teams}/${team_id}`)
      assert.deepStrictEqual(refused(yield* give(call, ada, pip)).slice(1), ["kudo_not_allowed", { reason: "team" }])
    })
  )

  it.effect("give the last of the day to one of fifty requests, and pay one receiver", () =>
    Effect.gen(function* () {
      const { ada, call, customer_id, others } = yield* thankful(50, { daily_limit_per_sender: 1 })
      const answers = yield* Effect.all(
        others.map((to) => give(call, ada, to)),
        { concurrency: 50 }
      )
      assert.deepStrictEqual(answers.map(({ status }) => status).sort(), [
        201,
        ...Array.from({ length: 49 }, () => 409)
      ])
      for (const answer of answers.filter(({ status }) => status === 409)) {
        const [, code, details] = refused(answer)
        assert.deepInclude(details, { limit: "daily", used: 1, max: 1 })
        assert.strictEqual(code, "kudo_limit_reached")
        assert.isAbove(Date.parse(details.resets_at), Date.now())
      }
      const winner = answers.find(({ status }) => status === 201)!.body.to_buddy_id
      yield* hasCoins(call, winner, 5)
      const sql = yield* SqlClient.SqlClient
      const paid = yield* sql`SELECT buddy_id FROM ledger WHERE customer_id = ${customer_id}::uuid AND reason = 'kudos'`
      assert.deepStrictEqual(paid, [{ buddy_id: winner }])
    })
  )

  it.effect("to one buddy at once end at the limit of the pair", () =>
    Effect.gen(function* () {
      const { ada, call, others } = yield* thankful(1, { daily_limit_per_sender: 9, pair_limit_per_day: 2 })
      const asked = Array.from({ length: 50 }, () => give(call, ada, others[0]))
      const answers = yield* Effect.all(asked, { concurrency: 50 })
      assert.lengthOf(
        answers.filter(({ status }) => status === 201),
        2
      )
      const limits = answers.filter(({ status }) => status === 409).map((answer) => refused(answer)[2].limit)
      assert.deepStrictEqual(new Set(limits), new Set(["pair"]))
      yield* hasCoins(call, others[0], 10)
    })
  )

  it.effect("are taken out of every view, and what they brought stays", () =>
    Effect.gen(function* () {
      const { ada, call, customer_id, others } = yield* thankful(1)
      const { team_id } = yield* makeTeam(call, { name: "Foxes" })
      yield* join(call, team_id, ada)
      const { kudo_id } = (yield* give(call, ada, others[0], { message: "Rude" })).body
      yield* hasCoins(call, others[0], 5)
      const feed = `${teams}/${team_id}/feed?type=kudos_given`
      assert.lengthOf((yield* call("GET", feed)).body.events, 1)
      const stranger = yield* (yield* TestApp).tenant({ plan: "enterprise" })
      const path = `/customers/me/kudos/${kudo_id}`
      assert.strictEqual((yield* stranger.call("DELETE", path)).status, 404)
      assert.strictEqual((yield* call("DELETE", path)).status, 204)
      assert.strictEqual((yield* call("DELETE", path)).status, 404)
      assert.strictEqual((yield* call("DELETE", "/customers/me/kudos/x")).status, 404)
      assert.deepStrictEqual(yield* listOf(call, others[0]), [])
      assert.deepStrictEqual(yield* listOf(call, ada, "given"), [])
      assert.lengthOf((yield* call("GET", feed)).body.events, 0)
      assert.strictEqual((yield* call("GET", analytics)).body.given, 0)
      assert.deepInclude((yield* call("GET", `/buddies/${others[0]}`)).body, { coins: 5 })
      const sql = yield* SqlClient.SqlClient
      const kept = yield* sql`SELECT message FROM kudos WHERE customer_id = ${customer_id}::uuid`
      assert.deepStrictEqual(kept, [{ message: null }])
    })
  )

  it.effect("between two who do not live at one moment are refused", () =>
    Effect.gen(function* () {
      const { ada, call, others } = yield* thankful(1, { pair_limit_per_day: 9, daily_limit_per_sender: 9 })
      const [pip] = others
      const made = yield* call("POST", "/test/clocks", { name: "trip", user_ids: ["ada"] })
      assert.deepStrictEqual(refused(yield* give(call, ada, pip)).slice(0, 2), [409, "test_clock_user"])
      assert.deepStrictEqual(refused(yield* give(call, pip, ada)).slice(0, 2), [409, "test_clock_user"])
      const users = `/test/clocks/${made.body.test_clock_id}/users`
      assert.isBelow((yield* call("POST", users, { user_ids: ["copy-1"] })).status, 300)
      assert.strictEqual((yield* give(call, ada, pip)).status, 201)
      // Nor does a report of the present tell of them, also once the two are back.
      assert.deepInclude((yield* call("GET", analytics)).body, { given: 0, givers: 0, by_type: [] })
      yield* call("DELETE", `/test/clocks/${made.body.test_clock_id}`)
      assert.strictEqual((yield* give(call, pip, ada)).status, 201)
      assert.deepInclude((yield* call("GET", analytics)).body, { given: 1, givers: 1, reciprocity: 0 })
    })
  )
})
