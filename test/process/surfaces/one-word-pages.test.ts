/** Pages for everybody on a small phone, where every name a workspace gives is one long word. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { browser } from "../../kit/browser/Browser.ts"
import { at, begin, close, played, score } from "../../kit/players/Leagues.ts"
import { type Call, TestApp } from "../../kit/service/TestApp.ts"
import { planned } from "../../kit/surfaces/Planned.ts"

const phone = { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true }
const word = "Konglomeratsgesellschaftsverwaltungsgebaeude"

const published = Effect.fnUntraced(function* (call: Call, kind: string, id: string, more: object) {
  const made = yield* call("POST", `/customers/me/${kind}`, { name: word, headline: word, ...more })
  assert.strictEqual(made.status, 201, made.text)
  const { body, status, text } = yield* call("POST", `/customers/me/${kind}/${made.body[id]}/publish`)
  assert.strictEqual(status, 200, text)
  return body.slug as string
})

const stage = Effect.gen(function* () {
  const { buddies, call, tenant } = yield* played(["ada"])
  yield* planned(tenant.customer_id, "enterprise")
  yield* call("PATCH", "/customers/me", { name: word })
  yield* call("PATCH", `/buddies/${buddies[0]}`, { name: word.slice(0, 40) })
  const cta = { label: word.slice(0, 40), url: "https://acme.example/" }
  yield* call("PATCH", "/buddy-share/settings", { cta_url: cta.url, cta_label: cta.label })
  const { season_id } = yield* begin(tenant, { name: word, starts_at: at(0) })
  yield* score(tenant, "ada", 100)
  yield* close(tenant, season_id)
  const { body } = yield* call("PATCH", "/customers/me/settings", { hall_of_fame: { enabled: true } })
  const share = yield* call("POST", `/buddies/${buddies[0]}/share`)
  const welcome = yield* call("POST", `/buddies/${buddies[0]}/welcome-back`, { cta_url: cta.url })
  return [
    `/s/${yield* published(call, "hosted-surfaces", "hosted_surface_id", { intro: word })}`,
    `/showroom/${yield* published(call, "showrooms", "showroom_id", { description: word, cta })}`,
    `/p/${share.body.code}`,
    "/hall-of-fame",
    `/hall-of-fame/${body.slug}`,
    `/hall-of-fame/${body.slug}/${season_id}`,
    `/welcome-back#t=${welcome.body.token}`
  ]
})

layer(TestApp.layer(), { excludeTestServices: true })("pages whose names are one long word", (it) => {
  it.effect("are no wider than a small phone", () =>
    Effect.gen(function* () {
      const paths = yield* stage
      const { baseUrl } = yield* TestApp
      const page = yield* (yield* browser).visitor({ locale: "en-US", ...phone }, baseUrl)
      for (const path of paths)
        yield* Effect.promise(async () => {
          await page.goto(baseUrl + path)
          await page.waitForSelector("h1:visible")
          if (path.startsWith("/welcome-back")) await page.waitForSelector("#shown:not([hidden])")
          const width = await page.evaluate(() => document.documentElement.scrollWidth)
          assert.isAtMost(width, phone.viewport.width, path)
        })
    })
  )
})
