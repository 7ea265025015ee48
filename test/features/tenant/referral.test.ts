/** Workspaces that came by recommendation, and the credits both have of it. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestApp } from "../../kit/service/TestApp.ts"

let people = 0
const registered = Effect.fnUntraced(function* (domain: string, referral_code?: string, name?: string) {
  const app = yield* TestApp
  const answer = yield* app.call("POST", "/auth/register", {
    email: `${name ?? `person-${++people}`}@${domain}`,
    password: "correct horse battery",
    company_name: "Acme",
    ...(referral_code === undefined ? {} : { referral_code })
  })
  assert.strictEqual(answer.status, 201, answer.text)
  const key = answer.body.access_token as string
  const read = (path: string) => Effect.map(app.call("GET", path, undefined, { key }), ({ body }) => body)
  const pay = Effect.fnUntraced(function* (wanted: object) {
    const { body } = yield* app.call("POST", "/billing/checkout", wanted, { key })
    assert.strictEqual((yield* read(`/billing/checkout/session/${body.session_id}`)).status, "complete")
  })
  const given = Effect.map(read("/credits/balance"), ({ lots }) =>
    (lots as ReadonlyArray<{ source: string; remaining: number }>)
      .filter(({ source }) => source === "referral")
      .map(({ remaining }) => remaining)
  )
  return { read, pay, given, referral: read("/customers/me/referral") }
})

layer(TestApp.layer({ publicUrl: "https://hatchery.test" }), { excludeTestServices: true })("a referral", (it) => {
  it.effect("gives both 200 credits when the new workspace first pays, and never again", () =>
    Effect.gen(function* () {
      const ada = yield* registered("ada.example")
      const { code, ...fresh } = yield* ada.referral
      assert.deepStrictEqual(fresh, {
        url: `https://hatchery.test/r/${code}`,
        referred: { registered: 0, paying: 0 },
        credits_earned: 0
      })
      const bea = yield* registered("bea.example", code)
      assert.deepInclude(yield* ada.referral, { code, referred: { registered: 1, paying: 0 }, credits_earned: 0 })
      assert.deepStrictEqual([yield* ada.given, yield* bea.given], [[], []])
      yield* bea.pay({ credits: 100 })
      yield* bea.pay({ plan: "growth" })
      assert.deepStrictEqual([yield* ada.given, yield* bea.given], [[200], [200]])
      assert.deepInclude(yield* ada.referral, { referred: { registered: 1, paying: 1 }, credits_earned: 200 })
    })
  )

  it.effect("is a link to the console, which carries a code that is somebody's and nothing else", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* TestApp
      const ada = yield* registered("link.example")
      const { code } = yield* ada.referral
      const led = (sent: string) =>
        Effect.promise(async () => {
          const { headers, status } = await fetch(`${baseUrl}/r/${sent}`, { redirect: "manual" })
          return [status, headers.get("location"), headers.get("cache-control")]
        })
      const to = (query: string) => [302, `https://hatchery.test/console/register${query}`, "no-store"]
      assert.deepStrictEqual(yield* led(code), to(`?ref=${code}`))
      assert.deepStrictEqual(yield* led(code.toUpperCase()), to(`?ref=${code}`))
      const strangers = [
        "0000000000000000",
        "%2F%2Fevil.example",
        "..%2f..",
        "a%0d%0aset-cookie:x=1",
        "%00",
        "x".repeat(250)
      ]
      for (const sent of strangers) assert.deepStrictEqual(yield* led(sent), to(""), sent)
      assert.deepInclude(yield* ada.referral, { referred: { registered: 0, paying: 0 } })
    })
  )

  it.effect("by a colleague, with an unknown code or to the free plan gives nothing; freemail is nobody's", () =>
    Effect.gen(function* () {
      const ada = yield* registered("acme.example")
      const { code } = yield* ada.referral
      for (const [domain, sent] of [
        ["ACME.example", code],
        ["other.example", "0000000000000000"]
      ] as const) {
        const one = yield* registered(domain, sent)
        yield* one.pay({ plan: "pro" })
        assert.deepStrictEqual(yield* one.given, [], domain)
      }
      const free = yield* registered("free.example", code)
      yield* free.pay({ plan: "free" })
      assert.deepStrictEqual([yield* ada.given, yield* free.given], [[], []])
      const carl = yield* registered("gmail.com")
      const dora = yield* registered("gmail.com", (yield* carl.referral).code)
      yield* dora.pay({ plan: "pro" })
      assert.deepStrictEqual([yield* carl.given, yield* dora.given], [[200], [200]])
      const eve = yield* registered("gmail.com", undefined, "e.ve")
      const sameBox = yield* registered("googlemail.com", (yield* eve.referral).code, "Eve+two")
      yield* sameBox.pay({ plan: "pro" })
      assert.deepStrictEqual([yield* eve.given, yield* sameBox.given], [[], []])
    })
  )
})
