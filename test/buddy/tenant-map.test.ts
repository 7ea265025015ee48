import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { NewestMap, TenantMap } from "../../src/buddy/actor/TenantMap.ts"

const tenant = fc.constantFrom("a", "b", "a/b")
const id = fc.constantFrom("x", "y", "b/x", "z")
const step = fc.oneof(
  fc.record({ do: fc.constant("set" as const), tenant, id, value: fc.integer() }),
  fc.record({ do: fc.constant("delete" as const), tenant, id }),
  fc.record({ do: fc.constant("clear" as const), tenant, id })
)

describe("a map by tenant, then id", () => {
  it("is one map whose keys are pairs", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const map = new TenantMap<number>()
        const pairs = new Map<string, number>()
        for (const one of steps) {
          const pair = JSON.stringify([one.tenant, one.id])
          if (one.do === "set") {
            map.set(one.tenant, one.id, one.value)
            pairs.set(pair, one.value)
          } else if (one.do === "delete") {
            map.delete(one.tenant, one.id)
            pairs.delete(pair)
          } else {
            map.clear()
            pairs.clear()
          }
          assert.strictEqual(map.get(one.tenant, one.id), pairs.get(pair))
          assert.strictEqual(map.size, pairs.size)
        }
        assert.sameMembers([...map.values()], [...pairs.values()])
      })
    )
    assert.isUndefined(new TenantMap().get("a", "x"))
  })

  it("that forgets keeps the newer half of what there is room for, over all tenants", () => {
    const map = new NewestMap<number>(10)
    const tenants = ["a", "b", "c"]
    const keyOf = (index: number) => [tenants[index % 3]!, String(index)] as const
    for (let index = 0; index < 100; index++) {
      map.set(...keyOf(index), index)
      const kept = Array.from({ length: index + 1 }, (_, other) => map.get(...keyOf(other))).filter(
        (value) => value !== undefined
      )
      assert.isAtMost(kept.length, 10)
      assert.includeMembers(
        kept,
        Array.from({ length: Math.min(5, index + 1) }, (_, back) => index - back)
      )
    }
  })

  it("that forgets deletes wherever it is", () => {
    const map = new NewestMap<number>(4)
    for (const index of [0, 1, 2]) map.set("a", String(index), index)
    map.set("a", "0", 7)
    assert.strictEqual(map.get("a", "0"), 7)
    map.delete("a", "0")
    assert.isUndefined(map.get("a", "0"))
    map.clear()
    assert.isUndefined(map.get("a", "2"))
  })
})
