/** Widgets and the page beside each other: what one of them does, or is told, counts for the others. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { eventually } from "../../kit/browser/Browser.ts"
import * as Answers from "../../kit/widgets/Answers.ts"
import { mount, refusal, type Service, type Stage, WidgetPages } from "../../kit/widgets/WidgetPages.ts"

/** The buddy by a token that only reads, its shop by one that does everything: as two places of a backend mint them. */
const twoTokens =
  `<div data-hatched-mount="buddy" data-embed-token="svc_et_1" data-poll="off"></div>` +
  `<div data-hatched-mount="marketplace" data-embed-token="svc_ws_1" data-poll="off"></div>`

/** One buddy behind both tokens; an event pays ten, whatever is bought costs all there is. */
const oneBuddy = (): Service => {
  let coins = 1_240
  return ({ method, path, token }) => {
    const scopes = token === "svc_et_1" ? ["read"] : Answers.config.token.scopes
    if (path === "/widget/config") return { body: { ...Answers.config, token: { ...Answers.config.token, scopes } } }
    if (path === "/widget/events") coins += 10
    if (path === "/widget/buddy")
      return { body: { ...Answers.buddy, buddy: { ...Answers.buddy.buddy, coins }, scopes } }
    if (method === "POST" && path === "/widget/purchases") {
      coins = 0
      const bought = { item_id: "i", item_name: "It", price_paid: 1, balance: coins, count: 1 }
      return { status: 201, body: { purchase_id: "p", buddy_id: "b", ...bought } }
    }
    return path.startsWith("/widget/marketplace") ? { body: { ...Answers.marketplace, balance: coins } } : undefined
  }
}

layer(WidgetPages.layer, { excludeTestServices: true })("widgets beside each other", (it) => {
  it.effect("an event may be reported as soon as the loader is there", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const before = `addEventListener("hatched:ready", () => {
          window.tracked = Hatched.track("lesson.completed").then(() => "sent", ({ code }) => code)
        })`
        const stage = await open(mount("buddy"), { before })
        await stage.rests("ready")
        assert.strictEqual(await stage.page.evaluate("tracked"), "sent")
        const none = await open("", { before })
        await none.page.waitForFunction("window.tracked")
        assert.strictEqual(await none.page.evaluate("tracked"), "insufficient_scope")
      })
    })
  )

  it.effect("an event that is no JSON is refused at once, and the service hears nothing of it", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const stage = await open(mount("buddy"))
        await stage.rests("ready")
        await stage.page.evaluate("void (window.circle = {}, circle.again = circle)")
        const name = await stage.page.evaluate(`Hatched.track("t", circle).catch(({ name }) => name)`)
        assert.strictEqual(name, "TypeError")
        assert.isFalse(stage.asked.some(({ path }) => path === "/widget/events"))
      })
    })
  )

  it.effect("an event that cannot be sent yet says so, and not that nobody may send it", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const track = (stage: Stage) =>
          stage.page.evaluate(`Hatched.track("lesson.completed").catch(({ code }) => code)`)
        const states = [
          ["error", refusal(429, "rate_limited", { "retry-after": "90" }), "rate_limited"],
          ["expired", refusal(401, "unauthorized"), "unauthorized"],
          [
            "ready",
            { body: { ...Answers.config, token: { ...Answers.config.token, scopes: ["read"] } } },
            "insufficient_scope"
          ]
        ] as const
        for (const [state, config, code] of states) {
          const service: Service = ({ path }) => (path === "/widget/config" ? config : undefined)
          const stage = await open(mount("buddy"), { service })
          await stage.rests(state)
          assert.strictEqual(await track(stage), code)
          assert.isFalse(
            stage.asked.some(({ path }) => path === "/widget/events"),
            code
          )
        }
      })
    })
  )

  for (const [file, asked] of [
    ["buddy.js", true],
    ["en.js", false]
  ] as const)
    it.effect(`a widget comes when its ${file} could not be had at first`, () =>
      Effect.gen(function* () {
        const { open } = yield* WidgetPages
        yield* Effect.promise(async () => {
          let isAway = true
          const isMissing = (name: string) => name.startsWith(file) && isAway
          const before = `window.errors = []
            addEventListener("hatched:error", ({ detail }) => errors.push(detail.code))`
          const stage = await open(mount("buddy"), { isMissing, before, clock: true })
          await eventually(async () => assert.deepStrictEqual(await stage.page.evaluate("errors"), ["network"]))
          isAway = false
          if (asked) await stage.page.getByRole("button", { name: "Try again" }).click()
          else await stage.page.clock.runFor(5_000)
          await stage.rests("ready")
          assert.deepStrictEqual(await stage.page.evaluate("errors"), ["network"])
        })
      })
    )

  it.effect(
    "what a widget needs later comes when it could not be had at first, and nobody presses anything twice",
    () =>
      Effect.gen(function* () {
        const { open } = yield* WidgetPages
        yield* Effect.promise(async () => {
          const missed: Array<string> = []
          const isMissing = (name: string) =>
            /^(purchase|wardrobe)\.js$/.test(name) && !missed.includes(name) && missed.push(name) > 0
          const stage = await open(mount("marketplace"), { isMissing, clock: true })
          await stage.rests("ready")
          await stage.page.getByRole("button", { name: "Buy: Red scarf" }).click()
          await eventually(() => assert.lengthOf(missed, 1))
          const { clock } = stage.page
          const shows = (selector: string) =>
            eventually(async () => {
              await clock.runFor(1_000)
              assert.isAtLeast(await stage.page.locator(selector).count(), 1)
            })
          await shows("dialog")
          await stage.page.getByRole("button", { name: "Not now" }).click()
          await stage.page.getByRole("tab", { name: "Yours" }).click()
          await shows(".ware.worn")
          assert.lengthOf(missed, 2)
        })
      })
  )

  it.effect("widgets come when their core could not be had at first, and are as whole as ever", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const asked: Array<string> = []
        const isMissing = (name: string) => name.startsWith("core.js") && asked.push(name) <= 2
        const stage = await open(mount("buddy") + mount("marketplace"), { isMissing, clock: true })
        await eventually(async () => {
          await stage.page.clock.runFor(1_000)
          assert.isAtLeast(await stage.page.locator(".widget").count(), 2)
        })
        await stage.rests("ready")
        await stage.page.locator(".purse .count").nth(1).waitFor()
        assert.isAtLeast(asked.length, 3)
        assert.deepStrictEqual(
          stage.complaints.filter((complaint) => !complaint.includes("503")),
          []
        )
      })
    })
  )

  it.effect("what one token earns and spends, a mount with another token of the same buddy shows", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const stage = await open(twoTokens, { service: oneBuddy(), reducedMotion: "reduce" })
        await stage.rests("ready")
        const shows = async (coins: string) => {
          for (const at of [0, 1])
            await stage.page.locator(".purse .count").nth(at).getByText(coins, { exact: true }).waitFor()
        }
        await stage.page.evaluate(`Hatched.track("lesson.completed")`)
        await shows("1,250")
        await stage.page
          .getByRole("button", { name: /^Buy: / })
          .first()
          .click()
        await stage.page.getByRole("dialog").getByRole("button", { name: "Buy", exact: true }).click()
        await shows("0")
      })
    })
  )

  it.effect("a Retry-After of one read holds the other ones back as well", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        let busy = true
        const service: Service = ({ path }) => {
          if (!busy) return undefined
          if (path === "/widget/buddy") return refusal(429, "rate_limited", { "retry-after": "30" })
          return refusal(503, "service_unavailable", { "retry-after": "10" })
        }
        const stage = await open(mount("buddy"), { service, clock: true })
        await eventually(() =>
          assert.sameMembers(
            stage.asked.map(({ path }) => path),
            ["/widget/config", "/widget/buddy"]
          )
        )
        busy = false
        // Time goes on by itself as well: far from either end.
        await stage.page.clock.runFor(15_000)
        assert.strictEqual(stage.asked.length, 2)
        await stage.page.clock.runFor(20_000)
        await stage.rests("ready")
      })
    })
  )

  for (const [form, patience] of [
    ["in seconds", () => "90"],
    ["as a date", () => new Date(Date.now() + 90_000).toUTCString()]
  ] as const)
    it.effect(`nothing is asked before a Retry-After ${form} has passed, whoever presses what`, () =>
      Effect.gen(function* () {
        const { open } = yield* WidgetPages
        yield* Effect.promise(async () => {
          let busy = true
          const service: Service = ({ path }) =>
            busy && path === "/widget/buddy" ? refusal(429, "rate_limited", { "retry-after": patience() }) : undefined
          const stage = await open(mount("buddy"), { service, clock: true })
          await stage.rests("error")
          busy = false
          stage.asked.length = 0
          await stage.page.getByRole("button", { name: "Try again" }).click()
          await stage.page.evaluate("Hatched.refresh()")
          await stage.page.clock.runFor(60_000)
          assert.deepStrictEqual(stage.asked, [])
          await stage.page.clock.runFor(40_000)
          await stage.rests("ready")
        })
      })
    )

  it.effect("in a shadow root of the page a mount speaks the language of the page", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const stage = await open(`<section id="host"></section>`, { lang: "de" })
        await stage.page.waitForFunction("window.Hatched")
        await stage.page.evaluate(`{
          const inside = document.createElement("div")
          document.querySelector("#host").attachShadow({ mode: "open" }).append(inside)
          void Hatched.mount(inside, { widget: "buddy", token: "svc_ws_1", locale: "auto" })
        }`)
        const widget = stage.page.locator(".widget[data-state=ready]")
        await widget.waitFor()
        assert.strictEqual(await widget.getAttribute("lang"), "de")
      })
    })
  )
})
