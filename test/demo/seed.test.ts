/** The demo workspace is complete in the end, wherever the starts before were cut off. */
import { assert, layer } from "@effect/vitest"
import { Effect, Ref } from "effect"
import { FetchHttpClient, HttpClient, HttpClientResponse } from "effect/http"
import { hatchedUser, readyUser, seed } from "../../src/demo/Seed.ts"
import { TestApp, type TestTenant } from "../kit/service/TestApp.ts"

/** Ends with the answer of its `writes`-th write, which is carried out but never heard of. */
const cutAfter = (writes: number) =>
  Effect.gen(function* () {
    const seen = yield* Ref.make(0)
    return HttpClient.transform(yield* HttpClient.HttpClient, (answer, request) =>
      request.method === "GET"
        ? answer
        : Effect.flatMap(answer, (response) =>
            Effect.flatMap(
              Ref.updateAndGet(seen, (count) => count + 1),
              (count) => (count === writes ? Effect.die("cut off") : Effect.succeed(response))
            )
          )
    )
  })

/** Every fifth request is not answered but told to come again; it may have been carried out or not. */
const busy = Effect.gen(function* () {
  const seen = yield* Ref.make(0)
  return HttpClient.transform(yield* HttpClient.HttpClient, (answer, request) =>
    Effect.flatMap(
      Ref.updateAndGet(seen, (count) => count + 1),
      (count) => {
        const refused = Effect.sync(() => HttpClientResponse.fromWeb(request, new Response(null, { status: 503 })))
        if (count % 5 !== 0) return answer
        return count % 2 === 0 ? refused : Effect.andThen(answer, refused)
      }
    )
  )
})

/** The demo as a newcomer finds it. */
const stateOf = Effect.fnUntraced(function* ({ call }: TestTenant) {
  const versions = (yield* call("GET", "/config-versions")).body.data
  const paths = (yield* call("GET", "/path-definitions")).body.data
  const eggs = (yield* call("GET", "/eggs")).body.data
  const buddies = (yield* call("GET", "/buddies")).body.data
  const endpoints = (yield* call("GET", "/event-types")).body.meta.total
  return {
    versions: versions.map(({ number, status }: Record<string, unknown>) => [number, status]),
    paths: paths.map(({ is_active, path_key }: Record<string, unknown>) => [path_key, is_active]),
    eggs: eggs.map(({ status, user_id }: Record<string, unknown>) => `${user_id} ${status}`).sort(),
    buddies: buddies.map(({ user_id }: Record<string, unknown>) => user_id),
    event_types: endpoints
  }
})

const complete = {
  versions: [[1, "published"]],
  paths: [["first_days", true]],
  eggs: [`${hatchedUser} hatched`, `${readyUser} ready`],
  buddies: [hatchedUser],
  event_types: 5
}

layer(TestApp.layer(), { excludeTestServices: true })("the demo workspace", (it) => {
  const fresh = Effect.gen(function* () {
    const { baseUrl, tenant } = yield* TestApp
    const account = yield* tenant({ plan: "enterprise" })
    return { account, fill: seed(baseUrl, account.key, "seed", baseUrl).pipe(Effect.provide(FetchHttpClient.layer)) }
  })

  it.effect("is complete after a start that was cut off anywhere and one that was not", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* TestApp
      for (let writes = 1; ; writes++) {
        const { account, fill } = yield* fresh
        const cut = yield* Effect.exit(
          Effect.flatMap(cutAfter(writes), (client) =>
            Effect.provideService(seed(baseUrl, account.key, "seed", baseUrl), HttpClient.HttpClient, client)
          ).pipe(Effect.provide(FetchHttpClient.layer))
        )
        yield* fill
        assert.deepStrictEqual(yield* stateOf(account), complete, `cut off after ${writes} writes`)
        if (cut._tag === "Success") {
          assert.isAbove(writes, 8)
          return
        }
      }
    })
  )

  it.effect("is complete although the service was too busy to answer now and then", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* TestApp
      const { account } = yield* fresh
      yield* seed(baseUrl, account.key, "seed", baseUrl).pipe(
        Effect.provideServiceEffect(HttpClient.HttpClient, busy),
        Effect.provide(FetchHttpClient.layer)
      )
      assert.deepStrictEqual(yield* stateOf(account), complete)
    })
  )

  it.effect("belongs to whoever plays with it once it is complete", () =>
    Effect.gen(function* () {
      const { account, fill } = yield* fresh
      const { call } = account
      yield* fill
      assert.strictEqual((yield* call("POST", "/path-definitions/first_days/deactivate")).status, 200)
      const [egg] = (yield* call("GET", `/eggs?user_id=${readyUser}`)).body.data
      assert.strictEqual((yield* call("PATCH", `/eggs/${egg.egg_id}/status`, { status: "cancelled" })).status, 200)
      const changed = yield* stateOf(account)
      yield* fill
      assert.deepStrictEqual(yield* stateOf(account), changed)
    })
  )

  it.effect("leads visitors of a shared buddy to the demo page as well", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* TestApp
      const { account, fill } = yield* fresh
      yield* fill
      const { body } = yield* account.call("GET", "/buddy-share/settings")
      assert.deepStrictEqual([body.cta_label, body.cta_url], ["Hatch your own", `${baseUrl}/demo`])
    })
  )

  it.effect("leads visitors of its showroom to the demo page, where an egg waits", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* TestApp
      const { account, fill } = yield* fresh
      yield* fill
      const { body } = yield* account.call("GET", "/customers/me/showrooms")
      assert.deepStrictEqual(body.data[0].cta, { label: "Hatch your own", url: `${baseUrl}/demo` })
    })
  )
})
