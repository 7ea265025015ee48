/** Who has come to a showroom, how, and what is told of it. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { TestClock } from "effect/testing"
import jsqr from "jsqr"
import sharp from "sharp"
import { showroomLimits } from "../../../src/features/surfaces/showrooms/Api.ts"
import { makeCodes } from "../../../src/features/surfaces/showrooms/Http/Public.ts"
import { ShowroomStore } from "../../../src/features/surfaces/showrooms/Store.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"
import { fine, open, showrooms as base, workspace } from "../../kit/surfaces/Showrooms.ts"
import { webhookSink } from "../../kit/webhooks/WebhookSink.ts"

const firefox = (version: number) => ({
  "user-agent": `Mozilla/5.0 (X11; Linux x86_64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`
})
const scan = jsqr as unknown as (data: Uint8ClampedArray, width: number, height: number) => { data: string } | null

layer(TestApp.shared, { excludeTestServices: true })("visits of a showroom", (it) => {
  it.effect("count once a day for a visitor, by link or by the present code, and are told", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* TestApp
      const tenant = yield* workspace
      const { call } = tenant
      const sink = yield* webhookSink
      fine(yield* call("POST", "/webhook-configs", { url: sink.url("/"), events: ["showroom.visited"] }), 201)
      const { qr, showroom_id, slug } = yield* open(tenant)
      const k = qr.url.split("?k=")[1]
      const visits = Effect.map(call("GET", `${base}/${showroom_id}`), (answer) => fine(answer).visits)
      const counted = (total: number, of_qr: number) =>
        until(
          `${total} visits`,
          Effect.map(visits, (found) => found.total === total && found.qr === of_qr && found.last_30_days === total)
        )
      const page = (query: string, headers: Readonly<Record<string, string>>) =>
        Effect.promise(() => fetch(`${baseUrl}/showroom/${slug}${query}`, { headers }).then(({ status }) => status))
      assert.strictEqual(yield* page("", firefox(140)), 200)
      yield* counted(1, 0)
      fine(yield* call("GET", `/public/showroom/${slug}?k=${k}`, undefined, { headers: firefox(140) }))
      assert.strictEqual(yield* page(`?k=${k}`, { "user-agent": "Googlebot/2.1" }), 200)
      assert.strictEqual(yield* page(`?k=${k}&utm=x`, firefox(141)), 200)
      yield* counted(2, 1)
      fine(yield* call("POST", `${base}/${showroom_id}/regenerate-qr`))
      assert.strictEqual(yield* page(`?k=${k}`, firefox(142)), 200)
      yield* counted(3, 1)
      const told = Effect.sync(() => sink.at("/").map(({ body }) => JSON.parse(body)))
      yield* until(
        "all are told",
        Effect.map(told, (all) => all.length === 3)
      )
      const all = yield* told
      assert.deepStrictEqual(all.map(({ source }) => source).toSorted(), ["link", "link", "qr"])
      assert.deepInclude(all[0], { showroom_id, slug })
    })
  )

  it.effect("are told sixty times a minute and no oftener", () =>
    Effect.gen(function* () {
      const tenant = yield* workspace
      const { showroom_id } = yield* open(tenant)
      const told = yield* Effect.gen(function* () {
        const { tell } = yield* ShowroomStore
        const minute = Effect.replicateEffect(tell(tenant.customer_id, showroom_id), showroomLimits.told_per_minute + 5)
        yield* TestClock.setTime(Date.UTC(2026, 4, 12, 12, 0, 59))
        const first = yield* minute
        yield* TestClock.adjust("1 second")
        return [first, yield* minute]
      }).pipe(Effect.provide(ShowroomStore.layer), Effect.provide(TestClock.layer()))
      assert.deepStrictEqual(
        told.map((some) => some.filter(Boolean).length),
        [60, 60]
      )
    })
  )

  it.effect("come by a picture that is painted once for whoever wants it at the same time", () =>
    Effect.gen(function* () {
      let painted = 0
      const codes = yield* makeCodes(async (svg) => {
        painted++
        return new Uint8Array(Buffer.from(svg))
      })
      const request = HttpServerRequest.fromWeb(new Request("http://localhost/"))
      const all = Array.from({ length: 8 }, () => codes("https://example.test/showroom/x?k=1", "png"))
      const answers = yield* Effect.all(all, { concurrency: "unbounded" }).pipe(
        Effect.provideService(HttpServerRequest.HttpServerRequest, request)
      )
      assert.deepStrictEqual([...new Set(answers.map(({ status }) => status))], [200])
      assert.strictEqual(painted, 1)
    })
  )

  it.effect("come by a picture that leads to the page, as SVG or PNG", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* TestApp
      const { qr, slug } = yield* open(yield* workspace)
      for (const [format, type] of [
        ["", "image/svg+xml"],
        ["?format=png", "image/png"]
      ] as const) {
        const at = `${baseUrl}/api/v1/public/showroom/${slug}/qr${format}`
        const answer = yield* Effect.promise(() => fetch(at))
        assert.strictEqual(answer.headers.get("content-type")?.split(";")[0], type)
        const bytes = Buffer.from(yield* Effect.promise(() => answer.arrayBuffer()))
        const drawn = sharp(bytes).resize(512).flatten({ background: "#fff" }).ensureAlpha().raw()
        const { data, info } = yield* Effect.promise(() => drawn.toBuffer({ resolveWithObject: true }))
        assert.strictEqual(scan(new Uint8ClampedArray(data), info.width, info.height)?.data, qr.url)
        const tag = { "if-none-match": answer.headers.get("etag")! }
        assert.strictEqual((yield* Effect.promise(() => fetch(at, { headers: tag }))).status, 304)
      }
      const wrong = yield* Effect.promise(() => fetch(`${baseUrl}/api/v1/public/showroom/${slug}/qr?format=gif`))
      assert.strictEqual(wrong.status, 422)
    })
  )
})
