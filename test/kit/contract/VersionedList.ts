/** What holds of every versioned list: it edits the open draft, and shows any version. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestApp } from "../service/TestApp.ts"

export interface VersionedList {
  readonly path: string
  /** names of the fields that hold the identifier and the key */
  readonly id: string
  readonly key: string
  /** of an entry with that key */
  readonly body: (key: string) => Readonly<Record<string, unknown>>
}

/** Something every version may hold without referring to anything, and every list may refer to. */
const around = {
  "/coin-rules": {
    rule_key: "base",
    trigger: { event_type: "lesson.completed" },
    amount: { mode: "fixed", value: 10 }
  },
  "/token-types": { token_key: "gem", name: "Gem", kind: "primary" },
  "/skill-sets": {
    skill_set_key: "study",
    name: "Study",
    skills: [{ skill_key: "focus", name: "Focus" }],
    level_curve: { mode: "quadratic", base: 100 }
  }
}

/** The tests of a family's list. */
export const versionedList = ({ body, id, key, path }: VersionedList) =>
  layer(TestApp.shared, { excludeTestServices: true })(`the list ${path}`, (it) => {
    it.effect("is created, read, replaced and removed by identifier or key", () =>
      Effect.gen(function* () {
        const { call } = yield* (yield* TestApp).tenant()
        assert.deepStrictEqual((yield* call("GET", path)).body, { data: [], meta: { total: 0, page: 1, limit: 20 } })

        const first = yield* call("POST", path, body("first"))
        assert.strictEqual(first.status, 201, first.text)
        assert.match(first.body[id], /^[0-9a-f-]{36}$/)
        assert.strictEqual(first.body[key], "first")
        assert.strictEqual((yield* call("POST", path, body("second"))).status, 201)
        const again = yield* call("POST", path, body("first"))
        assert.deepStrictEqual([again.status, again.body.error.code], [409, "already_exists"])

        const listed = yield* call("GET", `${path}?limit=1&page=2`)
        assert.strictEqual(listed.body.data[0][key], "second")
        assert.deepStrictEqual(listed.body.meta, { total: 2, page: 2, limit: 1 })
        assert.deepStrictEqual((yield* call("GET", `${path}/first`)).body, first.body)
        assert.deepStrictEqual((yield* call("GET", `${path}/${first.body[id]}`)).body, first.body)

        const renamed = yield* call("PUT", `${path}/first`, body("renamed"))
        assert.strictEqual(renamed.status, 200, renamed.text)
        assert.deepStrictEqual([renamed.body[id], renamed.body[key]], [first.body[id], "renamed"])
        const clash = yield* call("PUT", `${path}/renamed`, body("second"))
        assert.deepStrictEqual([clash.status, clash.body.error.code], [409, "already_exists"])

        const removed = yield* call("DELETE", `${path}/${first.body[id]}`)
        assert.deepStrictEqual([removed.status, removed.text], [204, ""])
        for (const method of ["GET", "DELETE"]) {
          const gone = yield* call(method, `${path}/${first.body[id]}`)
          assert.deepStrictEqual([gone.status, gone.body.error.code], [404, "not_found"])
        }
        assert.strictEqual((yield* call("PUT", `${path}/nothing`, body("x"))).status, 404)
      })
    )

    it.effect("names every unknown and every bad field of a body", () =>
      Effect.gen(function* () {
        const { call } = yield* (yield* TestApp).tenant()
        const unknown = yield* call("POST", path, { ...body("a"), camelCase: 1, other: 2 })
        assert.strictEqual(unknown.status, 422)
        assert.strictEqual(unknown.body.error.code, "validation_failed")
        assert.include(unknown.body.error.message, "property camelCase should not exist")
        assert.include(unknown.body.error.message, "property other should not exist")
        const badKey = yield* call("POST", path, body("Not A Key"))
        assert.deepStrictEqual([badKey.status, badKey.body.error.details.issues.length], [422, 1])
        assert.strictEqual((yield* call("GET", path)).body.meta.total, 0)
        assert.strictEqual((yield* call("GET", `${path}?limit=101`)).status, 422)
        assert.strictEqual((yield* call("GET", `${path}?page=0`)).status, 422)
      })
    )

    it.effect("shows another version when it is asked for", () =>
      Effect.gen(function* () {
        const { call } = yield* (yield* TestApp).tenant()
        for (const [list, entry] of Object.entries(around)) yield* call("POST", list, entry)
        yield* call("POST", path, body("in_force"))
        const draft = (yield* call("POST", "/config-versions")).body.config_version_id
        const published = yield* call("POST", `/config-versions/${draft}/publish`)
        assert.strictEqual(published.status, 200, published.text)
        assert.strictEqual((yield* call("POST", path, body("in_draft"))).status, 201)

        const keys = (answer: { readonly body: { readonly data: ReadonlyArray<Record<string, unknown>> } }) =>
          answer.body.data.map((entry) => entry[key])
        assert.include(keys(yield* call("GET", path)), "in_draft")
        const { config_version_id, number } = published.body
        assert.notInclude(keys(yield* call("GET", `${path}?version=${config_version_id}`)), "in_draft")
        assert.include(keys(yield* call("GET", `${path}?version=${number}`)), "in_force")
        assert.strictEqual((yield* call("GET", `${path}/in_draft?version=${number}`)).status, 404)
        assert.strictEqual((yield* call("GET", `${path}?version=no-such`)).status, 404)
      })
    )
  })
