/** Lists: awaited one page, walked all of them. */
import { assert, describe, it } from "vitest"
import { Hatchery } from "../../../sdk/src/index.ts"
import { json, refused, serviceOf } from "../../kit/sdk/Answers.ts"

const clientOf = (service: ReturnType<typeof serviceOf>) =>
  new Hatchery({ apiKey: "svc_test_1", baseUrl: "https://host.example", fetch: service.fetch, maxRetries: 0 })

const offset = (ids: ReadonlyArray<string>, page: number, limit: number, total: number) =>
  json(200, { data: ids.map((buddy_id) => ({ buddy_id })), meta: { total, page, limit } })

const cursor = (ids: ReadonlyArray<string>, nextCursor: string | null, limit = 200) =>
  json(200, {
    data: ids.map((event_id) => ({ event_id, properties: { a_b: 1 } })),
    pagination: { nextCursor, hasMore: nextCursor !== null, limit }
  })

const searches = ({ asked }: ReturnType<typeof serviceOf>) => asked.map(({ url }) => url.search)

describe("an offset list", () => {
  it("asks for nothing until somebody wants it, and then once", async () => {
    const service = serviceOf(offset(["a"], 1, 20, 1))
    const list = clientOf(service).buddies.list({ userId: "u 1", audience: undefined })
    assert.lengthOf(service.asked, 0)
    assert.deepStrictEqual((await list).data, (await list).data)
    assert.deepStrictEqual((await list.withResponse()).data.meta, { total: 1, page: 1, limit: 20 })
    assert.deepStrictEqual(searches(service), ["?user_id=u+1"])
  })

  it("awaited is one page that knows the next", async () => {
    const service = serviceOf(offset(["a", "b"], 1, 2, 3), offset(["c"], 2, 2, 3))
    const page = await clientOf(service).buddies.list({ limit: 2, status: "active" })
    assert.deepStrictEqual(Object.keys(page), ["data", "meta"])
    assert.isTrue(page.hasNextPage())
    const next = await page.nextPage()
    assert.deepStrictEqual(
      next?.data.map(({ buddyId }) => buddyId),
      ["c"]
    )
    assert.isFalse(next?.hasNextPage())
    assert.isNull(await next?.nextPage())
    assert.deepStrictEqual(searches(service), ["?limit=2&status=active", "?limit=2&status=active&page=2"])
  })

  it("is walked by hundreds, to its total and not to an empty page", async () => {
    const service = serviceOf(offset(["a"], 1, 100, 250), offset([], 2, 100, 250), offset(["b"], 3, 100, 250))
    const found: Array<string> = []
    for await (const { buddyId } of clientOf(service).buddies.list()) found.push(buddyId)
    assert.deepStrictEqual(found, ["a", "b"])
    assert.deepStrictEqual(searches(service), ["?limit=100", "?limit=100&page=2", "?limit=100&page=3"])
  })

  it("is walked no further than wanted", async () => {
    const service = serviceOf(offset(["a", "b"], 1, 2, 9), offset(["c", "d"], 2, 2, 9))
    const list = clientOf(service).buddies.list({ limit: 2 })
    assert.lengthOf(await list.toArray({ max: 3 }), 3)
    assert.lengthOf(await list.toArray({ max: 0 }), 0)
    assert.lengthOf(service.asked, 2)
    const page = await clientOf(serviceOf(offset(["a", "b"], 1, 2, 3), offset(["c"], 2, 2, 3))).buddies.list({
      limit: 2
    })
    assert.lengthOf(await page.toArray(), 3)
  })

  it("tells of a page that was refused", async () => {
    const service = serviceOf(offset(["a"], 1, 1, 2), refused(503, "service_unavailable"))
    const found: Array<string> = []
    const walked = (async () => {
      for await (const { buddyId } of clientOf(service).buddies.list({ limit: 1 })) found.push(buddyId)
    })()
    assert.match(String(await walked.catch((error: unknown) => error)), /ServerError/)
    assert.deepStrictEqual(found, ["a"])
  })
})

describe("a cursor list", () => {
  it("is walked by two hundreds, as far as there is a cursor", async () => {
    const service = serviceOf(cursor(["a"], "c 1"), cursor([], "c2"), cursor(["b"], null))
    const found = await clientOf(service).events.list({ type: "lesson.completed" }).toArray()
    assert.deepStrictEqual(
      found.map(({ eventId, properties }) => ({ eventId, properties })),
      ["a", "b"].map((eventId) => ({ eventId, properties: { a_b: 1 } }))
    )
    const query = "?limit=200&type=lesson.completed"
    assert.deepStrictEqual(searches(service), [query, `${query}&cursor=c+1`, `${query}&cursor=c2`])
  })

  it("with its cursor beside the data is walked alike", async () => {
    const service = serviceOf(
      json(200, { data: [{ delivery_id: "a" }], nextCursor: "n" }),
      json(200, { data: [{ delivery_id: "b" }], nextCursor: null })
    )
    const page = await clientOf(service).webhooks.listDeliveries("w", { limit: 1 })
    assert.strictEqual(page.nextCursor, "n")
    assert.deepStrictEqual(
      (await page.toArray()).map(({ deliveryId }) => deliveryId),
      ["a", "b"]
    )
    assert.deepStrictEqual(searches(service), ["?limit=1", "?limit=1&cursor=n"])
  })

  it("under a name of its own is walked alike", async () => {
    const service = serviceOf(
      json(200, { events: [{ event_id: "a" }], next_cursor: "n" }),
      json(200, { events: [{ event_id: "b" }], next_cursor: null })
    )
    const walked = await clientOf(service).teams.getFeed("t", { type: "evolved" }).toArray()
    assert.lengthOf(walked, 2)
    assert.deepStrictEqual(searches(service), ["?limit=200&type=evolved", "?limit=200&type=evolved&cursor=n"])
  })
})
