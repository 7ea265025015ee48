/** Uploaded pictures have a quota, and go when nothing refers to them. */
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import sharp from "sharp"
import { sweep } from "../../../src/platform/retention/Sweep.ts"
import { limits } from "../../../src/wire/Limits.ts"
import { makeEventBadge } from "../../kit/campaigns/Drops.ts"
import { club } from "../../kit/campaigns/Quests.ts"
import { of } from "../../kit/postgres/RetentionDatabase.ts"
import { type Call, TestApp } from "../../kit/service/TestApp.ts"

/** Another picture for each number. */
const picture = (number: number) =>
  Effect.promise(async () => {
    const background = { r: number % 256, g: number >> 8, b: 90 }
    const bytes = await sharp({ create: { width: 16, height: 16, channels: 3, background } })
      .png()
      .toBuffer()
    return bytes.toString("base64")
  })

const upload = Effect.fnUntraced(function* (call: Call, number: number) {
  return yield* call("POST", "/badge-definitions/upload-icon", { image: yield* picture(number) })
})

const shaOf = (url: string) => /assets\/(\w+)\.png/.exec(url)![1]!

const uploaded = Effect.fnUntraced(function* (call: Call, number: number) {
  const { body, status, text } = yield* upload(call, number)
  assert.strictEqual(status, 201, text)
  return body.icon_url as string
})

/** Stands for what the tenant uploaded before. */
const fill = Effect.fnUntraced(function* (customer_id: string, count: number, bytes: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO uploads (customer_id, sha256, bytes, touched_at)
    SELECT ${customer_id}::uuid, md5(n::text) || md5(${customer_id}::text), ${bytes}, now()
    FROM generate_series(1, ${count}) AS n`
})

/** A sweep two days after whatever was uploaded or found in use so far. */
const sweepLater = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE uploads SET touched_at = touched_at - interval '2 days'`
  const [swept] = yield* sweep(of("uploads"))
  assert.isTrue(swept!.isDone)
  return swept!.deleted
})

/** Until a claim waits for another transaction. */
const somebodyWaits = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const found = yield* sql`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`
  return found.length > 0
}).pipe(Effect.repeat({ until: (waits) => waits }))

const served = Effect.fnUntraced(function* (url: string) {
  const { baseUrl } = yield* TestApp
  return (yield* Effect.promise(() => fetch(baseUrl + new URL(url).pathname))).status
})

const shop = Effect.fnUntraced(function* (call: Call) {
  yield* call("POST", "/marketplaces", { marketplace_key: "shop", name: "Shop" })
  const item = { item_key: "hat", name: "Hat", category: "head", price_coins: 10 }
  assert.strictEqual((yield* call("POST", "/marketplaces/shop/items", item)).status, 201)
  return Effect.fnUntraced(function* (number: number) {
    const image = yield* picture(number)
    const { body, status, text } = yield* call("POST", "/marketplaces/shop/items/hat/upload-image", { image })
    assert.strictEqual(status, 200, text)
    return body.image_url as string
  })
})

const put = Effect.fnUntraced(function* (call: Call, image_url: string | null) {
  const item = { item_key: "hat", name: "Hat", category: "head", price_coins: 10, image_url }
  assert.strictEqual((yield* call("PUT", "/marketplaces/shop/items/hat", item)).status, 200)
})

layer(TestApp.shared, { excludeTestServices: true })("uploaded pictures", (it) => {
  it.effect("are counted for each tenant, each once, and the last place goes to one", () =>
    Effect.gen(function* () {
      const { tenant } = yield* TestApp
      const { call, customer_id } = yield* tenant()
      yield* fill(customer_id, limits.uploads_max - 1, 1)
      const answers = yield* Effect.all(
        [1, 2, 3, 4].map((number) => upload(call, number)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409])
      const refused = answers.find(({ status }) => status === 409)!
      assert.strictEqual(refused.body.error.code, "asset_quota_exceeded")
      const { uploads_max: max } = limits
      assert.deepStrictEqual(refused.body.error.details, { unit: "pictures", max, used: max, required: 1 })
      const won = answers.findIndex(({ status }) => status === 201)
      assert.strictEqual(yield* uploaded(call, won + 1), answers[won]!.body.icon_url)

      const items = yield* shop(call)
      assert.strictEqual(yield* items(won + 1), answers[won]!.body.icon_url)
      const more = yield* call("POST", "/marketplaces/shop/items/hat/upload-image", { image: yield* picture(5) })
      assert.deepStrictEqual([more.status, more.body.error.code], [409, "asset_quota_exceeded"])
      yield* uploaded((yield* tenant()).call, 5)
    })
  )

  it.effect("are counted by their bytes, and what is refused is kept nowhere", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, customer_id } = yield* (yield* TestApp).tenant()
      const { uploads_bytes_max: max } = limits
      yield* fill(customer_id, 1, max - 50)
      const [before] = yield* sql`SELECT count(*) FROM assets`
      const { body, status } = yield* upload(call, 10)
      assert.deepStrictEqual([status, body.error.code], [409, "asset_quota_exceeded"])
      const { required, ...details } = body.error.details
      assert.deepStrictEqual(details, { unit: "bytes", max, used: max - 50 })
      assert.deepStrictEqual((yield* sql`SELECT count(*) FROM assets`)[0], before)
      yield* sql`UPDATE uploads SET bytes = ${max - required} WHERE customer_id = ${customer_id}::uuid`
      yield* uploaded(call, 10)
    })
  )

  it.effect("go a day after nothing refers to them, and make room", () =>
    Effect.gen(function* () {
      const { call, customer_id } = yield* (yield* TestApp).tenant()
      const items = yield* shop(call)
      const badge = yield* uploaded(call, 20)
      const award = { badge_key: "helper", label: "Helper", award_mode: "api", icon_url: badge }
      assert.strictEqual((yield* call("POST", "/badge-definitions", award)).status, 201)
      const first = yield* items(21)
      const second = yield* items(22)
      assert.strictEqual((yield* sweep(of("uploads")))[0]!.deleted, 0)
      assert.strictEqual(yield* served(first), 200)

      yield* fill(customer_id, limits.uploads_max - 3, 1)
      assert.strictEqual((yield* upload(call, 23)).status, 409)
      yield* sweepLater
      assert.deepStrictEqual(yield* Effect.forEach([badge, first, second], served), [200, 404, 200])
      yield* uploaded(call, 23)
      assert.strictEqual(yield* items(21), first)
      assert.strictEqual(yield* served(first), 200)
    })
  )

  it.effect("of several tenants stay as long as one of them, or anybody else, refers to them", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { tenant } = yield* TestApp
      const [ada, bob, eve] = [yield* tenant(), yield* tenant(), yield* tenant()]
      const url = yield* uploaded(ada.call, 30)
      assert.strictEqual(yield* uploaded(bob.call, 30), url)
      yield* (yield* shop(ada.call))(31)
      yield* shop(eve.call)
      const holders = Effect.gen(function* () {
        const found = yield* sql`SELECT customer_id FROM uploads WHERE sha256 = ${shaOf(url)}`
        return found.map((row) => row["customer_id"])
      })

      yield* put(ada.call, url)
      yield* sweepLater
      assert.include(yield* holders, ada.customer_id)
      yield* put(eve.call, url)
      yield* put(ada.call, null)
      yield* sweepLater
      assert.strictEqual((yield* holders).length, 1)
      assert.strictEqual(yield* served(url), 200)
      yield* put(eve.call, null)
      yield* sweepLater
      assert.deepStrictEqual([yield* holders, yield* served(url)], [[], 404])
    })
  )

  it.effect("of event badges and awards stay as those of other badges do", () =>
    Effect.gen(function* () {
      const { buddies, call } = yield* club(1)
      const [ofBadge, ofAward, ofNothing] = [
        yield* uploaded(call, 60),
        yield* uploaded(call, 61),
        yield* uploaded(call, 62)
      ]
      yield* makeEventBadge(call, { icon_url: ofBadge })
      const award = { award_key: "best", label: "Best of all", icon_url: ofAward }
      assert.strictEqual((yield* call("POST", `/customers/me/players/${buddies[0]!}/award`, award)).status, 201)
      yield* sweepLater
      yield* sweepLater
      assert.deepStrictEqual(yield* Effect.forEach([ofBadge, ofAward, ofNothing], served), [200, 200, 404])
    })
  )

  it.effect("stay when somebody refers to them while they are swept", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, customer_id } = yield* (yield* TestApp).tenant()
      yield* shop(call)
      const url = yield* uploaded(call, 40)
      const [written, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const writer = yield* Effect.forkChild(
        sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`UPDATE marketplace_items SET content = jsonb_set(content, '{image_url}', to_jsonb(${url}::text))
              WHERE customer_id = ${customer_id}::uuid`
            yield* Deferred.succeed(written, undefined)
            yield* Deferred.await(go)
          })
        )
      )
      yield* Deferred.await(written)
      yield* sql`UPDATE uploads SET touched_at = touched_at - interval '2 days' WHERE sha256 = ${shaOf(url)}`
      yield* sweep(of("uploads"))
      yield* Deferred.succeed(go, undefined)
      yield* Fiber.join(writer)
      yield* sweepLater
      assert.strictEqual(yield* served(url), 200)
    })
  )

  it.effect("that are uploaded again while they are thrown away are there afterwards", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { tenant } = yield* TestApp
      const url = yield* uploaded((yield* tenant()).call, 50)
      const { call } = yield* tenant()
      const [thrown, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      yield* sql`UPDATE uploads SET touched_at = touched_at - interval '2 days' WHERE sha256 = ${shaOf(url)}`
      const discard = (sha256s: ReadonlyArray<string>) =>
        Effect.gen(function* () {
          assert.include(sha256s, shaOf(url))
          yield* Deferred.succeed(thrown, undefined)
          yield* Deferred.await(go)
        })
      const sweeper = yield* Effect.forkChild(sweep({ ...of("uploads"), discard }))
      yield* Deferred.await(thrown)
      const again = yield* Effect.forkChild(uploaded(call, 50))
      yield* somebodyWaits
      yield* Deferred.succeed(go, undefined)
      assert.isAtLeast((yield* Fiber.join(sweeper))[0]!.deleted, 1)
      assert.strictEqual(yield* Fiber.join(again), url)
      assert.strictEqual(yield* served(url), 200)
    })
  )
})
