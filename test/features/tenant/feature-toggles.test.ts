/** What is switched off is off on every route at once, starts nothing new, and loses nothing. */
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { capabilities } from "../../../src/wire/Plans.ts"
import { hatch, lesson, publish, studyContent } from "../../kit/players/players.ts"
import { widgetOwner } from "../../kit/players/Widgets.ts"
import { type Answer, TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"
import { turn } from "../../kit/tenant/Toggles.ts"
import { webhookSink } from "../../kit/webhooks/WebhookSink.ts"

const toggles = "/customers/me/feature-toggles"
const config = "/customers/me/feature-config"
const refused = ({ body, status }: Answer) => [status, body?.error?.code, body?.error?.details]

const ok = (answer: Answer, status = 200) => {
  assert.strictEqual(answer.status, status, answer.text)
  return answer.body
}

const everything = Object.fromEntries(capabilities.map((capability) => [capability, true]))

layer(TestApp.shared, { excludeTestServices: true })("feature toggles", (it) => {
  it.effect("are drafted, published at once, and discarded", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant({ plan: "pro" })
      const fresh = ok(yield* call("GET", toggles))
      assert.deepStrictEqual(fresh, {
        published: everything,
        draft: null,
        entitled: capabilities.slice(0, 23),
        published_at: null,
        published_by: null
      })
      const first = ok(yield* call("PATCH", toggles, { toggles: { lotteries: false, paths: false, teams: true } }))
      assert.deepStrictEqual(first.draft, { lotteries: false, paths: false })
      const second = ok(yield* call("PATCH", toggles, { toggles: { paths: true, sso: false } }))
      assert.deepStrictEqual(second.draft, { lotteries: false, sso: false })
      assert.strictEqual((yield* call("GET", "/customers/me/lotteries")).status, 200)
      assert.include(ok(yield* call("GET", "/auth/api-keys/whoami")).capabilities, "lotteries")

      const published = ok(yield* call("POST", `${toggles}/publish`))
      assert.deepStrictEqual(published.changed, [
        { capability: "lotteries", enabled: false },
        { capability: "sso", enabled: false }
      ])
      assert.isNull(published.draft)
      assert.strictEqual(published.published_by.type, "api_key")
      assert.isString(published.published_at)
      assert.deepStrictEqual(refused(yield* call("GET", "/customers/me/lotteries")), [
        403,
        "capability_disabled",
        { capability: "lotteries" }
      ])
      const active = capabilities.slice(0, 23).filter((capability) => capability !== "lotteries")
      assert.deepStrictEqual(ok(yield* call("GET", "/auth/api-keys/whoami")).capabilities, active)
      assert.deepStrictEqual(ok(yield* call("GET", "/billing/status")).capabilities, active)
      assert.deepStrictEqual(ok(yield* call("POST", `${toggles}/publish`)).changed, [])

      ok(yield* call("PATCH", toggles, { toggles: { lotteries: true } }))
      ok(yield* call("DELETE", `${toggles}/draft`), 204)
      ok(yield* call("DELETE", `${toggles}/draft`), 204)
      assert.isNull(ok(yield* call("GET", toggles)).draft)
      assert.strictEqual((yield* call("GET", "/customers/me/lotteries")).status, 403)
      yield* turn(call, { lotteries: true })
      assert.strictEqual((yield* call("GET", "/customers/me/lotteries")).status, 200)
    })
  )

  it.effect("name capabilities there are, and at least one", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      for (const wrong of [{}, { toggles: {} }, { toggles: { weather: true } }, { toggles: { paths: null } }]) {
        assert.strictEqual((yield* call("PATCH", toggles, wrong)).status, 422, JSON.stringify(wrong))
      }
      assert.isNull(ok(yield* call("GET", toggles)).draft)
      for (const body of [{ visible_in_widgets: true }, { enabled: true }])
        assert.strictEqual((yield* call("PATCH", `${config}/weather`, body)).status, 404)
      for (const wrong of [{ enabled: false }, { config: { quorum: 2 } }, { visible_in_widgets: "no" }]) {
        assert.strictEqual((yield* call("PATCH", `${config}/paths`, wrong)).status, 422, JSON.stringify(wrong))
      }
      for (const wrong of [{ quorum: 0 }, { quorum: 11 }, { proposers: "nobody" }, { votes: 2 }]) {
        assert.strictEqual((yield* call("PATCH", `${config}/council`, { config: wrong })).status, 422)
      }
      const { features } = ok(yield* call("GET", config))
      assert.isTrue(features.every(({ updated_at }: { updated_at: unknown }) => updated_at === null))
    })
  )

  it.effect("drafted by many at once keep every wish, and one publishes them", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const named = capabilities.slice(2, 22)
      yield* Effect.all(
        named.map((capability) => call("PATCH", toggles, { toggles: { [capability]: false } })),
        { concurrency: "unbounded" }
      )
      const answers = yield* Effect.all(
        [1, 2, 3, 4].map(() => call("POST", `${toggles}/publish`)),
        {
          concurrency: "unbounded"
        }
      )
      assert.deepStrictEqual(answers.map((answer) => ok(answer).changed.length).sort(), [0, 0, 0, 20])
      const { published } = ok(yield* call("GET", toggles))
      assert.deepStrictEqual(
        capabilities.filter((capability) => !published[capability]),
        named
      )
    })
  )

  it.effect("that are off refuse events, hand the rules nothing of theirs, and lose nothing", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant({ plan: "pro" })
      const { call } = tenant
      yield* publish(tenant, studyContent)
      const { buddy_id } = yield* hatch(tenant, "ada")
      const booster = { booster_key: "double", target: { audience: "default" }, applies_to: ["coins"], multiplier: 2 }
      ok(yield* call("POST", "/customers/me/boosters/grant", { ...booster, duration_minutes: 60 }), 201)
      const coins = Effect.map(call("GET", `/buddies/${buddy_id}`), ({ body }) => body.coins as number)
      const learn = Effect.flatMap(coins, (before) =>
        Effect.andThen(
          call("POST", "/events", lesson("ada")),
          Effect.map(coins, (after) => after - before)
        )
      )
      yield* learn
      const boosted = yield* learn

      yield* turn(call, { events: false })
      const late = lesson("ada")
      assert.deepStrictEqual(refused(yield* call("POST", "/events", late)), [
        403,
        "capability_disabled",
        { capability: "events" }
      ])
      assert.strictEqual((yield* call("POST", "/events/batch", { events: [late] })).status, 403)
      yield* turn(call, { events: true })
      ok(yield* call("POST", "/events", late))
      const held = yield* coins
      yield* turn(call, { buddies: false })
      assert.strictEqual((yield* call("GET", `/buddies/${buddy_id}`)).status, 403)
      ok(yield* call("POST", "/events", lesson("ada")))
      yield* turn(call, { buddies: true })
      assert.strictEqual((yield* coins) - held, boosted / 2)
      assert.strictEqual(yield* learn, boosted)
    })
  )

  it.effect("that are off tell nobody, let what waits wait, and send it once they are on", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* publish(tenant, studyContent)
      const { buddy_id } = yield* hatch(tenant, "ada")
      const sql = yield* SqlClient.SqlClient
      const sink = yield* webhookSink
      const { customer_id } = tenant
      ok(yield* call("POST", "/webhook-configs", { url: sink.url("/coins"), events: ["coins.earned"] }), 201)
      const give = (amount: number) => call("POST", `/buddies/${buddy_id}/coins`, { amount })
      const told = Effect.sync(() => sink.at("/coins").map(({ body }) => JSON.parse(body).amount as number))
      const hears = (what: string, amount: number) =>
        until(
          what,
          Effect.map(told, (amounts) => amounts.includes(amount))
        )
      sink.script("/coins", (response, _, nth) => void response.writeHead(nth === 1 ? 503 : 204).end())
      yield* give(1)
      yield* hears("the first", 1)
      yield* turn(call, { webhooks: false })
      yield* give(2)
      // It failed and is due again; another workspace shows that the pump has looked.
      yield* sql`UPDATE webhook_deliveries SET next_attempt_at = now() WHERE customer_id = ${customer_id}::uuid`
      const other = yield* (yield* TestApp).tenant()
      yield* publish(other, studyContent)
      const endpoint = { url: sink.url("/other"), events: ["buddy.*"] }
      ok(yield* other.call("POST", "/webhook-configs", endpoint), 201)
      yield* hatch(other, "bob")
      yield* until(
        "the other",
        Effect.sync(() => sink.at("/other").length > 0)
      )
      assert.deepStrictEqual(yield* told, [1])
      yield* turn(call, { webhooks: true })
      yield* give(3)
      yield* hears("the third", 3)
      yield* until(
        "the first once more",
        Effect.map(told, (amounts) => amounts.filter((one) => one === 1).length === 2)
      )
      assert.notInclude(yield* told, 2)
    })
  )

  it.effect("that are off plan no season, and plan again once they are on", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [off, on] = [
        yield* (yield* TestApp).tenant({ plan: "pro" }),
        yield* (yield* TestApp).tenant({ plan: "pro" })
      ]
      const now = yield* Effect.map(DateTime.now, DateTime.addDuration("1 day"))
      const starts_on = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"][
        DateTime.getPartUtc(now, "weekDay")
      ]
      const planned = ({ customer_id }: { customer_id: string }) => sql`
        SELECT FROM league_seasons WHERE customer_id = ${customer_id}::uuid AND automatic`
      for (const { call, customer_id } of [off, on]) {
        ok(yield* call("PATCH", "/customers/me/leagues/config", { enabled: true, starts_on, season_days: 1 }))
        if (customer_id === off.customer_id) yield* turn(call, { leagues: false })
        yield* sql`DELETE FROM league_seasons WHERE customer_id = ${customer_id}::uuid`
        yield* sql`UPDATE leagues SET plan_at = now() WHERE customer_id = ${customer_id}::uuid`
      }
      const has = (tenant: { customer_id: string }) => Effect.map(planned(tenant), (found) => found.length > 0)
      yield* until("the season of a league that is on", has(on))
      assert.isFalse(yield* has(off))
      yield* turn(off.call, { leagues: true })
      yield* until("the season of one that is on again", has(off))
    })
  )

  it.effect("take their modules out of the widgets, as do features that hide themselves", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant({ plan: "pro" })
      const { call } = tenant
      yield* publish(tenant, studyContent)
      ok(yield* call("POST", "/marketplaces", { marketplace_key: "shop", name: "Shop", is_active: true }), 201)
      const { widget } = yield* widgetOwner(tenant, "ada", ["read"])
      const modules = Effect.map(widget("GET", "/widget/config"), (answer) => ok(answer).modules as Array<string>)
      const all = yield* modules
      assert.include(all, "marketplace")
      const hidden = ok(yield* call("PATCH", `${config}/marketplace`, { visible_in_widgets: false }))
      assert.deepInclude(hidden, { feature_key: "marketplace", enabled: true, visible_in_widgets: false, config: {} })
      assert.deepStrictEqual(
        yield* modules,
        all.filter((module) => module !== "marketplace")
      )
      assert.strictEqual((yield* widget("GET", "/widget/marketplace")).status, 200)
      ok(yield* call("PATCH", `${config}/marketplace`, { visible_in_widgets: true }))
      assert.deepStrictEqual(yield* modules, all)
      yield* turn(call, { marketplace: false })
      assert.notInclude(yield* modules, "marketplace")
      assert.strictEqual((yield* widget("GET", "/widget/marketplace")).status, 403)
    })
  )

  it.effect("have settings where a feature has some: the council's", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant({ plan: "pro" })
      const council = Effect.map(call("GET", config), (answer) =>
        ok(answer).features.find(({ feature_key }: { feature_key: string }) => feature_key === "council")
      )
      assert.deepInclude(yield* council, { entitled: true, enabled: true, updated_at: null })
      assert.deepStrictEqual((yield* council).config, { quorum: 1, proposers: "everyone" })
      ok(yield* call("PATCH", `${config}/council`, { config: { quorum: 3 } }))
      const wanted = { slot: "intro", text: "Hello, {name}" }
      const proposal = ok(yield* call("POST", "/customers/me/council/proposals", wanted), 201)
      assert.strictEqual(proposal.votes.quorum, 3)
      ok(yield* call("PATCH", `${config}/council`, { config: { proposers: "mentors" } }))
      assert.deepStrictEqual((yield* council).config, { quorum: 1, proposers: "mentors" })
    })
  )

  it.effect("are set as a whole or not at all", () =>
    Effect.gen(function* () {
      const { call, customer_id } = yield* (yield* TestApp).tenant({ plan: "pro" })
      const sql = yield* SqlClient.SqlClient
      yield* sql.unsafe(`CREATE FUNCTION feature_config_lost() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'this row is lost' USING ERRCODE = '40001'; END $$`)
      yield* Effect.addFinalizer(() => Effect.orDie(sql`DROP FUNCTION feature_config_lost CASCADE`))
      yield* sql.unsafe(`CREATE TRIGGER feature_config_lost BEFORE INSERT ON feature_configs FOR EACH ROW
        WHEN (NEW.customer_id = '${customer_id}'::uuid) EXECUTE FUNCTION feature_config_lost()`)
      const lost = yield* call("PATCH", `${config}/council`, { visible_in_widgets: false, config: { quorum: 3 } })
      assert.strictEqual(lost.status, 503, lost.text)
      const { features } = ok(yield* call("GET", config))
      const council = features.find(({ feature_key }: { feature_key: string }) => feature_key === "council")
      assert.deepInclude(council, { visible_in_widgets: true, updated_at: null })
      assert.deepStrictEqual(council.config, { quorum: 1, proposers: "everyone" })
    })
  )
})
