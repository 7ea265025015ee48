/**
 * What every live collection does, asked of each of them: a family's own test is about its own rules. A new family is
 * one line here.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { eventTypes } from "../../src/features/authoring/event-types/Api.ts"
import { gates } from "../../src/features/economy/gates/Api.ts"
import { profileTemplates } from "../../src/features/surfaces/profile-templates/Api.ts"
import type { AnyLive, LiveMethod } from "../../src/resource/Api.ts"
import { operations } from "../kit/contract/ApiContract.ts"
import { sampleFor } from "../kit/contract/ValidBodies.ts"
import { type Answer, type Call, TestApp } from "../kit/service/TestApp.ts"

const collections: ReadonlyArray<AnyLive & { readonly path: string }> = [gates, eventTypes, profileTemplates]

const refused = ({ body, status }: Answer) => [status, body?.error?.code]
/** Without what a write moves. */
const still = (record: Readonly<Record<string, unknown>>) => ({ ...record, updated_at: null })

/** One of them made, under every name it goes by. */
const make = Effect.fnUntraced(function* (call: Call, live: AnyLive & { readonly path: string }) {
  const byKey = live.methods.includes("put")
  const route = byKey ? `PUT ${live.path}/{${live.param}}` : `POST ${live.path}`
  const sample = sampleFor(
    operations.find(({ key }) => key === route)!,
    {}
  )
  const write = byKey ? call("PUT", `${live.path}/one`, sample) : call("POST", live.path, sample)
  const made = yield* write
  assert.strictEqual(made.status, 201, made.text)
  const again = yield* write
  if (byKey) assert.deepStrictEqual([again.status, still(again.body)], [200, still(made.body)])
  else assert.deepStrictEqual(refused(again), [409, "already_exists"])
  const names = [live.key, ...(live.id === undefined ? [] : [live.id])].map((field) => String(made.body[field]))
  return { record: still(made.body), sample, places: names.map((name) => `${live.path}/${name}`) }
})

layer(TestApp.layer(), { excludeTestServices: true })("live collections", (it) => {
  for (const live of collections) {
    const has = (method: LiveMethod) => live.methods.includes(method)

    it.effect(`${live.path}: one is made once, found under its names, changed and removed`, () =>
      Effect.gen(function* () {
        const { call } = yield* (yield* TestApp).tenant({ plan: "enterprise" })
        const { places, record, sample } = yield* make(call, live)
        const { data, meta } = (yield* call("GET", live.path)).body
        assert.deepStrictEqual([data.map(still), meta], [[record], { total: 1, page: 1, limit: 20 }])
        for (const place of places) {
          if (has("get")) assert.deepStrictEqual(still((yield* call("GET", place)).body), record)
          if (has("update")) assert.deepStrictEqual(still((yield* call("PATCH", place, {})).body), record)
          if (has("replace")) assert.deepStrictEqual(still((yield* call("PUT", place, sample)).body), record)
        }
        assert.strictEqual((yield* call("DELETE", places.at(-1)!)).status, 204)
        for (const place of places) assert.deepStrictEqual(refused(yield* call("DELETE", place)), [404, "not_found"])
        assert.strictEqual((yield* call("GET", live.path)).body.meta.total, 0)
      })
    )

    it.effect(`${live.path}: another workspace finds nothing, and changes nothing`, () =>
      Effect.gen(function* () {
        const app = yield* TestApp
        const { call } = yield* app.tenant({ plan: "enterprise" })
        const stranger = yield* app.tenant({ plan: "enterprise" })
        const { places, record, sample } = yield* make(call, live)
        const tries: ReadonlyArray<readonly [LiveMethod, string, unknown?]> = [
          ["get", "GET"],
          ["update", "PATCH", {}],
          ["replace", "PUT", sample],
          ["remove", "DELETE"]
        ]
        for (const place of places) {
          for (const [method, verb, body] of tries.filter(([method]) => has(method))) {
            assert.deepStrictEqual(refused(yield* stranger.call(verb, place, body)), [404, "not_found"], method)
          }
        }
        assert.strictEqual((yield* stranger.call("GET", live.path)).body.meta.total, 0)
        assert.deepStrictEqual((yield* call("GET", live.path)).body.data.map(still), [record])
      })
    )
  }
})
