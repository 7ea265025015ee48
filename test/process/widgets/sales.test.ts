/** What a shop shows of a flash sale, and that nobody pays more than was shown. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { all as words } from "../../../src/widgets/parts/purchase/words.ts"
import { mount, refusal, type Service, WidgetPages } from "../../kit/widgets/WidgetPages.ts"

layer(WidgetPages.layer, { excludeTestServices: true })("a shop with a sale", (it) => {
  it.effect("shows the price, the list price, how long and for how many, in every language", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const languages = Object.keys(words)
        const shops = languages.map((tag) => mount("marketplace", `aria-label="${tag}" data-locale="${tag}"`))
        const { page, rests } = await open(shops.join(""), { reducedMotion: "reduce" })
        await rests("ready")
        for (const tag of languages) {
          const said = await page.locator(`[aria-label="${tag}"] .sale`).textContent()
          const number = (value: number) => new Intl.NumberFormat(tag).format(value)
          for (const part of ["Friday", words[tag]!.before, number(400), number(5), number(2)]) {
            assert.include(said, part, tag)
          }
        }
      })
    })
  )

  it.effect("asks for no more than it shows, says when the price has changed and looks again", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const bodies: Array<unknown> = []
        const service: Service = ({ body, path }) => {
          if (path !== "/widget/purchases") return undefined
          bodies.push(body)
          return refusal(409, "price_changed")
        }
        const { page, rests } = await open(mount("marketplace"), { service, reducedMotion: "reduce" })
        await rests("ready")
        await page.getByRole("button", { name: "Buy: Top hat, 300 coins" }).click()
        const dialog = page.getByRole("dialog", { name: "Buy Top hat?" })
        await dialog.locator(".sale").waitFor()
        const again = page.waitForRequest((request) => request.url().includes("/widget/marketplace"))
        await dialog.getByRole("button", { name: "Buy" }).click()
        await dialog.getByText(words["en"]!.changed).waitFor()
        assert.strictEqual(await dialog.getByRole("button", { name: "Buy" }).count(), 0)
        await again
        assert.deepStrictEqual(bodies, [{ item_id: "item-hat", max_price_coins: 300 }])
      })
    })
  )
})
