/** What `config` says of a file that the service refuses. */
import { assert, it } from "@effect/vitest"
import { issueLines } from "../../../src/cli/ConfigComplaints.ts"

const lines = (text: string, ...issues: Parameters<typeof issueLines>[1]) =>
  issueLines({ path: "rules.json", text, content: JSON.parse(text) }, issues, undefined)

it("of a file that is no object at all, says that it is the file", () => {
  assert.deepStrictEqual(lines("[]", { path: [], message: "body: Expected object" }), [
    "rules.json:1:1  the file: Expected object"
  ])
})

it("says each place once, and keeps the words as they are where they name another", () => {
  const path = ["content", "coin_rules", 0, "amount"]
  const text = '{"content":{"coin_rules":[{"amount":5}]}}'
  const told = lines(
    text,
    { path, message: "content.coin_rules.0.amount: Expected object" },
    { path, message: "max: is below min" }
  )
  assert.match(told[0]!, /^rules\.json:1:\d+ {2}content\.coin_rules\.0\.amount: Expected object$/)
  assert.match(told[1]!, /content\.coin_rules\.0\.amount: max: is below min$/)
})
