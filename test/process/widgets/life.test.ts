/** What widgets ask for, when, and what they show of what happens: in virtual time, on a page with a strict policy. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { eventually } from "../../kit/browser/Browser.ts"
import * as Answers from "../../kit/widgets/Answers.ts"
import { mount, refusal, type Service, type Stage, WidgetPages } from "../../kit/widgets/WidgetPages.ts"

const asks = ({ asked }: Stage, path: string) => asked.filter((each) => each.path.startsWith(path)).length

/**
 * Lets the page's time run, and waits until all it began to ask has been answered. Answers come in real time, and a
 * read that is not answered within ten seconds of the page's is tried again, whoever has left meanwhile.
 */
const passes = async ({ page, underWay }: Stage, ms: number) => {
  for (let left_ms = ms; left_ms > 0; left_ms -= 5_000) {
    await page.clock.runFor(5_000)
    await eventually(() => assert.strictEqual(underWay(), 0))
  }
}

const coinsIn = ({ page }: Stage) => page.locator(".purse .count").allTextContents()

const track = ({ page }: Stage, type: string, more = "{}") =>
  page.evaluate(`Hatched.track(${JSON.stringify(type)}, {}, ${more})`)

/** A service whose buddy has so many coins; an event pays ten, once. */
const paying = () => {
  const state = { coins: 1_240, seen: new Set<unknown>() }
  const service: Service = ({ body, path }) => {
    if (path === "/widget/events") {
      const replayed = state.seen.has(body["event_id"])
      if (!replayed) state.coins += 10
      state.seen.add(body["event_id"])
      return {
        body: { accepted: true, event_id: body["event_id"], effects: Answers.effects },
        headers: replayed ? { "idempotency-replayed": "true" } : {}
      }
    }
    if (path === "/widget/buddy")
      return { body: { ...Answers.buddy, buddy: { ...Answers.buddy.buddy, coins: state.coins } } }
    return path.startsWith("/widget/marketplace")
      ? { body: { ...Answers.marketplace, balance: state.coins } }
      : undefined
  }
  return { service, state }
}

const show = (stage: Stage, shown: ReadonlyArray<string>) =>
  Promise.all(shown.map((text, at) => stage.page.locator(".purse .count").nth(at).getByText(text).waitFor()))

layer(WidgetPages.layer, { excludeTestServices: true })("the life of widgets", (it) => {
  it.effect("two mounts of a buddy share a read, and show the same coins once an event has paid", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const { service } = paying()
        const stage = await open(mount("buddy") + mount("buddy") + mount("marketplace"), { service })
        await stage.rests("ready")
        assert.deepStrictEqual([asks(stage, "/widget/buddy"), asks(stage, "/widget/config")], [1, 1])
        const answer = (await track(stage, "lesson.completed")) as { readonly effects: { readonly coins: number } }
        assert.strictEqual(answer.effects.coins, 10)
        await show(stage, ["1,250", "1,250", "1,250"])
        const event = stage.asked.find(({ path }) => path === "/widget/events")
        assert.match(String(event?.body["event_id"]), /^widget-[0-9a-f]{32}$/)
        assert.notProperty(event?.headers, "idempotency-key")
      })
    })
  )

  it.effect("an event that was known already moves no number", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const { service } = paying()
        const stage = await open(mount("buddy"), { service, reducedMotion: "reduce" })
        await stage.rests("ready")
        await track(stage, "lesson.completed", `{ eventId: "once" }`)
        await show(stage, ["1,250"])
        await stage.page.evaluate(() => {
          const purse = document.querySelector("[data-hatched-mount]")!.shadowRoot!.querySelector(".count")!
          const seen: Array<string> = []
          new MutationObserver(() => seen.push(purse.textContent)).observe(purse, {
            characterData: true,
            subtree: true
          })
          Object.assign(window, { seen })
        })
        const before = asks(stage, "/widget/buddy")
        await track(stage, "lesson.completed", `{ eventId: "once" }`)
        await eventually(() => assert.isAbove(asks(stage, "/widget/buddy"), before))
        assert.deepStrictEqual(await stage.page.evaluate("seen"), [])
        assert.deepStrictEqual(await coinsIn(stage), ["1,250"])
      })
    })
  )

  it.effect("a badge arrives on a card, and the live region speaks once", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const badges_awarded = [{ badge_key: "first", label: "First lesson", coin_reward: 0 }]
        const service: Service = ({ path }) =>
          path === "/widget/events"
            ? { body: { accepted: true, event_id: "e", effects: { ...Answers.effects, badges_awarded } } }
            : undefined
        const stage = await open(mount("buddy") + mount("marketplace"), { service, clock: true })
        await stage.rests("ready")
        await track(stage, "lesson.completed")
        const card = stage.page.locator(".toast")
        await card.getByText("First lesson").waitFor()
        await stage.page.getByRole("status").getByText("10 coins, 1,250 in all. New badge: First lesson").waitFor()
        assert.strictEqual(await stage.page.getByRole("status").getByText("in all").count(), 1)
        await stage.page.clock.runFor(6_000)
        await card.waitFor({ state: "detached" })
      })
    })
  )

  it.effect("what nobody sees sends nothing, and catches up when it is seen", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const stage = await open(mount("buddy") + mount("leaderboard", `class="far"`), { clock: true })
        await stage.page.locator("[data-state=ready]").waitFor()
        while (asks(stage, "/widget/buddy") <= 2) await passes(stage, 5_000)
        assert.strictEqual(asks(stage, "/widget/leaderboard"), 0)
        await stage.page.locator(".far").scrollIntoViewIfNeeded()
        await stage.rests("ready")
        assert.strictEqual(asks(stage, "/widget/leaderboard"), 1)
        await eventually(() => assert.strictEqual(stage.underWay(), 0))
        const buddies = asks(stage, "/widget/buddy")
        await passes(stage, 240_000)
        assert.strictEqual(asks(stage, "/widget/buddy"), buddies)
      })
    })
  )

  it.effect("polls every half a minute or so, the path not at all", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const stage = await open(mount("buddy") + mount("path") + mount("leaderboard", `data-poll="off"`), {
          clock: true
        })
        await stage.rests("ready")
        // Time goes on by itself as well: far from either end.
        await stage.page.clock.runFor(20_000)
        assert.strictEqual(asks(stage, "/widget/buddy"), 1)
        await stage.page.clock.runFor(14_000)
        await eventually(() => assert.strictEqual(asks(stage, "/widget/buddy"), 2))
        assert.deepStrictEqual([asks(stage, "/widget/path"), asks(stage, "/widget/leaderboard")], [1, 1])
      })
    })
  )

  it.effect("says that it is offline after two minutes, and comes back by itself", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        let dead = false
        const stage = await open(mount("buddy"), { service: () => (dead ? "dead" : undefined), clock: true })
        await stage.rests("ready")
        dead = true
        const offline = stage.page.getByText("Offline")
        // Answers come in real time, and what follows each is timed from then on.
        while ((await offline.count()) === 0) await stage.page.clock.runFor(10_000)
        assert.deepStrictEqual(await coinsIn(stage), ["1,240"])
        dead = false
        while ((await offline.count()) > 0) await stage.page.clock.runFor(10_000)
      })
    })
  )

  it.effect("leaves nothing behind", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const stage = await open(mount("buddy"), { clock: true })
        await stage.rests("ready")
        const element = stage.page.locator("[data-hatched-mount]")
        assert.deepStrictEqual(
          [await element.getAttribute("role"), await element.getAttribute("aria-label")],
          ["region", "Buddy"]
        )
        await eventually(() =>
          assert.strictEqual(asks(stage, "/widget/campaigns") * asks(stage, "/widget/community"), 1)
        )
        stage.asked.length = 0
        await stage.page.evaluate("Hatched.unmount(document.querySelector('[data-hatched-mount]'))")
        await stage.page.clock.runFor(1_200_000)
        assert.deepStrictEqual(stage.asked, [])
        assert.deepStrictEqual(
          [await element.getAttribute("role"), await element.getAttribute("aria-label")],
          [null, null]
        )
        assert.strictEqual(await stage.page.locator(".widget").count(), 0)
      })
    })
  )

  it.effect("says so when its token has ended and there is no other", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const service: Service = ({ token }) => (token === "svc_ws_1" ? refusal(401, "unauthorized") : undefined)
        const without = await open(mount("buddy"), { service })
        await without.rests("expired")
        await without.page.getByText("This view has ended").waitFor()
        assert.strictEqual(await without.page.getByRole("button", { name: "Continue" }).count(), 0)
      })
    })
  )

  it.effect("asks for no token after token where the player's clock is ahead of the service's", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const life_ms = 900_000
        const before = `window.reasons = []
          window.HatchedConfig = { fetchToken: ({ reason }) => "svc_ws_1" + window.reasons.push(reason) }`
        for (const [ahead_ms, reasons] of [
          [3_600_000, []],
          [life_ms - 5_000, ["expiring"]]
        ] as const) {
          const service: Service = ({ path }) => {
            const expires_at = new Date(Date.now() + life_ms - ahead_ms).toISOString()
            return path === "/widget/config"
              ? { body: { ...Answers.config, token: { ...Answers.config.token, expires_at } } }
              : undefined
          }
          const stage = await open(mount("buddy"), { service, before, clock: true })
          await stage.rests("ready")
          await eventually(async () => {
            await stage.page.clock.runFor(10_000)
            assert.isAtLeast(asks(stage, "/widget/buddy"), 4)
          })
          assert.deepStrictEqual(await stage.page.evaluate("reasons"), reasons, `${ahead_ms} ms`)
        }
      })
    })
  )

  it.effect("what is put on while a token ends is put on once, and followed until its picture is there", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        let pictures = 0
        const service: Service = ({ method, path, token }) => {
          if (method === "PATCH" && token === "svc_ws_1") return refusal(401, "unauthorized")
          if (method === "PATCH")
            return { status: 202, body: { status: "pending", operation_id: "o1", equipped_items: ["item-socks"] } }
          if (path !== "/widget/buddy" || pictures === 0) return undefined
          pictures += 1
          const appearance = { status: pictures > 3 ? "ready" : "pending", error_code: null, retry_at: null }
          return { body: { ...Answers.buddy, buddy: { ...Answers.buddy.buddy, appearance } } }
        }
        const before = `window.HatchedConfig = { fetchToken: ({ reason }) => "svc_ws_2 " + reason }`
        const stage = await open(mount("buddy") + mount("marketplace"), { service, before, clock: true })
        await stage.rests("ready")
        await stage.page.getByRole("tab", { name: "Yours" }).click()
        pictures = 1
        await stage.page.getByRole("button", { name: "Wear: Wool socks" }).click()
        await stage.page.locator(".portrait.drawing").waitFor()
        const writes = stage.asked.filter(({ method }) => method === "PATCH")
        assert.deepStrictEqual(
          writes.map(({ token }) => token),
          ["svc_ws_1", "svc_ws_2 rejected"]
        )
        assert.strictEqual(new Set(writes.map(({ headers }) => headers["idempotency-key"])).size, 1)
        for (const wait_ms of [600, 1_100, 2_100]) await stage.page.clock.runFor(wait_ms)
        await stage.page.locator(".portrait:not(.drawing)").waitFor()
        assert.isAtLeast(pictures, 4)
      })
    })
  )

  it.effect("says how many badges there are, and that it shows the newest of them", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const service: Service = ({ path }) =>
          path === "/widget/buddy" ? { body: { ...Answers.buddy, badge_count: 63 } } : undefined
        const { page } = await open(mount("buddy"), { service })
        await page.getByRole("button", { name: "All 63" }).click()
        await page.getByRole("dialog").getByText("4 of 63").waitFor()
      })
    })
  )
})
