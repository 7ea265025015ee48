/** Told together or one by one: what users did on which days is the same. */
import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"
import { Crowd, everybody } from "../../../src/features/insight/analytics/Rules/Crowd.ts"
import type { UserDay } from "../../../src/wire/analytics/Delta.ts"

const line: fc.Arbitrary<UserDay> = fc.tuple(
  fc.constantFrom("a", "b", "a b"),
  fc.constantFrom("u1", "u2", "u3", "b u1"),
  fc.constantFrom("", "badges", "streaks"),
  fc.integer({ min: 20_000, max: 20_003 })
)

const lineOf = (audience: string, user_id: string, feature: string, day: number): string =>
  JSON.stringify([audience, user_id, feature, day])

const toldOf = (all: ReadonlyArray<UserDay>): ReadonlyArray<string> => {
  const crowd = new Crowd()
  for (const one of all) crowd.add(one)
  return crowd
    .value()
    .flatMap(({ audiences, days, user_ids }) =>
      audiences.flatMap((audience) =>
        user_ids.flatMap((user_id) =>
          [...days].flatMap(([feature, own]) => own.map((day) => lineOf(audience, user_id, feature, day)))
        )
      )
    )
}

it("whoever did the same on the same days is told with the others, each user's days once for everybody", () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 40 }), (all) => {
      const expected = new Set(all.map(([audience, ...rest]) => lineOf(audience, ...rest)))
      for (const [, ...rest] of all) expected.add(lineOf(everybody, ...rest))
      const told = toldOf(all)
      assert.strictEqual(new Set(told).size, told.length)
      assert.deepStrictEqual(new Set(told), expected)
    })
  )
})

it("a thousand users who did the same are one entry", () => {
  const crowd = new Crowd()
  for (let user = 0; user < 1_000; user++)
    for (const feature of ["", "badges"]) crowd.add(["default", `u${user}`, feature, 20_000])
  const [one, ...others] = crowd.value()
  assert.lengthOf(others, 0)
  assert.deepStrictEqual(one!.audiences, ["default", everybody])
  assert.lengthOf(one!.user_ids, 1_000)
})
