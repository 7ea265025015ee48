/** What was said in a session, and what was replied. */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { execute, nowDate, row } from "../../../../platform/postgres/Sql.ts"

export const MessageRow = Schema.Struct({
  message_id: Schema.String,
  message: Schema.String,
  reply: Schema.String,
  answers_changed: Schema.Array(Schema.String),
  plan_stale: Schema.Boolean,
  credits: Schema.Int
})
export type MessageRow = typeof MessageRow.Type

/** A message that was kept under a key. */
const SaidRow = Schema.Struct({
  ...MessageRow.fields,
  status: Schema.Literals(["streaming", "done", "truncated", "failed"]),
  created_at: Schema.Date
})

const Turn = Schema.Struct({ message: Schema.String, reply: Schema.String })
const TurnsRow = Schema.Struct({ turns: Schema.Array(Turn) })

/** How far back whoever replies looks. */
const turns_max = 10

interface Kept extends MessageRow {
  readonly provider: string
  readonly status: "streaming" | "done"
}

export const messages = (sql: SqlClient.SqlClient) => ({
  /** the one that was said under this key */
  said: (customer_id: string, session_id: string, command_key: string) =>
    row(SaidRow)(sql`
      SELECT message_id, message, reply, answers_changed, plan_stale, credits, status, created_at
      FROM onboarding_messages
      WHERE customer_id = ${customer_id}::uuid AND session_id = ${session_id}::uuid AND command_key = ${command_key}`),
  /** the newest that were replied to, oldest first */
  turns: (customer_id: string, session_id: string) =>
    row(TurnsRow)(sql`
      SELECT coalesce(jsonb_agg(jsonb_build_object('message', message, 'reply', reply) ORDER BY message_id), '[]')
        AS turns
      FROM (
        SELECT message_id, message, reply FROM onboarding_messages
        WHERE customer_id = ${customer_id}::uuid AND session_id = ${session_id}::uuid AND status = 'done'
        ORDER BY message_id DESC LIMIT ${turns_max}) AS newest`),
  keep: Effect.fnUntraced(function* (
    customer_id: string,
    session_id: string,
    command_key: string | undefined,
    { answers_changed, credits, message, message_id, plan_stale, provider, reply, status }: Kept
  ) {
    yield* execute(sql`
      INSERT INTO onboarding_messages (customer_id, session_id, message_id, command_key, message, reply,
        answers_changed, plan_stale, provider, credits, status, created_at)
      VALUES (${customer_id}::uuid, ${session_id}::uuid, ${message_id}::uuid, ${command_key ?? null}, ${message},
        ${reply}, ${JSON.stringify(answers_changed)}::jsonb, ${plan_stale}, ${provider}, ${credits}, ${status},
        ${yield* nowDate}) RETURNING 1`)
  }),
  /** of one that got no reply: the key is free again */
  forget: (customer_id: string, session_id: string, message_id: string) =>
    execute(sql`
      UPDATE onboarding_messages SET command_key = NULL
      WHERE customer_id = ${customer_id}::uuid AND session_id = ${session_id}::uuid
        AND message_id = ${message_id}::uuid RETURNING 1`),
  /** false: it has ended already */
  reply: (customer_id: string, session_id: string, told: Omit<Kept, "status">) =>
    Effect.map(
      execute(sql`
        UPDATE onboarding_messages SET reply = ${told.reply}, plan_stale = ${told.plan_stale},
          answers_changed = ${JSON.stringify(told.answers_changed)}::jsonb, provider = ${told.provider},
          credits = ${told.credits}, status = 'done'
        WHERE customer_id = ${customer_id}::uuid AND session_id = ${session_id}::uuid
          AND message_id = ${told.message_id}::uuid AND status = 'streaming' RETURNING 1`),
      (changed) => changed > 0
    ),
  /** without a reply, and free of charge; false: it has ended already */
  end: (customer_id: string, session_id: string, message_id: string, status: "truncated" | "failed") =>
    Effect.map(
      execute(sql`
        UPDATE onboarding_messages SET status = ${status}, credits = 0
        WHERE customer_id = ${customer_id}::uuid AND session_id = ${session_id}::uuid
          AND message_id = ${message_id}::uuid AND status = 'streaming' RETURNING 1`),
      (changed) => changed > 0
    )
})
