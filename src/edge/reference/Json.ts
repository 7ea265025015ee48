/** JSON Schema as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The schema itself, wherever it stands. */
export const resolved = (schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>): JsonSchema => {
  const { $ref } = schema
  if (typeof $ref !== "string") return schema
  const target = schemas[$ref.slice($ref.lastIndexOf("/") + 1)]
  return target === undefined ? {} : resolved(target, schemas)
}
