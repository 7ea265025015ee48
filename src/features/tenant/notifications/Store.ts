/** Notifications in Postgres; whoever has news writes them (platform/notifications). */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { AppConfig } from "../../../Config.ts"
import { cursorPaging } from "../../../platform/postgres/Paging.ts"
import { execute, nowDate, row, rows } from "../../../platform/postgres/Sql.ts"
import { type BadRequest, NotFound, ValidationFailed } from "../../../wire/Failure.ts"
import { iso, isoOrNull, isUuid, parseInstant } from "../../../wire/Ids.ts"
import { severities } from "../../../wire/Notification.ts"
import type { CursorQuery } from "../../../wire/Page.ts"
import { type Notification, notificationLimits, type NotificationPage, type ReadNotifications } from "./Api.ts"

const Row = Schema.Struct({
  notification_id: Schema.String,
  kind: Schema.String,
  severity: Schema.Literals(severities),
  message: Schema.String,
  details: Schema.Record(Schema.String, Schema.Json),
  action_path: Schema.NullOr(Schema.String),
  read_at: Schema.NullOr(Schema.Date),
  created_at: Schema.Date
})
type Row = typeof Row.Type
const StandingRow = Schema.Struct({ unread: Schema.Int, paused_until: Schema.NullOr(Schema.Date) })

const day_ms = 86_400_000

export interface NotificationQuery extends CursorQuery {
  readonly unread?: "true"
  readonly kind?: string
}

export class NotificationStore extends Context.Service<
  NotificationStore,
  {
    list(customer_id: string, query: NotificationQuery): Effect.Effect<NotificationPage, BadRequest>
    read(customer_id: string, id: string): Effect.Effect<Notification, NotFound>
    readMany(
      customer_id: string,
      which: ReadNotifications
    ): Effect.Effect<{ readonly read: number; readonly unreadCount: number }>
    /** null: not paused any more */
    pause(customer_id: string, until: string | null): Effect.Effect<string | null, ValidationFailed>
  }
>()("hatchery/features/notifications/NotificationStore") {
  static readonly layer = Layer.effect(
    NotificationStore,
    Effect.suspend(() => make)
  )
}

const columns = "notification_id, kind, severity, message, details, action_path, read_at, created_at"

const parts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { publicUrl } = yield* AppConfig
  const standing = Effect.fnUntraced(function* (customer_id: string) {
    const [found] = yield* rows(StandingRow)(sql`
      SELECT (SELECT count(*)::int FROM notifications
          WHERE customer_id = ${customer_id}::uuid AND read_at IS NULL) AS unread,
        (SELECT paused_until FROM notification_pauses
          WHERE customer_id = ${customer_id}::uuid AND paused_until > ${yield* nowDate}) AS paused_until`)
    return { unreadCount: found!.unread, pausedUntil: isoOrNull(found!.paused_until) }
  })
  const toWire = ({ action_path, created_at, read_at, ...news }: Row): Notification => ({
    ...news,
    action_url: action_path === null ? null : `${publicUrl}/console${action_path}`,
    read_at: isoOrNull(read_at),
    created_at: iso(created_at)
  })
  return { sql, standing, toWire, all: sql.literal(columns) }
})

const listing = Effect.gen(function* () {
  const { all, sql, standing, toWire } = yield* parts
  const cursors = yield* cursorPaging
  return Effect.fn("NotificationStore.list")(function* (customer_id: string, query: NotificationQuery) {
    const { kind = null, unread, ...paging } = query
    const { data, pagination } = yield* cursors.page({
      customer_id,
      list: "notifications",
      query: paging,
      position: Schema.Tuple([Schema.String, Schema.String]),
      positionOf: (news: Row): readonly [string, string] => [news.created_at.toISOString(), news.notification_id],
      read: (after, count) => {
        const beyond =
          after === null ? sql`true` : sql`(created_at, notification_id) < (${new Date(after[0])}, ${after[1]}::uuid)`
        return rows(Row)(sql`
          SELECT ${all} FROM notifications
          WHERE customer_id = ${customer_id}::uuid AND ${beyond}
            AND (${kind}::text IS NULL OR kind = ${kind}) AND (${unread !== "true"} OR read_at IS NULL)
          ORDER BY created_at DESC, notification_id DESC LIMIT ${count}`)
      }
    })
    const { pausedUntil, unreadCount } = yield* standing(customer_id)
    return { notifications: data.map(toWire), nextCursor: pagination.nextCursor, unreadCount, pausedUntil }
  })
})

const make = Effect.gen(function* () {
  const { all, sql, standing, toWire } = yield* parts

  const pause = Effect.fn("NotificationStore.pause")(function* (customer_id: string, until: string | null) {
    if (until === null) {
      yield* execute(sql`DELETE FROM notification_pauses WHERE customer_id = ${customer_id}::uuid RETURNING 1`)
      return null
    }
    const [now, then] = [(yield* nowDate).getTime(), parseInstant(until)]
    if (then <= now) return yield* ValidationFailed.at(["until"], "must be ahead")
    if (then > now + notificationLimits.pause_days * day_ms)
      return yield* ValidationFailed.at(["until"], `at most ${notificationLimits.pause_days} days ahead`)
    yield* execute(sql`
      INSERT INTO notification_pauses (customer_id, paused_until) VALUES (${customer_id}::uuid, ${new Date(then)})
      ON CONFLICT (customer_id) DO UPDATE SET paused_until = excluded.paused_until RETURNING 1`)
    return iso(new Date(then))
  })

  return NotificationStore.of({
    list: yield* listing,
    read: Effect.fn("NotificationStore.read")(function* (customer_id, id) {
      if (!isUuid(id)) return yield* new NotFound({ resource: "notification" })
      const found = yield* row(Row)(sql`
        UPDATE notifications SET read_at = coalesce(read_at, ${yield* nowDate})
        WHERE customer_id = ${customer_id}::uuid AND notification_id = ${id}::uuid RETURNING ${all}`)
      return Option.isNone(found) ? yield* new NotFound({ resource: "notification" }) : toWire(found.value)
    }),
    readMany: Effect.fn("NotificationStore.readMany")(function* (customer_id, { before, ids }) {
      const which =
        ids === undefined
          ? sql`created_at < ${new Date(parseInstant(before!))}`
          : sql`notification_id = ANY(${ids}::uuid[])`
      const read = yield* execute(sql`
        UPDATE notifications SET read_at = ${yield* nowDate}
        WHERE customer_id = ${customer_id}::uuid AND read_at IS NULL AND ${which} RETURNING 1`)
      return { read, unreadCount: (yield* standing(customer_id)).unreadCount }
    }),
    pause
  })
})
