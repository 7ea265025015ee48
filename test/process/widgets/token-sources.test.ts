/** What a player sees of a source of tokens that fails, says no, or knows nobody. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { eventually } from "../../kit/browser/Browser.ts"
import { mount, refusal, type Reply, type Service, WidgetPages } from "../../kit/widgets/WidgetPages.ts"

const bare = `<div data-hatched-mount="buddy"></div>`
const minting = `<div data-hatched-mount="buddy" data-publishable-key="svc_pk_1" data-buddy-id="b1"></div>`

/** The page notes every error it is told of. */
const noting = `window.errors = []
  addEventListener("hatched:error", ({ detail }) => errors.push(detail.code + " " + detail.status))`

/** Answers come in real time, however fast that of the page runs: it goes on until this holds. */
const passesUntil = (page: Page, holds: () => boolean | Promise<boolean>) =>
  eventually(async () => {
    await page.clock.runFor(5_000)
    assert.isTrue(await holds())
  })

layer(WidgetPages.layer, { excludeTestServices: true })("a source of tokens", (it) => {
  it.effect("that fails is asked again by itself", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const before = `${noting}
          window.fails = true
          window.HatchedConfig = { fetchToken: async () => {
            if (window.fails) throw new Error("the backend is away")
            return "svc_ws_1"
          } }`
        const { asked, page, rests } = await open(bare, { before, clock: true })
        await rests("error")
        await page.getByText("This is not possible right now.").waitFor()
        await page.getByRole("button", { name: "Try again" }).waitFor()
        assert.deepStrictEqual(await page.evaluate("[...new Set(errors)]"), ["token_unavailable 0"])
        assert.deepStrictEqual(asked, [])
        await page.evaluate("window.fails = false")
        await passesUntil(page, async () => (await page.locator(".widget[data-state=ready]").count()) === 1)
      })
    })
  )

  it.effect("that fails to renew leaves what is shown, and is asked again", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const before = `window.asks = 0
          window.HatchedConfig = { fetchToken: async () => {
            if (window.asks++ < 1) throw new Error("the backend is away")
            return "svc_ws_2"
          } }`
        let hasEnded = false
        const service: Service = ({ token }) =>
          hasEnded && token === "svc_ws_1" ? refusal(401, "unauthorized") : undefined
        const { asked, page, rests } = await open(mount("buddy"), { before, service, clock: true })
        await rests("ready")
        hasEnded = true
        await passesUntil(page, async () => Number(await page.evaluate("asks")) >= 1)
        assert.strictEqual(await page.locator(".widget[data-state=ready]").count(), 1)
        await passesUntil(page, () => asked.some(({ token }) => token === "svc_ws_2"))
        assert.isAtLeast(Number(await page.evaluate("asks")), 2)
        assert.strictEqual(await page.locator(".widget[data-state=ready]").count(), 1)
      })
    })
  )

  it.effect("that has none for this player ends the view, until it has one", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const before = `window.HatchedConfig = { fetchToken: () => window.token ?? null }`
        const { page, rests } = await open(bare, { before })
        await rests("expired")
        await page.evaluate(`void (window.token = "svc_ws_1")`)
        await page.getByRole("button", { name: "Continue" }).click()
        await rests("ready")
      })
    })
  )

  it.effect("is told apart by what it refuses with", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const answers: ReadonlyArray<readonly [state: string, Reply | "dead", told: string]> = [
          ["expired", refusal(401, "unauthorized"), "unauthorized 401"],
          ["unavailable", refusal(403, "forbidden"), "forbidden 403"],
          ["unavailable", refusal(402, "plan_feature_locked"), "plan_feature_locked 402"],
          ["error", refusal(404, "not_found"), "not_found 404"],
          ["error", "dead", "token_unavailable 0"]
        ]
        for (const [state, reply, told] of answers) {
          const service: Service = ({ path }) => (path === "/embed-tokens" ? reply : undefined)
          const { page, rests } = await open(minting, { before: noting, service })
          await rests(state)
          assert.deepStrictEqual(await page.evaluate("[...new Set(errors)]"), [told])
        }
      })
    })
  )
})
