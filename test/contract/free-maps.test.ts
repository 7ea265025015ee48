/** What clients keep with their things is theirs, and small: one bound for `properties` and `metadata` everywhere. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { limits } from "../../src/wire/Limits.ts"
import { resolve } from "../kit/contract/ApiContract.ts"
import { asked, Attackers } from "../kit/hostile/HostileTenants.ts"
import { withBody } from "../kit/hostile/HostileBodies.ts"
import type { JsonSchema } from "../kit/contract/JsonSchema.ts"
import { lesson, publish } from "../kit/players/players.ts"
import { sampleFor } from "../kit/contract/ValidBodies.ts"
import { type Answer, TestApp } from "../kit/service/TestApp.ts"

const max = limits.free_map_bytes_max

/** `bytes` of JSON in strings that no other bound refuses; of characters that take three bytes each if asked. */
const mapOf = (bytes: number, character = "x") => {
  const map: Record<string, string> = { a: "", b: "" }
  const left = bytes - JSON.stringify(map).length
  const count = Math.floor(left / Buffer.byteLength(character))
  map["a"] = character.repeat(Math.floor(count / 2))
  map["b"] = character.repeat(count - Math.floor(count / 2)) + "x".repeat(left - count * Buffer.byteLength(character))
  return map
}

const fields = ["properties", "metadata"] as const
const branches = (given: JsonSchema): ReadonlyArray<JsonSchema> => {
  const schema = resolve(given)
  return (schema.anyOf ?? schema.oneOf)?.flatMap(branches) ?? [schema]
}
/** Maps with names of the client's choice; what describes an event type is none. */
const isFree = (schema: JsonSchema | undefined) =>
  schema !== undefined && branches(schema).some(({ properties, type }) => type === "object" && properties === undefined)
const takers = withBody.flatMap((operation) =>
  branches(operation.body!).flatMap(({ properties = {} }) =>
    fields.filter((name) => isFree(properties[name])).map((name) => ({ operation, name }))
  )
)

const arena = Attackers.layer(1).pipe(Layer.provideMerge(TestApp.shared))

layer(arena, { excludeTestServices: true })("a free-form map", (it) => {
  it.effect("of 16 kB is taken wherever one is, and one byte more is a 422", () =>
    Effect.gen(function* () {
      const { attackers, send } = yield* Attackers
      const held = attackers[0]!
      assert.includeMembers(
        takers.map(({ operation }) => operation.key),
        ["POST /events", "POST /events/admin-trigger", "POST /widget/events", "POST /eggs", "PUT /gates/{gate_key}"]
      )
      for (const { name, operation } of takers) {
        const attempt = (map: object) => {
          const body = JSON.stringify({ ...(sampleFor(operation, held.known) as object), [name]: map })
          return send(asked(held, operation, { body }))
        }
        for (const character of ["x", "\u4e16"]) {
          const taken = yield* attempt(mapOf(max, character))
          assert.notStrictEqual(taken.status, 422, `${operation.key}: ${taken.text.slice(0, 300)}`)
          const refused = yield* attempt(mapOf(max + 1, character))
          assert.strictEqual(refused.status, 422, `${operation.key}: ${refused.text.slice(0, 300)}`)
        }
      }
    })
  )

  it.effect("that is too large spoils its own event of a batch, and no other", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const events = [lesson("ada"), { ...lesson("ada"), properties: mapOf(max + 1) }, lesson("ada")]
      const { body } = yield* call("POST", "/events/batch", { events })
      assert.deepStrictEqual([body.accepted, body.rejected], [2, 1])
      assert.strictEqual(body.results[1].error.code, "validation_failed")
    })
  )

  it.effect("of more than 2 kB is left out of lists of eggs and buddies, and stands in the single read", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      yield* publish(tenant)
      const small = { note: "x".repeat(2_000) }
      const large = { note: "x".repeat(2_100) }
      for (const [user_id, metadata] of [
        ["small", small],
        ["large", large]
      ] as const) {
        const made = yield* tenant.call("POST", "/eggs", { user_id, metadata })
        assert.strictEqual(made.status, 201, made.text)
        const { body } = yield* tenant.call("GET", `/eggs?user_id=${user_id}`)
        const single = yield* tenant.call("GET", `/eggs/${made.body.egg_id}`)
        assert.deepStrictEqual(single.body.metadata, metadata)
        if (metadata === small) assert.deepStrictEqual(body.data[0].metadata, small)
        else assert.deepInclude(body.data[0], { metadata: null, metadata_truncated: true })
      }
    })
  )

  it.effect("of an older release makes a page of events end early, with its cursor, before it has 4 MB", () =>
    Effect.gen(function* () {
      const { call, customer_id } = yield* (yield* TestApp).tenant({ plan: "enterprise" })
      const sql = yield* SqlClient.SqlClient
      const events = Array.from({ length: 120 }, () => lesson("ada"))
      const sent = yield* call("POST", "/events/batch", { events })
      assert.strictEqual(sent.body.accepted, 120, sent.text.slice(0, 300))
      yield* sql`UPDATE events SET properties = json_build_object('text', repeat('x', 100000))
        WHERE customer_id = ${customer_id}::uuid`
      const seen: Array<string> = []
      let cursor: string | null = null
      let pages = 0
      do {
        const suffix: string = cursor === null ? "" : `&cursor=${cursor}`
        const page: Answer = yield* call("GET", `/events?limit=200${suffix}`)
        assert.isBelow(Buffer.byteLength(page.text), limits.page_bytes_max)
        seen.push(...page.body.data.map(({ event_id }: { event_id: string }) => event_id))
        cursor = page.body.pagination.nextCursor
        pages++
      } while (cursor !== null)
      assert.isAbove(pages, 2)
      assert.deepStrictEqual(seen.sort(), events.map(({ event_id }) => event_id).sort())
    })
  )
})
