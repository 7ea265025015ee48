/** Players who press the next button before the last one has been answered. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { eventually } from "../../kit/browser/Browser.ts"
import * as Answers from "../../kit/widgets/Answers.ts"
import { mount, refusal, type Service, WidgetPages } from "../../kit/widgets/WidgetPages.ts"

const hats = ["Straw hat", "Top hat"].map((name) => ({
  item_id: name,
  name,
  category: "head",
  image_url: null,
  count: 1
}))

/** A buddy with one head, which is told off when it is to wear two hats. */
const wardrobe = (): Service => {
  let worn: ReadonlyArray<unknown> = []
  return ({ body, path }) => {
    if (path.startsWith("/widget/marketplace")) {
      const owned_items = hats.map((hat) => ({ ...hat, equipped: worn.includes(hat.item_id) }))
      return { body: { ...Answers.marketplace, owned_items } }
    }
    if (path !== "/widget/equipped-items") return undefined
    const { equip = [], unequip = [] } = body as Readonly<Record<string, ReadonlyArray<unknown>>>
    const next = [...worn.filter((each) => !unequip.includes(each)), ...equip]
    if (next.length > 1) return refusal(409, "equip_category_conflict")
    worn = next
    return { body: { accepted: true, status: "completed", cached: true, equipped_items: worn } }
  }
}

/** Writes of this path reach the service when they are let go, and are seen by then. */
const holding = async (page: Page, path: string) => {
  const held: Array<() => void> = []
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() === "OPTIONS") return route.fallback()
    await new Promise<void>((go) => held.push(go))
    return route.fallback()
  })
  const letGo = () => eventually(async () => (assert.isNotEmpty(held), held.shift()!()))
  return { letGo }
}

layer(WidgetPages.layer, { excludeTestServices: true })("whoever is in a hurry", (it) => {
  it.effect("puts on one hat after the other, and wears the last", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const { page, rests } = await open(mount("marketplace"), { service: wardrobe() })
        await rests("ready")
        const { letGo } = await holding(page, "/widget/equipped-items")
        await page.getByRole("tab", { name: "Yours" }).click()
        await page.getByRole("button", { name: "Wear: Straw hat" }).click()
        await page.getByRole("button", { name: "Wear: Top hat" }).click()
        await letGo()
        await letGo()
        await page.getByRole("button", { name: "Take off: Top hat" }).waitFor()
        await page.getByRole("button", { name: "Wear: Straw hat" }).waitFor()
        assert.strictEqual(await page.locator(".problem").count(), 0)
      })
    })
  )

  it.effect("keeps the question that was opened while something else was bought", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const items = hats.map((hat) => ({ ...Answers.marketplace.data[0]!, ...hat, refusal: null, owned: 0 }))
        const service: Service = ({ method, path }) => {
          if (path.startsWith("/widget/marketplace")) return { body: { ...Answers.marketplace, data: items } }
          return method === "POST" ? { status: 201, body: { item_id: "Straw hat", balance: 7 } } : undefined
        }
        const { asked, page, rests } = await open(mount("marketplace"), { service })
        await rests("ready")
        const { letGo } = await holding(page, "/widget/purchases")
        await page.getByRole("button", { name: /^Buy: Straw hat/ }).click()
        await page.getByRole("dialog").getByRole("button", { name: "Buy" }).click()
        await page.keyboard.press("Escape")
        await page.getByRole("button", { name: /^Buy: Top hat/ }).click()
        await page.getByRole("dialog", { name: /Top hat/ }).waitFor()
        await letGo()
        await page.locator(".heard", { hasText: "Straw hat" }).waitFor({ state: "attached" })
        assert.strictEqual(await page.getByRole("dialog", { name: /Top hat/ }).count(), 1)
        assert.strictEqual(asked.filter(({ method }) => method === "POST").length, 1)
      })
    })
  )

  it.effect("puts on with a double click what a click puts on, though the first was answered in between", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const { asked, page, rests } = await open(mount("marketplace"), { service: wardrobe() })
        await rests("ready")
        await page.getByRole("tab", { name: "Yours" }).click()
        const place = await page.getByRole("button", { name: "Wear: Straw hat" }).boundingBox()
        const [x, y] = [place!.x + 9, place!.y + 9] as const
        await page.mouse.click(x, y)
        await page.getByRole("button", { name: "Take off: Straw hat" }).waitFor()
        await page.mouse.down({ clickCount: 2 })
        await page.mouse.up({ clickCount: 2 })
        await page.evaluate(`fetch("http://service.test/api/v1/widget/path").then((answer) => answer.text())`)
        assert.lengthOf(
          asked.filter(({ method }) => method === "PATCH"),
          1
        )
        await page.getByRole("button", { name: "Take off: Straw hat" }).click()
        await page.getByRole("button", { name: "Wear: Straw hat" }).waitFor()
      })
    })
  )
})
