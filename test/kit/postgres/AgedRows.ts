/** Rows of a given age in every table that loses rows, and what is left of them. */
import { Effect } from "effect"
import { MachineId, Snowflake } from "effect/cluster"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { RandomBytes, uuidAt } from "../../../src/platform/postgres/Ids.ts"
import { commandKeyPrefix } from "../../../src/wire/CommandKey.ts"
import type { RetainedTable } from "../../../src/platform/retention/Tables.ts"

export const idAt = (at: Date) => Effect.map(RandomBytes, (random) => uuidAt(random, at.getTime()))

const digest = () => Buffer.from(randomUUID())

/** Something buddies counted for that was closed then; null: it still counts. */
export const addSubject = (customer_id: string, subject_id: string, kind: string, closed_at: Date | null) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      INSERT INTO campaign_subjects (customer_id, subject_id, kind, is_open, opened_at, closed_at)
      VALUES (${customer_id}::uuid, ${subject_id}::uuid, ${kind}, ${closed_at === null}, ${new Date(0)}, ${closed_at})`
  )

const addHostedPlayer = (customer_id: string, id: string, at: Date) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.andThen(
      sql`
        INSERT INTO hosted_surfaces (customer_id, hosted_surface_id, hosted_surface_key, slug, status, content,
          created_at, updated_at)
        VALUES (${customer_id}::uuid, ${id}::uuid, ${id}, ${id}, 'draft', '{}', ${at}, ${at})`,
      sql`
        INSERT INTO hosted_players (customer_id, player_id, hosted_surface_id, user_id, display_name, status, code_mac,
          card_hash, created_at, updated_at)
        VALUES (${customer_id}::uuid, ${id}::uuid, ${id}::uuid, 'ada', 'Ada', 'active', '', ${Buffer.from(id)}, ${at},
          ${at})`
    )
  )

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
    ended_sessions: () => sql`
      INSERT INTO ended_sessions (customer_id, token_hash, expires_at)
      VALUES (${customer_id}::uuid, ${digest()}, ${at})`,
    auth_attempts: () => sql`
      INSERT INTO auth_attempts (action, subject, address, used, window_ends_at)
      VALUES ('mail', ${digest()}, '', 1, ${at})`,
    mails: () => sql`
      INSERT INTO mails (mail_id, recipient, subject, body, created_at) VALUES (${id}::uuid, '', '', '', ${at})`,
    checkout_sessions: () => sql`
      INSERT INTO checkout_sessions (customer_id, session_id, provider, plan, billing_interval, status, created_at)
      VALUES (${customer_id}::uuid, ${id}::uuid, 'manual', 'pro', 'month', 'open', ${at})`,
    stripe_events: () => sql`
      INSERT INTO stripe_events (customer_id, event_id, type, handled_at)
      VALUES (${customer_id}::uuid, ${id}, 'invoice.paid', ${at})`,
    sso_logins: () => sql`
      INSERT INTO sso_logins (customer_id, login_id, state_hash, cookie_hash, nonce, expires_at, created_at)
      VALUES (${customer_id}::uuid, ${id}::uuid, ${digest()}, ${digest()}, '', ${at}, ${at})`,
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
    onboarding_sessions: () => sql`
      INSERT INTO onboarding_sessions (customer_id, session_id, status, source, seed_text, seed_events, answers,
        revision, messages, created_at, updated_at)
      VALUES (${customer_id}::uuid, ${id}::uuid, 'applied', '{}', '', '[]', '{}', 0, 0, ${long_ago}, ${at})`,
    onboarding_caps: () => sql`
      INSERT INTO onboarding_caps (customer_id, day, cap, used, created_at)
      VALUES (${customer_id}::uuid, ${at}::date, ${id}, 1, ${at})`,
    onboarding_waitlist: () => sql`
      INSERT INTO onboarding_waitlist (email, created_at) VALUES (${id}, ${at})`,
    entitlement_changes: () => sql`
      INSERT INTO entitlement_changes (customer_id, changed_at, plan, disabled_capabilities)
      VALUES (${customer_id}::uuid, ${at}, 'free', '{}')`,
    analytics_hours: () => sql`
      INSERT INTO analytics_hours (customer_id, hour, metric, key, count, amount)
      VALUES (${customer_id}::uuid, ${at}, 'events', ${id}, 1, 0)`,
    user_exports: () => sql`
      INSERT INTO user_exports (customer_id, export_id, operation_id, user_id, created_at)
      VALUES (${customer_id}::uuid, ${id}::uuid, ${id}::uuid, 'ada', ${at})`,
    hosted_cards: () =>
      Effect.andThen(
        addHostedPlayer(customer_id, id, at),
        sql`
          INSERT INTO hosted_cards (customer_id, player_id, sealed_access, issued_at)
          VALUES (${customer_id}::uuid, ${id}::uuid, '', ${at})`
      ),
    hosted_refreshes: () =>
      Effect.andThen(
        addHostedPlayer(customer_id, id, at),
        sql`
          INSERT INTO hosted_refreshes (customer_id, refresh_id, player_id, token_hash, created_at, expires_at)
          VALUES (${customer_id}::uuid, ${id}::uuid, ${id}::uuid, ${Buffer.from(id)}, ${long_ago}, ${at})`
      ),
    hosted_addresses: () =>
      Effect.andThen(
        addHostedPlayer(customer_id, id, at),
        sql`
          INSERT INTO hosted_addresses (customer_id, hosted_surface_id, address, failures, seen_at)
          VALUES (${customer_id}::uuid, ${id}::uuid, '', 0, ${at})`
      ),
    visit_salts: () => sql`
      INSERT INTO visit_salts (day, salt, created_at)
      VALUES ((SELECT coalesce(max(day), '1970-01-01') + 1 FROM visit_salts), '', ${at})`,
    visit_marks: () => sql`
      INSERT INTO visit_marks (customer_id, subject_kind, subject_id, day, event, visitor, seen_at)
      VALUES (${customer_id}::uuid, 'showroom', ${id}::uuid, ${at}::timestamptz::date, 'visited', '', ${at})`,
    visit_counts: () => sql`
      INSERT INTO visit_counts (customer_id, subject_kind, subject_id, day, event, channel, visits, counted_at)
      VALUES (${customer_id}::uuid, 'share', ${id}::uuid, ${at}::timestamptz::date, 'viewed', 'link', 1, ${at})`,
    share_links: () => sql`
      INSERT INTO share_links (customer_id, code, buddy_id, created_at, voided_at)
      VALUES (${customer_id}::uuid, ${id.replaceAll("-", "").slice(-16)}, ${id}::uuid, ${long_ago}, ${at})`,
    brags: () => sql`
      INSERT INTO brags (customer_id, brag_id, buddy_id, action, moment, happened_at, occurred_at)
      VALUES (${customer_id}::uuid, ${id}::uuid, ${id}::uuid, 'shown', 'badge', ${long_ago}, ${at})`,
    welcome_tokens: () => sql`
      INSERT INTO welcome_tokens (customer_id, buddy_id, token_hash, created_at, expires_at)
      VALUES (${customer_id}::uuid, ${id}::uuid, sha256(${id}::bytea), ${long_ago}, ${at})`,
    team_feed: () => sql`
      INSERT INTO team_feed (customer_id, team_id, feed_id, type, data, occurred_at)
      VALUES (${customer_id}::uuid, ${id}::uuid, ${id}::uuid, 'evolved', '{}', ${at})`,
    team_import_rows: () => sql`
      INSERT INTO team_import_rows (customer_id, operation_id, row, role, created_at)
      VALUES (${customer_id}::uuid, ${id}::uuid, 1, 'member', ${at})`,
    campaign_scores: () =>
      Effect.andThen(
        addSubject(customer_id, id, "leaderboard", at),
        sql`
          INSERT INTO campaign_scores (customer_id, subject_id, period_key, buddy_id, score, first_at, reached_at)
          VALUES (${customer_id}::uuid, ${id}::uuid, 'total', ${id}::uuid, 1, ${long_ago}, ${long_ago})`
      ),
    // Of a drop that has counted for long: what is folded goes into a row that is there.
    campaign_totals: () => sql`
      INSERT INTO campaign_totals (customer_id, subject_id, bucket, slot, amount, is_new)
      SELECT ${customer_id}::uuid, ${customer_id}::uuid, day || '|1|other|miss', 0, 1, false
      FROM unnest(ARRAY['0000-00-00', ${at.toISOString().slice(0, 10)}]) AS day
      WHERE NOT EXISTS (
        SELECT FROM campaign_totals WHERE customer_id = ${customer_id}::uuid AND bucket = day || '|1|other|miss')`,
    league_members: () =>
      Effect.andThen(
        addSubject(customer_id, id, "league_season", at),
        sql`
          INSERT INTO league_members (customer_id, season_id, buddy_id, cohort, tier_key, placed_at)
          VALUES (${customer_id}::uuid, ${id}::uuid, ${id}::uuid, 1, 'open', ${long_ago})`
      ),
    group_quest_members: () =>
      Effect.andThen(
        addSubject(customer_id, id, "group_quest", at),
        sql`
          INSERT INTO group_quest_members (customer_id, quest_id, buddy_id, joined_at)
          VALUES (${customer_id}::uuid, ${id}::uuid, ${id}::uuid, ${long_ago})`
      ),
    webhook_inboxes: () => addInbox(customer_id, id, at),
    webhook_inbox_requests: () =>
      Effect.andThen(
        addInbox(customer_id, id, new Date("9999-01-01T00:00:00Z")),
        sql`INSERT INTO webhook_inbox_requests (customer_id, webhook_inbox_id, place, request_id, received_at, method,
            headers, body, replied_status, verification)
          VALUES (${customer_id}::uuid, ${id}::uuid, 1, ${id}::uuid, ${at}, 'POST', '{}', '', 200, '{}')`
      ),
    economy_alerts: () => sql`
      INSERT INTO economy_alerts (customer_id, alert_id, kind, subject_type, subject_id, subject_key, severity, status,
        sign, first_seen_at, last_seen_at, ended_at)
      VALUES (${customer_id}::uuid, ${id}::uuid, 'quota', 'workspace', ${id}, '', 'info', 'resolved', '{}',
        ${long_ago}, ${at}, ${at})`,
    cdn_files: () => sql`
      INSERT INTO cdn_files (build, name, bytes, seen_at) VALUES (${id}, 'core.js', '', ${at})`,
    og_images: () => sql`
      INSERT INTO og_images (customer_id, look, sha256, buddy_ids, used_at)
      VALUES (${customer_id}::uuid, ${id}, ${id}, '{}', ${at})`,
    uploads: () => sql`
      INSERT INTO uploads (customer_id, sha256, bytes, touched_at)
      VALUES (${customer_id}::uuid, ${Buffer.from(id).toString("hex").padEnd(64, "0").slice(0, 64)}, 1, ${at})`
  }
  yield* statements[table]()
})

const addInbox = Effect.fnUntraced(function* (customer_id: string, id: string, expires_at: Date) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    INSERT INTO webhook_inboxes (customer_id, webhook_inbox_id, token, reply, failures_left, emptied_at, created_at,
      expires_at)
    VALUES (${customer_id}::uuid, ${id}::uuid, ${id}, '{}', 0, ${expires_at}, ${expires_at}, ${expires_at})`
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
