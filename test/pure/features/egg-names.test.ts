/** Names that buddies are given when they hatch. */
import { assert, describe, it } from "vitest"
import { nameOf } from "../../../src/features/players/eggs/Rules.ts"

/** "Widget has hatched!" in a widget, "Badge" among the badges: nobody would take it for somebody. */
const words_of_the_service =
  "Badge Buddy Coin Draw Egg Event Gate Gem League Path Player Quest Shop Skill Streak Team Ticket Token Widget"

describe("names of buddies", () => {
  it("are words for nothing else in the service", () => {
    const names = new Set(Array.from({ length: 1_000 }, (_, seed) => nameOf(seed)))
    assert.deepStrictEqual(
      words_of_the_service.split(" ").filter((word) => names.has(word)),
      []
    )
  })
})
