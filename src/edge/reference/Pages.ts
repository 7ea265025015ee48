/** How an operation gives its list, if it gives one: read off its answer, so that it cannot be said wrongly. */
import type { OpenApi } from "effect/http-api"
import { type JsonSchema, resolved } from "./Json.ts"

/** `whole`: all there is, at once. The two fields: a cursor beside the items instead of in `pagination`. */
export type Pagination = "offset" | "cursor" | { readonly items: string; readonly cursor: string } | "whole"

export const paginationOf = (
  operation: OpenApi.OpenAPISpecOperation,
  schemas: Readonly<Record<string, JsonSchema>>
): Pagination | undefined => {
  const answer = operation.responses[200]?.content?.["application/json"]?.schema as JsonSchema | undefined
  const fields = (resolved(answer ?? {}, schemas)["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>
  const isList = (name: string) => resolved(fields[name] ?? {}, schemas)["type"] === "array"
  const cursor = ["nextCursor", "next_cursor"].find((name) => fields[name] !== undefined)
  const items = cursor === undefined ? undefined : Object.keys(fields).find(isList)
  if (cursor !== undefined && items !== undefined) return { items, cursor }
  if (!isList("data")) return undefined
  if (fields["meta"] !== undefined) return "offset"
  if (fields["pagination"] !== undefined) return "cursor"
  return "whole"
}
