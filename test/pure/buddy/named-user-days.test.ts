/** Whom a process names in what it commits: nobody twice a day, and whoever was forgotten anew. */
import { assert, it } from "vitest"
import type { ChangeSet } from "../../../src/buddy/journal/ChangeSet.ts"
import { NamedUserDays } from "../../../src/buddy/journal/NamedUserDays.ts"
import type { UserDay } from "../../../src/wire/analytics/Delta.ts"

it("names a user once a day, until the user or everybody is forgotten", () => {
  const named = new NamedUserDays()
  const days: ReadonlyArray<UserDay> = ["ada", "bob"].map((user_id) => ["default", user_id, "", 20_000])
  const commit = () => {
    const change = { customer_id: "c", delta: { c: [], u: days } } as unknown as ChangeSet
    const { u } = named.without(change)!.delta!
    named.remember("c", u)
    return u.map(([, user_id]) => user_id)
  }
  assert.deepStrictEqual(commit(), ["ada", "bob"])
  assert.deepStrictEqual(commit(), [])
  named.forget("c", "ada")
  named.forget("other", "bob")
  assert.deepStrictEqual(commit(), ["ada"])
  assert.deepStrictEqual(commit(), [])
  named.forgetAll()
  assert.deepStrictEqual(commit(), ["ada", "bob"])
})
