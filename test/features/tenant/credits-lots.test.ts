/** Credits in lots: the month's, bought ones, and which of them a picture is paid with. */
import { assert, describe, it } from "vitest"
import { startTestService } from "hatchery/testing"

// Tests read into answers freely; a wrong guess fails where it stands.
// oxlint-disable-next-line typescript/no-explicit-any
type Body = Record<string, any>

/** The owner of a workspace on the free plan (40 credits a month), where an icon costs 10. */
const owner = async () => {
  const service = await startTestService({ pictureCosts: { stage_image: 40, icon: 10 } })
  const account = { email: "ada@example.test", password: "correct horse battery", company_name: "Acme" }
  let key: string = (await service.call("POST", "/auth/register", account)).body.access_token
  const call = (method: string, path: string, body?: unknown) => service.call(method, path, body, { key })
  const read = async (path: string): Promise<Body> => {
    const answer = await call("GET", path)
    assert.strictEqual(answer.status, 200, answer.text)
    return answer.body
  }
  const buy = async (credits: number) => {
    const { body, status, text } = await call("POST", "/billing/checkout", { credits })
    assert.strictEqual(status, 201, text)
    return read(`/billing/checkout/session/${body.session_id}`)
  }
  const change = async (plan: string) => {
    const { body, status, text } = await call("POST", "/billing/checkout", { plan })
    assert.strictEqual(status, 201, text)
    return read(`/billing/checkout/session/${body.session_id}`)
  }
  const icons = async (count: number) => {
    for (let nth = 0; nth < count; nth++) {
      const { status, text } = await call("POST", "/badge-definitions/generate-icon", { label: `badge ${nth}` })
      assert.strictEqual(status, 201, text)
    }
  }
  const books = async () => {
    const { data } = await read("/credits/ledger?limit=100")
    const entries = (data as ReadonlyArray<Body>).toReversed()
    const { lots } = await read("/credits/balance")
    return {
      entries: entries.map(({ amount, balance_after, type }) => `${type} ${amount} ${balance_after}`),
      lots: (lots as ReadonlyArray<Body>).map(({ remaining, source }) => `${source} ${remaining}`)
    }
  }
  /** Time passes, and the owner signs in again. */
  const pass = async (duration: `${number} days`, step: `${number} days`) => {
    await service.advance(duration, { step })
    const { email, password } = account
    key = (await service.call("POST", "/auth/login", { email, password })).body.access_token
  }
  return { service, call, read, buy, change, icons, books, pass }
}

describe("credits in lots", () => {
  it("are bought once per session, beside the plan's, for twelve months", async () => {
    const { books, buy, read, service } = await owner()
    await using _ = service
    const session = await buy(100)
    assert.deepInclude(session, { plan: null, interval: null, credits: 100, status: "complete" })
    await read(`/billing/checkout/session/${session["session_id"]}`)
    const { balance, lots, monthly_remaining, purchased_remaining } = await read("/credits/balance")
    assert.deepStrictEqual([balance, monthly_remaining, purchased_remaining], [140, 40, 100])
    assert.deepStrictEqual(lots[1], {
      lot_id: session["session_id"],
      source: "purchase",
      granted: 100,
      remaining: 100,
      expires_at: "2027-01-05T09:00:00.000Z"
    })
    assert.deepStrictEqual((await books()).entries, ["grant 40 40", "purchase 100 140"])
    const status = await read("/billing/status")
    assert.deepStrictEqual([status["plan"], status["interval"]], ["free", null])
  })

  it("are used in the order in which they end, over two lots where one does not do", async () => {
    const { books, buy, icons, pass, service } = await owner()
    await using _ = service
    await buy(100)
    await icons(3)
    assert.deepStrictEqual((await books()).lots, ["monthly 10", "purchase 100"])
    await icons(2)
    assert.deepStrictEqual((await books()).lots, ["purchase 90"])
    await pass("27 days", "9 days")
    assert.deepStrictEqual((await books()).lots, ["monthly 40", "purchase 90"])
    await icons(1)
    assert.deepStrictEqual((await books()).entries.slice(-2), ["grant 40 130", "charge -10 120"])
  })

  it("go back to the lots they came from when a picture fails", async () => {
    const { books, buy, call, icons, service } = await owner()
    await using _ = service
    await icons(3)
    await buy(100)
    await call("POST", "/badge-definitions/generate-icon", { label: "spends what is left of the month" })
    await service.pictures.failNext(1, "render_failed", { purpose: "icon" })
    assert.strictEqual((await call("POST", "/badge-definitions/generate-icon", { label: "broken" })).status, 503)
    const { entries, lots } = await books()
    assert.deepStrictEqual(entries.slice(-2), ["charge -10 90", "refund 10 100"])
    assert.deepStrictEqual(lots, ["purchase 100"])
  })

  it("end after twelve months, and what is left of them goes", async () => {
    const { books, buy, icons, pass, service } = await owner()
    await using _ = service
    await icons(4)
    await buy(100)
    await icons(1)
    await pass("360 days", "60 days")
    assert.deepStrictEqual((await books()).lots, ["monthly 40", "purchase 90"])
    await pass("6 days", "6 days")
    await icons(1)
    const { entries, lots } = await books()
    assert.include(entries, "expiry -90 40")
    assert.deepStrictEqual(lots, ["monthly 30"])
  })

  it("say once a month that few are left", async () => {
    const { buy, call, icons, pass, service } = await owner()
    await using _ = service
    const receiver = await service.receiver()
    const config = { url: receiver.url("/low"), events: ["credits.low"] }
    assert.strictEqual((await call("POST", "/webhook-configs", config)).status, 201)
    await icons(4)
    const [first] = await receiver.got("/low", 1)
    assert.deepInclude(JSON.parse(first!.body), { balance: 0, monthly_allowance: 40 })
    await buy(100)
    await icons(10)
    await pass("27 days", "9 days")
    await icons(4)
    const told = await receiver.got("/low", 2)
    assert.deepStrictEqual(
      told.map(({ body }) => JSON.parse(body).resets_at),
      ["2026-02-01T00:00:00.000Z", "2026-03-01T00:00:00.000Z"]
    )
  })

  it("of a larger plan are in the ledger before anybody has spent any", async () => {
    const { books, change, read, service } = await owner()
    await using _ = service
    await change("growth")
    const { balance } = await read("/credits/balance")
    assert.isAbove(balance, 40)
    assert.deepStrictEqual((await books()).entries, ["grant 40 40", `grant ${balance - 40} ${balance}`])
    await change("free")
    await change("pro")
    const larger = await read("/credits/balance")
    const { entries } = await books()
    assert.deepStrictEqual(entries.at(-1), `grant ${larger["balance"] - balance} ${larger["balance"]}`)
  })

  it("of a month stay when the plan becomes a lower one, whether any were spent or not", async () => {
    const { books, change, pass, read, service } = await owner()
    await using _ = service
    await change("growth")
    const { balance } = await read("/credits/balance")
    await change("free")
    const lower = await read("/credits/balance")
    assert.deepStrictEqual([lower["balance"], lower["monthly_allowance"]], [balance, 40])
    // Whatever the plans of a month, it grants what the largest of them does, once.
    await change("growth")
    await change("free")
    assert.deepStrictEqual((await books()).lots, [`monthly ${balance}`])
    await pass("27 days", "9 days")
    assert.deepStrictEqual((await books()).lots, ["monthly 40"])
  })

  it("refuse what is no pack, both at once and neither", async () => {
    const { call, service } = await owner()
    await using _ = service
    for (const body of [
      { credits: 7 },
      { credits: 0 },
      { plan: "pro", credits: 100 },
      { credits: 100, interval: "month" },
      { interval: "month" }
    ])
      assert.strictEqual((await call("POST", "/billing/checkout", body)).status, 422, JSON.stringify(body))
  })
})
