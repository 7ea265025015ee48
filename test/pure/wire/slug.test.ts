/** Keys made of names: whoever is given one can say it again. */
import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import { NewKey } from "../../../src/wire/content/Shared.ts"
import { slugOf } from "../../../src/wire/Slug.ts"

it("a key made of a name is one that may be asked for", () => {
  const names = [
    "Constructor",
    "prototype!",
    "__proto__",
    "🎲",
    "برونزي",
    "0190a8f0-0000-7000-8000-000000000000",
    "Déjà Vu"
  ]
  for (const name of names) assert.isTrue(Schema.is(NewKey)(slugOf(name, "quest")), name)
  assert.strictEqual(slugOf("Constructor", "quest"), "quest-constructor")
  assert.strictEqual(slugOf("The constructor", "quest"), "the-constructor")
})
