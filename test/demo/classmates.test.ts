/** What the demo workspace shows of campaigns: it runs them, and classmates that move only while somebody looks. */
import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { classmates, liveAlong } from "../../src/demo/Classmates.ts"
import { runCampaigns } from "../../src/demo/Campaigns.ts"
import { seed, tenantApi } from "../../src/demo/Seed.ts"
import { DemoDesk } from "../../src/edge/DemoDesk.ts"
import { signature } from "../../src/platform/webhooks/Signing.ts"
import { ForwardClock, forwardUntil } from "../kit/service/ForwardClock.ts"
import { TestApp, type TestTenant } from "../kit/service/TestApp.ts"
import { until } from "../kit/service/time.ts"

const running = Effect.fnUntraced(function* ({ call }: TestTenant) {
  const list = (path: string) => Effect.map(call("GET", `/customers/me/${path}`), ({ body }) => body)
  const league = yield* list("leagues/config")
  return {
    season: league.current_season?.status,
    tiers: league.tiers.length,
    quests: (yield* list("group-quests?status=active")).meta.total,
    draws: (yield* list("lotteries?status=active")).meta.total,
    sales: (yield* list("flash-sales?status=running")).meta.total
  }
})
const all = { season: "active", tiers: 3, quests: 1, draws: 1, sales: 1 }

layer(TestApp.layer().pipe(Layer.provideMerge(ForwardClock.layer)), { excludeTestServices: true })(
  "campaigns of the demo workspace",
  (it) => {
    const filled = Effect.gen(function* () {
      const { baseUrl, tenant } = yield* TestApp
      const account = yield* tenant({ plan: "enterprise" })
      yield* seed(baseUrl, account.key, "seed", baseUrl)
      return { account, api: yield* tenantApi(baseUrl, account.key, "class") }
    }).pipe(Effect.provide(FetchHttpClient.layer))

    it.effect("run, are left alone while they do, and are followed by others once they are over", () =>
      Effect.gen(function* () {
        const { account, api } = yield* filled
        yield* runCampaigns(api)
        assert.deepStrictEqual(yield* running(account), all)
        yield* runCampaigns(api)
        assert.deepStrictEqual(yield* running(account), all)
        const { body } = yield* account.call("GET", "/customers/me/flash-sales?status=running")
        yield* account.call("DELETE", `/customers/me/flash-sales/${body.data[0].flash_sale_id}`)
        assert.strictEqual((yield* running(account)).sales, 0)
        yield* runCampaigns(api)
        assert.deepStrictEqual(yield* running(account), all)
      })
    )

    it.effect("have classmates in them, who rest while nobody looks and go on when somebody does", () =>
      Effect.gen(function* () {
        const { account, api } = yield* filled
        const overlooked: Array<string> = []
        let isSeen = false
        const scores = Effect.map(account.call("GET", "/customers/me/group-quests?status=active"), ({ body }) =>
          Number(body.data[0]?.total ?? 0)
        )
        let asked = 0
        yield* liveAlong(api, {
          mark: "class",
          isWatched: Effect.sync(() => ((asked += 1), isSeen)),
          overlook: (ids) => Effect.sync(() => void overlooked.push(...ids))
        }).pipe(Effect.forkScoped)
        yield* until(
          "the classmates have come and warmed up",
          Effect.sync(() => asked > 0)
        )
        assert.lengthOf(new Set(overlooked), classmates.length)
        const first = yield* scores
        assert.isAbove(first, 0)
        const before = asked
        yield* forwardUntil(
          "they were asked again",
          Effect.sync(() => asked > before)
        )
        assert.strictEqual(yield* scores, first)
        isSeen = true
        yield* forwardUntil(
          "the quest goes on",
          Effect.map(scores, (total) => total > first)
        )
      })
    )

    it.effect("are not told of on the page, which is watched for as long as it asks", () =>
      Effect.gen(function* () {
        const desk = yield* DemoDesk
        assert.isFalse(yield* desk.isWatched)
        const secret = "whsec_of_the_demo"
        yield* desk.expect(secret)
        yield* desk.overlook(["buddy-of-ben"])
        const at = Math.floor((yield* Clock.currentTimeMillis) / 1_000)
        const deliver = (buddy_id: string) => {
          const body = JSON.stringify({ buddy_id })
          const sent = { event: "coins.earned", delivery_id: buddy_id, timestamp: String(at), body }
          return desk.receive({ ...sent, signature: signature(secret, at, body) })
        }
        assert.isTrue((yield* deliver("buddy-of-ben")).verified)
        yield* deliver("buddy-of-ada")
        const { data, last } = yield* desk.after(0)
        assert.deepStrictEqual([data.map(({ delivery_id }) => delivery_id), last], [["buddy-of-ada"], 1])
        assert.isTrue(yield* desk.isWatched)
      }).pipe(Effect.provide(DemoDesk.layer))
    )
  }
)
