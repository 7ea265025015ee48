/** Samples of the guides can be run as they stand against the service that shows them. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestApp } from "../kit/service/TestApp.ts"

layer(TestApp.layer({ publicUrl: "https://hatchery.test" }))("samples of the guides", (it) => {
  it.effect("name the place the service is at", () =>
    Effect.gen(function* () {
      const { text } = yield* (yield* TestApp).call("GET", "root:/docs/guides")
      assert.include(text, "export BASE=https://hatchery.test/api/v1 ")
    })
  )
})
