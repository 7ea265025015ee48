/** The two list shapes of the contract: offset (`data`, `meta`) and cursor (`data`, `pagination`). */
import { Schema, SchemaTransformation } from "effect"
import { limits } from "./Limits.ts"

const positive = (maximum: number) => Schema.Int.check(Schema.isBetween({ minimum: 1, maximum }))

/** page >= 1, limit 1..100; anything else is 422. */
export const offsetQuery = {
  page: Schema.optionalKey(positive(1_000_000)),
  limit: Schema.optionalKey(positive(limits.offset_limit_max))
}
export interface OffsetQuery {
  readonly page?: number
  readonly limit?: number
}

export const offsetPage = <S extends Schema.Constraint>(item: S) =>
  Schema.Struct({
    data: Schema.Array(item),
    meta: Schema.Struct({ total: Schema.Int, page: Schema.Int, limit: Schema.Int })
  })

/** The limit is clamped to 1..200, a non-integer is 422; the cursor is opaque. */
const clamped = Schema.Int.pipe(
  Schema.decodeTo(
    Schema.Int,
    SchemaTransformation.transform({
      decode: (limit) => Math.min(limits.cursor_limit_max, Math.max(1, limit)),
      encode: (limit) => limit
    })
  )
)
export const cursorQuery = {
  cursor: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(512))),
  limit: Schema.optionalKey(clamped)
}
export interface CursorQuery {
  readonly cursor?: string
  readonly limit?: number
}

export const cursorPage = <S extends Schema.Constraint>(item: S) =>
  Schema.Struct({
    data: Schema.Array(item),
    pagination: Schema.Struct({ nextCursor: Schema.NullOr(Schema.String), hasMore: Schema.Boolean, limit: Schema.Int })
  })

/** A small fixed set. */
export const wholeList = <S extends Schema.Constraint>(item: S) => Schema.Struct({ data: Schema.Array(item) })

export const slice = (query: OffsetQuery) => {
  const page = query.page ?? 1
  const limit = query.limit ?? limits.offset_limit_default
  return { page, limit, offset: (page - 1) * limit }
}
