/** Pages a tenant publishes, as far as all kinds of them are written alike: their names, and one change at a time. */
import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import type { CacheInvalidation } from "../../../platform/cluster/CacheInvalidation.ts"
import { randomBase62 } from "../../../platform/postgres/Ids.ts"
import { nowDate, rows, transactionOf } from "../../../platform/postgres/Sql.ts"
import { InvalidTransition } from "../../../wire/Failure.ts"
import { slugOf } from "../../../wire/Slug.ts"
import { isSlug, type SurfaceStatus } from "../../../wire/surfaces/Common.ts"
import { mayMove, type Move, targetOf } from "./Rules.ts"

const tail_length = 6
const stemOf = (name: string) => name.slice(0, 40)
const isTailed = (present: string, name: string) =>
  present.startsWith(`${stemOf(name)}-`) && present.length === stemOf(name).length + 1 + tail_length

/** The look of its workspace's widgets, beside a row of `table`. */
export const themeOf = (table: string): string =>
  `(SELECT c.settings -> 'widget_theme' FROM customers AS c WHERE c.customer_id = ${table}.customer_id) AS theme`

/** What its workspace calls coins, beside a row of `table`; null: what everybody does. */
export const coinNameOf = (table: string): string =>
  `(SELECT c.settings -> 'coin_name' FROM customers AS c WHERE c.customer_id = ${table}.customer_id) AS coin_name`

/** Where pages of a kind are kept; `id` and `key` are the columns with what we and the tenant call one. */
export interface PageTable {
  readonly table: string
  readonly id: string
  readonly key: string
}

/** Names in the service and in the tenant, where none was sent. */
export const naming = (sql: SqlClient.SqlClient, { id, key, table }: PageTable) => {
  const taken = (where: Statement.Fragment) =>
    Effect.map(
      rows(Schema.Struct({ one: Schema.Int }))(sql`SELECT 1 AS one FROM ${sql(table)} WHERE ${where} LIMIT 1`),
      (found) => found.length > 0
    )
  /** The page that asks, once there is one: its own names are free to it. */
  const others = (own: string | undefined) => (own === undefined ? sql`true` : sql`${sql(id)} <> ${own}::uuid`)
  /** Held until the caller's transaction ends, and by who asks for this one alone: of two only one gets it. */
  const slugTaken = (slug: string, own?: string) =>
    Effect.andThen(
      Effect.orDie(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${table}.slug:${slug}`}, 0))`),
      taken(sql`slug = ${slug} AND ${others(own)}`)
    )
  const keyTaken = (customer_id: string, wanted: string, own?: string) =>
    taken(sql`customer_id = ${customer_id}::uuid AND ${sql(key)} = ${wanted} AND ${others(own)}`)
  /** With another tail for as long as somebody has it, which is hardly ever once. */
  const tailed = (name: string, isTaken: (tailed: string) => Effect.Effect<boolean>): Effect.Effect<string> =>
    Effect.gen(function* () {
      const made = `${stemOf(name)}-${(yield* randomBase62(tail_length)).toLowerCase()}`
      return (yield* isTaken(made)) ? yield* tailed(name, isTaken) : made
    })
  return {
    slugTaken,
    keyTaken,
    slugFor: Effect.fnUntraced(function* (name: string) {
      const wanted = slugOf(name, "page")
      return isSlug(wanted) && !(yield* slugTaken(wanted)) ? wanted : yield* tailed(wanted, slugTaken)
    }),
    keyFor: Effect.fnUntraced(function* (customer_id: string, slug: string) {
      const isTaken = (key: string) => keyTaken(customer_id, key)
      return yield* (yield* isTaken(slug)) ? tailed(slug, isTaken) : Effect.succeed(slug)
    }),
    /** Of a page there is, that gives up what it was called: `present` stays where it would be made again. */
    slugAgain: Effect.fnUntraced(function* (present: string, name: string, own: string) {
      const wanted = slugOf(name, "page")
      if (isSlug(wanted) && !(yield* slugTaken(wanted, own))) return wanted
      return isTailed(present, wanted) ? present : yield* tailed(wanted, (made) => slugTaken(made, own))
    }),
    keyAgain: Effect.fnUntraced(function* (customer_id: string, present: string, slug: string, own: string) {
      if (!(yield* keyTaken(customer_id, slug, own))) return slug
      return isTailed(present, slug) ? present : yield* tailed(slug, (made) => keyTaken(customer_id, made, own))
    })
  }
}

/** The columns a move writes, with their moments; fails where it may not be made. The caller holds the row. */
export const moved = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (
    from: SurfaceStatus,
    move: Move
  ): Effect.fn.Return<Statement.Fragment, InvalidTransition> {
    const to = targetOf(move)
    if (!mayMove(from, move)) return yield* new InvalidTransition({ from, to })
    const now = yield* nowDate
    const moment = move === "archive" ? sql`archived_at` : sql`published_at`
    const at = move === "unpublish" ? null : now
    const first = move === "publish" ? sql`coalesce(first_published_at, ${now})` : sql`first_published_at`
    return sql`status = ${to}, ${moment} = ${at}::timestamptz, first_published_at = ${first}`
  })

/** One write of a tenant at a time; new names are held by whoever looks for one. Whoever shows a page hears of it. */
export const oneAtATime = (sql: SqlClient.SqlClient, changes: CacheInvalidation["Service"], { table }: PageTable) => {
  const transaction = transactionOf(sql)
  const lock = (name: string) => Effect.orDie(sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
  return <A, E>(customer_id: string, change: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    transaction(
      Effect.gen(function* () {
        yield* lock(`${table}:${customer_id}`)
        yield* changes.publish({ _tag: "Tenant", customer_id })
        return yield* change
      })
    )
}
