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

it("says each thing a user did on a day once, and once more for another audience or day", () => {
  const named = new NamedUserDays()
  const commit = (...days: ReadonlyArray<UserDay>) => {
    const change = { customer_id: "c", delta: { c: [], u: days } } as unknown as ChangeSet
    const { u } = named.without(change)!.delta!
    named.remember("c", u)
    return u
  }
  const of = (feature: string, audience = "kids", day = 20_000): UserDay => [audience, "ada", feature, day]
  assert.deepStrictEqual(commit(of(""), of("badges")), [of(""), of("badges")])
  assert.deepStrictEqual(commit(of(""), of("causes"), of("badges")), [of("causes")])
  assert.deepStrictEqual(commit(of("badges", "adults"), of("causes"), of("badges", "adults", 20_001)), [
    of("badges", "adults"),
    of("badges", "adults", 20_001)
  ])
  assert.deepStrictEqual(commit(of("badges", "adults"), of("badges", "adults", 20_001), of("", "adults")), [
    of("", "adults")
  ])
})

it("remembers the first 52 features there are, and says what is beyond them each time", () => {
  const named = new NamedUserDays()
  const days = Array.from({ length: 60 }, (_, at): UserDay => ["kids", "ada", `feature_${at}`, 20_000])
  const change = { customer_id: "c", delta: { c: [], u: days } } as unknown as ChangeSet
  named.remember("c", named.without(change)!.delta!.u)
  assert.deepStrictEqual(named.without(change)!.delta!.u, days.slice(52))
})
