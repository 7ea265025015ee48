/** Pictures that cost credits: paid once, given back when not drawn, and waited for until there are credits again. */
import { assert, describe, it } from "vitest"
import { startTestService, type Tenant } from "hatchery/testing"

const content = {
  coin_rules: [
    { rule_key: "lesson", trigger: { event_type: "lesson.completed" }, amount: { mode: "fixed", value: 10 } }
  ],
  evolution_rules: {
    max_stage: 2,
    stages: [
      { stage: 1, name: "Hatchling" },
      {
        stage: 2,
        name: "Scout",
        requirements: {
          match: "all",
          conditions: [{ type: "event_count", key: "lesson.completed", operator: "gte", value: 1 }]
        }
      }
    ]
  }
}

/** The free plan: 40 credits a month. */
const painter = async () => {
  const service = await startTestService({ pictureCosts: { stage_image: 4, icon: 1 } })
  const tenant = await service.tenant({ plan: "free" })
  await tenant.publish(content)
  return { service, tenant }
}

type Caller = Pick<Tenant, "call">

const read = async (tenant: Caller, path: string) => {
  const answer = await tenant.call("GET", path)
  assert.strictEqual(answer.status, 200, answer.text)
  return answer.body
}

/** The ledger, oldest first, as `type amount balance`; its sum is the balance. */
const books = async (tenant: Caller) => {
  const { data } = await read(tenant, "/credits/ledger?limit=100")
  const entries = (data as ReadonlyArray<{ type: string; amount: number; balance_after: number }>).toReversed()
  const { balance } = await read(tenant, "/credits/balance")
  assert.strictEqual(
    entries.reduce((sum, { amount }) => sum + amount, 0),
    balance
  )
  return entries.map(({ amount, balance_after, type }) => `${type} ${amount} ${balance_after}`)
}

const icon = (tenant: Caller, label: string) => tenant.call("POST", "/badge-definitions/generate-icon", { label })

describe("a picture that costs credits", () => {
  it("is paid once, and shows in the ledger, the usage and the report", async () => {
    const { service, tenant } = await painter()
    await using _ = service
    const before = await read(tenant, "/credits/balance")
    const [month] = before.lots
    assert.deepStrictEqual(await books(tenant), ["grant 40 40"])
    assert.deepStrictEqual(before, {
      balance: 40,
      monthly_allowance: 40,
      monthly_remaining: 40,
      purchased_remaining: 0,
      lots: [{ ...month, source: "monthly", granted: 40, remaining: 40, expires_at: "2026-02-01T00:00:00.000Z" }],
      resets_at: "2026-02-01T00:00:00.000Z",
      provider: "fake",
      costs: { stage_image: 4, icon: 1, plan: 0, guide: 0, message: 0 }
    })
    await tenant.hatch("ada")
    assert.deepStrictEqual(await books(tenant), ["grant 40 40", "charge -4 36"])
    const [use] = (await read(tenant, "/image-usage")).data
    assert.deepInclude(use, { purpose: "stage_image", provider: "fake", status: "drawn", credits: 4 })
    const report = await read(tenant, "/image-usage/report")
    const counts = { drawn: 1, failed: 0, credits: 4 }
    assert.deepStrictEqual(report.totals, counts)
    assert.deepStrictEqual(report.by_purpose, [{ purpose: "stage_image", ...counts }])
    assert.deepStrictEqual(report.by_day, [{ day: "2026-01-05", ...counts }])
    for (const range of ["from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z", "from=2024-01-01T00:00:00Z"]) {
      const { body, status } = await tenant.call("GET", `/image-usage/report?${range}`)
      assert.deepStrictEqual([status, body.error?.details.issues[0].path], [422, ["from"]], range)
    }
  })

  it("is given back when it was not drawn", async () => {
    const { service, tenant } = await painter()
    await using _ = service
    await service.pictures.failNext(1, "unavailable", { purpose: "stage_image" })
    await tenant.hatch("ada")
    assert.deepStrictEqual(await books(tenant), ["grant 40 40", "charge -4 36", "refund 4 40", "charge -4 36"])
    const { totals } = await read(tenant, "/image-usage/report")
    assert.deepStrictEqual(totals, { drawn: 1, failed: 1, credits: 4 })
    await service.pictures.failNext(1, "render_failed", { purpose: "icon" })
    const failed = await icon(tenant, "broken")
    assert.deepStrictEqual([failed.status, failed.headers.get("retry-after")], [503, "2"])
    assert.strictEqual((await read(tenant, "/credits/balance")).balance, 36)
  })

  it("is never drawn beyond the balance, however many are asked for at once", async () => {
    const { service, tenant } = await painter()
    await using _ = service
    const answers = await Promise.all(Array.from({ length: 55 }, (_, index) => icon(tenant, `badge ${index}`)))
    assert.lengthOf(
      answers.filter(({ status }) => status === 201),
      40
    )
    const refused = answers.find(({ status }) => status !== 201)
    assert.deepStrictEqual([refused!.status, refused!.body.error.code], [402, "credit_insufficient"])
    assert.deepStrictEqual(refused!.body.error.details, { balance: 0, required: 1 })
    assert.strictEqual((await read(tenant, "/credits/balance")).balance, 0)
  })

  it("keeps no buddy from being born without credits, and is drawn when the next month grants some", async () => {
    const { service, tenant } = await painter()
    await using _ = service
    await service.advance("26 days", { step: "13 days" })
    for (let count = 0; count < 38; count++) await icon(tenant, `badge ${count}`)
    await tenant.hatch("ada")
    assert.strictEqual((await tenant.buddy("ada")).appearance.status, "awaiting_credits")
    await service.advance("1 day")
    const buddy = await tenant.buddy("ada")
    assert.deepStrictEqual([buddy.appearance.status, buddy.image_url === null], ["ready", false])
    assert.deepStrictEqual((await books(tenant)).slice(-3), ["expiry -2 0", "grant 40 40", "charge -4 36"])
  })

  it("is drawn for nobody who was archived while credits were short", async () => {
    const { service, tenant } = await painter()
    await using _ = service
    await service.advance("26 days", { step: "13 days" })
    for (let count = 0; count < 38; count++) await icon(tenant, `badge ${count}`)
    const { buddy_id } = await tenant.hatch("ada")
    await tenant.hatch("bob")
    await tenant.call("PATCH", `/buddies/${buddy_id}/archive`)
    await service.advance("1 day")
    assert.strictEqual((await tenant.buddy("bob")).appearance.status, "ready")
    const { appearance } = await read(tenant, `/buddies/${buddy_id}`)
    assert.deepInclude(appearance, { status: "awaiting_credits", retry_at: null })
    assert.deepStrictEqual((await books(tenant)).slice(-2), ["grant 40 40", "charge -4 36"])
  })

  it("is drawn at once when a larger plan brings the credits it waits for", async () => {
    const service = await startTestService({ pictureCosts: { stage_image: 4, icon: 1 } })
    await using _ = service
    const owner = { email: "ada@example.test", password: "correct horse battery", company_name: "Acme" }
    const { access_token: key } = (await service.call("POST", "/auth/register", owner)).body
    const call: Caller["call"] = (method, path, body) => service.call(method, path, body, { key })
    const { body: draft } = await call("POST", "/config-versions")
    await call("PATCH", `/config-versions/${draft.config_version_id}`, { content })
    await call("POST", `/config-versions/${draft.config_version_id}/publish`)
    for (let count = 0; count < 38; count++) await icon({ call }, `badge ${count}`)
    const { body: egg } = await call("POST", "/eggs", { user_id: "ada" })
    await call("PATCH", `/eggs/${egg.egg_id}/status`, { status: "ready" })
    await call("POST", `/eggs/${egg.egg_id}/hatch`)
    const appearance = async () => (await call("GET", "/buddies?user_id=ada")).body.data[0]?.appearance.status
    await service.until("the buddy", async () => (await appearance()) === "awaiting_credits")
    const { body: checkout } = await call("POST", "/billing/checkout", { plan: "growth" })
    const { body: paid } = await call("GET", `/billing/checkout/session/${checkout.session_id}`)
    assert.strictEqual(paid.status, "complete")
    assert.strictEqual((await read({ call }, "/credits/balance")).balance, 962)
    await service.advance("10 seconds")
    assert.strictEqual(await appearance(), "ready")
    assert.deepStrictEqual((await books({ call })).slice(-2), ["grant 960 962", "charge -4 958"])
  })

  it("keeps no buddy from evolving, which says that it waits for credits", async () => {
    const { service, tenant } = await painter()
    await using _ = service
    await tenant.hatch("ada")
    for (let count = 0; count < 36; count++) await icon(tenant, `badge ${count}`)
    await tenant.send({ user_id: "ada", type: "lesson.completed" })
    const { buddy_id } = await tenant.buddy("ada")
    const started = await tenant.call("POST", `/buddies/${buddy_id}/evolve`)
    assert.strictEqual(started.status, 202, started.text)
    await service.advance("10 seconds")
    const operation = await tenant.operation(started.body.operation_id)
    assert.strictEqual(operation.status, "completed")
    assert.strictEqual((operation.result as { appearance_status: string }).appearance_status, "awaiting_credits")
    const { appearance, evolution_stage } = await tenant.buddy("ada")
    assert.deepStrictEqual([evolution_stage, appearance.status], [2, "awaiting_credits"])
  })

  it("is given back, once, when the process died while it was drawn", async () => {
    const { service, tenant } = await painter()
    await using _ = service
    await service.pictures.slowNext(1, "1 hour", { purpose: "icon" })
    const never = icon(tenant, "Early bird").catch(() => "gone")
    const drawing = async () => (await read(tenant, "/image-usage?status=drawing")).data.length as number
    await service.until("the painter at work", async () => (await drawing()) === 1)
    await service.crash()
    assert.strictEqual(await never, "gone")
    await service.start()
    await service.advance("9 minutes")
    assert.deepStrictEqual(await books(tenant), ["grant 40 40", "charge -1 39"])
    await service.advance("3 minutes")
    assert.deepStrictEqual(await books(tenant), ["grant 40 40", "charge -1 39", "refund 1 40"])
    assert.deepStrictEqual((await read(tenant, "/image-usage/report")).totals, { drawn: 0, failed: 1, credits: 0 })
    await service.advance("12 minutes")
    assert.strictEqual((await read(tenant, "/credits/balance")).balance, 40)
  })
})
