/** What a pump has under way at its endpoints, without database and network. */
import { assert, it } from "vitest"
import { EndpointWindows } from "../../src/platform/webhooks/EndpointWindows.ts"
import type { OpenEndpoint } from "../../src/platform/webhooks/WebhookAttempt.ts"
import type { AttemptResult, Lease, LeasedDelivery } from "../../src/platform/webhooks/WebhookQueue.ts"

/** What comes before a dash in the name of an endpoint is its owner's. */
const endpoint = (id: string): OpenEndpoint => ({
  leased: {
    customer_id: `owner-of-${id.split("-")[0]}`,
    webhook_config_id: id,
    url: "https://example.com/",
    headers: {},
    sealed_headers: null,
    secret: new Uint8Array(),
    previous_secret: null
  },
  url: new URL("https://example.com/"),
  ready: undefined
})

interface UnderWay {
  readonly endpoint: string
  readonly delivery_id: string
  end(status: AttemptResult["status"]): void
}

/** Windows whose attempts end when the test says so. */
const make = (in_flight_max = 400, tenant_in_flight_max = in_flight_max) => {
  const underWay: Array<UnderWay> = []
  const begun: Array<string> = []
  const results: Array<AttemptResult> = []
  const forgotten: Array<string> = []
  const time = { now: 0 }
  let serial = 0
  const windows = new EndpointWindows({
    in_flight_max,
    tenant_in_flight_max,
    now: () => time.now,
    attempt: ({ leased: { customer_id, webhook_config_id } }, { delivery_id }, done) => {
      begun.push(webhook_config_id)
      const result = { customer_id, webhook_config_id, delivery_id } as AttemptResult
      underWay.push({ endpoint: webhook_config_id, delivery_id, end: (status) => done({ ...result, status }) })
    },
    ended: (result) => void results.push(result),
    forgotten: (id) => void forgotten.push(id)
  })
  const lease = (id: string, count: number, places = 5) => {
    const deliveries = Array.from({ length: count }, () => ({ delivery_id: `${id}-${serial++}` }) as LeasedDelivery)
    windows.admit({ endpoint: endpoint(id).leased, places, deliveries } satisfies Lease, endpoint(id), time.now)
    windows.launch()
  }
  const endAll = () => {
    while (underWay.length > 0) underWay.shift()!.end("delivered")
  }
  const wanted = (id: string) => windows.wants([id]).get(id)?.wanted
  return { windows, underWay, begun, results, forgotten, time, lease, endAll, wanted }
}

it("no more attempts are under way at an endpoint than it has places, whatever waits", () => {
  const { lease, results, underWay, windows } = make()
  lease("a", 12)
  assert.strictEqual(windows.underWay, 5)
  underWay.shift()!.end("delivered")
  assert.strictEqual(windows.underWay, 5)
  assert.strictEqual(results.length, 1)
  assert.strictEqual(windows.count, 12, "what is not written down counts")
  windows.written(results)
  assert.strictEqual(windows.count, 11)
})

it("a receiver that keeps up is leased more ahead each time, up to a hundred", () => {
  const { endAll, lease, results, wanted, windows } = make()
  const sizes: Array<number> = []
  for (let next = 5; sizes.length < 8; next = wanted("a")!) {
    sizes.push(next)
    lease("a", next)
    endAll()
    windows.written(results.splice(0))
  }
  assert.deepStrictEqual(sizes, [5, 10, 20, 40, 80, 100, 100, 100])
})

it("as long as half of what was leased waits, no more is wanted", () => {
  const { lease, underWay, wanted } = make()
  lease("a", 5)
  lease("a", 5)
  assert.strictEqual(wanted("a"), 0)
  for (let ended = 0; ended < 5; ended++) underWay.shift()!.end("delivered")
  assert.isAbove(wanted("a")!, 0)
})

it("what has waited for a second is not sent but leased anew", () => {
  const { begun, forgotten, lease, time, underWay, wanted, windows } = make()
  lease("a", 12)
  time.now = 999
  underWay.shift()!.end("delivered")
  assert.strictEqual(begun.length, 6)
  time.now = 1_000
  underWay.shift()!.end("delivered")
  assert.strictEqual(begun.length, 6)
  assert.deepStrictEqual(forgotten, ["a"])
  assert.strictEqual(windows.count, 6, "four are under way, two not yet written")
  assert.isAtMost(wanted("a")!, 5)
})

it("after a failure nothing more begins there until the database was asked", () => {
  const { begun, forgotten, lease, underWay, wanted } = make()
  lease("a", 12)
  lease("b", 6)
  underWay.shift()!.end("failed")
  assert.deepStrictEqual(forgotten, ["a"])
  underWay.shift()!.end("delivered")
  assert.strictEqual(begun.filter((id) => id === "a").length, 5)
  lease("a", 1, 1)
  assert.strictEqual(begun.filter((id) => id === "a").length, 5, "an endpoint that fails has one place")
  assert.strictEqual(wanted("a"), 0)
  assert.strictEqual(begun.filter((id) => id === "b").length, 5)
})

it("an endpoint that is changed gives back what waits, and only it does", () => {
  const { begun, forgotten, lease, underWay, windows } = make()
  lease("a", 12)
  lease("b", 12)
  windows.forget(({ customer_id }) => customer_id === "owner-of-a")
  assert.deepStrictEqual(forgotten, ["a"])
  assert.strictEqual(windows.count, 5 + 12)
  for (const attempt of underWay.splice(0)) attempt.end("delivered")
  assert.strictEqual(begun.filter((id) => id === "a").length, 5)
  assert.strictEqual(begun.filter((id) => id === "b").length, 10)
})

it("endpoints take turns where all of them wait for the same places", () => {
  const { begun, lease, underWay } = make(2)
  lease("a", 50)
  lease("b", 2)
  lease("c", 2)
  for (let ended = 0; ended < 6; ended++) underWay.shift()!.end("delivered")
  assert.deepStrictEqual(begun.slice(2).toSorted(), ["a", "a", "b", "b", "c", "c"])
})

it("a pump that stops begins nothing more", () => {
  const { begun, lease, underWay, windows } = make()
  lease("a", 12)
  windows.close()
  for (const attempt of underWay.splice(0)) attempt.end("delivered")
  assert.strictEqual(begun.length, 5)
  assert.strictEqual(windows.underWay, 0)
})

it("receivers of one tenant that never answer leave places to everybody else", () => {
  const { begun, lease, underWay, windows } = make(12, 8)
  for (const id of ["slow-1", "slow-2", "slow-3", "slow-4"]) lease(id, 5)
  assert.strictEqual(windows.underWay, 8)
  lease("b", 2)
  assert.deepStrictEqual(begun.slice(8), ["b", "b"])
  for (let ended = 0; ended < 4; ended++) underWay.shift()!.end("delivered")
  assert.strictEqual(windows.underWay, 9, "each that ends lets the next of its tenant begin, within its share")
  assert.deepStrictEqual(new Set(begun), new Set(["slow-1", "slow-2", "slow-3", "slow-4", "b"]), "and in turn")
})

it("receivers that answer late leave places to whoever comes next, however many tenants they are of", () => {
  const { begun, lease, underWay, windows } = make(400, 100)
  for (let tenant = 0; tenant < 40; tenant++) {
    for (let nth = 0; nth < 10; nth++) lease(`slow${tenant}-${nth}`, 10)
  }
  for (let ended = 0; ended < 1_000; ended++) underWay.shift()!.end("delivered")
  const free = 400 - windows.underWay
  assert.isAtLeast(free, 15)
  lease("b", 3)
  assert.deepStrictEqual(begun.slice(-3), ["b", "b", "b"])
})

it("what has waited for a second makes room for others where none is left, also while nothing ends", () => {
  const { forgotten, lease, time, windows } = make()
  lease("a", 100)
  lease("b", 5)
  time.now = 999
  windows.forgetStale()
  assert.deepStrictEqual(forgotten, [])
  time.now = 1_000
  windows.forgetStale()
  assert.deepStrictEqual(forgotten, ["a"])
  assert.strictEqual(windows.count, 5 + 5)
})
