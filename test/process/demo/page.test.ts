/** The demo page in a browser, on the whole service with the demo workspace seeded. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { coinsOf, dataDir, DemoPage, hasCoins, open, press, told } from "../../kit/browser/DemoPage.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

layer(DemoPage, {
  excludeTestServices: true
})("the demo page", (it) => {
  it.effect("comes whole: nothing fails, nothing from elsewhere, and it is light", () =>
    Effect.gen(function* () {
      const { baseUrl, call } = yield* TestApp
      const { complaints, page, received, weight } = yield* open()
      assert.deepStrictEqual(complaints, [])
      const bytes = yield* Effect.promise(() => weight)
      assert.isBelow(bytes, 110_000)
      assert.isAbove(bytes, 15_000)
      assert.isTrue([...received.keys()].every((url) => url.startsWith(baseUrl)))
      const policy = (yield* call("GET", "root:/demo")).headers.get("content-security-policy")
      assert.include(policy, "default-src 'none'; script-src 'self'; style-src 'self'")
      assert.notInclude(policy, "unsafe")
      assert.strictEqual(yield* Effect.promise(() => page.textContent("#line")), "Ada's buddy")
      const links = page.getByRole("navigation", { name: "Reference" }).getByRole("link")
      const leadTo = (anchors: ReadonlyArray<Element>) =>
        anchors.map((anchor) => (anchor as HTMLAnchorElement).pathname)
      const paths = yield* Effect.promise(() => links.evaluateAll(leadTo))
      assert.include(paths, "/console")
      for (const path of paths) assert.strictEqual((yield* call("GET", `root:${path}`)).status, 200, path)
    })
  )

  it.effect("can be used without eyes and without a mouse", () =>
    Effect.gen(function* () {
      const { page } = yield* open()
      const found = yield* Effect.promise(() =>
        page.evaluate(() => {
          const nameOf = (element: Element) => element.getAttribute("aria-label") ?? element.textContent ?? ""
          const all = (selector: string) => [...document.querySelectorAll(selector)]
          const labels = all("[aria-labelledby]").flatMap((element) =>
            element.getAttribute("aria-labelledby")!.split(" ")
          )
          return {
            lang: document.documentElement.lang,
            headings: all("h1").length,
            mains: all("main").length,
            nameless: all("button, a, pre, progress:not([aria-labelledby])").filter(
              (element) => nameOf(element).trim() === ""
            ),
            pictures: all("img:not([alt])").length,
            lost: labels.filter((id) => document.getElementById(id) === null),
            twice: all("[id]").filter((element, _, every) =>
              every.some((other) => other !== element && other.id === element.id)
            ),
            voices: all("[aria-live=polite]").length
          }
        })
      )
      assert.deepStrictEqual(found, {
        lang: "en",
        headings: 1,
        mains: 1,
        nameless: [],
        pictures: 0,
        lost: [],
        twice: [],
        voices: 1
      })
      yield* Effect.promise(async () => {
        await page.focus('[data-event="exercise.solved"]')
        await page.keyboard.press("Enter")
        await told(page, "Exercise solved")
      })
      assert.strictEqual(
        yield* Effect.promise(() => page.evaluate(() => document.activeElement?.getAttribute("data-event"))),
        "exercise.solved"
      )
    })
  )

  it.effect("fits a phone", () =>
    Effect.gen(function* () {
      const { page } = yield* open({ viewport: { width: 360, height: 740 } })
      const [needed, given] = yield* Effect.promise(() =>
        page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
      )
      assert.isAtMost(needed!, given!)
    })
  )

  it.effect("a click sends a real event: numbers move, every rule explains itself, signed webhooks arrive", () =>
    Effect.gen(function* () {
      const { call } = yield* TestApp
      const { complaints, page, received } = yield* open()
      const before = yield* Effect.promise(() => coinsOf(page))
      yield* Effect.promise(async () => {
        await press(page, "lesson.completed")
        await told(page, "Lesson completed")
        await page.waitForFunction(() => document.querySelector("#deliveries")?.textContent?.includes("badge.awarded"))
      })
      const paid = Number(/"coins": (\d+)/.exec((yield* Effect.promise(() => page.textContent("#answer"))) ?? "")?.[1])
      assert.isAbove(paid, 0)
      yield* Effect.promise(() => hasCoins(page, before + paid))
      const reasons = yield* Effect.promise(() => page.locator("#reasons li").allTextContents())
      assert.isTrue(
        reasons.some(
          (text) => text.includes("Lesson completed") && text.includes("+10 coins") && /ledger #\d+/.test(text)
        )
      )
      assert.isTrue(reasons.some((text) => text.includes("First lesson") && text.includes("badge, +10 coins")))
      assert.isTrue(reasons.some((text) => text.includes("1 of 10 × Lesson completed") && text.includes("not yet")))
      const deliveries = yield* Effect.promise(() => page.locator("#deliveries summary").allTextContents())
      assert.isTrue(deliveries.some((text) => text.includes("coins.earned")))
      assert.isTrue(deliveries.every((text) => text.includes("verified")))

      // What the page shows as a command is the request it made: run as it stands it is the same event again.
      const command = (yield* Effect.promise(() => page.textContent("#request"))) ?? ""
      const token = /TOKEN='([^']+)'/.exec(command)?.[1] ?? ""
      const body = JSON.parse(/-d '([^']+)'/.exec(command)?.[1] ?? "null")
      const again = yield* call("POST", "/widget/events", body, { key: token })
      assert.deepStrictEqual([again.status, again.headers.get("idempotency-replayed")], [200, "true"])
      assert.strictEqual(again.body.effects.coins, paid)

      // The tenant's key stays on the server.
      const key = readFileSync(join(dataDir, "demo-key"), "utf8").trim()
      assert.match(key, /^svc_test_/)
      assert.isAbove(received.size, 10)
      assert.deepStrictEqual(
        [...received].filter(([, text]) => text.includes(key)).map(([url]) => url),
        []
      )
      assert.deepStrictEqual(complaints, [])
    })
  )

  it.effect("the same event sent again pays nothing and says so", () =>
    Effect.gen(function* () {
      const { complaints, page } = yield* open()
      const before = yield* Effect.promise(() => coinsOf(page))
      yield* Effect.promise(async () => {
        await press(page, "course.completed")
        await told(page, "Course completed")
      })
      const answer = (yield* Effect.promise(() => page.textContent("#answer"))) ?? ""
      const once = before + Number(/"coins": (\d+)/.exec(answer)?.[1])
      yield* Effect.promise(() => hasCoins(page, once))
      yield* Effect.promise(async () => {
        await page.click("#again")
        await told(page, "Nothing was paid twice")
      })
      assert.include(yield* Effect.promise(() => page.textContent("#why-line")), "the first time")
      assert.strictEqual(yield* Effect.promise(() => coinsOf(page)), once)
      assert.include(yield* Effect.promise(() => page.textContent("#answer")), "Idempotency-Replayed: true")
      assert.deepStrictEqual(complaints, [])
    })
  )

  it.effect("stays sensible when everything for today is paid: the limits are told", () =>
    Effect.gen(function* () {
      const { complaints, page } = yield* open()
      yield* Effect.promise(async () => {
        await page.evaluate(() => {
          for (let turn = 0; turn < 29; turn += 1)
            document.querySelector<HTMLElement>('[data-event="quiz.passed"]')!.click()
        })
        await told(page, "no reward this time")
      })
      const reasons = yield* Effect.promise(() => page.locator("#reasons li").allTextContents())
      assert.isTrue(reasons.every((text) => text.includes("skipped")))
      for (const limit of ["paid 3 of 3 times today", "paid 6 of 6 times today", "paid 10 of 10 times today"]) {
        assert.isTrue(
          reasons.some((text) => text.includes(limit)),
          limit
        )
      }
      // A token has ten writes a second; whoever clicks faster waits, and nothing is lost.
      assert.deepStrictEqual(
        complaints.filter((complaint) => !complaint.includes("429")),
        []
      )
    })
  )

  it.effect("an egg hatches: its operation ends, a creature is there that was not, and the next egg waits", () =>
    Effect.gen(function* () {
      const { complaints, page } = yield* open()
      const { call } = yield* TestApp
      const key = readFileSync(join(dataDir, "demo-key"), "utf8").trim()
      const hatched = Effect.map(call("GET", "/buddies?user_id=grace", undefined, { key }), ({ body }) => body.data)
      const before = yield* hatched
      const family = page.locator("#family button")
      const shown = yield* Effect.promise(() => family.count())
      yield* Effect.promise(async () => {
        await page.click("#hatch")
        await told(page, "is on stage")
      })
      const [newest, ...others] = yield* hatched
      assert.deepStrictEqual(others, before)
      assert.strictEqual(yield* Effect.promise(() => family.count()), shown + 1)
      yield* Effect.promise(() => page.locator(`#buddy img[alt^="${newest.name},"]`).first().waitFor())
      const picture = yield* Effect.promise(() => page.locator("#buddy .portrait img").first().getAttribute("src"))
      assert.match(picture ?? "", /\/assets\/[0-9a-f]{64}\.png$/)
      assert.strictEqual(new URL(picture ?? "").pathname, new URL(newest.image_url).pathname)
      assert.strictEqual(yield* Effect.promise(() => page.textContent("#name")), newest.name)
      assert.strictEqual(yield* Effect.promise(() => page.textContent("#line")), "Grace's buddy")
      assert.strictEqual(yield* Effect.promise(() => page.locator("#steps .done").count()), 3)
      assert.include(yield* Effect.promise(() => page.textContent("#answer")), '"completed"')
      yield* Effect.promise(async () => {
        await page.waitForFunction(() => document.querySelector("#deliveries")?.textContent?.includes("buddy.hatched"))
        await press(page, "lesson.completed")
        await told(page, "First lesson")
      })
      assert.deepStrictEqual(complaints, [])
    })
  )

  it.effect("what somebody else sends moves the page too", () =>
    Effect.gen(function* () {
      const { call } = yield* TestApp
      const { page } = yield* open({ reducedMotion: "no-preference" })
      const before = yield* Effect.promise(() => coinsOf(page))
      const key = readFileSync(join(dataDir, "demo-key"), "utf8").trim()
      const buddies = yield* call("GET", "/buddies?user_id=ada", undefined, { key })
      const paid = yield* call("POST", `/buddies/${buddies.body.data[0].buddy_id}/coins`, { amount: 500 }, { key })
      assert.strictEqual(paid.body.balance, before + 500)
      yield* Effect.promise(() => hasCoins(page, before + 500))
    })
  )
})
