import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { Budgets } from "../../../src/buddy/quota/Budgets.ts"

const key = { customer_id: "c", rule_id: "r", period_key: "total" }
const claim = (amount: number) => ({ ...key, amount, max_coins: 100 })

/** A view on a database that has spent `used`. */
const viewOf = (database: { used: number }) => {
  const budgets = new Budgets({
    read: (keys) => Effect.sync(() => keys.map(() => database.used)),
    now: () => 0,
    runFork: (effect) => void Effect.runSync(effect)
  })
  const left = () => budgets.left(key, 100)
  const refresh = () => Effect.runSync(budgets.refresh([key]))
  return { budgets, left, refresh }
}

describe("the view of a tenant's budget", () => {
  it("counts a commit once that a read sees before its answer is here", () => {
    const database = { used: 0 }
    const { budgets, left, refresh } = viewOf(database)
    budgets.claim([claim(30)])
    database.used = 30
    refresh()
    assert.strictEqual(left(), 70)
    budgets.settle([claim(30)], true)
    assert.strictEqual(left(), 70)
  })

  it("counts what was claimed after the read", () => {
    const database = { used: 10 }
    const { budgets, left, refresh } = viewOf(database)
    refresh()
    budgets.claim([claim(30)])
    assert.strictEqual(left(), 60)
    budgets.settle([claim(30)], true)
    assert.strictEqual(left(), 60)
  })

  it("gives back what was claimed and not committed, seen by a read or not", () => {
    const { budgets, left, refresh } = viewOf({ used: 10 })
    budgets.claim([claim(30)])
    refresh()
    budgets.claim([claim(20)])
    budgets.settle([claim(20)], false)
    budgets.settle([claim(30)], false)
    assert.strictEqual(left(), 90)
  })

  it("has places back that are left while others are taken, whoever is committed first", () => {
    const { budgets, left, refresh } = viewOf({ used: 50 })
    refresh()
    const leaving = [claim(-1), claim(-1), claim(-1), claim(-1)]
    for (const place of leaving) budgets.claim([place])
    budgets.claim([claim(1)])
    assert.isAtMost(left(), 54)
    budgets.settle([claim(1)], true)
    for (const place of leaving) budgets.settle([place], true)
    assert.strictEqual(left(), 53)
  })

  it("keeps a place whose leaving was not committed", () => {
    const { budgets, left, refresh } = viewOf({ used: 50 })
    budgets.claim([claim(-1)])
    refresh()
    budgets.settle([claim(-1)], false)
    assert.strictEqual(left(), 50)
  })
})
