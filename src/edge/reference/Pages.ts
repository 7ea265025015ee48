/** How an operation gives its list, if it gives one: read off its answer, so that it cannot be said wrongly. */
import type { OpenApi } from "effect/http-api"

/** `whole`: all there is, at once. The two fields: a cursor beside the items instead of in `pagination`. */
export type Pagination = "offset" | "cursor" | { readonly items: string; readonly cursor: string } | "whole"

type Schemas = OpenApi.OpenAPIComponents["schemas"]

interface Shape {
  readonly $ref?: string
  readonly type?: string
  readonly properties?: Readonly<Record<string, Shape>>
}

const resolved = (schema: Shape | undefined, schemas: Schemas): Shape | undefined =>
  schema?.$ref === undefined ? schema : resolved(schemas[schema.$ref.split("/").at(-1)!] as Shape | undefined, schemas)

export const paginationOf = (operation: OpenApi.OpenAPISpecOperation, schemas: Schemas): Pagination | undefined => {
  const answer = resolved(operation.responses[200]?.content?.["application/json"]?.schema as Shape, schemas)
  const fields = answer?.properties ?? {}
  if (resolved(fields["data"], schemas)?.type !== "array") return undefined
  if (fields["meta"] !== undefined) return "offset"
  if (fields["pagination"] !== undefined) return "cursor"
  return fields["nextCursor"] === undefined ? "whole" : { items: "data", cursor: "nextCursor" }
}
