/** Parts of the shop that are read when somebody wants to see them. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Answers from "../../kit/widgets/Answers.ts"
import { mount, refusal, type Service, WidgetPages } from "../../kit/widgets/WidgetPages.ts"

const wares = Answers.marketplace.data

/** Everything but the first page of everything is refused until somebody says so. */
const shop = () => {
  const state = { isAway: true }
  const service: Service = ({ path }) => {
    if (!path.startsWith("/widget/marketplace")) return undefined
    const isFirst = path.includes("page=1") && !path.includes("category")
    if (!isFirst && state.isAway) return refusal(404, "not_found")
    const page = isFirst ? wares : wares.slice(0, 1).map((item) => ({ ...item, item_id: "late", name: "Late hat" }))
    return { body: { ...Answers.marketplace, data: page, meta: { total: 25, page: 1, limit: 24 } } }
  }
  return { service, state }
}

layer(WidgetPages.layer, { excludeTestServices: true })("a part of the shop that cannot be had", (it) => {
  for (const name of ["Head", "Show more"])
    it.effect(`says so and can be asked for again: ${name}`, () =>
      Effect.gen(function* () {
        const { open } = yield* WidgetPages
        yield* Effect.promise(async () => {
          const { service, state } = shop()
          const { page, rests } = await open(mount("marketplace", `data-poll="off"`), { service })
          await rests("ready")
          await page.getByRole("button", { name, exact: true }).click()
          await page.getByText("This is not here any more.").waitFor()
          state.isAway = false
          await page.getByRole("button", { name: "Try again" }).click()
          await page.getByText("Late hat").waitFor()
          assert.strictEqual(await page.getByRole("button", { name: "Try again" }).count(), 0)
        })
      })
    )

  it.effect("is read though the browser draws no frame", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const { service, state } = shop()
        state.isAway = false
        const { page, rests } = await open(mount("marketplace", `data-poll="off"`), { service, clock: true })
        await rests("ready")
        await page.clock.pauseAt(Date.now() + 60_000)
        await page.getByRole("button", { name: "Head", exact: true }).click()
        await page.getByText("Late hat").waitFor()
      })
    })
  )
})
