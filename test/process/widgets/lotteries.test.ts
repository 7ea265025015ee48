/** Draws to come in the widgets: what is said of them, and what is not. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { campaigns } from "../../kit/widgets/TogetherAnswers.ts"
import { mount, type Service, WidgetPages } from "../../kit/widgets/WidgetPages.ts"

layer(WidgetPages.layer, { excludeTestServices: true })("draws in the widgets", (it) => {
  it.effect("promise no chance while there are no more tickets than prizes", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const [draw] = campaigns.lotteries
        const lotteries = [
          { ...draw!, lottery_id: "none", name: "No ticket yet", my_tickets: 0, entries: 0, odds_per_entry: null },
          { ...draw!, lottery_id: "few", name: "Two for three prizes", my_tickets: 0, entries: 2, odds_per_entry: 1 },
          { ...draw!, lottery_id: "more", name: "Four for three", my_tickets: 0, entries: 4, odds_per_entry: 0.75 }
        ]
        const service: Service = ({ path }) =>
          path === "/widget/campaigns" ? { body: { ...campaigns, lotteries } } : undefined
        const { page, rests } = await open(mount("buddy"), { reducedMotion: "reduce", service })
        await rests("ready")
        const chanceOf = (name: string) =>
          page.locator(".joint", { hasText: name }).locator(".facts > div", { hasText: "Chance" }).allTextContents()
        assert.deepStrictEqual(await chanceOf("No ticket yet"), [])
        assert.deepStrictEqual(await chanceOf("Two for three prizes"), [])
        assert.deepStrictEqual(await chanceOf("Four for three"), ["Chance per ticket75%"])
      })
    })
  )
})
