/** Draws whose players leave before they are drawn: what is told of them is what can still win. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { checkAll } from "../../../src/platform/invariants/check.ts"
import { lotteries } from "../../../src/platform/invariants/lotteries.ts"
import { drawNow, enter, make, path, rich, started } from "../../kit/campaigns/Lotteries.ts"
import { erased } from "../../kit/players/Erasing.ts"
import { lesson } from "../../kit/players/players.ts"
import { mintSession, withToken } from "../../kit/players/Widgets.ts"
import { type Call, TestApp, type TestTenant } from "../../kit/service/TestApp.ts"

/** What tenants, anybody and players are told of the open draw: participants and entries, and twice only entries. */
const toldOf = Effect.fnUntraced(function* (call: Call, widget: Call, { lottery_id, open_draw }: Made) {
  const { draw_id } = open_draw
  const read = (yield* call("GET", `${path}/${lottery_id}/draws/${draw_id}`)).body
  const open = (yield* (yield* TestApp).call("GET", `/public/lottery-draws/${draw_id}`)).body
  const [shown] = (yield* widget("GET", "/widget/campaigns")).body.lotteries
  const { participants, entries } = (yield* call("GET", `${path}/${lottery_id}/preview-next-draw`)).body
  return {
    preview: [participants, entries],
    draw: [read.participants, read.entries],
    public: [open.participants, open.entries],
    widget: [shown?.entries, shown?.odds_per_entry]
  }
})

interface Made {
  readonly lottery_id: string
  readonly open_draw: { readonly draw_id: string }
}

const entered = Effect.fnUntraced(function* (tenant: TestTenant, user_id: string, lottery: string, tickets: number) {
  const buddy_id = yield* rich(tenant, user_id)
  const answer = yield* enter(tenant.call, buddy_id, lottery, tickets)
  assert.strictEqual(answer.status, 201, answer.text)
  return buddy_id
})

const pageOf = ({ call }: TestTenant, buddy_id: string, user_id: string) =>
  Effect.map(mintSession(call, { buddy_id, user_id, scopes: ["read"] }), (key) => withToken(call, key))

const broken = Effect.map(checkAll(lotteries, {}), (reports) =>
  reports.flatMap(({ id, violations }) => (violations > 0 ? [id] : []))
)

layer(TestApp.layer(), { excludeTestServices: true })("a draw whose players leave", (it) => {
  it.effect("has the tickets of who was archived or erased no more, wherever it is told", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call } = tenant
      const lottery: Made = yield* make(call, { prizes: [{ rank: 1, winners: 1, reward: { coins: 5 } }] })
      const ada = yield* entered(tenant, "ada", lottery.lottery_id, 4)
      const bob = yield* entered(tenant, "bob", lottery.lottery_id, 3)
      yield* entered(tenant, "gone-user", lottery.lottery_id, 2)
      const widget = yield* pageOf(tenant, ada, "ada")
      const told = (participants: number, entries: number) => {
        const both = [participants, entries]
        return { preview: both, draw: both, public: both, widget: [entries, 1 / entries] }
      }
      assert.deepStrictEqual(yield* toldOf(call, widget, lottery), told(3, 9))
      assert.strictEqual((yield* call("PATCH", `/buddies/${bob}/archive`)).status, 200)
      assert.deepStrictEqual(yield* toldOf(call, widget, lottery), told(2, 6))
      yield* erased(call, "gone-user")
      assert.deepStrictEqual(yield* toldOf(call, widget, lottery), told(1, 4))
      assert.deepStrictEqual(yield* broken, [])
      yield* drawNow(call, lottery.lottery_id)
      const draw = (yield* call("GET", `${path}/${lottery.lottery_id}/draws/${lottery.open_draw.draw_id}`)).body
      assert.deepInclude(draw, { status: "drawn", participants: 1, entries: 4 })
      assert.deepStrictEqual(yield* broken, [])
    })
  )

  it.effect("takes them off once, also of one that rests and of an archived buddy that is erased", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call } = tenant
      const lottery: Made = yield* make(call)
      const ada = yield* entered(tenant, "ada", lottery.lottery_id, 4)
      const bob = yield* entered(tenant, "gone-user", lottery.lottery_id, 3)
      const widget = yield* pageOf(tenant, ada, "ada")
      const status = (wanted: string) => call("PATCH", `${path}/${lottery.lottery_id}`, { status: wanted })
      assert.strictEqual((yield* status("paused")).status, 200)
      assert.strictEqual((yield* call("PATCH", `/buddies/${bob}/archive`)).status, 200)
      assert.strictEqual((yield* status("active")).status, 200)
      const both = [1, 4]
      const told = { preview: both, draw: both, public: both, widget: [4, 0.75] }
      assert.deepStrictEqual(yield* toldOf(call, widget, lottery), told)
      yield* erased(call, "gone-user")
      assert.deepStrictEqual(yield* toldOf(call, widget, lottery), told)
      assert.deepStrictEqual(yield* broken, [])
    })
  )

  it.effect(
    "has the ticket of an event no more that is taken back while it rests, however many others have ended",
    () =>
      Effect.gen(function* () {
        const tenant = yield* started
        const { call } = tenant
        const sql = yield* SqlClient.SqlClient
        const { lottery_id } = yield* make(call, { entry: { mode: "event", event_type: "lesson.completed" } })
        yield* rich(tenant, "ada", 0)
        const event = lesson("ada")
        yield* call("POST", "/events", event)
        yield* sql`
        INSERT INTO lotteries (customer_id, lottery_id, lottery_key, name, status, entry, schedule, prizes, eligibility,
          public_proof, revision, created_at, updated_at)
        SELECT customer_id, gen_random_uuid(), 'over-' || n, name, 'ended', entry, schedule, prizes, eligibility,
          public_proof, 1, created_at, now() + interval '1 minute'
        FROM lotteries CROSS JOIN generate_series(1, 45) AS n WHERE lottery_id = ${lottery_id}::uuid`
        const becomes = (status: string) => call("PATCH", `${path}/${lottery_id}`, { status })
        assert.strictEqual((yield* becomes("paused")).status, 200)
        const reversed = yield* call("POST", `/events/${event.event_id}/reverse`, { mode: "clamp" })
        assert.strictEqual(reversed.status, 200, reversed.text)
        assert.strictEqual((yield* becomes("active")).status, 200)
        const preview = (yield* call("GET", `${path}/${lottery_id}/preview-next-draw`)).body
        assert.deepInclude(preview, { participants: 0, entries: 0 })
      })
  )
})
