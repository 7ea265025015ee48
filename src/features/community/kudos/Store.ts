/** Kudos in Postgres: written by the commits of their givers, read and taken out of sight here. */
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { AppConfig } from "../../../Config.ts"
import { type CursorPage, cursorPaging, type CursorPaging, mapPage } from "../../../platform/postgres/Paging.ts"
import { Reports } from "../../../platform/postgres/Reports.ts"
import { execute, nowDate, row, rows } from "../../../platform/postgres/Sql.ts"
import { assetUrl } from "../../../platform/storage/Assets.ts"
import type { Kudos } from "../../../wire/answers/Kudos.ts"
import { type BadRequest, NotFound, type ServiceUnavailable } from "../../../wire/Failure.ts"
import type { RateLimited } from "../../../wire/Group.ts"
import { iso, isUuid } from "../../../wire/Ids.ts"
import type { CursorQuery } from "../../../wire/Page.ts"
import type { Direction, KudosAnalytics } from "./Api.ts"

const PartyRow = Schema.Struct({
  buddy_id: Schema.String,
  user_id: Schema.String,
  audience: Schema.String,
  status: Schema.Literals(["active", "archived"])
})
export type KudosParty = typeof PartyRow.Type

const KudosRow = Schema.Struct({
  kudo_id: Schema.String,
  kudo_key: Schema.String,
  buddy_id: Schema.NullOr(Schema.String),
  to_buddy_id: Schema.NullOr(Schema.String),
  message: Schema.NullOr(Schema.String),
  coins: Schema.NumberFromString,
  given_at: Schema.Date
})
const FaceRow = Schema.Struct({
  buddy_id: Schema.String,
  name: Schema.String,
  thumb_sha: Schema.NullOr(Schema.String)
})
const ReceivedRow = Schema.Struct({
  kudo_id: Schema.String,
  kudo_key: Schema.String,
  message: Schema.NullOr(Schema.String),
  given_at: Schema.Date,
  buddy_id: Schema.NullOr(Schema.String),
  name: Schema.NullOr(Schema.String),
  thumb_sha: Schema.NullOr(Schema.String)
})
const FigureRow = Schema.Struct({
  given: Schema.Int,
  givers: Schema.Int,
  receivers: Schema.Int,
  by_type: Schema.Array(Schema.Struct({ kudo_key: Schema.String, given: Schema.Int })),
  reciprocity: Schema.NullOr(Schema.Finite),
  top_pairs_share: Schema.NullOr(Schema.Finite)
})

export interface Face {
  readonly buddy_id: string
  readonly name: string
  readonly thumb_url: string | null
}

export interface ReceivedKudos {
  readonly kudo_id: string
  readonly kudo_key: string
  readonly message: string | null
  readonly occurred_at: string
  readonly from: Face | null
}

/** Whom a giver may look for. */
export interface Circle {
  readonly ofAudience: boolean
  readonly ofTeams: boolean
}

interface Service {
  buddy(customer_id: string, buddy_id: string): Effect.Effect<KudosParty, NotFound>
  /** in a team that is there */
  areTogether(customer_id: string, one: string, other: string): Effect.Effect<boolean>
  list(
    customer_id: string,
    buddy_id: string,
    query: CursorQuery & { readonly direction?: Direction }
  ): Effect.Effect<CursorPage<Kudos>, NotFound | BadRequest>
  /** buddies of others whose names begin like this, by name */
  faces(customer_id: string, giver: KudosParty, circle: Circle, begin: string): Effect.Effect<ReadonlyArray<Face>>
  /** what a buddy was given last, and by whom as far as that is still there */
  newest(customer_id: string, buddy_id: string, count: number): Effect.Effect<ReadonlyArray<ReceivedKudos>>
  /** without what teams are told of it */
  remove(customer_id: string, kudo_id: string): Effect.Effect<void, NotFound>
  analytics(customer_id: string, window_days: number): Effect.Effect<KudosAnalytics, RateLimited | ServiceUnavailable>
}

export class KudosStore extends Context.Service<KudosStore, Service>()("hatchery/features/kudos/KudosStore") {
  static readonly layer = Layer.effect(
    KudosStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { publicUrl } = yield* AppConfig
      const people = knowing(sql, publicUrl)
      const reports = yield* Reports
      return KudosStore.of({
        ...people,
        ...keeping(sql, yield* cursorPaging, people.buddy),
        analytics: Effect.fn("KudosStore.analytics")(function* (customer_id, window_days) {
          const since = new Date((yield* Clock.currentTimeMillis) - window_days * day_ms)
          const found = yield* reports.read(customer_id, (slow) => row(FigureRow)(figures(slow, customer_id, since)))
          return { window_days, ...Option.getOrThrow(found) }
        })
      })
    })
  )
}

const day_ms = 86_400_000
const faces_max = 20

const knowing = (
  sql: SqlClient.SqlClient,
  publicUrl: string
): Pick<Service, "buddy" | "areTogether" | "faces" | "newest"> => {
  const teammates = (customer_id: string, buddy_id: string) => sql`
    SELECT other.buddy_id FROM team_members AS own
    JOIN teams AS t ON t.customer_id = own.customer_id AND t.team_id = own.team_id AND t.deleted_at IS NULL
    JOIN team_members AS other ON other.customer_id = own.customer_id AND other.team_id = own.team_id
    WHERE own.customer_id = ${customer_id}::uuid AND own.buddy_id = ${buddy_id}::uuid`
  return {
    buddy: Effect.fn("KudosStore.buddy")(function* (customer_id, buddy_id) {
      const found = isUuid(buddy_id)
        ? yield* row(PartyRow)(sql`
            SELECT buddy_id, user_id, audience, status FROM buddy_identities
            WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid`)
        : Option.none()
      return Option.isNone(found) ? yield* new NotFound({ resource: "buddy" }) : found.value
    }),
    areTogether: Effect.fn("KudosStore.areTogether")((customer_id, one, other) =>
      Effect.map(
        execute(sql`
          SELECT 1 FROM (${teammates(customer_id, one)}) AS mate WHERE mate.buddy_id = ${other}::uuid LIMIT 1`),
        (found) => found > 0
      )
    ),
    newest: Effect.fn("KudosStore.newest")(function* (customer_id, buddy_id, count) {
      const found = yield* rows(ReceivedRow)(sql`
        SELECT k.kudo_id, k.kudo_key, k.message, k.given_at, b.buddy_id, b.name, b.thumb_sha FROM kudos AS k
        LEFT JOIN buddy_identities AS b ON b.customer_id = k.customer_id AND b.buddy_id = k.buddy_id
        WHERE k.customer_id = ${customer_id}::uuid AND k.to_buddy_id = ${buddy_id}::uuid AND k.removed_at IS NULL
        ORDER BY k.kudo_id DESC LIMIT ${count}`)
      return found.map(({ buddy_id: from, given_at, name, thumb_sha, ...kudos }) => ({
        ...kudos,
        occurred_at: iso(given_at),
        from:
          from === null || name === null ? null : { buddy_id: from, name, thumb_url: assetUrl(publicUrl, thumb_sha) }
      }))
    }),
    faces: Effect.fn("KudosStore.faces")(function* (customer_id, giver, { ofAudience, ofTeams }, begin) {
      const like = (text: string) => `${text.replace(/[\\%_]/g, String.raw`\$&`)}%`
      // A sigma is small in two ways. The index helps up to the first one, and large letters are the same for both.
      const [indexed = ""] = begin.split(/[Σσς]/)
      const shown = sql.literal('b.buddy_id, b.name, b.thumb_sha, lower(b.name) COLLATE "C" AS place')
      const others = sql`b.customer_id = ${customer_id}::uuid AND b.status = 'active' AND b.user_id <> ${giver.user_id}
        AND lower(b.name) COLLATE "C" LIKE lower(${like(indexed)})
        AND lower(upper(b.name)) COLLATE "C" LIKE lower(upper(${like(begin)}))`
      const first = sql.literal(`ORDER BY place, b.buddy_id LIMIT ${faces_max}`)
      const found = yield* rows(FaceRow)(sql`
        SELECT DISTINCT ON (place, buddy_id) buddy_id, name, thumb_sha FROM (
          (SELECT ${shown} FROM buddy_identities AS b
           WHERE ${ofAudience} AND ${others} AND b.audience = ${giver.audience} ${first})
          UNION ALL
          (SELECT ${shown} FROM buddy_identities AS b
           WHERE ${ofTeams} AND ${others} AND b.buddy_id IN (${teammates(customer_id, giver.buddy_id)}) ${first})
        ) AS face ORDER BY place, buddy_id LIMIT ${faces_max}`)
      return found.map(({ thumb_sha, ...face }) => ({ ...face, thumb_url: assetUrl(publicUrl, thumb_sha) }))
    })
  }
}

const shown = ({ buddy_id, given_at, ...kudos }: typeof KudosRow.Type): Kudos => ({
  ...kudos,
  from_buddy_id: buddy_id,
  occurred_at: iso(given_at)
})

const keeping = (
  sql: SqlClient.SqlClient,
  cursors: CursorPaging,
  buddy: Service["buddy"]
): Pick<Service, "list" | "remove"> => ({
  list: Effect.fn("KudosStore.list")(function* (customer_id, id, { direction = "received", ...query }) {
    const { buddy_id } = yield* buddy(customer_id, id)
    const side = direction === "given" ? sql.literal("k.buddy_id") : sql.literal("k.to_buddy_id")
    const page = yield* cursors.page({
      customer_id,
      list: `kudos:${buddy_id}:${direction}`,
      query,
      position: Schema.Tuple([Schema.String]),
      positionOf: (kudos: typeof KudosRow.Type) => [kudos.kudo_id] as const,
      read: (after, count) =>
        rows(KudosRow)(sql`
          SELECT k.kudo_id, k.kudo_key, k.buddy_id, k.to_buddy_id, k.message, k.coins::text AS coins, k.given_at
          FROM kudos AS k WHERE k.customer_id = ${customer_id}::uuid AND ${side} = ${buddy_id}::uuid
            AND k.removed_at IS NULL
            AND (${after?.[0] ?? null}::uuid IS NULL OR k.kudo_id < ${after?.[0] ?? null}::uuid)
          ORDER BY k.kudo_id DESC LIMIT ${count}`)
    })
    return mapPage(page, shown)
  }),
  remove: Effect.fn("KudosStore.remove")(function* (customer_id, kudo_id) {
    const removed = isUuid(kudo_id)
      ? yield* execute(sql`
          UPDATE kudos SET message = NULL, removed_at = ${yield* nowDate}
          WHERE customer_id = ${customer_id}::uuid AND kudo_id = ${kudo_id}::uuid AND removed_at IS NULL
          RETURNING 1`)
      : 0
    if (removed === 0) return yield* new NotFound({ resource: "kudos" })
  })
})

/**
 * An answer is the first kudos the other way, within a day; a pair is the same whoever of the two gives. The window
 * grows at its end only: with a start that moves Postgres would add up every row of a pair for each of them.
 */
const figures = (sql: SqlClient.SqlClient, customer_id: string, since: Date) => sql`
  WITH told AS (
    SELECT kudo_key, buddy_id, to_buddy_id, given_at, buddy_id < to_buddy_id AS is_forth,
      least(buddy_id, to_buddy_id) AS one, greatest(buddy_id, to_buddy_id) AS other
    FROM kudos WHERE customer_id = ${customer_id}::uuid AND given_at >= ${since} AND removed_at IS NULL
      AND NOT is_on_test_clock
  ), answers AS (
    SELECT given_at, CASE WHEN is_forth
        THEN min(given_at) FILTER (WHERE NOT is_forth) OVER later
        ELSE min(given_at) FILTER (WHERE is_forth) OVER later END AS answered_at
    FROM told WHERE buddy_id IS NOT NULL AND to_buddy_id IS NOT NULL
    WINDOW later AS (PARTITION BY one, other ORDER BY given_at DESC
      ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
  ), pairs AS (
    SELECT count(*) AS given, row_number() OVER (ORDER BY count(*) DESC) AS place, count(*) OVER () AS pairs
    FROM told WHERE buddy_id IS NOT NULL AND to_buddy_id IS NOT NULL GROUP BY one, other
  )
  SELECT (SELECT count(*)::int FROM told) AS given,
    (SELECT count(DISTINCT buddy_id)::int FROM told) AS givers,
    (SELECT count(DISTINCT to_buddy_id)::int FROM told) AS receivers,
    (SELECT coalesce(json_agg(json_build_object('kudo_key', kudo_key, 'given', given) ORDER BY given DESC, kudo_key),
       '[]'::json) FROM (SELECT kudo_key, count(*)::int AS given FROM told GROUP BY kudo_key) AS types) AS by_type,
    (SELECT count(*) FILTER (WHERE answered_at <= given_at + interval '1 day')::float8 / nullif(count(*), 0)
     FROM answers) AS reciprocity,
    (SELECT sum(given) FILTER (WHERE place <= ceil(pairs / 100.0))::float8 / nullif(sum(given), 0)::float8
     FROM pairs) AS top_pairs_share`
