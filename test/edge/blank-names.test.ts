/** What people are to choose among and be given has a name that somebody sees. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestApp } from "../kit/service/TestApp.ts"

const routes = [
  ["kudo-types", "label"],
  ["kudo-types", "emoji"],
  ["event-badges", "label"],
  ["lotteries", "name"],
  ["surprise-drops", "name"],
  ["mystery-boxes", "name"],
  ["causes", "unit_label"],
  ["leagues/seasons", "name"]
] as const

const id = crypto.randomUUID()
const tier = { tier_key: "bronze", order: 1 }
/** Of what else is shown by its name. */
const others: ReadonlyArray<readonly [method: "PATCH" | "POST" | "PUT", path: string, (unseen: string) => object]> = [
  ["POST", `/customers/me/players/${id}/award`, (label) => ({ award_key: "mvp", label })],
  ["POST", `/buddies/${id}/outfits`, (name) => ({ name, item_ids: [id] })],
  ["PUT", "/customers/me/leagues/tiers", (name) => ({ tiers: [{ ...tier, name }] })],
  ["PATCH", "/customers/me/settings", (singular) => ({ coin_name: { singular, plural: "stars" } })],
  ["PATCH", "/customers/me/settings", (plural) => ({ coin_name: { singular: "star", plural } })],
  ["PATCH", "/customers/me/mission-anchor-config", (title) => ({ title })],
  ["PATCH", "/customers/me/mission-anchor-config", (statement) => ({ statement })],
  ["PATCH", "/customers/me/mission-anchor-config", (cta_label) => ({ cta_label, cta_url: "https://a.example" })]
]

layer(TestApp.shared, { excludeTestServices: true })("a name of a campaign", (it) => {
  it.effect("is neither made of blanks nor of what has no width, whatever else is wrong with the body", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant({ plan: "enterprise" })
      for (const [route, field] of routes)
        for (const unseen of ["   ", "\u200b", "\u202a"]) {
          const answer = yield* call("POST", `/customers/me/${route}`, { [field]: unseen })
          assert.strictEqual(answer.status, 422, answer.text)
          assert.include(answer.body.error.message, `${field}: must not be blank`, route)
        }
    })
  )

  it.effect("is seen also where it is that of an award, an outfit, a tier, coins or of why all this matters", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant({ plan: "enterprise" })
      for (const [method, path, body] of others)
        for (const unseen of ["   ", "\u200b", "\u202a"]) {
          const answer = yield* call(method, path, body(unseen))
          assert.strictEqual(answer.status, 422, answer.text)
          assert.include(answer.body.error.message, "must not be blank", path)
        }
    })
  )
})
