/** Traces are stored shorter than they are shown. */
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import type { TraceRow } from "../../../src/engine/core/Decision.ts"
import { isUnderstood, traceFromStored, traceText } from "../../../src/buddy/journal/StoredTrace.ts"
import { placedDetails } from "../../../src/wire/PlacedDetails.ts"

const value = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.string(), { maxLength: 2 })
)
const word = fc.string({ minLength: 1, maxLength: 8 })
const type = fc.constantFrom("coin_rule", "token_rule", "streak_rule")
const unmatched = fc.record({
  type,
  key: word,
  outcome: fc.constant("skipped" as const),
  reason: fc.constant("filter_failed" as const),
  detail: fc.record({ property: word, operator: word, expected: value, actual: value }),
  ledger_ids: fc.constant([])
})
const other = fc.constantFrom("fired", "limit_reached", "condition_failed").chain((reason) =>
  fc.record({
    type,
    key: word,
    outcome: fc.constant(reason === "fired" ? "fired" : "skipped"),
    reason: fc.constant(reason),
    detail: fc.dictionary(
      word.filter((key) => key !== "__proto__"),
      value,
      { maxKeys: 3 }
    ),
    ledger_ids: fc.array(fc.uuid(), { maxLength: 2 })
  })
)

/** Of the types whose details may be stored without names: with all names, some, others, or another order. */
const counted = fc
  .constantFrom(
    ...Object.entries(placedDetails).flatMap(([type, byReason]) =>
      Object.entries(byReason).map(([reason, places]) => ({ type, reason, places }))
    )
  )
  .chain(({ places, reason, type }) =>
    fc.record({
      type: fc.constant(type),
      key: word,
      outcome: fc.constant(reason === "fired" ? "fired" : "skipped"),
      reason: fc.constant(reason),
      detail: fc
        .tuple(
          fc.oneof({ weight: 3, arbitrary: fc.constant(places) }, fc.shuffledSubarray([...places, "limit"])),
          fc.infiniteStream(value)
        )
        .map(([names, values]) => Object.fromEntries(names.map((name) => [name, values.next().value]))),
      ledger_ids: fc.array(fc.uuid(), { maxLength: 1 })
    })
  )

const plain = (given: unknown) => JSON.parse(JSON.stringify(given)) as unknown

describe("a stored trace", () => {
  it("is read back as it was, row by row", () => {
    const traces = fc.array(fc.oneof({ weight: 3, arbitrary: unmatched }, counted, other), { maxLength: 12 })
    fc.assert(
      fc.property(traces, (trace) => {
        const stored = JSON.parse(traceText(trace as ReadonlyArray<TraceRow>)) as ReadonlyArray<unknown>
        assert.deepStrictEqual(plain(traceFromStored(stored)), plain(trace))
      })
    )
  })

  it("has the values of a detail alone where each has a place", () => {
    const detail = { subject_id: "0199", period_key: "2026-W48", amount: 1, fold: "add" }
    const row: TraceRow = {
      type: "leaderboard",
      key: "weekly",
      outcome: "fired",
      reason: "fired",
      detail,
      ledger_ids: []
    }
    assert.strictEqual(traceText([row]), '[["leaderboard","weekly","fired",["0199","2026-W48",1,"add"]]]')
    const boosted = { ...row, detail: { ...detail, booster_ids: [] } }
    assert.deepStrictEqual(JSON.parse(traceText([boosted]))[0][3], boosted.detail)
    for (const values of [["0199"], ["0199", "2026-W48", 1, "add", 2]]) {
      assert.deepStrictEqual(traceFromStored([["leaderboard", "weekly", "fired", values]]).map(isUnderstood), [false])
    }
    assert.deepStrictEqual(traceFromStored([["coin_rule", "lesson", "fired", [10]]]).map(isUnderstood), [false])
    assert.deepStrictEqual(traceFromStored([["toString", "lesson", "length", [10]]]).map(isUnderstood), [false])
  })

  it("of a later release is shown as it stands, whatever its form, and marked as not understood", () => {
    const rows = [{ rule: "lesson", paid: 10 }, ["coin_rule", 7], ["coin_rule", [{ key: "long" }]], "text", null, 12]
    for (const form of [...rows.map((row) => [row]), { version: 9, rows }, "compressed", 7, null]) {
      const [row, ...others] = traceFromStored(form)
      assert.deepStrictEqual(others, [])
      assert.isFalse(isUnderstood(row!))
      assert.deepStrictEqual(row!.detail, { stored: Array.isArray(form) ? form[0] : form })
    }
    fc.assert(fc.property(fc.jsonValue(), (form) => void traceFromStored(form)))
    const known = ["coin_rule", "lesson", "fired", { amount: 10 }]
    assert.deepStrictEqual(traceFromStored([known, rows[0]]).map(isUnderstood), [true, false])
  })

  it("of an earlier release, with a row for every rule, is read too", () => {
    const detail = { property: "score", operator: "gte", expected: 60, actual: 12 }
    const rows = [
      ["coin_rule", "lesson", "fired", { amount: 10 }, ["0199"]],
      ["coin_rule", "long", "filter_failed", detail, []]
    ]
    assert.deepStrictEqual(plain(traceFromStored(rows)), [
      {
        type: "coin_rule",
        key: "lesson",
        outcome: "fired",
        reason: "fired",
        detail: { amount: 10 },
        ledger_ids: ["0199"]
      },
      { type: "coin_rule", key: "long", outcome: "skipped", reason: "filter_failed", detail, ledger_ids: [] }
    ])
  })
})
