/** What a plan and a complaint look like, without a service. */
import { assert, it } from "vitest"
import { nearest, placesIn } from "../../../src/cli/FilePlaces.ts"
import { planText } from "../../../src/cli/PlanText.ts"
import { paintOf } from "../../../src/platform/observability/Paint.ts"
import type { ConfigPlan } from "../../../src/features/authoring/config-versions/Api/Files.ts"

const removed = (count: number): ConfigPlan => ({
  compared_with: null,
  revision: `sha256:${"0".repeat(64)}`,
  in_sync: false,
  counts: { added: 0, changed: 0, removed: count },
  changes: Array.from({ length: count }, (_, index) => ({
    op: "removed",
    type: "badge",
    key: `b${index}`,
    field: null,
    from: null,
    to: null
  })) as unknown as ConfigPlan["changes"],
  unmanaged: [],
  warnings: [],
  errors: []
})

const view = { paint: paintOf({ noColor: undefined }), all: false, refusal: (message: string) => message }

it("what is removed is red, first, and counted", () => {
  const [first, ...lines] = planText(removed(2000), view).split("\n")
  assert.strictEqual(first, "\u001b[31m- badge b0\u001b[0m")
  assert.include(lines, "  and 1970 badge; --all shows them")
  assert.include(lines, "\u001b[31mThis removes 2000 badge.\u001b[0m")
  assert.isBelow(lines.length, 40)
  assert.isAbove(planText(removed(2000), { ...view, all: true }).split("\n").length, 2000)
})

it("every value of a file has its line and column, and what is missing that of its surroundings", () => {
  const text = '{\n  "a": [1, {"b\\"c": "}]"}],\n  "d" : {\n    "e": null }\n}'
  assert.deepStrictEqual(Object.keys(JSON.parse(text)), ["a", "d"])
  const at = placesIn(text)
  assert.strictEqual(at([]), "1:1")
  assert.strictEqual(at(["a"]), "2:3")
  assert.strictEqual(at(["a", 0]), "2:9")
  assert.strictEqual(at(["a", 1, 'b"c']), "2:13")
  assert.strictEqual(at(["d", "e"]), "4:5")
  assert.strictEqual(at(["d", "missing", 3]), "3:3")
})

it("a name is nearest to the one that was probably meant, or to none", () => {
  assert.strictEqual(nearest("tokn_key", ["type", "token_key", "amount"]), "token_key")
  assert.strictEqual(nearest("Amount", ["amount"]), "amount")
  assert.strictEqual(nearest("colour", ["amount", "type"]), undefined)
  // a name that is known, though not here, is no misspelling
  assert.strictEqual(nearest("value", ["value", "values"]), undefined)
  assert.strictEqual(nearest("x", []), undefined)
})
