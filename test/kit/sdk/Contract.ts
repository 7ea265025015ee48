/** The committed contract, as tests of the SDK read it: not with the generator's eyes. */
import * as fc from "fast-check"
import { read } from "../house/SourceTree.ts"

export interface Schema {
  readonly $ref?: string
  readonly type?: string | ReadonlyArray<string>
  readonly enum?: ReadonlyArray<unknown>
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: boolean | Schema
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: ReadonlyArray<Schema>
  readonly oneOf?: ReadonlyArray<Schema>
}

interface Media {
  readonly schema: Schema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>
}

interface Body {
  readonly content?: Readonly<Record<string, Media>>
}

interface Endpoint {
  readonly operationId: string
  readonly requestBody?: Body
}

export interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Endpoint>>>>
  readonly webhooks?: Readonly<Record<string, unknown>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

export const contract = JSON.parse(read("contract/openapi.json")) as Contract

export interface Documented {
  readonly id: string
  readonly method: string
  /** behind the API's address */
  readonly path: string
  readonly body: Schema | undefined
  readonly examples: ReadonlyArray<unknown>
}

export const documented: ReadonlyArray<Documented> = Object.entries(contract.paths).flatMap(([path, endpoints]) =>
  Object.entries(endpoints).map(([method, { operationId, requestBody }]) => {
    const media = requestBody?.content?.["application/json"]
    return {
      id: operationId,
      method: method.toUpperCase(),
      path: path.replace("/api/v1", ""),
      body: media?.schema,
      examples: [
        ...(media?.example === undefined ? [] : [media.example]),
        ...Object.values(media?.examples ?? {}).map(({ value }) => value)
      ]
    }
  })
)

/** Keys people choose: also such as look like names of the contract, on either side. */
const key = fc.constantFrom("gold", "deep_focus", "deepFocus", "a_1", "x-y", "Größe", "toString", "__proto__", "T")

const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom(null, 1, "some_text", true),
    fc.array(tie("json"), { maxLength: 2 }),
    fc.dictionary(key, tie("json"), { maxKeys: 2 })
  )
}))

const object = (schema: Schema, depth: number): fc.Arbitrary<unknown> => {
  const { additionalProperties, patternProperties = {}, properties } = schema
  if (properties !== undefined) {
    const fields = Object.entries(properties).map(([name, child]) => [name, valueOf(child, depth + 1)] as const)
    const requiredKeys = (schema.required ?? []).filter((name) => name in properties)
    return fc.record(Object.fromEntries(fields), { requiredKeys, noNullPrototype: true })
  }
  const [values] = [...Object.values(patternProperties), additionalProperties]
  return fc.dictionary(key, typeof values === "object" ? valueOf(values, depth + 1) : json, {
    maxKeys: 2,
    noNullPrototype: true
  })
}

/** Values with the names a schema allows; what its texts and numbers may be is no matter here. */
export const valueOf = (schema: Schema, depth = 0): fc.Arbitrary<unknown> => {
  if (schema.$ref !== undefined) {
    const target = contract.components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}
    return depth > 12 ? fc.constant(null) : valueOf(target, depth + 1)
  }
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => valueOf(choice, depth)))
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.items !== undefined) return fc.array(valueOf(schema.items, depth + 1), { maxLength: 2 })
  if (schema.type === "object") return object(schema, depth)
  if (schema.type === "null") return fc.constant(null)
  return schema.type === undefined ? json : fc.constantFrom("some_text", "someText")
}
