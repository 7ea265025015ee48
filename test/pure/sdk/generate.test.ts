/** What the generator refuses to write, and what it makes of a schema. */
import { assert, describe, it } from "vitest"
import type { Document, Schema } from "../../../sdk/generate/document.ts"
import { filesOf } from "../../../sdk/generate/files.ts"
import { shapeOf } from "../../../sdk/generate/shapes.ts"
import { typeOf } from "../../../sdk/generate/types.ts"

const text: Schema = { type: "string" }
const object = (properties: Readonly<Record<string, Schema>>, required = Object.keys(properties)): Schema => ({
  type: "object",
  properties,
  required
})

const documentOf = (paths: Document["paths"], schemas: Readonly<Record<string, Schema>> = {}): Document => ({
  paths,
  components: { schemas }
})

const posting = (operationId: string, schema: Schema) => ({
  operationId,
  requestBody: { content: { "application/json": { schema } } },
  responses: { 204: {} }
})

const filesFor = (schema: Schema) =>
  filesOf(documentOf({ "/api/v1/things": { post: posting("things.create", schema) } }))

describe("the generator", () => {
  it("refuses a name that does not come back as it was", () => {
    assert.throws(() => filesFor(object({ mixed_Case: text })), "mixed_Case")
    assert.throws(() => filesFor(object({ user_id: text, userId: text })), "one name")
    assert.include(filesFor(object({ user_id: text }))["resources.ts"], "userId: string")
    assert.include(filesFor(object({ after_7_days: text }))["resources.ts"], "after_7Days: string")
  })

  it("refuses what is a map in one case and known in another", () => {
    const map: Schema = { type: "object", additionalProperties: text }
    assert.throws(() => filesFor({ anyOf: [map, object({ a_b: text })] }), "sometimes a map")
    const either: Schema = { anyOf: [object({ values: map }), object({ values: { type: "object" } })] }
    assert.throws(() => filesFor(either), "sometimes a map")
    const fitting: Schema = {
      anyOf: [object({ values: map }), object({ values: map, extra_data: { type: "object" } })]
    }
    assert.deepStrictEqual(shapeOf(documentOf({}), fitting, "thing"), { values: [], extra_data: 0 })
  })

  it("refuses two operations of one name, and a place outside the API", () => {
    const twice = { get: posting("things.get", text), post: posting("things.get", text) }
    assert.throws(() => filesOf(documentOf({ "/api/v1/things": twice })), "things.get")
    assert.throws(() => filesOf(documentOf({ "/things": { get: posting("things.get", text) } })), "/api/v1")
  })

  it("tells maps and free JSON from what the contract names, through lists, choices and references", () => {
    const schemas = {
      Thing: object({
        tokens: { type: "object", additionalProperties: { type: "integer" } },
        metadata: { type: "object" },
        next_thing: { anyOf: [{ $ref: "#/components/schemas/Thing" }, { type: "null" }] },
        plain_text: text
      })
    }
    const document = documentOf({}, schemas)
    const list: Schema = { type: "array", items: { $ref: "#/components/schemas/Thing" } }
    assert.deepStrictEqual(shapeOf(document, object({ data: list }), "answer"), { data: { tokens: [], metadata: 0 } })
    assert.strictEqual(typeOf(list), "Thing[]")
    assert.strictEqual(typeOf({ anyOf: [{ type: "string", enum: ["a_b"] }, { type: "null" }] }), '"a_b" | null')
  })
})
