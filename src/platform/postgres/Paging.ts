/**
 * The two list shapes of the contract (part 4), filled from SQL. Wire schemas and query fields are in wire/Page.
 *
 * Offset list, in a Store:
 *     yield* offsetList(query, {
 *       count: sql`SELECT count(*)::int AS total FROM ...`,
 *       read: (limit, offset) => rows(Row)(sql`SELECT ... LIMIT ${limit} OFFSET ${offset}`)
 *     })
 * Cursor list: `const cursors = yield* cursorPaging` while the Store's layer is built, then per request
 *     yield* cursors.page({
 *       customer_id, list: `ledger:${buddy_id}`, query, position: Schema.Tuple([Schema.Int]),
 *       positionOf: (row) => [row.seq], read: (after, count) => rows(Row)(sql`... LIMIT ${count}`)
 *     })
 * `list` names the list and, when it has one, its parent. `read` gets null on the first page, else the position of the
 * last row that was shown, and answers at most `count` rows beyond it. A top-level cursor (`{ events, next_cursor }`)
 * is the same page, renamed by the caller. A cursor is signed for its tenant and its list: garbage, another tenant's,
 * another list's and those of a retired key are 400 bad_request.
 */
import { Effect, Option, Schema } from "effect"
import type { SqlError } from "effect/sql"
import { createHmac, timingSafeEqual } from "node:crypto"
import { BadRequest } from "../../wire/Failure.ts"
import { limits } from "../../wire/Limits.ts"
import { type CursorQuery, type OffsetQuery, slice } from "../../wire/Page.ts"
import { KeyRing } from "../secrets/KeyRing.ts"
import { takenIn } from "../secrets/TakenIn.ts"
import { row } from "./Sql.ts"

export interface OffsetPage<A> {
  readonly data: ReadonlyArray<A>
  readonly meta: { readonly total: number; readonly page: number; readonly limit: number }
}

export interface CursorPage<A> {
  readonly data: ReadonlyArray<A>
  readonly pagination: { readonly nextCursor: string | null; readonly hasMore: boolean; readonly limit: number }
}

const Total = Schema.Struct({ total: Schema.Int })

export const offsetList = <A, E = never, R = never>(
  query: OffsetQuery,
  options: {
    /** one row with an int column `total` */
    readonly count: Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>
    readonly read: (limit: number, offset: number) => Effect.Effect<ReadonlyArray<A>, E, R>
  }
): Effect.Effect<OffsetPage<A>, E, R> =>
  Effect.gen(function* () {
    const { limit, offset, page } = slice(query)
    const total = Option.getOrThrow(yield* row(Total)(options.count)).total
    // Past the end there is nothing to read; Postgres would walk the whole list to find out.
    const data = offset >= total ? [] : yield* options.read(limit, offset)
    return { data, meta: { total, page, limit } }
  })

/** A list that is in memory already. */
export const offsetArray = <A>(query: OffsetQuery, all: ReadonlyArray<A>): OffsetPage<A> => {
  const { limit, offset, page } = slice(query)
  return { data: all.slice(offset, offset + limit), meta: { total: all.length, page, limit } }
}

const macBytes = 16

const sign = (secret: Uint8Array, list: string, position: string): Buffer =>
  createHmac("sha256", takenIn(secret)).update(`cursor\n${list}\n${position}`).digest().subarray(0, macBytes)

/** Opaque text for a position; see the header. */
export const encodeCursor = (secret: Uint8Array, list: string, position: unknown): string => {
  const text = JSON.stringify(position)
  return Buffer.concat([sign(secret, list, text), Buffer.from(text, "utf8")]).toString("base64url")
}

/** The position, or undefined when this cursor was not made by `encodeCursor` for the same list with such a secret. */
export const decodeCursor = (secrets: ReadonlyArray<Uint8Array>, list: string, cursor: string): unknown => {
  if (!/^[A-Za-z0-9_-]+$/.test(cursor)) return undefined
  const bytes = Buffer.from(cursor, "base64url")
  if (bytes.length <= macBytes) return undefined
  const text = bytes.subarray(macBytes).toString("utf8")
  return secrets.some((secret) => timingSafeEqual(bytes.subarray(0, macBytes), sign(secret, list, text)))
    ? (JSON.parse(text) as unknown)
    : undefined
}

export interface CursorListOptions<P, A, E, R> {
  readonly customer_id: string
  readonly list: string
  readonly query: CursorQuery
  /** a codec of JSON values */
  readonly position: Schema.Codec<P, unknown>
  readonly positionOf: (row: A) => P
  readonly read: (after: P | null, count: number) => Effect.Effect<ReadonlyArray<A>, E, R>
  /** bytes of what is shown with a row and read after it */
  readonly beside?: (row: A) => number
}

export interface CursorPaging {
  readonly page: <P, A, E = never, R = never>(
    options: CursorListOptions<P, A, E, R>
  ) => Effect.Effect<CursorPage<A>, BadRequest | E, R>
}

const asText = (_name: string, value: unknown): unknown => (typeof value === "bigint" ? value.toString() : value)
/** What stands around the rows. */
const frame_bytes = 1_024

/** How many of the rows a page shows: at most `limit`, fewer when they are large, and never none. */
const fitting = <A>(found: ReadonlyArray<A>, limit: number, beside: (row: A) => number): number => {
  let left = limits.page_bytes_max - frame_bytes
  let count = 0
  for (const entry of found.slice(0, limit)) {
    left -= Buffer.byteLength(JSON.stringify(entry, asText)) + 1 + beside(entry)
    if (left < 0 && count > 0) break
    count++
  }
  return count
}

const badCursor = () =>
  new BadRequest({ message: "This cursor does not belong to this list. Start again without a cursor." })

/** To be yielded while a Store's layer is built. */
export const cursorPaging: Effect.Effect<CursorPaging, never, KeyRing> = Effect.map(KeyRing, (ring): CursorPaging => ({
  page: (options) =>
    Effect.gen(function* () {
      const limit = options.query.limit ?? limits.cursor_limit_default
      const list = `${options.customer_id}\n${options.list}`
      let after = null
      if (options.query.cursor !== undefined) {
        const secrets = (yield* ring.all("cursor")).map(({ material }) => material)
        const given = decodeCursor(secrets, list, options.query.cursor)
        if (given === undefined) return yield* badCursor()
        // Signed, but of an older build whose positions looked different: the client has to start again as well.
        after = yield* Effect.mapError(Schema.decodeUnknownEffect(options.position)(given), badCursor)
      }
      // One more than asked tells whether there is a next page without a second statement.
      const found = yield* options.read(after, limit + 1)
      const data = found.slice(0, fitting(found, limit, options.beside ?? (() => 0)))
      const hasMore = found.length > data.length
      const nextCursor = hasMore
        ? encodeCursor(
            ring.signing("cursor").material,
            list,
            yield* Effect.orDie(Schema.encodeEffect(options.position)(options.positionOf(data.at(-1)!)))
          )
        : null
      return { data, pagination: { nextCursor, hasMore, limit } }
    })
}))

/** The same page with its rows in another form. */
export const mapPage = <Page extends { readonly data: ReadonlyArray<unknown> }, B>(
  page: Page,
  toWire: (row: Page["data"][number]) => B
): Omit<Page, "data"> & { readonly data: ReadonlyArray<B> } => ({ ...page, data: page.data.map(toWire) })
