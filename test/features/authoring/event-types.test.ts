/** Event types live beside the versions. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestApp } from "../../kit/service/TestApp.ts"

const lesson = { event_type: "lesson.completed", properties: [{ name: "score", type: "number" }] }

layer(TestApp.shared, { excludeTestServices: true })("event types", (it) => {
  it.effect("are created, read by id or name, replaced and removed", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const made = yield* call("POST", "/event-types", lesson)
      assert.strictEqual(made.status, 201, made.text)
      const { event_type_id, ...rest } = made.body
      assert.deepStrictEqual(rest, {
        event_type: "lesson.completed",
        name: "lesson.completed",
        description: "",
        properties: [{ name: "score", type: "number", required: false }],
        unknown_properties: "allow",
        status: "active"
      })
      const again = yield* call("POST", "/event-types", lesson)
      assert.deepStrictEqual([again.status, again.body.error.code], [409, "already_exists"])
      for (const reference of [event_type_id, "lesson.completed"]) {
        assert.deepStrictEqual((yield* call("GET", `/event-types/${reference}`)).body, made.body)
      }
      const replaced = yield* call("PUT", "/event-types/lesson.completed", { event_type: "lesson.done", name: "Done" })
      assert.deepInclude(replaced.body, { event_type_id, event_type: "lesson.done", name: "Done", properties: [] })
      assert.strictEqual((yield* call("DELETE", `/event-types/${event_type_id}`)).status, 204)
      for (const method of ["GET", "DELETE"]) {
        assert.strictEqual((yield* call(method, `/event-types/${event_type_id}`)).status, 404)
      }
      assert.strictEqual((yield* call("PUT", "/event-types/nothing", lesson)).status, 404)
    })
  )

  it.effect("cannot take the name of another", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      yield* call("POST", "/event-types", { event_type: "a" })
      yield* call("POST", "/event-types", { event_type: "b" })
      const clash = yield* call("PUT", "/event-types/a", { event_type: "b" })
      assert.deepStrictEqual([clash.status, clash.body.error.code], [409, "already_exists"])
      assert.strictEqual((yield* call("GET", "/event-types/a")).status, 200)
    })
  )

  it.effect("are listed newest first in pages, per tenant", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const { call } = yield* app.tenant()
      for (const event_type of ["a", "b", "c"]) yield* call("POST", "/event-types", { event_type })
      const names = (body: { readonly data: ReadonlyArray<{ event_type: string }> }) =>
        body.data.map((type) => type.event_type)
      const first = yield* call("GET", "/event-types?limit=2")
      assert.deepStrictEqual([names(first.body), first.body.meta], [["c", "b"], { total: 3, page: 1, limit: 2 }])
      assert.deepStrictEqual(names((yield* call("GET", "/event-types?limit=2&page=2")).body), ["a"])
      const past = yield* call("GET", "/event-types?page=9")
      assert.deepStrictEqual(past.body, { data: [], meta: { total: 3, page: 9, limit: 20 } })
      assert.strictEqual((yield* call("GET", "/event-types?limit=x")).status, 422)
      const other = yield* app.tenant()
      assert.strictEqual((yield* other.call("GET", "/event-types")).body.meta.total, 0)
      assert.strictEqual((yield* other.call("GET", "/event-types/a")).status, 404)
    })
  )

  it.effect("name every bad field", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const bad = yield* call("POST", "/event-types", { event_type: " a", eventType: "b", status: "gone" })
      assert.strictEqual(bad.status, 422)
      assert.strictEqual(bad.body.error.details.issues[0].message, "property eventType should not exist")
      assert.strictEqual(bad.body.error.details.issues.length, 3)
      assert.strictEqual((yield* call("GET", "/event-types/a%00b")).status, 404)
    })
  )
})
