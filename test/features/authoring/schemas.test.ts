/** The schemas that the editor of a configuration's author reads. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { type JsonSchema, permits } from "../../kit/contract/JsonSchema.ts"
import { shopContent } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const resolveIn = (document: { $defs?: Record<string, JsonSchema> }, schema: JsonSchema): JsonSchema =>
  schema.$ref === undefined ? schema : document.$defs![schema.$ref.slice("#/$defs/".length)]!

layer(TestApp.shared, { excludeTestServices: true })("schemas", (it) => {
  it.effect("every part has a schema that lets through what the service accepts and refuses what it refuses", () =>
    Effect.gen(function* () {
      const { call } = yield* TestApp
      const tenant = yield* (yield* TestApp).tenant()
      const listed = yield* call("GET", "/schemas")
      assert.strictEqual(listed.status, 200, listed.text)
      const parts: ReadonlyArray<{ part: string; url: string }> = listed.body.data
      assert.includeMembers(
        parts.map(({ part }) => part),
        ["config-file", "coin-rule", "badge-definition", "streak-rule", "evolution-rules", "gate", "marketplace"]
      )
      for (const { part, url } of parts) {
        const { body, status } = yield* call("GET", new URL(url).pathname.replace("/api/v1", ""))
        assert.deepStrictEqual([status, body.$schema], [200, "https://json-schema.org/draft/2020-12/schema"], part)
      }
      const schema = (yield* call("GET", "/schemas/config-file")).body
      const lets = (file: unknown) => permits(schema, file, (one) => resolveIn(schema, one))
      yield* tenant.call("POST", "/config-versions/import", { content: shopContent })
      const { body: file } = yield* tenant.call("GET", "/config-versions/1/export")
      assert.isTrue(lets(file))
      assert.isTrue(lets({ content: shopContent }))
      assert.isFalse(lets({ content: { ...shopContent, coinRules: [] } }))
      assert.isFalse(lets({ content: { ...shopContent, gates: [{ gate_key: "Lab" }] } }))
      assert.isFalse(lets({}))
      const unknown = yield* call("GET", "/schemas/constructor")
      assert.deepStrictEqual([unknown.status, unknown.body.error.code], [404, "not_found"])
    })
  )
})
