/** The SDK against the service it is made for. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Receiver, type RunningTestService, startTestService, type Tenant } from "hatchery/testing"
import * as Sdk from "../../sdk/src/index.ts"
import { verifyWebhook, type WebhookVerificationError } from "../../sdk/src/webhooks.ts"

const content = {
  coin_rules: [
    {
      rule_key: "lesson",
      trigger: { event_type: "lesson.completed" },
      amount: { mode: "fixed", value: 10 }
    }
  ]
}

let service: RunningTestService
let tenant: Tenant
let hatchery: Sdk.Hatchery

beforeAll(async () => {
  service = await startTestService({ clock: "real" })
  tenant = await service.tenant({ plan: "enterprise" })
  await tenant.publish(content)
  hatchery = new Sdk.Hatchery({ apiKey: tenant.key, baseUrl: service.baseUrl })
})
afterAll(() => service.stop())

const lesson = (userId: string, eventId: string) => ({
  eventId,
  userId,
  type: "lesson.completed",
  occurredAt: new Date().toISOString(),
  properties: { lesson_id: "intro", nestedKey: { as_it: "is" } }
})

const errorOf = (promise: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(promise).then(
    () => assert.fail("it should have been refused"),
    (error: unknown) => error
  )

describe("ensureBuddy", () => {
  it("makes one buddy for a user, whoever asks how often", async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => hatchery.ensureBuddy({ userId: "storm" })))
    assert.lengthOf(new Set(all.map(({ buddyId }) => buddyId)), 1)
    const [first] = all
    assert.deepStrictEqual(await hatchery.ensureBuddy({ userId: "storm" }), { ...first!, created: false })
    const buddies = await hatchery.buddies.list({ userId: "storm" }).toArray()
    assert.lengthOf(buddies, 1)
    const open = await hatchery.eggs.list({ userId: "storm" }).toArray()
    assert.deepStrictEqual(
      open.filter(({ status }) => status !== "hatched" && status !== "cancelled"),
      []
    )
  })

  it("goes on with the egg there is, and keeps what it was told of it", async () => {
    const egg = await hatchery.eggs.create({ userId: "late", metadata: { Plan_key: "keep_me" } })
    const { buddyId, created, eggId } = await hatchery.ensureBuddy({ userId: "late" })
    assert.deepStrictEqual([eggId, created], [egg.eggId, true])
    const buddy = await hatchery.buddies.get(buddyId)
    assert.deepStrictEqual([buddy.userId, buddy.eggId, buddy.metadata], ["late", eggId, { Plan_key: "keep_me" }])
  })

  it("of several buddies gives the one that events go to", async () => {
    const first = await hatchery.ensureBuddy({ userId: "many" })
    const { eggId } = await hatchery.eggs.create({ userId: "many" })
    await hatchery.eggs.updateStatus(eggId, { status: "ready" })
    await hatchery.operations.wait((await hatchery.eggs.hatch(eggId)).operationId)
    const { buddyId } = await hatchery.ensureBuddy({ userId: "many" })
    assert.strictEqual(buddyId, first.buddyId)
    await hatchery.events.create(lesson("many", "sdk-many"))
    assert.strictEqual((await hatchery.buddies.get(buddyId)).coins, 10)
  })

  it("takes its own egg as another call has hatched it, while the answer was on its way", async () => {
    let other: Sdk.EnsuredBuddy | undefined
    const slow = new Sdk.Hatchery({
      apiKey: tenant.key,
      baseUrl: service.baseUrl,
      fetch: async (url, init) => {
        const answer = await fetch(url, init)
        if (init?.method === "POST" && String(url).includes("/eggs?"))
          other = await hatchery.ensureBuddy({ userId: "beaten" })
        return answer
      }
    })
    const found = await slow.ensureBuddy({ userId: "beaten" })
    assert.deepStrictEqual(found, { ...other!, created: false })
  })

  it("makes a new one when the last was archived", async () => {
    const first = await hatchery.ensureBuddy({ userId: "again" })
    await hatchery.buddies.archive(first.buddyId)
    const second = await hatchery.ensureBuddy({ userId: "again" })
    assert.notStrictEqual(second.buddyId, first.buddyId)
    assert.isTrue(second.created)
  })
})

describe("calls", () => {
  it("pay an event once, and say when it is a repetition", async () => {
    const { buddyId } = await hatchery.ensureBuddy({ userId: "once" })
    const { effects } = await hatchery.events.create(lesson("once", "sdk-1"))
    assert.strictEqual(effects.coins, 10)
    await hatchery.events.create(lesson("once", "sdk-1"))
    assert.strictEqual((await hatchery.buddies.get(buddyId)).coins, 10)
    assert.deepStrictEqual((await hatchery.events.get("sdk-1")).properties, {
      lesson_id: "intro",
      nestedKey: { as_it: "is" }
    })
    const spent = await hatchery.buddies
      .earnCoins(buddyId, { amount: 5 }, { idempotencyKey: "sdk-earn" })
      .withResponse()
    const again = await hatchery.buddies
      .earnCoins(buddyId, { amount: 5 }, { idempotencyKey: "sdk-earn" })
      .withResponse()
    assert.deepStrictEqual([spent.replayed, again.replayed, again.data], [false, true, spent.data])
    assert.isString(again.requestId)
    assert.isAbove(Date.parse(again.rateLimit?.resetAt ?? ""), 0)
  })

  it("are refused with typed errors", async () => {
    const { buddyId } = await hatchery.ensureBuddy({ userId: "refused" })
    const poor = await errorOf(hatchery.buddies.spendCoins(buddyId, { amount: 1000 }))
    assert.isTrue(Sdk.isCode(poor, "insufficient_coins"))
    assert.deepInclude((poor as Sdk.HatcheryError).details, { balance: 0, required: 1000 })
    assert.instanceOf(await errorOf(hatchery.buddies.get("nobody")), Sdk.NotFoundError)
    const wrong = await errorOf(hatchery.events.create({ ...lesson("refused", "sdk-2"), type: 3 } as never))
    assert.instanceOf(wrong, Sdk.ValidationError)
    assert.deepStrictEqual((wrong as Sdk.ValidationError).issues[0]?.path, ["type"])
    const stranger = new Sdk.Hatchery({ apiKey: "svc_live_nothing", baseUrl: service.baseUrl })
    assert.instanceOf(await errorOf(stranger.customersMe.get()), Sdk.AuthenticationError)
  })

  it("find the configuration as the file it is", async () => {
    const [version] = (await hatchery.configVersions.list()).data
    const file = await hatchery.configVersions.export(version!.configVersionId)
    assert.deepStrictEqual((file["content"] as typeof content).coin_rules[0]?.rule_key, "lesson")
    assert.isTrue((await hatchery.configVersions.plan(file)).inSync)
  })

  it("send and answer files as the text they are", async () => {
    const audit = await hatchery.auditLog.download().withResponse()
    assert.match(audit.data, /created_at,audit_id,/)
    assert.strictEqual(audit.status, 200)
    const counts: string = await hatchery.analytics.getEventCounts({ format: "csv" })
    assert.match(counts, /event_type,events,/)
    assert.isArray((await hatchery.analytics.getEventCounts()).types)
    const code: string = await hatchery.eventTypes.infer({ format: "typescript" })
    assert.isString(code)
    const schema = await hatchery.eventTypes.infer({ format: "json_schema" })
    assert.hasAllKeys(schema, ["$schema", "$defs"])
    const defs: Readonly<Record<string, unknown>> = schema.$defs
    assert.isObject(defs)
    assert.isArray((await hatchery.eventTypes.infer()).types)
    await hatchery.ensureBuddy({ userId: "member" })
    const file = "team_key,user_id,role\r\nblue,member,member\r\n"
    const plan = await hatchery.teams.importMembers(file, { query: { dryRun: true } }).withResponse()
    assert.strictEqual(plan.status, 200)
    const refused = await errorOf(hatchery.teams.importMembers("no,such,table\r\n1,2,3\r\n"))
    assert.instanceOf(refused, Sdk.ValidationError)
  })

  it("answer a picture as text where it is text, else as its bytes", async () => {
    const { showroomId, slug } = await hatchery.showrooms.create({ name: "Spring" })
    await hatchery.showrooms.publish(showroomId)
    const svg: string = await hatchery.public.getShowroomQr(slug)
    assert.match(svg, /^<svg /)
    const png: Uint8Array<ArrayBuffer> = await hatchery.public.getShowroomQr(slug, { format: "png" })
    assert.instanceOf(png, Uint8Array)
    assert.strictEqual(Buffer.from(png.subarray(0, 8)).toString("hex"), "89504e470d0a1a0a")
    const missing = await errorOf(hatchery.public.getShowroomQr("nowhere", { format: "png" }))
    assert.instanceOf(missing, Sdk.NotFoundError)
  })

  it("answer where an address leads on to, and do not go there", async () => {
    const { buddyId } = await hatchery.ensureBuddy({ userId: "sharer" })
    const { code, url } = await hatchery.buddies.share(buddyId)
    const address: string = await hatchery.public.openShare(code, { c: "x" })
    assert.strictEqual(address, `${url}?c=x`)
    assert.strictEqual((await hatchery.public.openShare(code).withResponse()).status, 302)
    assert.strictEqual((await hatchery.buddyShare.getStats()).viewed, 0)
    assert.instanceOf(await errorOf(hatchery.public.openShare("A".repeat(16))), Sdk.NotFoundError)
  })

  it("walk lists from one end to the other", async () => {
    const ids = Array.from({ length: 7 }, (_, index) => `sdk-walk-${index}`)
    await hatchery.ensureBuddy({ userId: "walker" })
    for (const id of ids) await hatchery.events.create(lesson("walker", id))
    const walked = await hatchery.events.list({ userId: "walker", limit: 3 }).toArray()
    assert.deepStrictEqual(walked.map(({ eventId }) => eventId).sort(), ids)
    const buddies = await hatchery.buddies.list({ limit: 2 }).toArray()
    const { meta } = await hatchery.buddies.list()
    assert.lengthOf(buddies, meta.total)
  })
})

describe("verifyWebhook", () => {
  const arrived = async (receiver: Receiver, path: string, count: number) => {
    const last = (await receiver.got(path, count)).at(-1)!
    return { headers: last.headers, payload: last.body }
  }

  it("takes what the service signs, before, while and after a secret is rotated", async () => {
    const receiver = await service.receiver()
    const { secret, webhookConfigId } = await hatchery.webhooks.create({
      url: receiver.url("/hook"),
      events: ["coins.earned"]
    })
    const { buddyId } = await hatchery.ensureBuddy({ userId: "hooked" })
    await hatchery.buddies.earnCoins(buddyId, { amount: 1 })
    const first = await arrived(receiver, "/hook", 1)
    const told = await verifyWebhook({ ...first, secrets: secret })
    if (told.event !== "coins.earned") assert.fail(`it was ${told.event}`)
    const { amount, balance, isLucky } = told.data
    assert.deepStrictEqual([told.data.buddyId, amount, balance, isLucky], [buddyId, 1, 1, false])
    const deliveries = await hatchery.webhooks.listDeliveries(webhookConfigId).toArray()
    assert.include(
      deliveries.map((delivery) => delivery.deliveryId),
      told.deliveryId
    )

    const rotated = await hatchery.webhooks.rotateSecret(webhookConfigId, { graceHours: 1 })
    await hatchery.buddies.earnCoins(buddyId, { amount: 2 })
    const second = await arrived(receiver, "/hook", 2)
    await verifyWebhook({ ...second, secrets: [rotated.secret, secret] })
    const final = await hatchery.webhooks.rotateSecret(webhookConfigId, {})
    await hatchery.buddies.earnCoins(buddyId, { amount: 3 })
    const third = await arrived(receiver, "/hook", 3)
    await verifyWebhook({ ...third, secrets: [secret, final.secret] })
    const old = await errorOf(verifyWebhook({ ...third, secrets: secret }))
    assert.strictEqual((old as WebhookVerificationError).reason, "no_match")
    const stale = await errorOf(verifyWebhook({ ...third, secrets: final.secret, now: Date.now() + 600_000 }))
    assert.strictEqual((stale as WebhookVerificationError).reason, "timestamp_out_of_range")
  })
})
