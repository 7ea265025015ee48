/**
 * Requests of an inbox. They are taken one by one under its row, so that places grow in the order in which they can be
 * seen: whoever asks for what is newer than a place misses nothing.
 */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { CacheInvalidation } from "../../../../platform/cluster/CacheInvalidation.ts"
import { uuid } from "../../../../platform/postgres/Ids.ts"
import { cursorPaging, type CursorPage } from "../../../../platform/postgres/Paging.ts"
import { execute, nowDate, row, rows, transactionOf } from "../../../../platform/postgres/Sql.ts"
import type { BadRequest } from "../../../../wire/Failure.ts"
import { iso, isUuid } from "../../../../wire/Ids.ts"
import { limits } from "../../../../wire/Limits.ts"
import type { CursorQuery } from "../../../../wire/Page.ts"
import { inboxLimits, type InboxReply, type InboxRequest, Verification } from "../Api.ts"
import type { Arrived, Judged } from "../Rules.ts"
import { oldestListed, Reply } from "../Store.ts"

const OpenRow = Schema.Struct({
  customer_id: Schema.String,
  webhook_inbox_id: Schema.String,
  webhook_config_id: Schema.NullOr(Schema.String)
})
export type OpenInbox = typeof OpenRow.Type

const SecretRow = Schema.Struct({
  webhook_config_id: Schema.String,
  secret: Schema.Uint8Array,
  previous_secret: Schema.NullOr(Schema.Uint8Array)
})
export type SealedSecrets = typeof SecretRow.Type

const TakenRow = Schema.Struct({ place: Schema.BigInt, fails: Schema.Boolean, reply: Reply })

const RequestRow = Schema.Struct({
  place: Schema.BigInt,
  request_id: Schema.String,
  received_at: Schema.Date,
  method: Schema.String,
  headers: Schema.Record(Schema.String, Schema.String),
  body: Schema.Uint8Array,
  replied_status: Schema.Int,
  verification: Verification
})

export interface Reception extends Arrived {
  readonly method: string
  readonly judged: Judged
}

/** What to answer. */
export type Answer = Pick<InboxReply, "status" | "delay_ms" | "body">

export interface RequestsQuery extends CursorQuery {
  readonly since?: string
}

const utf8 = new TextDecoder()

interface Shown extends InboxRequest {
  readonly place: bigint
}

const toWire = ({ body, received_at, ...request }: typeof RequestRow.Type): Shown => ({
  ...request,
  received_at: iso(received_at),
  body: utf8.decode(body),
  size: body.length
})

const withoutPlace = ({ place: _place, ...request }: Shown): InboxRequest => request

/** endpoints that may point to one inbox and are tried */
const endpoints_max = 10

export class InboxRequestStore extends Context.Service<
  InboxRequestStore,
  {
    open(token: string): Effect.Effect<Option.Option<OpenInbox>>
    /** of whoever may send to it */
    secrets(inbox: OpenInbox, url: string): Effect.Effect<ReadonlyArray<SealedSecrets>>
    /** None: the inbox is gone meanwhile */
    take(inbox: OpenInbox, request: Reception): Effect.Effect<Option.Option<Answer>>
    page(
      customer_id: string,
      webhook_inbox_id: string,
      query: RequestsQuery
    ): Effect.Effect<CursorPage<InboxRequest>, BadRequest>
  }
>()("hatchery/features/webhook-inboxes/InboxRequestStore") {
  static readonly layer = Layer.effect(
    InboxRequestStore,
    Effect.suspend(() => make)
  )
}

const makeTake = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const changes = yield* CacheInvalidation
  const transaction = transactionOf(sql)

  const insert = Effect.fnUntraced(function* (
    { customer_id, webhook_inbox_id }: OpenInbox,
    { body, headers, judged, method, received_at }: Reception,
    place: bigint,
    status: number
  ) {
    const { delivery_id } = judged
    // By the id itself, which has an index: whoever is asked by its text looks at every delivery of the workspace.
    const own_id = delivery_id !== null && isUuid(delivery_id) ? delivery_id : null
    yield* execute(sql`
      INSERT INTO webhook_inbox_requests (customer_id, webhook_inbox_id, place, request_id, received_at, method,
        headers, body, replied_status, delivery_id, verification)
      SELECT ${customer_id}::uuid, ${webhook_inbox_id}::uuid, ${place}, ${yield* uuid}::uuid,
        ${new Date(received_at)}, ${method}, ${JSON.stringify(headers)}::jsonb, ${body}, ${status}, ${delivery_id},
        ${JSON.stringify(judged)}::jsonb || jsonb_build_object(
          'known', EXISTS (SELECT FROM webhook_deliveries_all AS d
            WHERE d.customer_id = ${customer_id}::uuid AND d.delivery_id = ${own_id}::uuid),
          'duplicate_of', (SELECT r.request_id FROM webhook_inbox_requests AS r
            WHERE r.customer_id = ${customer_id}::uuid AND r.webhook_inbox_id = ${webhook_inbox_id}::uuid
              AND r.delivery_id = ${delivery_id} ORDER BY r.place LIMIT 1))
      RETURNING 1`)
    yield* execute(sql`
      DELETE FROM webhook_inbox_requests WHERE customer_id = ${customer_id}::uuid
        AND webhook_inbox_id = ${webhook_inbox_id}::uuid AND place <= ${place - BigInt(inboxLimits.requests_max)}
      RETURNING 1`)
  })

  const take = Effect.fnUntraced(function* (inbox: OpenInbox, request: Reception) {
    const { customer_id, webhook_inbox_id } = inbox
    const taken = yield* row(TakenRow)(sql`
      UPDATE webhook_inboxes AS i SET taken = i.taken + 1, failures_left = greatest(i.failures_left - 1, 0)
      FROM (SELECT failures_left FROM webhook_inboxes WHERE customer_id = ${customer_id}::uuid
        AND webhook_inbox_id = ${webhook_inbox_id}::uuid FOR UPDATE) AS before
      WHERE i.customer_id = ${customer_id}::uuid AND i.webhook_inbox_id = ${webhook_inbox_id}::uuid
      RETURNING i.taken AS place, before.failures_left > 0 AS fails, i.reply`)
    if (Option.isNone(taken)) return Option.none<Answer>()
    const { fails, place, reply } = taken.value
    const status = fails ? 500 : reply.status
    yield* insert(inbox, request, place, status)
    yield* changes.publish({ _tag: "Inbox", customer_id, webhook_inbox_id })
    return Option.some<Answer>({ status, delay_ms: reply.delay_ms, body: fails ? null : reply.body })
  })

  return (inbox: OpenInbox, request: Reception) => transaction(take(inbox, request))
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const cursors = yield* cursorPaging

  const page = (customer_id: string, webhook_inbox_id: string, query: RequestsQuery) =>
    cursors.page({
      customer_id,
      list: `webhook-inbox:${webhook_inbox_id}`,
      query,
      position: Schema.String.check(Schema.isPattern(/^\d{1,18}$/)),
      positionOf: ({ place }: Shown) => String(place),
      read: Effect.fnUntraced(function* (after: string | null, count: number) {
        const own = sql`customer_id = ${customer_id}::uuid AND webhook_inbox_id = ${webhook_inbox_id}::uuid`
        // What is no longer listed is older than all that is.
        const since =
          query.since === undefined
            ? sql`true`
            : sql`place > coalesce((SELECT place FROM webhook_inbox_requests
                WHERE ${own} AND request_id = ${query.since}::uuid), 0)`
        const oldest = oldestListed(yield* nowDate)
        // When it came the first of its delivery may have been one that has left the list since.
        const found = yield* rows(RequestRow)(sql`
          SELECT place, request_id, received_at, method, headers, body, replied_status,
            verification || jsonb_build_object('duplicate_of', (SELECT r.request_id FROM webhook_inbox_requests AS r
              WHERE r.customer_id = listed.customer_id AND r.webhook_inbox_id = listed.webhook_inbox_id
                AND r.delivery_id = listed.delivery_id AND r.place < listed.place AND r.received_at > ${oldest}
              ORDER BY r.place LIMIT 1)) AS verification FROM (
            SELECT *, sum(octet_length(body)) OVER (ORDER BY place DESC) - octet_length(body) AS bytes_before
            FROM webhook_inbox_requests
            WHERE ${own} AND received_at > ${oldest} AND ${since}
              AND (${after}::bigint IS NULL OR place < ${after}::bigint)) AS listed
          WHERE bytes_before <= ${limits.page_bytes_max}
          ORDER BY place DESC LIMIT ${count}`)
        return found.map(toWire)
      })
    })

  return InboxRequestStore.of({
    open: Effect.fn("InboxRequestStore.open")(function* (token) {
      return yield* row(OpenRow)(sql`
        SELECT customer_id, webhook_inbox_id, webhook_config_id FROM webhook_inboxes
        WHERE token = ${token} AND expires_at > ${yield* nowDate}`)
    }),
    secrets: Effect.fn("InboxRequestStore.secrets")(function* ({ customer_id, webhook_config_id }, url) {
      const sender =
        webhook_config_id === null ? sql`url = ${url}` : sql`webhook_config_id = ${webhook_config_id}::uuid`
      return yield* rows(SecretRow)(sql`
        SELECT webhook_config_id, secret,
          CASE WHEN previous_secret_expires_at > ${yield* nowDate} THEN previous_secret END AS previous_secret
        FROM webhook_configs WHERE customer_id = ${customer_id}::uuid AND ${sender}
        ORDER BY created_at LIMIT ${endpoints_max}`)
    }),
    take: yield* makeTake,
    page: Effect.fn("InboxRequestStore.page")(function* (customer_id, webhook_inbox_id, query) {
      const { data, pagination } = yield* page(customer_id, webhook_inbox_id, query)
      return { data: data.map(withoutPlace), pagination }
    })
  })
})
