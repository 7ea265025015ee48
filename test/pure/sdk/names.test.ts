/** camelCase by schema: what is sent and what comes back mean the same, whatever the names in it. */
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { decode, encode, type Shape } from "../../../sdk/src/names.ts"

describe("names", () => {
  it("of the contract are turned, keys of maps and free JSON stay", () => {
    const shape: Shape = { metadata: 0, tokens: [], skills: [{ extra_data: 0 }], listed: { deep_map: [[]] } }
    const wire = {
      user_id: "u",
      metadata: { some_key: { other_key: 1 } },
      tokens: { gold_coins: 3 },
      skills: { deep_focus: { next_level: 2, extra_data: { as_it_is: 1 } } },
      active_after_7_days: 2,
      listed: [{ deep_map: { a_b: { c_d: { e_f: 1 } } } }, { plain_field: null }]
    }
    const called = {
      userId: "u",
      metadata: { some_key: { other_key: 1 } },
      tokens: { gold_coins: 3 },
      skills: { deep_focus: { nextLevel: 2, extraData: { as_it_is: 1 } } },
      activeAfter_7Days: 2,
      listed: [{ deepMap: { a_b: { c_d: { eF: 1 } } } }, { plainField: null }]
    }
    assert.deepStrictEqual(decode(wire, shape), called)
    assert.deepStrictEqual(encode(called, shape), wire)
  })

  it("this version does not know come along", () => {
    assert.deepStrictEqual(decode({ new_field: { more_news: [1] } }, { other: 0 }), {
      newField: { moreNews: [1] }
    })
  })

  it("that objects have by themselves are names like others", () => {
    const hostile = JSON.parse('{"__proto__":{"a_b":1},"constructor":{"c_d":2},"to_string":3}') as object
    const decoded = decode(hostile, { metadata: 0 }) as Record<string, unknown>
    assert.deepStrictEqual(Object.getPrototypeOf(decoded), Object.prototype)
    assert.deepStrictEqual(decoded["constructor"], { cD: 2 })
  })

  it("come back as they were", () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9]*(_[a-z][a-z0-9]*){0,3}$/)
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(null, true, 1, "some_text", "someText"),
        fc.array(tie("tree"), { maxLength: 3 }),
        fc.dictionary(name, tie("tree"), { maxKeys: 4 })
      )
    }))
    fc.assert(
      fc.property(
        tree,
        fc.constantFrom<Shape | undefined>(undefined, 0, [], [{ a: 0 }], { a: [], b: 0 }),
        (value, shape) => {
          assert.deepStrictEqual(encode(decode(value, shape), shape), value)
        }
      )
    )
  })

  it("leave alone what says itself how it is written", () => {
    const at = new Date(0)
    assert.deepStrictEqual(encode({ occurredAt: at }), { occurred_at: at })
  })
})
