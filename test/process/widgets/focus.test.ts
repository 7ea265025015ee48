/** Where the focus is once the button it was on has gone: whoever has no mouse would begin the page anew. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import * as Answers from "../../kit/widgets/Answers.ts"
import { mount, refusal, type Service, type StageOptions, WidgetPages } from "../../kit/widgets/WidgetPages.ts"

type Steps = typeof Answers.path.path.steps

/** As the service answers once `lesson` was done by hand. */
const walked = () => {
  const steps = Answers.path.path.steps.map((step) => ({
    ...step,
    sub_steps: step.sub_steps.map((sub) => {
      const state = { lesson: "completed", quiz: "available" }[sub.sub_step_key] ?? sub.state
      return { ...sub, state, completed_at: state === "completed" ? new Date().toISOString() : null }
    })
  })) as Steps
  return { ...Answers.path.path, steps, progress: { completed: 3, total: 5 } }
}

const marking: Service = ({ method }) =>
  method === "POST"
    ? { body: { completed: true, already_completed: false, completed_at: new Date().toISOString(), path: walked() } }
    : undefined

const hatched: Service = ({ method, path }) => {
  if (method === "POST" && path === "/widget/ceremonies") return { body: { recorded: true, already_recorded: false } }
  return path === "/widget/buddy" ? { body: Answers.hatched } : undefined
}

const winning: Service = ({ path }) => {
  const badge = { badge_key: "first_lesson", label: "First lesson", coin_reward: 0 }
  return path === "/widget/events"
    ? { body: { accepted: true, event_id: "e1", effects: { ...Answers.effects, badges_awarded: [badge] } } }
    : undefined
}

/** Presses the button as one without a mouse does. */
const press = async (page: Page, name: string | RegExp) => {
  const button = page.getByRole("button", { name })
  await button.focus()
  await page.keyboard.press("Enter")
  await button.waitFor({ state: "detached" })
}

layer(WidgetPages.layer, { excludeTestServices: true })("the focus", (it) => {
  const pages = (body: string, options: StageOptions, check: (page: Page) => Promise<void>) =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => check((await open(body, { reducedMotion: "reduce", ...options })).page))
    })

  it.effect("stays at a step that was done by hand", () =>
    pages(mount("path"), { service: marking }, async (page) => {
      await press(page, /^Mark as done/)
      await page.locator(".sub.completed:focus", { hasText: "Take your first lesson" }).waitFor()
    })
  )

  it.effect("stays in the widget when a moment, a card or a failure is over", () =>
    Effect.gen(function* () {
      const isIn = (page: Page) => page.locator(".widget:focus").waitFor()
      yield* pages(mount("buddy"), { service: hatched }, async (page) => {
        await press(page, "Close")
        await isIn(page)
      })
      yield* pages(mount("buddy"), { service: winning }, async (page) => {
        await page.locator(".widget[data-state=ready]").waitFor()
        await page.evaluate(`void Hatched.track("lesson.completed")`)
        await press(page, "Close")
        await isIn(page)
      })
      let fails = true
      const service: Service = ({ path }) =>
        fails && path.startsWith("/widget/leaderboard") ? refusal(404, "not_found") : undefined
      yield* pages(mount("leaderboard"), { service }, async (page) => {
        await page.getByRole("button", { name: "Try again" }).waitFor()
        fails = false
        await press(page, "Try again")
        await isIn(page)
      })
    })
  )

  it.effect("is not taken from where the player has gone meanwhile, nor given to a widget that has gone", () =>
    pages(mount("path") + `<button id="own">Own</button>`, { service: marking }, async (page) => {
      await page.getByRole("button", { name: /^Mark as done/ }).click()
      await page.locator("#own").focus()
      await page.locator(".sub.completed", { hasText: "Take your first lesson" }).waitFor()
      assert.strictEqual(await page.evaluate("document.activeElement.id"), "own")
      await page.locator(".button").first().focus()
      await page.evaluate(`void Hatched.unmount("[data-hatched-mount]")`)
      assert.strictEqual(await page.evaluate("document.activeElement.tagName"), "BODY")
    })
  )
})
