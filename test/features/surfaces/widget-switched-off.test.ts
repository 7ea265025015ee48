/** Widgets of a workspace that has less than it had: what belongs to a family that is off is in none of them. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { succeeded } from "../../../src/testing/Requests.ts"
import { opened, score as scored, viewer } from "../../kit/players/Boards.ts"
import { begin, close, played, score } from "../../kit/players/Leagues.ts"
import { lesson, publish } from "../../kit/players/players.ts"
import { join, makeTeam } from "../../kit/players/TeamMates.ts"
import { mintSession, widgetOwner, withToken } from "../../kit/players/Widgets.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { planned } from "../../kit/surfaces/Planned.ts"
import { turn } from "../../kit/tenant/Toggles.ts"

layer(TestApp.shared, { excludeTestServices: true })("a widget of a workspace that has lost something", (it) => {
  it.effect("brings no event in while the intake refuses them", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* publish(tenant)
      const { widget } = yield* widgetOwner(tenant, "ada")
      const track = (event_id: string) =>
        widget("POST", "/widget/events", { event_id, type: "lesson.completed", properties: { score: 90 } })
      yield* turn(call, { events: false })
      for (const refused of [yield* call("POST", "/events", lesson("ada")), yield* track("first")]) {
        assert.deepStrictEqual([refused.status, refused.body.error?.code], [403, "capability_disabled"], refused.text)
        assert.deepStrictEqual(refused.body.error.details, { capability: "events" })
      }
      yield* turn(call, { events: true })
      assert.deepStrictEqual((yield* call("GET", "/events")).body.data, [])
      // Nothing of it is made up for: the same event comes in as a new one.
      const again = yield* track("first")
      assert.deepStrictEqual([again.status, again.headers.get("idempotency-replayed")], [200, null])
    })
  )

  it.effect("has no sales of a marketplace that is off, nor the module that would hold nothing else", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* publish(tenant)
      const shop = { marketplace_key: "shop", name: "Shop" }
      const { marketplace_id } = (yield* succeeded(call("POST", "/marketplaces", shop))).body
      const thing = { name: "Hat", category: "head", price_coins: 5 }
      const { item_id } = (yield* succeeded(call("POST", `/marketplaces/${marketplace_id}/items`, thing))).body
      const now = Date.now()
      yield* succeeded(
        call("POST", "/customers/me/flash-sales", {
          name: "Friday",
          marketplace_id,
          item_ids: [item_id],
          discount: { mode: "percent", value: 50 },
          starts_at: new Date(now - 60_000).toISOString(),
          ends_at: new Date(now + 3_600_000).toISOString()
        })
      )
      const { widget } = yield* widgetOwner(tenant, "ada", ["read"])
      const seen = Effect.gen(function* () {
        const { modules } = (yield* succeeded(widget("GET", "/widget/config"))).body
        const { sales } = (yield* succeeded(widget("GET", "/widget/campaigns"))).body
        return [modules.includes("campaigns"), sales.length]
      })
      assert.deepStrictEqual(yield* seen, [true, 1])
      for (const capability of ["marketplace", "flash_sales"]) {
        yield* turn(call, { [capability]: false })
        assert.deepStrictEqual(yield* seen, [false, 0], capability)
        yield* turn(call, { [capability]: true })
      }
      assert.deepStrictEqual(yield* seen, [true, 1])
    })
  )

  it.effect("ranks no teams without teams", () =>
    Effect.gen(function* () {
      const { buddies, call, tenant } = yield* opened({ scope: "team" })
      const { team_id } = yield* makeTeam(call, { name: "Red" })
      yield* join(call, team_id, buddies[0])
      yield* scored(tenant, "ada", 10)
      const { widget } = yield* viewer(tenant, "ada")
      const names = Effect.map(succeeded(widget("GET", "/widget/leaderboard")), ({ body }) =>
        body.entries.map(({ name }: { readonly name: string }) => name)
      )
      const page = Effect.map(succeeded(call("GET", "/leaderboard")), ({ body }) => [body.data.length, body.board])
      assert.deepStrictEqual(yield* names, ["Red"])
      yield* turn(call, { teams: false })
      const nothing = { leaderboard: null, total: 0, me: null, entries: [], league: null }
      assert.deepInclude((yield* succeeded(widget("GET", "/widget/leaderboard"))).body, nothing)
      assert.deepStrictEqual(yield* page, [0, null])
      yield* turn(call, { teams: true })
      assert.deepStrictEqual(yield* names, ["Red"])
    })
  )

  it.effect("has nothing to tell of a league without leagues", () =>
    Effect.gen(function* () {
      const { buddies, call, tenant } = yield* played(["ada"])
      const [buddy_id] = buddies
      const scopes = ["read", "events:track"]
      const widget = withToken(call, yield* mintSession(call, { buddy_id, user_id: "ada", scopes }))
      yield* succeeded(call("PATCH", "/customers/me/brag/config", { enabled: true }))
      const isOffered = Effect.map(widget("GET", "/widget/config"), ({ body }) =>
        body.brag.moments.includes("league_rank")
      )
      const { season_id } = yield* begin(tenant)
      yield* score(tenant, "ada", 10)
      yield* close(tenant, season_id)
      assert.isTrue(yield* isOffered)
      yield* turn(call, { leagues: false })
      assert.isFalse(yield* isOffered)
      const told = { action: "shown", moment: "league_rank" }
      const refused = yield* widget("POST", "/widget/brags", told)
      assert.deepStrictEqual([refused.status, refused.body.error?.code], [409, "brag_not_earned"], refused.text)
      yield* turn(call, { leagues: true })
      assert.isTrue(yield* isOffered)
      yield* succeeded(widget("POST", "/widget/brags", told))
    })
  )

  it.effect("offers no path to tell of to a plan without paths", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      yield* publish(tenant)
      const { widget } = yield* widgetOwner(tenant, "ada", ["read"])
      yield* succeeded(call("PATCH", "/customers/me/brag/config", { enabled: true }))
      const isOffered = Effect.map(widget("GET", "/widget/config"), ({ body }) =>
        body.brag.moments.includes("path_completed")
      )
      assert.isTrue(yield* isOffered)
      yield* planned(customer_id, "growth")
      assert.isFalse(yield* isOffered)
    })
  )
})
