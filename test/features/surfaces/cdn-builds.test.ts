/** Builds that fail, that take their time, and that other nodes have made. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, type Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { brotliDecompressSync } from "node:zlib"
import { WidgetBuild } from "../../../src/features/surfaces/cdn/Service.ts"
import type { PackedBuild } from "../../../src/features/surfaces/cdn/Service/Packing.ts"
import { sweep } from "../../../src/platform/retention/Sweep.ts"
import { DatabaseUrl } from "../../../src/platform/postgres/DatabaseUrl.ts"
import { FakeImages } from "../../../src/platform/images/FakeImages.ts"
import { AppConfig } from "../../../src/Config.ts"
import { NodeLive, portOf } from "../../../src/testing/Node.ts"
import { TestService } from "../../../src/testing/TestService.ts"
import { testDatabase } from "../../kit/postgres/PgTemplate.ts"
import { packSmall } from "../../kit/widgets/SmallWidgets.ts"

const node = (url: Redacted.Redacted, make: () => Promise<PackedBuild>) =>
  Effect.gen(function* () {
    const services = yield* Layer.build(
      Layer.fresh(
        NodeLive(0).pipe(
          Layer.provideMerge(AppConfig.test()),
          Layer.provideMerge(FakeImages.layer),
          Layer.provideMerge(Layer.succeed(DatabaseUrl, url)),
          Layer.provide(Layer.succeed(WidgetBuild, make))
        )
      )
    )
    const base = `http://127.0.0.1:${yield* Effect.provide(portOf, services)}`
    const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
      Effect.promise(async () => {
        const response = await fetch(base + path, { headers })
        return { status: response.status, headers: response.headers, text: await response.text() }
      })
    return { get, sql: Context.get(services, SqlClient.SqlClient), services }
  })

/** One service on a clock of the test's, with whatever `make` does for a build. */
const onClock = (make: () => Promise<PackedBuild>) =>
  Layer.provide(TestService.layer(), Layer.succeed(WidgetBuild, make))

describe("builds of widgets", () => {
  it.live("of two nodes on one database are both served by either", () =>
    Effect.gen(function* () {
      const url = yield* testDatabase
      const before = yield* Effect.promise(() => packSmall("1.0.0"))
      const after = yield* Effect.promise(() => packSmall("2.0.0"))
      const nodes = [yield* node(url, async () => before), yield* node(url, async () => after)]
      for (const { get } of nodes) yield* get("/cdn/manifest.json")
      for (const [index, { get }] of nodes.entries()) {
        const own = [before, after][index]!
        assert.include((yield* get("/cdn/widget.js")).text, own.build)
        for (const build of [before, after]) {
          for (const { etag, name, plain } of build.files.values()) {
            const { headers, status, text } = yield* get(`/cdn/${build.build}/${name}`)
            assert.deepStrictEqual(
              [status, text, headers.get("etag")?.replace(/-(br|gzip)-[0-9a-f]{8}"$/, '"')],
              [200, Buffer.from(plain).toString(), etag],
              name
            )
            assert.include(headers.get("cache-control"), "immutable")
          }
          assert.strictEqual((yield* get(`/cdn/${build.build}/xx.js`)).status, 404)
        }
      }
    }).pipe(Effect.scoped)
  )

  it.live("stay for pages that pin them as long as anybody asks, and go half a year after", () =>
    Effect.gen(function* () {
      const url = yield* testDatabase
      const [pinned, forgotten] = yield* Effect.promise(() =>
        Promise.all(["0.1.0", "0.2.0"].map((version) => packSmall(version)))
      )
      yield* Effect.scoped(
        Effect.flatMap(
          node(url, async () => pinned!),
          ({ get }) => get("/cdn/widget.js")
        )
      )
      yield* Effect.scoped(
        Effect.flatMap(
          node(url, async () => forgotten!),
          ({ get }) => get("/cdn/widget.js")
        )
      )
      const { get, services, sql } = yield* node(url, () => packSmall())
      yield* get("/cdn/widget.js")
      yield* sql`UPDATE cdn_files SET seen_at = seen_at - interval '179 days' WHERE build <> ''`
      yield* get(`/cdn/${pinned!.build}/core.js`)
      yield* sql`UPDATE cdn_files SET seen_at = seen_at - interval '2 days' WHERE build <> ''`
      yield* Effect.provide(sweep(), services)
      const left = yield* sql`SELECT DISTINCT build FROM cdn_files`
      assert.deepStrictEqual(left, [{ build: pinned!.build }])
    }).pipe(Effect.scoped)
  )

  it.live("under way are waited for, and those of other nodes are not held up by them", () =>
    Effect.gen(function* () {
      const url = yield* testDatabase
      const other = yield* Effect.promise(() => packSmall("1.0.0"))
      const own = yield* Effect.promise(() => packSmall("2.0.0"))
      yield* Effect.scoped(
        Effect.flatMap(
          node(url, async () => other),
          ({ get }) => get("/cdn/widget.js")
        )
      )
      const done = Promise.withResolvers<PackedBuild>()
      const { get } = yield* node(url, () => done.promise)
      assert.strictEqual((yield* get(`/cdn/${other.build}/core.js`)).status, 200)
      const waiting = yield* Effect.forkChild(
        Effect.all([get("/cdn/widget.js"), get(`/cdn/${own.build}/core.js`)], { concurrency: "unbounded" }),
        { startImmediately: true }
      )
      // The service answers meanwhile.
      assert.strictEqual((yield* get("/healthz")).status, 200)
      done.resolve(own)
      const answers = yield* Fiber.join(waiting)
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        [200, 200]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("that take too long cost a request five seconds, and it is told to come again", () =>
    Effect.gen(function* () {
      const { advanceUntil, call, now } = yield* TestService
      const before = yield* now
      const waiting = yield* Effect.forkChild(call("GET", "root:/cdn/widget.js"), { startImmediately: true })
      const isAnswered = Effect.sync(() => waiting.pollUnsafe() !== undefined)
      yield* advanceUntil("the request is answered", isAnswered, { step: "1 second" })
      assert.approximately((yield* now) - before, 5_000, 1_000)
      const { body, headers, status } = yield* Fiber.join(waiting)
      assert.deepStrictEqual([status, headers.get("retry-after"), headers.get("cache-control")], [503, "5", "no-store"])
      assert.strictEqual((body as { error: { code: string } }).error.code, "service_unavailable")
    }).pipe(Effect.provide(onClock(() => Promise.withResolvers<PackedBuild>().promise)))
  )

  it.live("are served before they are as small as can be", () =>
    Effect.gen(function* () {
      const small = yield* Effect.promise(() => packSmall("3.0.0"))
      const { get } = yield* node(yield* testDatabase, async () => ({ ...small, press: () => new Promise(() => {}) }))
      for (const path of ["widget.js", "manifest.json", `${small.build}/core.js`, `${small.build}/core.js.map`])
        assert.strictEqual((yield* get(`/cdn/${path}`)).status, 200, path)
    }).pipe(Effect.scoped)
  )

  it.effect("are left as they are until their node has been up for a minute", () => {
    let isPressed = false
    const press = async () => {
      isPressed = true
    }
    return Effect.gen(function* () {
      const { advance, advanceUntil, call } = yield* TestService
      assert.strictEqual((yield* call("GET", "root:/cdn/widget.js")).status, 200)
      yield* advance("30 seconds")
      assert.isFalse(isPressed)
      yield* advanceUntil(
        "the build is pressed",
        Effect.sync(() => isPressed)
      )
    }).pipe(Effect.provide(onClock(async () => ({ ...(await packSmall("6.0.0")), press }))))
  })

  it.live("are told apart by their tags before and after they are pressed", () =>
    Effect.gen(function* () {
      const small = yield* Effect.promise(() => packSmall("5.0.0"))
      const core = small.files.get("core.js")!
      const later = { ...small, files: new Map(small.files) }
      const { get } = yield* node(yield* testDatabase, async () => ({ ...later, press: async () => {} }))
      yield* get("/cdn/manifest.json")
      const ask = get(`/cdn/${small.build}/core.js`, { "accept-encoding": "br" })
      const tag = Effect.map(ask, ({ headers }) => headers.get("etag"))
      const before = yield* tag
      assert.match(String(before), /-br-/)
      assert.strictEqual(yield* tag, before)
      yield* Effect.promise(() => small.press())
      const { br } = small.files.get("core.js")!
      later.files.set("core.js", { ...core, br })
      assert.notStrictEqual(yield* tag, before)
    }).pipe(Effect.scoped)
  )

  it("are pressed once, to the same files in fewer bytes", async () => {
    const { files, press } = await packSmall("4.0.0")
    const before = new Map(files)
    await Promise.all([press(), press()])
    for (const [name, { br, etag, gzip, plain }] of files) {
      const first = before.get(name)!
      assert.deepStrictEqual([etag, gzip, plain], [first.etag, first.gzip, first.plain], name)
      assert.isTrue(brotliDecompressSync(br).equals(Buffer.from(plain)), name)
      if (name === "core.js") assert.isBelow(br.length, first.br.length)
    }
  })

  it.effect("that fail leave the rest of the service alone, are counted, and are tried again", () => {
    let isMended = false
    const make = () => (isMended ? packSmall() : Promise.reject(new Error("no memory left")))
    return Effect.gen(function* () {
      const { advance, advanceUntil, call, tenant } = yield* TestService
      const refused = yield* call("GET", "root:/cdn/widget.js")
      assert.deepStrictEqual([refused.status, refused.headers.get("retry-after")], [503, "5"])
      assert.strictEqual((yield* call("GET", "root:/cdn/000000000000/core.js")).status, 503)
      yield* tenant()
      yield* advance("30 seconds")
      const figures = yield* call("GET", "root:/metrics")
      assert.match(JSON.stringify(figures.body), /hatchery_widget_builds_total\{outcome=\\?"failed\\?"\} [1-9]/)
      isMended = true
      yield* advanceUntil(
        "a later try has succeeded",
        Effect.map(call("GET", "root:/cdn/widget.js"), ({ status }) => status === 200)
      )
    }).pipe(Effect.provide(onClock(make)))
  })
})
