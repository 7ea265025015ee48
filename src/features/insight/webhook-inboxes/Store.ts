/** Webhook inboxes in Postgres. One whose time is over is gone for everybody, whenever its row goes. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { AppConfig } from "../../../Config.ts"
import { randomBase62, uuid } from "../../../platform/postgres/Ids.ts"
import { execute, nowDate, row, rows, transactionOf } from "../../../platform/postgres/Sql.ts"
import { inbox_token_length, inboxUrl } from "../../../platform/webhooks/InboxAddress.ts"
import { NotFound, ValidationFailed } from "../../../wire/Failure.ts"
import { iso, isUuid } from "../../../wire/Ids.ts"
import { type CreateInbox, InboxLimit, inboxLimits, InboxReply, type UpdateInbox, type WebhookInbox } from "./Api.ts"

export const Reply = Schema.toType(InboxReply)

const Row = Schema.Struct({
  webhook_inbox_id: Schema.String,
  name: Schema.NullOr(Schema.String),
  webhook_config_id: Schema.NullOr(Schema.String),
  token: Schema.String,
  reply: Reply,
  requests: Schema.Int,
  created_at: Schema.Date,
  expires_at: Schema.Date
})

const day_ms = 86_400_000
const plainReply: InboxReply = { status: 200, delay_ms: 0, fail_first: 0, body: null }

export const unknownInbox = () => new NotFound({ resource: "webhook inbox" })

/** Before this a request is no longer listed. */
export const oldestListed = (now: Date): Date => new Date(now.getTime() - inboxLimits.requests_hours * 3_600_000)

export class WebhookInboxStore extends Context.Service<
  WebhookInboxStore,
  {
    list(customer_id: string): Effect.Effect<ReadonlyArray<WebhookInbox>>
    get(customer_id: string, id: string): Effect.Effect<WebhookInbox, NotFound>
    create(customer_id: string, inbox: CreateInbox): Effect.Effect<WebhookInbox, InboxLimit | ValidationFailed>
    update(customer_id: string, id: string, change: UpdateInbox): Effect.Effect<WebhookInbox, NotFound>
    remove(customer_id: string, id: string): Effect.Effect<void, NotFound>
    clear(customer_id: string, id: string): Effect.Effect<void, NotFound>
  }
>()("hatchery/features/webhook-inboxes/WebhookInboxStore") {
  static readonly layer = Layer.effect(
    WebhookInboxStore,
    Effect.suspend(() => make)
  )
}

const makeParts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { publicUrl } = yield* AppConfig
  const shown = (now: Date) => sql`i.webhook_inbox_id, i.name, i.webhook_config_id, i.token, i.reply, i.created_at,
    i.expires_at, (SELECT count(*)::int FROM webhook_inbox_requests AS r WHERE r.customer_id = i.customer_id
      AND r.webhook_inbox_id = i.webhook_inbox_id AND r.received_at > ${oldestListed(now)}) AS requests`
  const live = (customer_id: string, now: Date) => sql`i.customer_id = ${customer_id}::uuid AND i.expires_at > ${now}`
  const toWire = ({ created_at, expires_at, token, ...inbox }: typeof Row.Type): WebhookInbox => ({
    ...inbox,
    url: inboxUrl(publicUrl, token),
    created_at: iso(created_at),
    expires_at: iso(expires_at)
  })
  const found = (one: Option.Option<typeof Row.Type>) =>
    Option.isSome(one) ? Effect.succeed(toWire(one.value)) : Effect.fail(unknownInbox())
  return { sql, shown, live, toWire, found, transaction: transactionOf(sql) }
})

const makeCreate = Effect.gen(function* () {
  const { live, shown, sql, toWire, transaction } = yield* makeParts

  /** One writer of a tenant's inboxes at a time, or two would both be the last that is allowed. */
  const add = Effect.fnUntraced(function* (customer_id: string, inbox: CreateInbox, now: Date) {
    yield* Effect.orDie(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`webhook_inboxes:${customer_id}`}, 0))`)
    const others = yield* execute(sql`SELECT 1 FROM webhook_inboxes AS i WHERE ${live(customer_id, now)}`)
    if (others >= inboxLimits.live_max) return yield* new InboxLimit()
    const reply = inbox.reply ?? plainReply
    const expires_at = new Date(now.getTime() + inboxLimits.days * day_ms)
    const [made] = yield* rows(Row)(sql`
      INSERT INTO webhook_inboxes AS i (customer_id, webhook_inbox_id, name, webhook_config_id, token, reply,
        failures_left, emptied_at, created_at, expires_at)
      VALUES (${customer_id}::uuid, ${yield* uuid}::uuid, ${inbox.name ?? null},
        ${inbox.webhook_config_id ?? null}::uuid, ${yield* randomBase62(inbox_token_length)},
        ${JSON.stringify(reply)}::jsonb, ${reply.fail_first}, ${now}, ${now}, ${expires_at})
      RETURNING ${shown(now)}`)
    return toWire(made!)
  })

  return Effect.fn("WebhookInboxStore.create")(function* (customer_id: string, inbox: CreateInbox) {
    const { webhook_config_id } = inbox
    const isKnown =
      webhook_config_id === undefined ||
      webhook_config_id === null ||
      (isUuid(webhook_config_id) &&
        (yield* execute(sql`
          SELECT 1 FROM webhook_configs WHERE customer_id = ${customer_id}::uuid
            AND webhook_config_id = ${webhook_config_id}::uuid AND owner IS NULL`)) > 0)
    if (!isKnown) return yield* ValidationFailed.at(["webhook_config_id"], "no webhook endpoint has this id")
    return yield* transaction(add(customer_id, inbox, yield* nowDate))
  })
})

const make = Effect.gen(function* () {
  const { found, live, shown, sql, toWire, transaction } = yield* makeParts
  const one = row(Row)

  const named = (customer_id: string, id: string, now: Date) =>
    isUuid(id) ? sql`${live(customer_id, now)} AND i.webhook_inbox_id = ${id}::uuid` : sql`false`

  return WebhookInboxStore.of({
    list: Effect.fn("WebhookInboxStore.list")(function* (customer_id) {
      const now = yield* nowDate
      const all = yield* rows(Row)(sql`
        SELECT ${shown(now)} FROM webhook_inboxes AS i WHERE ${live(customer_id, now)}
        ORDER BY i.created_at DESC, i.webhook_inbox_id DESC LIMIT ${inboxLimits.live_max}`)
      return all.map(toWire)
    }),
    get: Effect.fn("WebhookInboxStore.get")(function* (customer_id, id) {
      const now = yield* nowDate
      const where = named(customer_id, id, now)
      return yield* found(yield* one(sql`SELECT ${shown(now)} FROM webhook_inboxes AS i WHERE ${where}`))
    }),
    create: yield* makeCreate,
    update: Effect.fn("WebhookInboxStore.update")(function* (customer_id, id, { name, reply }) {
      const now = yield* nowDate
      const changes = [
        ...(name === undefined ? [] : [sql`name = ${name}`]),
        ...(reply === undefined
          ? [sql`failures_left = (i.reply ->> 'fail_first')::int`]
          : [sql`reply = ${JSON.stringify(reply)}::jsonb, failures_left = ${reply.fail_first}`])
      ]
      return yield* found(
        yield* one(sql`
          UPDATE webhook_inboxes AS i SET ${sql.csv(changes)} WHERE ${named(customer_id, id, now)}
          RETURNING ${shown(now)}`)
      )
    }),
    remove: Effect.fn("WebhookInboxStore.remove")(function* (customer_id, id) {
      const where = named(customer_id, id, yield* nowDate)
      if ((yield* execute(sql`DELETE FROM webhook_inboxes AS i WHERE ${where} RETURNING 1`)) === 0)
        return yield* unknownInbox()
    }),
    clear: Effect.fn("WebhookInboxStore.clear")(function* (customer_id, id) {
      const now = yield* nowDate
      yield* transaction(
        Effect.gen(function* () {
          const emptied = yield* execute(sql`
            UPDATE webhook_inboxes AS i SET emptied_at = ${now} WHERE ${named(customer_id, id, now)} RETURNING 1`)
          if (emptied === 0) return yield* unknownInbox()
          yield* execute(sql`DELETE FROM webhook_inbox_requests
            WHERE customer_id = ${customer_id}::uuid AND webhook_inbox_id = ${id}::uuid RETURNING 1`)
        })
      )
    })
  })
})
