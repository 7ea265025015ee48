/** The brag button: what may be told, what is kept of it, and who hears of it. */
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { BragFigures } from "../../../src/features/surfaces/brag/Service/Figures.ts"
import { BragStore } from "../../../src/features/surfaces/brag/Store.ts"
import { VisitStore } from "../../../src/features/surfaces/visits/Store.ts"
import { succeeded } from "../../../src/testing/Requests.ts"
import { at, begin, close, played, score } from "../../kit/players/Leagues.ts"
import { lesson, publish } from "../../kit/players/players.ts"
import { mintSession, widgetOwner, withToken } from "../../kit/players/Widgets.ts"
import { type Call, TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"
import { settledAs, signedWith } from "../../kit/webhooks/EndpointStage.ts"
import { webhookSink } from "../../kit/webhooks/WebhookSink.ts"

const config = "/customers/me/brag/config"

const stage = Effect.gen(function* () {
  const tenant = yield* (yield* TestApp).tenant({ name: "Acme Learning", plan: "growth" })
  yield* publish(tenant)
  const owner = yield* widgetOwner(tenant, "ada", ["read", "events:track"])
  yield* succeeded(tenant.call("PATCH", config, { enabled: true, hashtag: "acme" }))
  const brag = (body: object) => owner.widget("POST", "/widget/brags", body)
  return { ...owner, call: tenant.call, tenant, brag }
})

const evolve = Effect.fnUntraced(function* (call: Call, buddy_id: string) {
  yield* succeeded(call("POST", `/buddies/${buddy_id}/evolve`))
  yield* until(
    "it has evolved, and is painted",
    Effect.map(
      call("GET", `/buddies/${buddy_id}`),
      ({ body }) => body.evolution_stage === 2 && body.appearance.status === "ready"
    )
  )
})

/** A badge, a milestone of a streak and a stage: all of them now. */
const grown = Effect.gen(function* () {
  const stood = yield* stage
  yield* succeeded(stood.call("POST", "/events", lesson("ada")))
  yield* succeeded(stood.call("POST", "/events", lesson("ada")))
  yield* evolve(stood.call, stood.buddy_id)
  return stood
})

const badge = { moment: "badge", subject_key: "first_lesson" } as const

layer(TestApp.shared, { excludeTestServices: true })("the brag button", (it) => {
  it.effect("tells of moments that happened, in the words of the workspace, and of no other", () =>
    Effect.gen(function* () {
      const { brag, call, widget } = yield* stage
      for (const moment of ["evolution", "badge", "streak_milestone", "league_rank", "path_completed"]) {
        const early = yield* brag({ action: "shown", moment })
        assert.deepStrictEqual([early.status, early.body.error.code], [409, "brag_not_earned"], moment)
      }
      yield* succeeded(call("POST", "/events", lesson("ada")))
      yield* succeeded(call("POST", "/events", lesson("ada")))
      const { buddy } = (yield* widget("GET", "/widget/buddy")).body
      const shown = (yield* succeeded(brag({ action: "shown", ...badge }))).body
      assert.strictEqual(shown.text, `${buddy.name} has won a badge: First lesson! #acme`)
      assert.deepStrictEqual([shown.url, shown.channel_url], [null, null])
      // Which channel somebody looks at may be said, and hands nothing out yet.
      const looked = (yield* succeeded(brag({ action: "shown", ...badge, channel: "x" }))).body
      assert.deepStrictEqual([looked.url, looked.channel_url], [null, null])
      const streak = (yield* succeeded(brag({ action: "shown", moment: "streak_milestone" }))).body
      assert.strictEqual(streak.text, `${buddy.name} and I: 1 in a row! #acme`)
      const unknown = yield* brag({ action: "shown", moment: "badge", subject_key: "no_such" })
      assert.strictEqual(unknown.body.error.code, "brag_not_earned")
      yield* evolve(call, buddy.buddy_id)
      yield* succeeded(
        call("PATCH", config, { templates: { evolution: "{name}: {stage_name} of {tenant_name} {rank}" } })
      )
      const evolved = (yield* succeeded(brag({ action: "clicked", moment: "evolution", channel: "x" }))).body
      assert.strictEqual(evolved.text, `${buddy.name}: Scout of Acme Learning #acme`)
      assert.match(evolved.url, /\/p\/[0-9A-Za-z]{16}\?c=x$/)
      assert.include(evolved.channel_url, `url=${encodeURIComponent(evolved.url)}`)
      const link = (yield* succeeded(call("POST", `/buddies/${buddy.buddy_id}/share`))).body
      assert.strictEqual(evolved.url, `${link.url}?c=x`)
    })
  )

  it.effect("offers a place in a league once its season is over, until it was shown", () =>
    Effect.gen(function* () {
      const { buddies, call, tenant } = yield* played(["ada"])
      const [buddy_id] = buddies
      const scopes = ["read", "events:track"]
      const widget = withToken(call, yield* mintSession(call, { buddy_id, user_id: "ada", scopes }))
      yield* succeeded(call("PATCH", config, { enabled: true }))
      const isOffered = Effect.map(widget("GET", "/widget/config"), ({ body }) =>
        body.brag.moments.includes("league_rank")
      )
      const { season_id } = yield* begin(tenant)
      yield* score(tenant, "ada", 10)
      assert.isFalse(yield* isOffered)
      yield* close(tenant, season_id)
      assert.isTrue(yield* isOffered)
      const { body } = yield* succeeded(widget("POST", "/widget/brags", { action: "shown", moment: "league_rank" }))
      const { name } = (yield* call("GET", `/buddies/${buddy_id}`)).body
      assert.strictEqual(body.text, `Rank 1 in the league, together with ${name}!`)
      assert.isFalse(yield* isOffered)
      const next = yield* begin(tenant, { starts_at: at(0) })
      yield* score(tenant, "ada", 10)
      yield* close(tenant, next.season_id)
      assert.isTrue(yield* isOffered)
      yield* succeeded(call("PATCH", config, { moments: ["badge"] }))
      assert.isFalse(yield* isOffered)
    })
  )

  it.effect("is not there while it, sharing or the moment is off, or the buddy is private", () =>
    Effect.gen(function* () {
      const { brag, buddy_id, call, widget } = yield* grown
      const offered = Effect.map(widget("GET", "/widget/config"), ({ body }) => [
        body.brag === null,
        body.modules.includes("brag")
      ])
      assert.deepStrictEqual(yield* offered, [false, true])
      const told = () => Effect.map(brag({ action: "shown", ...badge }), ({ body }) => body.error?.code ?? "told")
      assert.strictEqual(yield* told(), "told")
      const switches = [
        [config, { enabled: false }, { enabled: true }],
        ["/buddy-share/settings", { enabled: false }, { enabled: null }],
        [`/buddies/${buddy_id}/profile`, { is_private: true }, { is_private: null }]
      ] as const
      for (const [path, off, on] of switches) {
        yield* succeeded(call("PATCH", path, off))
        assert.deepStrictEqual([yield* told(), ...(yield* offered)], ["brag_disabled", true, false], path)
        yield* succeeded(call("PATCH", path, on))
      }
      yield* succeeded(call("PATCH", config, { moments: ["evolution"] }))
      assert.strictEqual(yield* told(), "brag_disabled")
      const channel = yield* brag({ action: "clicked", moment: "evolution", channel: "email" })
      assert.strictEqual(channel.status, 422)
      for (const action of ["clicked", "shared"])
        assert.strictEqual((yield* brag({ action, moment: "evolution" })).status, 422)
    })
  )

  it.effect("has an hour's worth of 30 for a buddy, and changes nothing of it", () =>
    Effect.gen(function* () {
      const { brag, buddy_id, call } = yield* grown
      const owned = Effect.map(
        call("GET", `/buddies/${buddy_id}`),
        ({ body: { coins, evolution_stage, skills, tokens } }) => ({ coins, evolution_stage, skills, tokens })
      )
      const before = yield* owned
      const statuses = yield* Effect.forEach(
        Array.from({ length: 34 }),
        () => Effect.map(brag({ action: "shown", ...badge }), ({ status }) => status),
        { concurrency: 4 }
      )
      // A token has windows of its own, which may have been hit as well.
      assert.isAtMost(statuses.filter((status) => status === 201).length, 30)
      yield* until(
        "the hour's worth is told",
        Effect.map(brag({ action: "shown", ...badge }), ({ body }) => body.error?.details.retryAfter > 60)
      )
      const { stages } = (yield* succeeded(call("GET", "/customers/me/brag/funnel"))).body
      assert.strictEqual(stages[0].count, 30)
      assert.deepStrictEqual(yield* owned, before)
    })
  )

  it.effect("looks for a moment that is not there so often an hour, and not for one more", () =>
    Effect.gen(function* () {
      const { brag } = yield* stage
      const refused = Effect.map(brag({ action: "shown", moment: "streak_milestone" }), ({ body }) => body.error)
      const first = yield* refused
      assert.strictEqual(first.code, "brag_not_earned")
      // Longer than any window of its token.
      yield* until(
        "it is told to wait",
        Effect.map(refused, ({ code, details }) => code === "rate_limited" && details.retryAfter > 60)
      )
    })
  )

  it.effect("writes one table of a workspace at a time, and lets so many wait", () =>
    Effect.gen(function* () {
      const { customer_id } = yield* (yield* TestApp).tenant()
      const written = yield* Deferred.make<void>()
      const store = Layer.succeed(BragStore, {
        newest: () => Effect.as(Deferred.await(written), [])
      } as unknown as BragStore["Service"])
      const codes = yield* Effect.gen(function* () {
        const figures = yield* BragFigures
        const tables = yield* Effect.forEach(Array.from({ length: 8 }), () =>
          Effect.forkChild(Effect.exit(figures.csv(customer_id)), { startImmediately: true })
        )
        yield* Deferred.succeed(written, undefined)
        return yield* Effect.forEach(tables, Fiber.join)
      }).pipe(Effect.provide(Layer.provide(Layer.fresh(BragFigures.layerStores), [store, VisitStore.layer])))
      assert.strictEqual(codes.filter(({ _tag }) => _tag === "Success").length, 6)
    })
  )

  it.effect("comes to the same in figures and rows, with whoever followed its links", () =>
    Effect.gen(function* () {
      const { brag, buddy_id, call } = yield* grown
      yield* succeeded(call("PATCH", "/buddy-share/settings", { cta_url: "https://acme.example/" }))
      yield* succeeded(brag({ action: "shown", ...badge }))
      yield* succeeded(brag({ action: "shown", moment: "evolution" }))
      yield* succeeded(brag({ action: "clicked", ...badge, channel: "whatsapp" }))
      const { body } = yield* succeeded(brag({ action: "shared", ...badge, channel: "whatsapp" }))
      const { baseUrl } = yield* TestApp
      const { pathname, search } = new URL(body.url)
      const follow = (path: string) =>
        Effect.promise(() =>
          fetch(`${baseUrl}${path}${search}`, {
            redirect: "manual",
            headers: { "user-agent": "Mozilla/5.0 Firefox/140.0" }
          })
        )
      yield* follow(pathname)
      yield* follow(`${pathname}/go`)
      const funnel = Effect.map(succeeded(call("GET", "/customers/me/brag/funnel")), (answer) => answer.body)
      yield* until(
        "the visit is counted",
        Effect.map(funnel, ({ stages }) => stages[3].count === 1 && stages[4].count === 1)
      )
      const { by_moment, stages } = yield* funnel
      assert.deepStrictEqual(stages, [
        { stage: "shown", count: 2, rate: null },
        { stage: "clicked", count: 1, rate: 0.5 },
        { stage: "shared", count: 1, rate: 1 },
        { stage: "viewed", count: 1, rate: 1 },
        { stage: "cta_clicked", count: 1, rate: 1 }
      ])
      assert.deepInclude(by_moment, { moment: "badge", shown: 1, clicked: 1, shared: 1 })
      const { channels } = (yield* succeeded(call("GET", "/customers/me/brag/by-channel"))).body
      assert.deepInclude(channels, { channel: "whatsapp", clicked: 1, shared: 1, viewed: 1, cta_clicked: 1 })
      const csv = (yield* call("GET", "/customers/me/brag/telemetry.csv")).text.trimEnd().split("\r\n")
      assert.strictEqual(csv[0], "occurred_at,action,moment,subject_key,channel,buddy_id")
      assert.strictEqual(csv.length, 1 + 4)
      assert.isTrue(csv[1]!.endsWith(`,shared,badge,first_lesson,whatsapp,${buddy_id}`))
      yield* call("DELETE", "/customers/me/users/ada/data")
      yield* until(
        "nothing is left of it",
        Effect.map(call("GET", "/customers/me/brag/telemetry.csv"), ({ text }) => text.trimEnd() === csv[0])
      )
    })
  )

  it.effect("is told to endpoints, and a sample of it goes the same way", () =>
    Effect.gen(function* () {
      const { brag, call } = yield* grown
      const none = yield* call("POST", "/customers/me/brag/webhook-test")
      assert.deepStrictEqual([none.status, none.body.error.code], [409, "webhook_not_subscribed"])
      const sink = yield* webhookSink
      const endpoint = (yield* succeeded(
        call("POST", "/webhook-configs", { url: sink.url("/hook"), events: ["brag.shared"] })
      )).body
      const { deliveries, event } = (yield* succeeded(call("POST", "/customers/me/brag/webhook-test"))).body
      assert.strictEqual(event, "brag.shared")
      assert.deepStrictEqual(
        deliveries.map(({ webhook_config_id }: { readonly webhook_config_id: string }) => webhook_config_id),
        [endpoint.webhook_config_id]
      )
      yield* settledAs(call, deliveries[0].delivery_id, "delivered")
      const { body } = yield* succeeded(brag({ action: "shared", ...badge, channel: "copy_link" }))
      yield* until(
        "both arrived",
        Effect.sync(() => sink.received.length === 2)
      )
      for (const request of sink.received) assert.isTrue(signedWith(request, endpoint.secret))
      const [sample, real] = sink.received.map((request) => JSON.parse(request.body))
      assert.isTrue(sample.is_test)
      assert.deepInclude(real, { moment: "badge", subject_key: "first_lesson", channel: "copy_link", is_test: false })
      assert.isTrue(body.url.includes(real.share_code))
    })
  )

  it.effect("takes no settings it could not keep", () =>
    Effect.gen(function* () {
      const { call } = yield* stage
      for (const body of [
        { moments: [] },
        { moments: ["badge", "badge"] },
        { channels: ["other"] },
        { templates: { badge: "{user_id}" } },
        { templates: { badge: "" } },
        { hashtag: "two words" },
        { enabled: "yes" }
      ]) {
        assert.strictEqual((yield* call("PATCH", config, body)).status, 422, JSON.stringify(body))
      }
      const { updated_at: _, ...kept } = (yield* call("GET", config)).body
      assert.deepStrictEqual(kept, {
        enabled: true,
        moments: ["evolution", "badge", "streak_milestone", "league_rank", "path_completed"],
        channels: ["copy_link", "native_share", "x", "linkedin", "whatsapp"],
        templates: {},
        hashtag: "acme"
      })
    })
  )
})
