/** How long a public answer is kept at the door: a moment, also where no news of a change arrive. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"
import { TestClock } from "effect/testing"
import { parcelOf } from "../../../src/edge/pages/Parcel.ts"
import { eachVisit, kept_ms, publicAnswer, PublicAnswers } from "../../../src/edge/pages/PublicAnswers.ts"
import { CacheInvalidation, type Change } from "../../../src/platform/cluster/CacheInvalidation.ts"
import { CurrentRequest, emptyRequest } from "../../../src/wire/CurrentRequest.ts"

const url = "/p/code"
const parcel = parcelOf("text/html", "<p>".repeat(500))

const stage = Effect.gen(function* () {
  let tell: (change: Change) => void = () => {}
  const news = Layer.succeed(CacheInvalidation, {
    publish: () => Effect.void,
    subscribe: (listener) => void (tell = listener)
  })
  const answers = yield* Effect.provide(PublicAnswers, PublicAnswers.layer.pipe(Layer.provide(news)))
  const request = HttpServerRequest.fromWeb(new Request(`http://localhost${url}`))
  const read = <A>(
    work: Effect.Effect<A, never, HttpServerRequest.HttpServerRequest>,
    asked = { method: "GET", url }
  ) =>
    Effect.gen(function* () {
      const current = emptyRequest("r", "192.0.2.1")
      const since = answers.changes()
      yield* work.pipe(
        Effect.provideService(HttpServerRequest.HttpServerRequest, request),
        Effect.provideService(CurrentRequest, current)
      )
      answers.keep({ ...asked, routeOf: () => "/p/:code" }, current, since)
      return answers.find(asked.url)
    })
  return { answers, read, tell: (change: Change) => tell(change) }
})

const page = publicAnswer(parcel, { "cache-control": "public, max-age=60" })

it.effect("what was answered is kept for a second, whatever is heard of it", () =>
  Effect.gen(function* () {
    const { answers, read } = yield* stage
    assert.strictEqual((yield* read(page))?.parcel, parcel)
    yield* TestClock.adjust(kept_ms - 1)
    assert.strictEqual(answers.find(url)?.parcel, parcel)
    assert.isUndefined(answers.find(`${url}?c=x`))
    yield* TestClock.adjust(1)
    assert.isUndefined(answers.find(url))
  })
)

it.effect("what changed while it was read is not kept, nor what anything of a workspace may have taken back", () =>
  Effect.gen(function* () {
    const { answers, read, tell } = yield* stage
    const customer_id = "c"
    for (const change of [
      { _tag: "Tenant", customer_id },
      { _tag: "Page", customer_id },
      { _tag: "Everything" }
    ] as const) {
      const during = Effect.tap(page, () => Effect.sync(() => tell(change)))
      assert.isUndefined(yield* read(during), change._tag)
      assert.isDefined(yield* read(page))
      tell(change)
      assert.isUndefined(answers.find(url), change._tag)
    }
    assert.isDefined(yield* read(page))
    tell({ _tag: "Route", customer_id, user_id: "ada" })
    assert.isDefined(answers.find(url))
  })
)

it.effect("what is not for everybody is not kept, nor what was asked for in another way", () =>
  Effect.gen(function* () {
    const { read } = yield* stage
    assert.isUndefined(yield* read(Effect.void))
    assert.isUndefined(yield* read(page, { method: "HEAD", url }))
    assert.isUndefined(yield* read(page, { method: "GET", url: `${url}?${"x".repeat(300)}` }))
    const seen: Array<string> = []
    const visit = eachVisit((user_agent) => Effect.sync(() => void seen.push(user_agent ?? "nobody")))
    const kept = yield* read(Effect.andThen(visit, page))
    yield* kept!.visit!("firefox")
    assert.deepStrictEqual(seen, ["nobody", "firefox"])
  })
)
