/** What a flush tells the figures is the same whether it is looked up who did it or known that nobody did it before. */
import { assert, it } from "@effect/vitest"
import { foldedOf, summed } from "../../../src/features/insight/analytics/Rules/Folding.ts"
import { type Delta, DeltaSum, type UserDay } from "../../../src/wire/analytics/Delta.ts"

const day = 20_000
/** Many events of one user, the same said again and again, and features of more days than are compared. */
const change = (user: number, events: number): Delta => ({
  c: [
    ["events", day, "default", "lesson", events, 10 * events],
    ["streak_lost", day, "default", `s${user % 2}`, 1, 0]
  ],
  u: Array.from({ length: events }, (_, nth): UserDay => [
    "default",
    `u${user}`,
    nth % 3 === 0 ? "" : "badges",
    day + (nth % 30)
  ]),
  b: [[`b${user}`, events, 10 * events]],
  h: [["limited", "coin_rule:lesson:cooldown", events]]
})

it("others are added as everybody is", () => {
  const changes = [change(1, 1), change(2, 40), change(3, 200)]
  const [looked, known] = [new DeltaSum(), new DeltaSum()]
  for (const one of changes) {
    looked.add(one)
    known.addOther(one)
  }
  const [before, after] = [looked.value(), known.value()]
  const folded = (body: Delta) => {
    const { users, ...rest } = foldedOf(summed([{ body, day, at: 0 }]), new Set())
    const own = users.flatMap(({ audiences, days, user_ids }) =>
      user_ids.map((user_id) => ({ audiences, user_id, days: [...days].sort() }))
    )
    return { ...rest, users: own.toSorted((one, other) => (one.user_id < other.user_id ? -1 : 1)) }
  }
  assert.deepStrictEqual(folded(after), folded(before))
  assert.deepStrictEqual(after.b, before.b)
  assert.deepStrictEqual(after.h, before.h)
  const each = after.u.map((one) => one.join())
  assert.isAtMost(each.length - new Set(each).size, 24, "hardly anything is said twice")
})
