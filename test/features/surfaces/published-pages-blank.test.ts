/** What a tenant has left blank: its pages say what they would say had it never been sent. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hatch } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { fine, showrooms, workspace } from "../../kit/surfaces/Showrooms.ts"

const surfaces = "/customers/me/hosted-surfaces"
const title = (page: string) => /<title>(.*?)<\/title>/.exec(page)?.[1]
const heading = (page: string) => /<h1[^>]*>(?:<bdi>)?(.*?)(?:<\/bdi>)?<\/h1>/.exec(page)?.[1]

layer(TestApp.shared, { excludeTestServices: true })("words that are blank", (it) => {
  it.effect("leave no page without a heading, and no link without a name", () =>
    Effect.gen(function* () {
      const { call: anybody } = yield* TestApp
      const tenant = yield* workspace
      const { call } = tenant
      const cta = { label: " ", url: "https://acme.example/" }
      const blank = { headline: "\u200b", description: " " }
      const showroom = fine(yield* call("POST", showrooms, { name: "Spring", cta, ...blank }), 201)
      fine(yield* call("POST", `${showrooms}/${showroom.showroom_id}/publish`))
      const shown = (yield* anybody("GET", `root:/showroom/${showroom.slug}`)).text
      assert.deepStrictEqual([title(shown), heading(shown)], ["Spring · Acme Learning", "Spring"])
      assert.match(shown, /<a class="go"[^>]*>[^<]*\S[^<]*<\/a>/)
      assert.notInclude(shown, `name="description"`)
      assert.include(shown, `<bdi>Acme Learning</bdi>`)

      const surface = fine(yield* call("POST", surfaces, { name: "Lobby", headline: " ", intro: "" }), 201)
      fine(yield* call("POST", `${surfaces}/${surface.hosted_surface_id}/publish`))
      const door = (yield* anybody("GET", `root:/s/${surface.slug}`)).text
      assert.strictEqual(title(door), "Lobby")
      assert.include(heading(door) ?? "", "Lobby")
      assert.notInclude(door, `name="description"`)

      const { buddy_id } = yield* hatch(tenant, "ada")
      fine(yield* call("PATCH", `/buddies/${buddy_id}/profile`, { tagline: " " }))
      const { code } = fine(yield* call("POST", `/buddies/${buddy_id}/share`), 201)
      const page = (yield* anybody("GET", `root:/p/${code}`)).text
      assert.match(page, /name="description" content="[^"]*\S[^"]*"/)
      assert.notInclude(page, `class="tagline"`)
      const selection = { mode: "manual", limit: 1, buddy_ids: [buddy_id] }
      const { showroom_id, slug } = fine(yield* call("POST", showrooms, { name: "Ada", selection }), 201)
      fine(yield* call("POST", `${showrooms}/${showroom_id}/publish`))
      const guests = (yield* anybody("GET", `root:/showroom/${slug}`)).text
      assert.include(guests, `class="guests`)
      assert.notInclude(guests, `class="tagline"`)
    })
  )
})
