/** Rows of a given age in every table that loses rows, and what is left of them. */
import { Effect } from "effect"
import { MachineId, Snowflake } from "effect/cluster"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { RandomBytes, uuidAt } from "../../../src/platform/postgres/Ids.ts"
import { commandKeyPrefix } from "../../../src/wire/CommandKey.ts"
import type { RetainedTable } from "../../../src/platform/retention/Policies.ts"

export const idAt = (at: Date) => Effect.map(RandomBytes, (random) => uuidAt(random, at.getTime()))

const digest = () => Buffer.from(randomUUID())

/** Adds a row of the customer whose keep began at that moment. */
export const addRow = Effect.fnUntraced(function* (table: RetainedTable, customer_id: string, at: Date) {
  const sql = yield* SqlClient.SqlClient
  const id = yield* idAt(at)
  const long_ago = new Date(0)
  const statements: Record<RetainedTable, () => Effect.Effect<unknown, unknown, SqlClient.SqlClient>> = {
    commands: () => sql`
      INSERT INTO commands (customer_id, command_id, buddy_id, reply, trace, created_at)
      VALUES (${customer_id}::uuid, ${commandKeyPrefix + id}, ${id}::uuid, '{}', '[]', ${at})`,
    idempotency_keys: () => sql`
      INSERT INTO idempotency_keys (customer_id, key, method, path, body_hash, created_at)
      VALUES (${customer_id}::uuid, ${id}, 'POST', '/', ${digest()}, ${at})`,
    cluster_messages: () => addExecution(at, "Complete"),
    webhook_deliveries: () => addDelivery({ customer_id, created_at: at, status: "delivered", finished_at: at }),
    widget_tokens: () => sql`
      INSERT INTO widget_tokens (customer_id, session_id, kind, buddy_id, user_id, scopes, created_at, expires_at)
      VALUES (${customer_id}::uuid, ${id}::uuid, 'session', ${id}::uuid, 'ada', '{read}', ${at}, ${at})`,
    one_time_tokens: () =>
      Effect.andThen(
        sql`INSERT INTO accounts (customer_id, account_id, email, password_hash, created_at)
          VALUES (${customer_id}::uuid, ${id}::uuid, ${id}, '', ${at})`,
        sql`INSERT INTO one_time_tokens (token_hash, customer_id, account_id, purpose, expires_at, created_at)
          VALUES (${digest()}, ${customer_id}::uuid, ${id}::uuid, 'password_reset', ${at}, ${at})`
      ),
    auth_attempts: () => sql`
      INSERT INTO auth_attempts (action, subject, address, used, window_ends_at)
      VALUES ('mail', ${digest()}, '', 1, ${at})`,
    mails: () => sql`
      INSERT INTO mails (mail_id, recipient, subject, body, created_at) VALUES (${id}::uuid, '', '', '', ${at})`,
    billing_sessions: () => sql`
      INSERT INTO billing_sessions (customer_id, session_id, provider, plan, billing_interval, status, created_at)
      VALUES (${customer_id}::uuid, ${id}::uuid, 'manual', 'pro', 'month', 'open', ${at})`,
    operations: () => sql`
      INSERT INTO operations
        (customer_id, operation_id, type, status, resource_type, resource_id, created_at, finished_at)
      VALUES (${customer_id}::uuid, ${id}::uuid, 'hatch', 'completed', 'egg', '', ${long_ago}, ${at})`,
    notifications: () => sql`
      INSERT INTO notifications (customer_id, notification_id, kind, message, created_at)
      VALUES (${customer_id}::uuid, ${id}::uuid, 'test', '', ${at})`,
    audit_log: () => sql`
      INSERT INTO audit_log (customer_id, audit_id, account_id, method, path, status, request_id, created_at)
      VALUES (${customer_id}::uuid, ${id}::uuid, ${id}::uuid, 'POST', '/', 200, '', ${at})`,
    dead_letters: () => sql`
      INSERT INTO dead_letters (customer_id, dead_letter_id, kind, identity, payload, error, attempts, state,
        first_seen_at, last_seen_at)
      VALUES (${customer_id}::uuid, ${id}::uuid, 'event', ${id}, '', '', 1, 'open', ${long_ago}, ${at})`,
    cdn_files: () => sql`
      INSERT INTO cdn_files (build, name, bytes, seen_at) VALUES (${id}, 'core.js', '', ${at})`,
    uploads: () => sql`
      INSERT INTO uploads (customer_id, sha256, bytes, touched_at)
      VALUES (${customer_id}::uuid, ${Buffer.from(id).toString("hex").padEnd(64, "0").slice(0, 64)}, 1, ${at})`
  }
  yield* statements[table]()
})

export const countRows = (table: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const found = yield* sql`SELECT count(*)::int AS count FROM ${sql(table)}`
    return (found[0] as { count: number }).count
  })

export interface DeliveryRow {
  readonly customer_id: string
  readonly created_at: Date
  readonly status: "pending" | "failed" | "delivered" | "exhausted"
  readonly finished_at?: Date
  readonly next_attempt_at?: Date
  readonly locked_until?: Date
  readonly webhook_config_id?: string
  readonly attempts?: number
}

/** Answers its id. */
export const addDelivery = Effect.fnUntraced(function* (delivery: DeliveryRow) {
  const sql = yield* SqlClient.SqlClient
  const { attempts = 2, created_at, customer_id, finished_at, locked_until, next_attempt_at, status } = delivery
  const delivery_id = yield* idAt(created_at)
  yield* sql`
    INSERT INTO webhook_deliveries (customer_id, delivery_id, webhook_config_id, event, body, status, attempts,
      next_attempt_at, locked_until, created_at, finished_at)
    VALUES (${customer_id}::uuid, ${delivery_id}::uuid, ${delivery.webhook_config_id ?? randomUUID()}::uuid,
      'coins.earned', '{}', ${status}, ${attempts}, ${next_attempt_at ?? null}::timestamptz,
      ${locked_until ?? null}::timestamptz, ${created_at}, ${finished_at ?? null}::timestamptz)`
  yield* sql`
    INSERT INTO webhook_past_attempts (customer_id, delivery_id, attempt, attempted_at, response_ms)
    SELECT ${customer_id}::uuid, ${delivery_id}::uuid, attempt, ${created_at}, 1
    FROM generate_series(1, ${attempts}) AS attempt`
  return delivery_id
})

let executions = 0

/** What the workflow engine keeps of an execution: the run itself, one activity, and a reply to each. */
export const addExecution = Effect.fnUntraced(function* (at: Date, state: "Complete" | "Suspended") {
  const sql = yield* SqlClient.SqlClient
  const sequence = executions++
  const snowflake = (offset: number) =>
    Snowflake.make({
      timestamp: at.getTime() + Math.floor((sequence * 4 + offset) / 4_000),
      machineId: MachineId.make(1),
      sequence: (sequence * 4 + offset) % 4_000
    })
  const entity = `execution-${sequence}`
  for (const [index, tag] of ["run", "activity"].entries()) {
    const [message, reply] = [snowflake(index * 2), snowflake(index * 2 + 1)]
    const payload = JSON.stringify({ _tag: "Success", value: { _tag: tag === "run" ? state : "Done" } })
    yield* sql`
      INSERT INTO cluster_messages (id, message_id, shard_id, entity_type, entity_id, kind, tag, payload, headers,
        processed, request_id, last_reply_id)
      VALUES (${message}, ${`${entity}/${tag}`}, 'default:1', 'Workflow/Hatch', ${entity}, 0, ${tag}, '{}', '{}', true,
        ${message}, ${reply})`
    yield* sql`
      INSERT INTO cluster_replies (id, request_id, kind, payload, sequence)
      VALUES (${reply}, ${message}, 0, ${payload}, NULL)`
  }
})
