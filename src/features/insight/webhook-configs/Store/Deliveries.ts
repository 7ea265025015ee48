/** What was sent to an endpoint, and sending it again. A delivery keeps its id: receivers tell repeats by it. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { firstIdOf, uuid } from "../../../../platform/postgres/Ids.ts"
import { Outbox } from "../../../../platform/webhooks/Outbox.ts"
import { cursorPaging } from "../../../../platform/postgres/Paging.ts"
import { execute, nowDate, row, rows } from "../../../../platform/postgres/Sql.ts"
import { type BadRequest, NotFound } from "../../../../wire/Failure.ts"
import { iso, isoOrNull, isUuid } from "../../../../wire/Ids.ts"
import type { CursorQuery } from "../../../../wire/Page.ts"
import { webhookEvents, type WebhookName } from "../../../../wire/Webhook.ts"
import { deliveryStatuses, type WebhookDelivery } from "../../../../wire/answers/WebhookDelivery.ts"
import { type WebhookAttempt, WebhookConfigDisabled, type WebhookDeliveryDetail } from "../Api.ts"
import { unknownEndpoint } from "../Store.ts"

const DeliveryRow = Schema.Struct({
  delivery_id: Schema.String,
  webhook_config_id: Schema.String,
  event: Schema.String,
  status: Schema.Literals(deliveryStatuses),
  attempts: Schema.Int,
  response_status: Schema.NullOr(Schema.Int),
  response_ms: Schema.NullOr(Schema.Int),
  next_attempt_at: Schema.NullOr(Schema.Date),
  created_at: Schema.Date,
  finished_at: Schema.NullOr(Schema.Date)
})
const DetailRow = Schema.Struct({ ...DeliveryRow.fields, body: Schema.String })
const AttemptRow = Schema.Struct({
  attempt: Schema.Int,
  attempted_at: Schema.Date,
  response_status: Schema.NullOr(Schema.Int),
  response_ms: Schema.Int,
  error: Schema.NullOr(Schema.String),
  response_excerpt: Schema.NullOr(Schema.String)
})
const EndpointRow = Schema.Struct({ webhook_config_id: Schema.String, enabled: Schema.Boolean })

const toWire = (delivery: typeof DeliveryRow.Type): WebhookDelivery => ({
  ...delivery,
  next_attempt_at: isoOrNull(delivery.next_attempt_at),
  created_at: iso(delivery.created_at),
  finished_at: isoOrNull(delivery.finished_at)
})
const toAttempt = (attempt: typeof AttemptRow.Type): WebhookAttempt => ({
  ...attempt,
  attempted_at: iso(attempt.attempted_at)
})

export interface DeliveriesQuery extends CursorQuery {
  readonly status?: WebhookDelivery["status"]
  readonly event?: WebhookName
}

interface DeliveryPage {
  readonly data: ReadonlyArray<WebhookDelivery>
  readonly nextCursor: string | null
}

const unknownDelivery = () => new NotFound({ resource: "webhook delivery" })

export class WebhookDeliveryStore extends Context.Service<
  WebhookDeliveryStore,
  {
    list(
      customer_id: string,
      webhook_config_id: string,
      query: DeliveriesQuery
    ): Effect.Effect<DeliveryPage, NotFound | BadRequest>
    /** the same of any endpoint, also of one that serves something else; whoever asks knows that there is one */
    listOf(
      customer_id: string,
      webhook_config_id: string,
      query: DeliveriesQuery
    ): Effect.Effect<DeliveryPage, BadRequest>
    get(customer_id: string, delivery_id: string): Effect.Effect<WebhookDeliveryDetail, NotFound>
    /** queues the example of an event */
    test(
      customer_id: string,
      webhook_config_id: string,
      event: WebhookName
    ): Effect.Effect<WebhookDelivery, NotFound | WebhookConfigDisabled>
    /** queues a delivery again, whatever became of it; one that is being sent right now stays as it is */
    replay(customer_id: string, delivery_id: string): Effect.Effect<WebhookDelivery, NotFound | WebhookConfigDisabled>
    /** queues what was created in [since, until) and has not succeeded; answers how many */
    recover(
      customer_id: string,
      webhook_config_id: string,
      since: Date,
      until: Date | null
    ): Effect.Effect<number, NotFound | WebhookConfigDisabled>
  }
>()("hatchery/features/webhook-configs/WebhookDeliveryStore") {
  static readonly layer = Layer.effect(
    WebhookDeliveryStore,
    Effect.suspend(() => make)
  )
}

const one = row(DeliveryRow)

const columns =
  "delivery_id, webhook_config_id, event, status, attempts, response_status, response_ms, next_attempt_at, " +
  "created_at, finished_at"

/** All deliveries of a tenant that have been tried, and those that stand in the outbox. */
const tried = `SELECT delivery_id, webhook_config_id, event, body, status, attempts, response_status, response_ms,
  locked_until, next_attempt_at, created_at, finished_at FROM webhook_deliveries`
const waiting = `SELECT delivery_id, webhook_config_id, event, body, 'pending', 0, NULL::int, NULL::int,
  NULL::timestamptz, created_at, created_at, NULL::timestamptz FROM webhook_waiting`

/** While a delivery is being sent, nobody can say when it will be tried next. */
const shown = (sql: SqlClient.SqlClient, customer_id: string, now: Date) => sql`
  delivery_id, webhook_config_id, event, status, attempts, response_status, response_ms, created_at, finished_at,
  CASE WHEN NOT (coalesce(locked_until > ${now}, false) OR (next_attempt_at <= ${now}
    AND webhook_is_leased(${customer_id}::uuid, webhook_config_id, delivery_id, ${now}))) THEN next_attempt_at
  END AS next_attempt_at`

/** What one commit tells was decided within less. */
const commit_ms_max = 60_000

/** No row of the outbox that holds this delivery (a UUIDv7) begins before, or ends behind. */
const earliestBeside = (delivery_id: string) => firstIdOf(new Date(Math.max(0, madeAt(delivery_id) - commit_ms_max)))
const latestBeside = (delivery_id: string) => firstIdOf(new Date(madeAt(delivery_id) + commit_ms_max))
const madeAt = (delivery_id: string) => Number.parseInt(delivery_id.replaceAll("-", "").slice(0, 12), 16)

interface Place {
  /** SQL: rows of the endpoint */
  readonly own: Statement.Fragment
  readonly after: string | null
  readonly event: string | null
  readonly count: number
}

/**
 * Where so many rows of the outbox begin that each hold something to list behind a place: what else is listed there
 * stands no further down, so the rest of a backlog need not be opened.
 */
const bottomOf =
  (sql: SqlClient.SqlClient) =>
  ({ after, count, event, own }: Place) =>
    sql`coalesce((
    SELECT min(first_id::text)::uuid FROM (
      SELECT first_id FROM webhook_outbox
      WHERE ${own} AND (${after}::uuid IS NULL OR last_id < ${after}::uuid)
        AND (${event}::text IS NULL OR EXISTS (
          SELECT FROM unnest(delivery_ids, events) AS entry (delivery_id, event)
          WHERE entry.event = ${event} AND entry.delivery_id <> ALL (done_ids)))
      ORDER BY last_id DESC LIMIT ${count}) AS newest
    HAVING count(*) = ${count}), '00000000-0000-0000-0000-000000000000')`

const withoutDetail = ({ attempt_log: _log, body: _body, ...delivery }: WebhookDeliveryDetail): WebhookDelivery =>
  delivery

/** Those of causes and the like are changed where they belong: a tenant names the listed ones alone. */
type Whose = "listed" | "anybody's"

const makeEndpoint = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return Effect.fnUntraced(function* (customer_id: string, id: string, whose: Whose = "listed") {
    if (!isUuid(id)) return yield* unknownEndpoint()
    const found = yield* row(EndpointRow)(sql`
      SELECT webhook_config_id, enabled FROM webhook_configs
      WHERE customer_id = ${customer_id}::uuid AND webhook_config_id = ${id}::uuid
        AND (${whose === "anybody's"} OR owner IS NULL)`)
    return Option.isNone(found) ? yield* unknownEndpoint() : found.value
  })
})

const makeReads = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const cursors = yield* cursorPaging
  const endpoint = yield* makeEndpoint
  const bottom = bottomOf(sql)

  const listOf = Effect.fn("WebhookDeliveryStore.list")(function* (
    customer_id: string,
    id: string,
    query: DeliveriesQuery
  ) {
    const [status, event] = [query.status ?? null, query.event ?? null]
    const now = yield* nowDate
    const page = yield* cursors.page({
      customer_id,
      list: `webhook-deliveries:${id}`,
      query,
      position: Schema.Tuple([Schema.String]),
      positionOf: (delivery: typeof DeliveryRow.Type): readonly [string] => [delivery.delivery_id],
      read: (position, count) => {
        const after = position?.[0] ?? null
        const own = sql`customer_id = ${customer_id}::uuid AND webhook_config_id = ${id}::uuid`
        const meant = sql`${own} AND (${after}::uuid IS NULL OR delivery_id < ${after}::uuid)
          AND (${event}::text IS NULL OR event = ${event})`
        return rows(DeliveryRow)(sql`
          SELECT ${shown(sql, customer_id, now)} FROM (
            (${sql.literal(tried)} WHERE ${meant} AND (${status}::text IS NULL OR status = ${status})
             ORDER BY delivery_id DESC LIMIT ${count})
            UNION ALL
            (${sql.literal(waiting)} WHERE ${meant} AND coalesce(${status}, 'pending') = 'pending'
               AND (${after}::uuid IS NULL OR last_id < ${after === null ? null : latestBeside(after)}::uuid)
               AND last_id >= ${bottom({ own, after, event, count })}
             ORDER BY delivery_id DESC LIMIT ${count})
            ORDER BY delivery_id DESC LIMIT ${count}) AS page
          ORDER BY delivery_id DESC`)
      }
    })
    return { data: page.data.map(toWire), nextCursor: page.pagination.nextCursor }
  })

  const get = Effect.fn("WebhookDeliveryStore.get")(function* (customer_id: string, delivery_id: string) {
    if (!isUuid(delivery_id)) return yield* unknownDelivery()
    const own = sql`customer_id = ${customer_id}::uuid AND delivery_id = ${delivery_id}::uuid`
    const found = yield* row(DetailRow)(sql`
      SELECT ${shown(sql, customer_id, yield* nowDate)}, body FROM (
        ${sql.literal(tried)} WHERE ${own}
        UNION ALL
        ${sql.literal(waiting)} WHERE ${own} AND first_id <= ${delivery_id}::uuid AND last_id >= ${delivery_id}::uuid
          AND first_id >= ${earliestBeside(delivery_id)}::uuid) AS delivery`)
    if (Option.isNone(found)) return yield* unknownDelivery()
    const attempts = yield* rows(AttemptRow)(sql`
      SELECT attempt, attempted_at, response_status, response_ms, error, response_excerpt FROM webhook_attempts
      WHERE customer_id = ${customer_id}::uuid AND delivery_id = ${delivery_id}::uuid ORDER BY attempt`)
    const { body, ...delivery } = found.value
    return { ...toWire(delivery), body: JSON.parse(body) as Schema.Json, attempt_log: attempts.map(toAttempt) }
  })

  const list = (customer_id: string, id: string, query: DeliveriesQuery) =>
    Effect.andThen(endpoint(customer_id, id), listOf(customer_id, id, query))

  return { list, listOf, get }
})

const makeWrites = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const outbox = yield* Outbox
  const endpoint = yield* makeEndpoint
  const { get } = yield* makeReads
  const enabledEndpoint = Effect.fnUntraced(function* (customer_id: string, id: string, whose?: Whose) {
    const { enabled, webhook_config_id } = yield* endpoint(customer_id, id, whose)
    if (!enabled) return yield* new WebhookConfigDisabled({ webhook_config_id })
  })
  /** back at the foot of the ladder; the numbering of attempts goes on */
  const again = (now: Date) =>
    sql`status = 'pending', next_attempt_at = ${now}, ladder_base = attempts, finished_at = NULL`

  const test = Effect.fn("WebhookDeliveryStore.test")(function* (customer_id: string, id: string, event: WebhookName) {
    yield* enabledEndpoint(customer_id, id)
    const delivery_id = yield* uuid
    const body = JSON.stringify(webhookEvents[event].example)
    yield* outbox.enqueueRows(customer_id, [{ delivery_id, webhook_config_id: id, event, body }])
    return withoutDetail(yield* Effect.orDie(get(customer_id, delivery_id)))
  })

  const replay = Effect.fn("WebhookDeliveryStore.replay")(function* (customer_id: string, delivery_id: string) {
    const delivery = yield* get(customer_id, delivery_id)
    yield* enabledEndpoint(customer_id, delivery.webhook_config_id, "anybody's")
    const now = yield* nowDate
    const queued = yield* one(sql`
      UPDATE webhook_deliveries AS d SET ${again(now)}
      WHERE customer_id = ${customer_id}::uuid AND delivery_id = ${delivery_id}::uuid
        AND NOT webhook_is_being_sent(d, ${now})
      RETURNING ${sql.literal(columns)}`)
    if (Option.isNone(queued)) return withoutDetail(delivery)
    yield* outbox.wakeAfterCommit(customer_id, [delivery.webhook_config_id])
    return toWire(queued.value)
  })

  const recover = Effect.fn("WebhookDeliveryStore.recover")(function* (
    customer_id: string,
    id: string,
    since: Date,
    until: Date | null
  ) {
    yield* enabledEndpoint(customer_id, id)
    const now = yield* nowDate
    const recovered = yield* execute(sql`
      UPDATE webhook_deliveries AS d SET ${again(now)}
      WHERE customer_id = ${customer_id}::uuid AND webhook_config_id = ${id}::uuid
        AND status IN ('failed', 'exhausted') AND NOT webhook_is_being_sent(d, ${now})
        AND created_at >= ${since} AND (${until}::timestamptz IS NULL OR created_at < ${until})
      RETURNING 1`)
    yield* outbox.wakeAfterCommit(customer_id, [id])
    return recovered
  })

  return { test, replay, recover }
})

const make = Effect.gen(function* () {
  return WebhookDeliveryStore.of({ ...(yield* makeReads), ...(yield* makeWrites) })
})
