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
})
