/** The shop, the wardrobe, the path and evolution on the demo page, in a browser. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { DemoPage, open, press, told } from "../../kit/browser/DemoPage.ts"

layer(DemoPage, {
  excludeTestServices: true
})("life on the demo page", (it) => {
  it.effect("what is bought is worn, and the picture changes with it and back", () =>
    Effect.gen(function* () {
      const { complaints, page } = yield* open()
      yield* Effect.promise(async () => {
        await press(page, "course.completed")
        await told(page, "Course completed")
      })
      const picture = () => page.getAttribute("#picture", "src")
      const bare = yield* Effect.promise(picture)
      yield* Effect.promise(async () => {
        await page.click('[data-item="reading_glasses"]')
        await told(page, "Reading glasses is bought for 60 coins")
      })
      assert.include(yield* Effect.promise(() => page.textContent("#request")), "Idempotency-Key: ")
      assert.include(yield* Effect.promise(() => page.textContent("#answer")), '"price_paid": 60')
      yield* Effect.promise(async () => {
        await page.click('[data-item="reading_glasses"]')
        await told(page, "Reading glasses is on")
      })
      const dressed = yield* Effect.promise(picture)
      assert.notStrictEqual(dressed, bare)
      assert.match(dressed ?? "", /\/assets\/[0-9a-f]{64}\.png$/)
      yield* Effect.promise(async () => {
        await page.click('[data-item="reading_glasses"]')
        await told(page, "Reading glasses is off")
      })
      assert.strictEqual(yield* Effect.promise(picture), bare)
      assert.include(yield* Effect.promise(() => page.textContent("#answer")), '"cached": true')
      const worn = yield* Effect.promise(() => page.locator(".ware.worn").count())
      assert.strictEqual(worn, 0)
      assert.deepStrictEqual(complaints, [])
    })
  )

  it.effect("the path ticks by itself", () =>
    Effect.gen(function* () {
      const { complaints, page } = yield* open()
      const done = () =>
        page.locator(".sub-step.completed").evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.subStep))
      yield* Effect.promise(async () => {
        await press(page, "lesson.completed")
        await told(page, "Lesson completed")
      })
      assert.includeMembers(yield* Effect.promise(done), ["first_lesson"])
      yield* Effect.promise(async () => {
        for (let turn = 0; turn < 2; turn += 1) {
          if ((await done()).includes("two_exercises")) break
          await press(page, "exercise.solved")
          await told(page, "Exercise solved")
        }
      })
      assert.includeMembers(yield* Effect.promise(done), ["two_exercises"])
      assert.include(yield* Effect.promise(() => page.textContent("#verdict")), "path: two exercises")
      const reasons = yield* Effect.promise(() => page.locator("#reasons li").allTextContents())
      assert.isTrue(reasons.some((text) => text.includes("Two exercises") && text.includes("ticked")))
      assert.deepStrictEqual(complaints, [])
    })
  )

  it.effect("a buddy that is ready evolves: an operation, a stage and a picture of its own", () =>
    Effect.gen(function* () {
      const { complaints, page } = yield* open()
      yield* Effect.promise(async () => {
        for (let turn = 0; turn < 2; turn += 1) {
          await press(page, "course.completed")
          await told(page, "Course completed")
        }
        await page.waitForSelector("#evolve:not([hidden])")
      })
      const before = yield* Effect.promise(() => page.getAttribute("#picture", "src"))
      yield* Effect.promise(async () => {
        await page.click("#evolve")
        await told(page, "has evolved into a Reader")
      })
      assert.include(yield* Effect.promise(() => page.textContent("#stage-label")), "Stage 2, Reader")
      assert.notStrictEqual(yield* Effect.promise(() => page.getAttribute("#picture", "src")), before)
      yield* Effect.promise(() =>
        page.waitForFunction(() => document.querySelector("#deliveries")?.textContent?.includes("buddy.evolved"))
      )
      assert.isTrue(yield* Effect.promise(() => page.isHidden("#evolve")))
      // Growing up was the last thing on its path that ticks by itself; the end is ticked by hand.
      yield* Effect.promise(async () => {
        await page.click('[data-sub-step="look_back"] .tick')
        await told(page, "Look back is done")
      })
      assert.strictEqual(yield* Effect.promise(() => page.textContent("#path-line")), "Walked to its end.")
      assert.deepStrictEqual(complaints, [])
    })
  )
})
