/** What the clock settles: grave news that may have to go out as mail, and keys that are about to end. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { execute, nowDate, rows, transactionOf } from "../../../../platform/postgres/Sql.ts"
import { takingTurns } from "../../../../platform/postgres/Turns.ts"
import { tellBeside } from "../../../../platform/notifications/Tell.ts"
import { iso } from "../../../../wire/Ids.ts"

const day_ms = 86_400_000
const key_days = 7
/** settled in one look; there is another one in two seconds */
const looked_at = 100
/** of one workspace; more are told in the console */
const recipients_max = 100

const NewsKey = Schema.Struct({ customer_id: Schema.String, notification_id: Schema.String })
export type NewsKey = typeof NewsKey.Type
const NewsRow = Schema.Struct({
  kind: Schema.String,
  message: Schema.String,
  action_path: Schema.NullOr(Schema.String)
})
const AddressRow = Schema.Struct({ email: Schema.String })
const EndingRow = Schema.Struct({
  customer_id: Schema.String,
  api_key_id: Schema.String,
  label: Schema.String,
  last4: Schema.String,
  expires_at: Schema.Date
})

export type Letter = typeof NewsRow.Type & { readonly to: ReadonlyArray<string> }

export class NotificationsDue extends Context.Service<
  NotificationsDue,
  {
    /** tenants take turns */
    readonly toMail: Effect.Effect<ReadonlyArray<NewsKey>>
    /** hands a piece of news to `send` if it is to be mailed, and in either case settles it */
    settle(key: NewsKey, send: (letter: Letter) => Effect.Effect<void>): Effect.Effect<void>
    /** tells of keys that end within a week, each once */
    readonly tellEnding: Effect.Effect<void>
  }
>()("hatchery/features/notifications/NotificationsDue") {
  static readonly layer = Layer.effect(
    NotificationsDue,
    Effect.map(SqlClient.SqlClient, (sql) => {
      const toMail = rows(NewsKey)(
        takingTurns(sql, sql`SELECT customer_id, notification_id FROM notifications WHERE mail_due`, {
          count: looked_at,
          // One of a workspace at a time: two of a kind would both find that no mail was sent today.
          per_tenant: 1
        })
      )
      return NotificationsDue.of({ toMail, settle: settling(sql), tellEnding: tellingEnding(sql) })
    })
  )
}

const settling = (sql: SqlClient.SqlClient): NotificationsDue["Service"]["settle"] => {
  /** One mail of a kind a day, and none in a pause. */
  const isWanted = Effect.fnUntraced(function* (customer_id: string, kind: string, now: Date) {
    const silenced = yield* execute(sql`
      SELECT 1 FROM notification_pauses WHERE customer_id = ${customer_id}::uuid AND paused_until > ${now}
      UNION ALL (SELECT 1 FROM notifications WHERE customer_id = ${customer_id}::uuid AND kind = ${kind}
        AND mailed_at > ${new Date(now.getTime() - day_ms)} LIMIT 1)`)
    return silenced === 0
  })
  return (key, send) =>
    transactionOf(sql)(
      Effect.gen(function* () {
        const { customer_id, notification_id } = key
        const [news] = yield* rows(NewsRow)(sql`
          UPDATE notifications SET mail_due = false
          WHERE customer_id = ${customer_id}::uuid AND notification_id = ${notification_id}::uuid AND mail_due
          RETURNING kind, message, action_path`)
        const now = yield* nowDate
        if (news === undefined || !(yield* isWanted(customer_id, news.kind, now))) return
        const found = yield* rows(AddressRow)(sql`
          SELECT email FROM accounts
          WHERE customer_id = ${customer_id}::uuid AND email_verified_at IS NOT NULL AND status = 'active'
          ORDER BY created_at LIMIT ${recipients_max}`)
        if (found.length === 0) return
        yield* execute(sql`
          UPDATE notifications SET mailed_at = ${now}
          WHERE customer_id = ${customer_id}::uuid AND notification_id = ${notification_id}::uuid RETURNING 1`)
        yield* send({ ...news, to: found.map(({ email }) => email) })
      })
    )
}

const tellingEnding = (sql: SqlClient.SqlClient) =>
  Effect.gen(function* () {
    const now = yield* nowDate
    const ending = yield* rows(EndingRow)(sql`
      SELECT customer_id, api_key_id, label, last4, expires_at FROM api_keys AS k
      WHERE k.revoked_at IS NULL AND k.expires_at > ${now}
        AND k.expires_at <= ${new Date(now.getTime() + key_days * day_ms)}
        -- made for less than a week: nobody needs to be told
        AND k.created_at <= k.expires_at - ${key_days} * interval '1 day'
        AND NOT EXISTS (SELECT FROM notifications AS n WHERE n.customer_id = k.customer_id
          AND n.kind = 'key_expiring' AND n.subject = k.api_key_id::text)
      LIMIT ${looked_at}`)
    yield* Effect.forEach(
      ending,
      ({ api_key_id, customer_id, expires_at, label, last4 }) =>
        tellBeside(sql, customer_id, {
          kind: "key_expiring",
          subject: api_key_id,
          message: `The API key ${label} (…${last4}) ends on ${iso(expires_at).slice(0, 10)}.`,
          details: { api_key_id, label, last4, expires_at: iso(expires_at) },
          once: true
        }),
      { discard: true }
    )
  })
