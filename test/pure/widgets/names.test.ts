/** Widgets have a client of their own, and names it knows by heart: those the SDK is generated with. */
import { assert, describe, it } from "@effect/vitest"
import { browserOperations } from "../../../sdk/src/generated/browser.ts"
import { shape } from "../../../src/widgets/core/api.ts"

describe("widgets", () => {
  it("leave those names of an answer as they are that the SDK leaves", () => {
    const answers = Object.values(browserOperations.widgetRuntime).flatMap((operation) =>
      "answer" in operation ? [operation.answer] : []
    )
    assert.isAbove(answers.length, 3)
    assert.deepStrictEqual(shape, Object.assign({}, ...answers))
  })
})
