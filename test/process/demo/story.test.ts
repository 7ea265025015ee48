/** The demo page tells one story: what it says in one place it says in every other. In a browser. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import type { Page } from "playwright-core"
import { DemoPage, open, press, shows, tall, told } from "../../kit/browser/DemoPage.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const textOf = async (page: Page, selector: string) => (await page.textContent(selector)) ?? ""

/** Below each card comes the next one or the end of its row: anything else is a hole. */
const holes = (page: Page) =>
  page.evaluate(() => {
    const gap_max = 24
    return [...document.querySelectorAll(".board, .life, .after")].flatMap((row) => {
      const end = row.getBoundingClientRect().bottom + gap_max
      const cards = [...row.querySelectorAll(":scope > .card")].map((card) => card.getBoundingClientRect())
      return cards.flatMap((card) => {
        const below = cards.filter(
          ({ left, right, top }) => top >= card.bottom && left < card.right && right > card.left
        )
        const gap = Math.min(end, ...below.map(({ top }) => top)) - card.bottom
        return gap > gap_max + 1 ? [`${row.className}: ${gap} px under the card at ${card.left}, ${card.top}`] : []
      })
    })
  })

/** Texts that do not fit their box, and boxes that stick out of the window. */
const cut = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("header *, main *")]
      .filter((element) => element.closest(".hidden, svg") === null && element.getClientRects().length > 0)
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect()
        const isOut = right > innerWidth + 1 || left < -1
        const isText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim() !== "")
        const clips = getComputedStyle(element).overflowX !== "visible"
        return isOut || (isText && clips && element.scrollWidth > element.clientWidth + 1)
      })
      .map((element) => `${element.tagName} ${element.className}: ${element.textContent?.slice(0, 40)}`)
  )

layer(DemoPage, {
  excludeTestServices: true
})("the story of the demo page", (it) => {
  it.effect(
    "who gained skill points alone did not earn nothing; and what earned nothing shows nothing that fired",
    () =>
      Effect.gen(function* () {
        const { complaints, page } = yield* open()
        yield* Effect.promise(async () => {
          // The second exercise is an easy one: its skill points are all it brings, but for what it completes.
          for (let turn = 0; turn < 3; turn += 1) {
            await press(page, "exercise.solved")
            await page.waitForFunction(
              (wanted) => document.querySelectorAll("#calls button").length >= wanted,
              turn + 2
            )
            await page.waitForSelector("main[aria-busy=false]")
            const [verdict, line] = [await textOf(page, "#verdict"), await textOf(page, "#why-line")]
            const fired = await page.locator(".reason.fired").count()
            assert.include(line, `${fired} of `)
            assert.isAbove(fired, 0)
            assert.notInclude(verdict, "earned nothing")
            assert.match(verdict, /\+\d+ Problem solving/)
            const points = await page.locator(".reason.fired .gain.skill").allTextContents()
            for (const gain of points.filter((text) => text.startsWith("+"))) assert.include(verdict, gain)
          }
        })
        assert.deepStrictEqual(complaints, [])
      })
  )

  it.effect("the path moves with the first thing that is done, and its end is ticked by hand", () =>
    Effect.gen(function* () {
      const { page } = yield* open(tall)
      yield* Effect.promise(async () => {
        await press(page, "lesson.completed")
        await told(page, "Lesson completed")
      })
      yield* Effect.promise(() => page.locator("#path .sub.completed", { hasText: "The first lesson" }).waitFor())
      const done = yield* Effect.promise(() => page.locator("#path .sub.completed").count())
      yield* Effect.promise(() => shows(page, "path", `${done} of 6`))
      const order = yield* Effect.promise(() => page.locator("#path .sub").allTextContents())
      assert.include(order.at(-1), "Look back")
    })
  )

  it.effect("another buddy on stage has a verdict of its own", () =>
    Effect.gen(function* () {
      const { page } = yield* open()
      yield* Effect.promise(async () => {
        await page.click("#hatch")
        await told(page, "is on stage")
        await press(page, "course.completed")
        await told(page, "Course completed")
        await page.click("#family button >> nth=0")
        await told(page, "is on stage")
      })
      const name = yield* Effect.promise(() => textOf(page, "#name"))
      assert.strictEqual(
        yield* Effect.promise(() => textOf(page, "#verdict")),
        `Nothing sent to ${name} from here yet.`
      )
    })
  )

  it.effect("no hole and nothing cut, on a desk, a tablet and a phone, before and after things happened", () =>
    Effect.gen(function* () {
      for (const [width, height] of [
        [1440, 1000],
        [820, 1100],
        [390, 844]
      ] as const) {
        const { page } = yield* open({ viewport: { width, height } })
        const seen = yield* Effect.promise(async () => {
          const before = [...(await holes(page)), ...(await cut(page))]
          await press(page, "quiz.passed")
          await page.waitForFunction(() => document.querySelector("#deliveries li") !== null)
          await page.waitForSelector("main[aria-busy=false]")
          return [...before, ...(await holes(page)), ...(await cut(page))]
        })
        assert.deepStrictEqual(seen, [], `${width} px`)
      }
    })
  )

  it.effect("nothing looks as if it were still coming once it has come, or cannot", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* TestApp
      const { page } = yield* open()
      const loading = () => page.locator("[data-loading]").count()
      yield* Effect.promise(async () => {
        await page.waitForFunction(() => document.querySelector("[data-loading]") === null)
        await page.route(`${baseUrl}/demo/api/events/*/trace`, (route) =>
          route.fulfill({ status: 404, contentType: "application/json", body: '{"error":{"message":"It is gone."}}' })
        )
        await press(page, "lesson.completed")
        await told(page, "It is gone.")
        assert.strictEqual(await loading(), 0)
        assert.include(await textOf(page, "#why-line"), "It is gone.")
        // Also when the page cannot even start.
        await page.route(`${baseUrl}/demo/api/event-types*`, (route) =>
          route.fulfill({ status: 404, contentType: "application/json", body: '{"error":{"message":"Not yet."}}' })
        )
        await page.reload()
        await page.waitForFunction(() => document.getElementById("line")?.textContent?.includes("Not yet."))
        assert.strictEqual(await loading(), 0)
        await page.unroute(`${baseUrl}/demo/api/event-types*`)
        await page.waitForFunction(() => document.getElementById("line")?.textContent === "Ada's buddy")
      })
    })
  )

  it.effect("commands run in a shell as they stand, with the page's token and with the workspace's key", () =>
    Effect.gen(function* () {
      const { page } = yield* open()
      // The service runs in this very process: it has to be able to answer meanwhile.
      const run = (command: string) =>
        Effect.map(
          Effect.promise(() => promisify(execFile)("bash", ["-c", command])),
          ({ stdout }) => stdout
        )
      const withToken = yield* Effect.promise(() => textOf(page, "#request"))
      assert.match(yield* run(withToken), /^HTTP\/1\.1 200/)
      yield* Effect.promise(async () => {
        await page.click("#hatch")
        await told(page, "is on stage")
      })
      const withKey = yield* Effect.promise(() => textOf(page, "#request"))
      assert.include(withKey, "DEMO_KEY=$(cat ")
      assert.match(yield* run(withKey), /^HTTP\/1\.1 200[\s\S]*"completed"/)
    })
  )
})
