/** The console where a workspace has several marketplaces: each has items of its own. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { browser } from "../../kit/browser/Browser.ts"
import { arrived, at, button, isFine, listen, signedInAs } from "../../kit/browser/ConsolePages.ts"
import { ownerOf } from "../../kit/players/Dashboard.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

layer(TestApp.shared, { excludeTestServices: true })("the console and marketplaces", (it) => {
  it.effect("edits the items of whichever marketplace is chosen, also after the page was loaded anew", () =>
    Effect.gen(function* () {
      const { baseUrl, tenant } = yield* TestApp
      const { call, customer_id } = yield* tenant({ plan: "pro" })
      for (const [shop, item] of [
        ["main", "hat"],
        ["winter", "scarf"]
      ]) {
        yield* call("POST", "/marketplaces", { marketplace_key: shop, name: `The ${shop} shop` })
        const category = item === "hat" ? "head" : "neck"
        const made = yield* call("POST", `/marketplaces/${shop}/items`, {
          item_key: item,
          name: item,
          category,
          price_coins: 5
        })
        assert.strictEqual(made.status, 201, made.text)
      }
      const { key } = yield* ownerOf(customer_id)
      const { regular } = yield* browser
      const page = yield* regular({ reducedMotion: "reduce", locale: "en-US" }, baseUrl)
      const link = (name: string) => page.getByRole("link", { name, exact: true })
      yield* Effect.promise(async () => {
        await signedInAs(page, key)
        const complaints = await listen(page)
        await page.goto(`${baseUrl}/console/rules/items`)
        await at(page, "Items")
        const shops = page.getByLabel("Marketplace", { exact: true })
        const [first, other] = (await shops.inputValue()) === "main" ? ["hat", "scarf"] : ["scarf", "hat"]
        await link(first!).waitFor()
        await shops.selectOption(first === "hat" ? "winter" : "main")
        await link(other!).waitFor()
        assert.isFalse(await link(first!).isVisible())
        await isFine(page, "items of another marketplace")
        await link(other!).click()
        await at(page, "Items: Edit")
        await page.reload()
        await arrived(page)
        await page.getByLabel("Name", { exact: true }).fill("Warm")
        await button(page, "Save").click()
        await link(other!).waitFor()
        assert.deepStrictEqual(complaints, [])
      })
      const named = yield* Effect.forEach(["main/items/hat", "winter/items/scarf"], (path) =>
        Effect.map(call("GET", `/marketplaces/${path}`), ({ body }) => body.name)
      )
      assert.lengthOf(
        named.filter((name) => name === "Warm"),
        1
      )
    }).pipe(Effect.scoped)
  )
})
