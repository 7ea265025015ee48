/** The shop, the wardrobe, the path and evolution on the demo page: its widgets, used as people do. In a browser. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { DemoPage, open, press, shownIn, shows, tall, told } from "../../kit/browser/DemoPage.ts"

const answered = (page: Page, text: string) =>
  page.waitForFunction((wanted) => document.getElementById("answer")?.textContent?.includes(wanted), text)

const control = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first()

/** The picture of the buddy on stage. */
const picture = (page: Page) => page.locator("#buddy .portrait img").first()

layer(DemoPage, {
  excludeTestServices: true
})("life on the demo page", (it) => {
  it.effect("what is bought is worn, and the picture changes with it and back", () =>
    Effect.gen(function* () {
      const { complaints, page } = yield* open(tall)
      yield* Effect.promise(async () => {
        await press(page, "course.completed")
        await told(page, "Course completed")
      })
      const bare = yield* Effect.promise(() => picture(page).getAttribute("src"))
      yield* Effect.promise(async () => {
        await control(page, /^Buy: Reading glasses/).click()
        await page.locator("#shop dialog").getByRole("button", { name: "Buy" }).click()
        await answered(page, '"price_paid": 60')
      })
      assert.include(yield* Effect.promise(() => page.textContent("#request")), "Idempotency-Key: ")
      yield* Effect.promise(async () => {
        await page.getByRole("tab", { name: "Yours" }).click()
        await control(page, "Wear: Reading glasses").click()
        await page.waitForFunction(
          (before) =>
            document.getElementById("buddy")?.shadowRoot?.querySelector(".portrait img")?.getAttribute("src") !==
            before,
          bare
        )
      })
      assert.match(
        (yield* Effect.promise(() => picture(page).getAttribute("src"))) ?? "",
        /\/assets\/[0-9a-f]{64}\.png$/
      )
      yield* Effect.promise(async () => {
        await control(page, "Take off: Reading glasses").click()
        await answered(page, '"cached": true')
        await page.waitForFunction(
          (before) =>
            document.getElementById("buddy")?.shadowRoot?.querySelector(".portrait img")?.getAttribute("src") ===
            before,
          bare
        )
      })
      assert.deepStrictEqual(complaints, [])
    })
  )

  it.effect("the path ticks by itself", () =>
    Effect.gen(function* () {
      const { complaints, page } = yield* open(tall)
      const done = async (title: string) => (await page.locator("#path .sub.completed", { hasText: title }).count()) > 0
      yield* Effect.promise(async () => {
        await press(page, "lesson.completed")
        await told(page, "Lesson completed")
        await page.locator("#path .sub.completed", { hasText: "The first lesson" }).waitFor()
        for (let turn = 0; turn < 2; turn += 1) {
          if (await done("Two exercises")) break
          await press(page, "exercise.solved")
          await told(page, "Exercise solved")
        }
        await page.locator("#path .sub.completed", { hasText: "Two exercises" }).waitFor()
      })
      assert.include(yield* Effect.promise(() => page.textContent("#verdict")), "path: two exercises")
      const reasons = yield* Effect.promise(() => page.locator("#reasons li").allTextContents())
      assert.isTrue(reasons.some((text) => text.includes("Two exercises") && text.includes("ticked")))
      assert.deepStrictEqual(complaints, [])
    })
  )

  it.effect("a buddy that is ready evolves: an operation, a stage and a picture of its own", () =>
    Effect.gen(function* () {
      const { complaints, page } = yield* open(tall)
      yield* Effect.promise(async () => {
        for (let turn = 0; turn < 2; turn += 1) {
          await press(page, "course.completed")
          await told(page, "Course completed")
        }
        await page.waitForSelector("#growth:not([hidden])")
        await page.click("#evolve")
        await told(page, "has evolved into a Reader")
        await picture(page).and(page.locator('[alt$=", Reader"]')).waitFor()
      })
      yield* Effect.promise(() =>
        page.waitForFunction(() => document.querySelector("#deliveries")?.textContent?.includes("buddy.evolved"))
      )
      assert.isTrue(yield* Effect.promise(() => page.isHidden("#evolve")))
      // Growing up was the last thing on its path that ticks by itself; the end is ticked by hand.
      yield* Effect.promise(async () => {
        await control(page, "Mark as done: Look back").click()
        await page.locator("#path .sub.completed", { hasText: "Look back" }).waitFor()
        await answered(page, '"completed": true')
      })
      assert.notInclude(yield* Effect.promise(() => shownIn(page, "path")), "of 6")
      assert.deepStrictEqual(complaints, [])
    })
  )

  it.effect("a buddy that has just hatched is greeted, once", () =>
    Effect.gen(function* () {
      const { page } = yield* open(tall)
      yield* Effect.promise(async () => {
        await page.click("#hatch")
        await told(page, "is on stage")
        const name = await page.textContent("#name")
        await shows(page, "buddy", `${name} has hatched`)
        const close = page.locator("#buddy").getByRole("button", { name: "Close" })
        await close.click()
        await close.waitFor({ state: "detached" })
      })
    })
  )
})
