/** Event types as they are inferred from what was sent. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import {
  inferenceLimits,
  type InferredProperty,
  type InferredTypes
} from "../../../src/features/authoring/event-types/Api/Inferred.ts"
import { reference, resolve } from "../../kit/contract/ApiContract.ts"
import { permits } from "../../kit/contract/JsonSchema.ts"
import { until } from "../../kit/service/time.ts"
import { type Call, TestApp } from "../../kit/service/TestApp.ts"

const path = "/event-types/inferred"

type Properties = Readonly<Record<string, unknown>>

const sent = Effect.fnUntraced(function* (call: Call, type: string, all: ReadonlyArray<Properties>, user_id = "ada") {
  const events = all.map((properties) => ({
    event_id: randomUUID(),
    user_id,
    type,
    occurred_at: new Date().toISOString(),
    properties
  }))
  const answer = yield* call("POST", "/events/batch", { events })
  assert.strictEqual(answer.body.accepted, all.length, answer.text)
})

const times = <A>(count: number, make: (at: number) => A) => Array.from({ length: count }, (_, at) => make(at))

/** Lessons as a product sends them, with what goes wrong in one. */
const lessons = times(40, (at) => ({
  lesson_id: randomUUID(),
  score: at < 38 ? 50 + at : String(at),
  level: ["easy", "medium", "hard"][at % 3],
  email: `user${at}@example.com`,
  at: "2026-11-22T10:00:00Z",
  note: at % 2 === 0 ? null : "fine",
  tags: ["a"],
  ...(at < 10 ? { link: "https://example.com/a", contact: "+49 170 1234567" } : {})
}))

const propertyOf = (body: InferredTypes, name: string): InferredProperty =>
  body.types[0]!.properties.find((property) => property.name === name)!

layer(TestApp.shared, { excludeTestServices: true })("inferred event types", (it) => {
  it.effect("tell of an empty tenant nothing, and refuse what is out of bounds", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      assert.deepStrictEqual((yield* call("GET", path)).body, { sampled: 0, from: null, to: null, types: [] })
      assert.strictEqual((yield* call("GET", `${path}?format=typescript`)).text, "export type HatcheryEvent = never\n")
      for (const query of ["sample=99", "sample=50001", "sample=x", "format=xml", "event_type=", "window_days=3"]) {
        assert.strictEqual((yield* call("GET", `${path}?${query}`)).status, 422, query)
      }
    })
  )

  it.effect("say of each property what it is, how often, and what contradicts it", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      yield* sent(call, "lesson.completed", lessons)
      yield* sent(call, "page.seen", [{ lesson_name: "Intro" }])
      const { body } = yield* call("GET", path)
      assert.strictEqual(body.sampled, 41)
      assert.isBelow(Date.parse(body.from), Date.parse(body.to) + 1)
      const [lesson, page] = body.types
      assert.deepInclude(lesson, { event_type: "lesson.completed", defined: false, events: 40 })
      assert.deepInclude(propertyOf(body, "lesson_id"), {
        types: { string: 40 },
        format: "uuid",
        stable: true,
        values: null
      })
      assert.deepStrictEqual(propertyOf(body, "score"), {
        name: "score",
        types: { number: 38, string: 2 },
        present_share: 1,
        null_share: 0,
        format: null,
        minimum: 50,
        maximum: 87,
        max_length: 2,
        values: null,
        looks_personal: false,
        stable: false
      })
      assert.deepInclude(propertyOf(body, "level"), { values: ["easy", "hard", "medium"], max_length: 6 })
      assert.deepInclude(propertyOf(body, "email"), { format: "email", looks_personal: true, values: null })
      assert.deepInclude(propertyOf(body, "contact"), { looks_personal: true, values: null, present_share: 0.25 })
      assert.deepInclude(propertyOf(body, "at"), { format: "date-time" })
      assert.deepInclude(propertyOf(body, "link"), { format: "url" })
      assert.deepInclude(propertyOf(body, "note"), { types: { string: 20 }, null_share: 0.5, stable: false })
      assert.deepStrictEqual(lesson.conflicts, [
        { property: "score", expected: "number", found: "string", share: 0.05 }
      ])
      const suggested = new Map(lesson.suggestion.properties.map((one: { name: string }) => [one.name, one]))
      assert.isFalse(suggested.has("score"))
      assert.deepStrictEqual(suggested.get("level"), { name: "level", type: "string", required: true })
      assert.deepStrictEqual(suggested.get("note"), { name: "note", type: "string", required: false })
      assert.deepStrictEqual(suggested.get("tags"), { name: "tags", type: "array", required: true })
      assert.deepStrictEqual(suggested.get("link"), { name: "link", type: "string", required: false })
      // Too few to call anything required; and the name of a lesson is nobody's.
      assert.deepStrictEqual(page.suggestion.properties, [{ name: "lesson_name", type: "string", required: false }])
      assert.isFalse(page.properties[0].looks_personal)
      assert.strictEqual((yield* call("GET", `${path}?event_type=page.seen`)).body.sampled, 1)
      assert.strictEqual((yield* call("POST", "/event-types", lesson.suggestion)).status, 201)
      const stranger = yield* (yield* TestApp).tenant()
      assert.deepStrictEqual((yield* stranger.call("GET", path)).body.types, [])
    })
  )

  it.effect("keep what is defined, and measure against it", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const defined = { event_type: "lesson.completed", name: "Done", properties: [{ name: "score", type: "string" }] }
      yield* call("POST", "/event-types", defined)
      yield* sent(call, "lesson.completed", lessons)
      const [lesson] = (yield* call("GET", path)).body.types
      assert.isTrue(lesson.defined)
      assert.deepStrictEqual(lesson.conflicts, [
        { property: "score", expected: "string", found: "number", share: 0.95 }
      ])
      assert.deepInclude(lesson.suggestion, { event_type: "lesson.completed", name: "Done" })
      assert.deepStrictEqual(lesson.suggestion.properties[0], { name: "score", type: "string", required: false })
      const put = yield* call("PUT", "/event-types/lesson.completed", lesson.suggestion)
      assert.strictEqual(put.status, 200, put.text)
      assert.strictEqual(put.body.properties.length, Object.keys(lessons[0]!).length)
    })
  )

  it.effect("look at the newest events only, and at so many types and properties", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      yield* sent(call, "old", [{ old: 1 }])
      const wide = Object.fromEntries(times(60, (at) => [`p${String(at).padStart(2, "0")}`, at]))
      yield* sent(
        call,
        "new",
        times(100, () => wide)
      )
      const { body } = yield* call("GET", `${path}?sample=100`)
      assert.deepStrictEqual([body.sampled, body.types.length, body.types[0].event_type], [100, 1, "new"])
      assert.deepInclude(body.types[0], { truncated: true })
      assert.strictEqual(body.types[0].properties.length, 50)
      assert.strictEqual(body.types[0].suggestion.properties.length, 50)
      for (const at of times(101, (index) => index)) yield* sent(call, `type-${at}`, [{}])
      const many = yield* call("GET", path)
      assert.deepStrictEqual([many.body.types.length, many.body.truncated], [100, true])
    })
  )

  it.effect("look at fewer events where they are large, and at the newest of them", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const texts = (at: number) => times(15, (place) => [`p${place}`, `${at}-`.padEnd(1_000, "x")] as const)
      const large = (at: number) => ({ at, ...Object.fromEntries(texts(at)) })
      for (const batch of [0, 1, 2]) {
        yield* sent(
          call,
          "large",
          times(500, (at) => large(batch * 500 + at))
        )
      }
      // A slow machine may not look at 16 MB in the time a report has: it says so, and is asked again.
      let answer = yield* call("GET", path)
      yield* until(
        "a report in time",
        Effect.gen(function* () {
          if (answer.status === 503) answer = yield* call("GET", path)
          return answer.status !== 503
        })
      )
      assert.strictEqual(answer.status, 200, answer.text)
      const { body } = answer
      const [fewest, most] = [inferenceLimits.sample_bytes_max / 16_384, inferenceLimits.sample_bytes_max / 15_000]
      assert.isAtLeast(body.sampled, fewest)
      assert.isAtMost(body.sampled, most)
      // Of a user without a buddy up to a hundred are stored at once, in whatever order they come to it.
      const { maximum, minimum } = propertyOf(body, "at")
      assert.strictEqual(maximum, 1_499)
      assert.isAtMost(minimum!, 1_500 - body.sampled)
      assert.isAtLeast(minimum!, 1_500 - body.sampled - 100)
      assert.strictEqual(body.types[0].events, body.sampled)
    })
  )

  it.effect("are a JSON Schema that takes what was sent, and TypeScript with a name for each type", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      yield* sent(call, "lesson.completed", lessons)
      const odd = { 'a "b"': 1, "*/": true, "line\u2028end": null, ünï: {} }
      yield* sent(
        call,
        'odd "type" */',
        times(20, () => odd)
      )
      yield* sent(call, "lesson_completed", [{}])
      yield* sent(call, "hatchery", [{ a: 1 }])
      yield* sent(call, "2nd", [{ a: "x" }])
      const schema = (yield* call("GET", `${path}?format=json_schema`)).body
      assert.strictEqual(schema.$schema, "https://json-schema.org/draft/2020-12/schema")
      const { responses } = reference.paths["/api/v1/event-types/inferred"]!["get"]!
      const documented = responses["200"]!.content!["application/json"]!.schema
      assert.isTrue(permits(documented, schema, resolve))
      assert.isTrue(permits(documented, (yield* call("GET", path)).body, resolve))
      const judge = (type: string) => (event: unknown) => permits(schema.$defs[type], event, (given) => given)
      const lesson = judge("lesson.completed")
      for (const properties of lessons) assert.isTrue(lesson({ type: "lesson.completed", properties }))
      assert.isFalse(lesson({ type: "lesson.completed", properties: { ...lessons[0], level: "impossible" } }))
      assert.isFalse(lesson({ type: "lesson.completed", properties: {} }))
      assert.isTrue(judge('odd "type" */')({ type: 'odd "type" */', properties: odd }))

      const declared = yield* call("GET", `${path}?format=typescript`)
      assert.match(declared.headers.get("content-type") ?? "", /^text\/plain/)
      assert.include(declared.text, 'readonly "level": "easy" | "hard" | "medium"')
      assert.include(declared.text, 'readonly "link"?: string')
      assert.include(declared.text, 'readonly "note": "fine" | null')
      const names = Array.from(declared.text.matchAll(/interface (\w+)/g), ([, name]) => name)
      assert.strictEqual(new Set(names).size, 5)
      assert.notInclude(names, "HatcheryEvent")
      assert.match(declared.text, /export type HatcheryEvent = LessonCompletedEvent \| /)
    })
  )

  it.effect("are named before any type is, and ask for the capability of events", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const { event_type_id } = (yield* call("POST", "/event-types", { event_type: "inferred" })).body
      assert.deepStrictEqual((yield* call("GET", path)).body.types, [])
      assert.strictEqual((yield* call("GET", `/event-types/${event_type_id}`)).body.event_type, "inferred")
      yield* call("PATCH", "/customers/me/feature-toggles", { toggles: { events: false } })
      yield* call("POST", "/customers/me/feature-toggles/publish")
      const off = yield* call("GET", path)
      assert.deepStrictEqual([off.status, off.body.error.code], [403, "capability_disabled"])
      assert.strictEqual((yield* call("GET", "/event-types")).status, 200)
    })
  )

  it.effect("asks for any type there are events of, also one that cannot be defined", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      for (const type of ["constructor", " spaced ", ".."]) {
        const event = { event_id: crypto.randomUUID(), user_id: "ada", type, occurred_at: new Date().toISOString() }
        const sent = yield* call("POST", "/events", event)
        assert.strictEqual(sent.status, 200, sent.text)
        const { body, text } = yield* call("GET", `${path}?event_type=${encodeURIComponent(type)}`)
        assert.deepInclude(body, { sampled: 1 }, text)
        assert.deepInclude(body.types[0], { event_type: type, suggestion: null })
      }
    })
  )
})
