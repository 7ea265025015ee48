/**
 * The quick way to an event accepts exactly what the decoder accepts, and both make the same of it; what is wrong with
 * an entry of a batch spoils no other.
 */
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Exit } from "effect"
import * as fc from "fast-check"
import { JsonScan } from "../../../src/edge/JsonScan.ts"
import {
  decodedBodyEvent,
  decodedEntryEvent,
  plainBodyEvent,
  plainEvent
} from "../../../src/features/players/events/Http/ReadEvent.ts"
import { limits } from "../../../src/wire/Limits.ts"
import { oddEvents } from "../../kit/hostile/OddEvents.ts"
import { lesson } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const at = "2026-11-20T21:00:00.000Z"
const escapes = [
  "\u0000",
  "\u0001a",
  "\ud800",
  "\udc00\ud800",
  "\u{1f98a}",
  "\u007f",
  "\u2028",
  '"\\/\n',
  "é",
  "\ufeff"
]

const text = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: "grapheme", maxLength: 12 }) },
  { weight: 2, arbitrary: fc.constantFrom(...escapes, "", ".", "..", "types", "Active-Users", "\u0001types") },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom("x", "\u4e16", "\u0001"),
        fc.constantFrom(64, 65, 128, 129, 255, 256, 2_729, 10_000, 10_001)
      )
      .map(([unit, length]) => unit.repeat(length))
  }
)
const number = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(-0, 2 ** 53 - 1, 2 ** 53, -(2 ** 53), 1e15, 1e21, 1e-7, 5e-324, Number.POSITIVE_INFINITY)
)
const key = fc.oneof(
  { weight: 6, arbitrary: fc.string({ maxLength: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom("__proto__", "constructor", "prototype", "1", "toString", "\ud800") }
)
const leaf = fc.oneof(text, number, fc.boolean(), fc.constant(null))
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(key, tie("value"), { maxKeys: 4, noNullPrototype: true })
  )
}))
const nested = fc.integer({ min: 15, max: 22 }).map((depth) => {
  let inner: unknown = 1
  for (let level = 0; level < depth; level++) inner = level % 2 === 0 ? { a: inner } : [inner]
  return { a: inner }
})
const wide = fc.tuple(fc.constantFrom(999, 1_000, 1_001), fc.boolean()).map(([count, isBelow]) => {
  const map = Object.fromEntries(Array.from({ length: count }, (_, index) => [index.toString(36), 0]))
  return isBelow ? { map } : map
})
const heavy = fc
  .tuple(fc.constantFrom(1e15, 5e-324, 0.1), fc.integer({ min: 500, max: 2_000 }))
  .map(([one, count]) => ({ list: Array.from({ length: count }, () => one) }))
const properties = fc.oneof(
  { weight: 6, arbitrary: fc.dictionary(key, value, { maxKeys: 5, noNullPrototype: true }) },
  { weight: 1, arbitrary: nested },
  { weight: 1, arbitrary: wide },
  { weight: 1, arbitrary: heavy },
  { weight: 1, arbitrary: value }
)
const moment = fc.oneof(
  { weight: 6, arbitrary: fc.constant(at) },
  {
    weight: 2,
    arbitrary: fc.constantFrom("2026-02-30T00:00:00Z", "2026-11-20", "1969-12-31T23:59:59Z", "now", `${at} `)
  },
  { weight: 1, arbitrary: value }
)
const field = fc.oneof(
  { weight: 12, arbitrary: fc.string({ minLength: 1, maxLength: 20 }) },
  { weight: 1, arbitrary: value }
)
const named = fc.record(
  { event_id: field, user_id: field, type: field, occurred_at: moment, audience: field, properties, buddy_id: field },
  { requiredKeys: ["event_id", "user_id", "type", "occurred_at"], noNullPrototype: true }
)
const event = fc.oneof(
  { weight: 12, arbitrary: named },
  { weight: 1, arbitrary: fc.tuple(named, key, value).map(([one, name, more]) => ({ ...one, [name]: more })) },
  {
    weight: 1,
    arbitrary: fc.tuple(named, fc.constantFrom("event_id", "type")).map(([one, name]) => without(one, name))
  },
  { weight: 1, arbitrary: value }
)
const without = (one: Readonly<Record<string, unknown>>, name: string) =>
  Object.fromEntries(Object.entries(one).filter(([other]) => other !== name))

/** Values JSON has no text for are written as numbers too large for it. */
const jsonOf = (one: unknown): string =>
  (JSON.stringify(one, (_, part: unknown) => (part === Number.POSITIVE_INFINITY ? "<infinite>" : part)) ?? "null")
    .replaceAll('"<infinite>"', "1e999")
    // A property of that name is only there when it is written down.
    .replaceAll('"__PROTO__"', '"__proto__"')

const isTooDeep = (body: unknown): boolean => {
  const scan = new JsonScan(Buffer.from(jsonOf(body)), { depth_max: limits.json_depth_max, parts_max: 1e6 })
  while (!scan.advance());
  return scan.excess !== undefined
}

const seen = { taken: 0, refused: 0 }

const isAlike = (bytes: Buffer): void => {
  const [quick, long] = [plainBodyEvent(bytes), decodedBodyEvent(bytes)]
  if (bytes.length > limits.json_parts_max) return assert.isUndefined(quick)
  if (Exit.isFailure(long)) {
    seen.refused++
    return assert.isUndefined(quick)
  }
  seen.taken++
  assert.deepStrictEqual(quick, long.value)
  // The order of names within the properties is part of what makes two bodies the same event.
  assert.strictEqual(JSON.stringify(quick!.properties), JSON.stringify(long.value.properties))
}

describe("an event", () => {
  it("is taken by the quick way exactly when the decoder takes it, and is the same", () => {
    fc.assert(
      fc.property(event, (one) => isAlike(Buffer.from(jsonOf(one)))),
      { numRuns: 1_500 }
    )
    assert.isAbove(seen.taken, 150)
    assert.isAbove(seen.refused, 150)
  })

  it("is taken alike in every odd form of its body", () => {
    const before = seen.taken
    for (const { body } of oddEvents(at)) isAlike(Buffer.from(body))
    assert.isAbove(seen.taken - before, 10)
  })

  it("of a batch is taken by the quick way only when the decoder takes it, and is the same", () => {
    let quickly = 0
    fc.assert(
      fc.property(event, (one) => {
        const entry: unknown = JSON.parse(jsonOf(one))
        // Deeper ones do not get this far: the whole body is measured first.
        fc.pre(!isTooDeep({ events: [entry] }))
        const [quick, long] = [plainEvent(entry), decodedEntryEvent(entry)]
        if (quick !== undefined) {
          quickly++
          assert.deepStrictEqual(Exit.succeed(quick), long)
        }
        // An entry may hold an object of any size that its properties have room for; an ordinary body may not.
        else if (Exit.isSuccess(long)) assert.include(JSON.stringify(entry), '"map":{')
      }),
      { numRuns: 700 }
    )
    assert.isAbove(quickly, 70)
  })
})

layer(TestApp.layer(), { excludeTestServices: true })("an entry of a batch", (it) => {
  it.effect("that holds what no field may hold fails alone, and says why", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const foul = {
        "must not be longer than 10000 characters": { note: "x".repeat(10_001) },
        "must not contain NUL": { note: "a\u0000b" },
        "must be well-formed Unicode": { note: "\ud800" },
        "a property name must not contain NUL": { "\u0000": 1 },
        "must be a number between": { count: 2 ** 60 },
        "property constructor should not exist": { constructor: 1 }
      }
      const wrong = Object.entries(foul).map(([words, properties]) => ({
        words,
        event: { ...lesson("ada"), properties }
      }))
      const events = wrong.flatMap(({ event }) => [event, lesson("ada")])
      const { body, status } = yield* call("POST", "/events/batch", { events })
      assert.strictEqual(status, 200)
      assert.deepStrictEqual([body.accepted, body.rejected], [wrong.length, wrong.length])
      for (const [index, { words, event }] of wrong.entries()) {
        const { error, event_id, status } = body.results[index * 2]
        assert.deepStrictEqual([status, event_id, error.code], ["rejected", event.event_id, "validation_failed"])
        assert.include(error.message, words)
      }
    })
  )

  it.effect("is all that is left to it: beside the list the whole body is judged", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      for (const rest of [{ mode: "a\u0000b" }, { more: { note: "\ud800" } }]) {
        const { body, status } = yield* call("POST", "/events/batch", { events: [lesson("ada")], ...rest })
        assert.deepStrictEqual([status, body.error.code], [422, "validation_failed"])
      }
      const { body, status } = yield* call("POST", "/events/batch", { events: { events: ["a\u0000b"] } })
      assert.deepStrictEqual([status, body.error.code], [422, "validation_failed"])
    })
  )
})
