/**
 * News for the people of a workspace, in the transaction of what they tell: so that they exist exactly when it does.
 * Who has not read the last of its kind and subject is told nothing new by another one; of one that is graver, the last
 * one tells from then on.
 */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { type News, notificationKinds, severities, type Severity } from "../../wire/Notification.ts"
import { uuid } from "../postgres/Ids.ts"
import { execute, nowDate } from "../postgres/Sql.ts"

/** News a workspace keeps; a few more are dropped with each that comes. */
const kept_max = 10_000
const dropped_at_once = 100

/** Whether it was news. */
export const tellBeside = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, customer_id: string, news: News) {
  const { details, kind, message, once = false, subject } = news
  const { page, severity: usual } = notificationKinds[kind]
  const severity = news.severity ?? usual
  const told = yield* execute(sql`
    INSERT INTO notifications (customer_id, notification_id, kind, severity, subject, message, details, action_path,
      mail_due, created_at)
    SELECT ${customer_id}::uuid, ${yield* uuid}::uuid, ${kind}, ${severity}, ${subject}, ${message},
      ${JSON.stringify(details)}::jsonb, ${page}, ${severity === "critical"}, ${yield* nowDate}
    WHERE NOT ${once}::boolean OR NOT EXISTS (
      SELECT FROM notifications
      WHERE customer_id = ${customer_id}::uuid AND kind = ${kind} AND subject = ${subject})
    ON CONFLICT (customer_id, kind, subject) WHERE read_at IS NULL DO NOTHING
    RETURNING 1`)
  if (told > 0)
    yield* execute(sql`
      DELETE FROM notifications WHERE customer_id = ${customer_id}::uuid AND notification_id = ANY(ARRAY(
        SELECT notification_id FROM notifications WHERE customer_id = ${customer_id}::uuid
        ORDER BY created_at DESC, notification_id DESC OFFSET ${kept_max} LIMIT ${dropped_at_once}))
      RETURNING 1`)
  // Where they are all alike there is nothing to look for.
  return told > 0 || (news.severity !== undefined && !once && (yield* raise(sql, customer_id, { ...news, severity })))
})

/** What nobody has read yet of the same, when it is less grave. */
const raise = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  customer_id: string,
  { details, kind, message, severity, subject }: News & { readonly severity: Severity }
) {
  const milder = severities.slice(0, severities.indexOf(severity))
  const raised = yield* execute(sql`
    UPDATE notifications SET severity = ${severity}, message = ${message}, details = ${JSON.stringify(details)}::jsonb,
      mail_due = ${severity === "critical"}
    WHERE customer_id = ${customer_id}::uuid AND kind = ${kind} AND subject = ${subject} AND read_at IS NULL
      AND severity = ANY(${milder}::text[])
    RETURNING 1`)
  return raised > 0
})
