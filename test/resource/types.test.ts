/**
 * What a family with a live collection cannot get wrong: each of these is a type error, and the check of types fails
 * where one is none any more.
 */
import { assert, it } from "@effect/vitest"
import { HttpApiBuilder, HttpApiGroup } from "effect/http-api"
import { Effect, Schema } from "effect"
import { liveCollection } from "../../src/resource/Api.ts"
import { liveHandlers } from "../../src/resource/Http.ts"
import { liveTable, type LiveStore } from "../../src/resource/Store.ts"
import { feature, tenantGroup } from "../../src/wire/Group.ts"

const fields = { label: Schema.String, weight: Schema.Int }
const stones = liveCollection({
  path: "/stones",
  resource: "stone",
  key: "stone_key",
  item: Schema.Struct({ stone_key: Schema.String, ...fields }),
  input: Schema.Struct(fields),
  methods: ["list", "put"]
})
class StonesApi extends tenantGroup(HttpApiGroup.make("stones").add(...stones.endpoints), {
  access: "config",
  capability: "none"
}) {}
declare const store: LiveStore<typeof stones>

const columns = { stone_key: "text", label: "text", weight: "int" } as const
const neverRun = [
  () => liveTable(stones, { table: "stones", columns }),
  // @ts-expect-error a field without a column
  () => liveTable(stones, { table: "stones", columns: { stone_key: "text", label: "text" } }),
  // @ts-expect-error a number in a column of texts
  () => liveTable(stones, { table: "stones", columns: { ...columns, weight: "text" } }),
  // @ts-expect-error rows that are no items
  () => liveTable(stones, { table: "stones", columns, stored: ({ stone_key }) => ({ stone_key }) }),
  // @ts-expect-error nobody can be asked for one of them: it has no such method
  () => liveHandlers(stones, store).get,
  // @ts-expect-error a key that no item has
  () => liveCollection({ ...stones, key: "pebble_key" }),
  () =>
    HttpApiBuilder.group(
      feature(StonesApi),
      "stones",
      // @ts-expect-error an endpoint without a handler
      Effect.fn(function* (handlers) {
        const { list } = liveHandlers(stones, store)
        return yield* Effect.succeed(handlers.handleAll({ list }))
      })
    )
]

it("a live collection has the endpoints it names, and no other", () => {
  assert.deepStrictEqual(Object.keys(StonesApi.endpoints), ["list", "put"])
  assert.isNotEmpty(neverRun)
})
