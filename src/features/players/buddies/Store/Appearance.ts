/** What a buddy says of its picture, and which pictures are due. */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { StateColumn } from "../../../../buddy/Standings.ts"
import { nextMonth } from "../../../../platform/billing/CreditBooks.ts"
import { execute, nowDate, row, rows } from "../../../../platform/postgres/Sql.ts"
import type { PictureScope } from "../Api/Growth.ts"
import type { Painted } from "./Look.ts"

const SubjectRow = Schema.Struct({
  theme: Schema.String,
  visual_variant: Schema.Int,
  state: StateColumn
})
const DueRow = Schema.Struct({ customer_id: Schema.String, buddy_id: Schema.String })

/** Waits after the first, second, ... failure. */
const ladder_ms = [60_000, 300_000, 900_000, 1_800_000]
/** An operation that has not drawn by then was cancelled, most likely; the look has changed all the same. */
const expected_within_ms = 60_000

const rowOf = (sql: SqlClient.SqlClient) => (customer_id: string, buddy_id: string) =>
  sql`customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid`

/** The moment of the test clock the buddy's user is on; null in the present. */
const clockOf = (sql: SqlClient.SqlClient) => sql`(
  SELECT c.virtual_now FROM test_clock_users AS u
  JOIN test_clocks AS c ON c.customer_id = u.customer_id AND c.test_clock_id = u.test_clock_id
  WHERE u.customer_id = buddy_identities.customer_id AND u.user_id = buddy_identities.user_id)`

/** Of users who live in the present again: what failed would wait for a time that only their clock had reached. */
export const retriedNow = (sql: SqlClient.SqlClient) => (customer_id: string, user_ids: ReadonlyArray<string>) =>
  Effect.flatMap(nowDate, (now) =>
    execute(sql`
      UPDATE buddy_identities SET appearance_retry_at = ${now}
      WHERE customer_id = ${customer_id}::uuid AND user_id = ANY(${user_ids}::text[])
        AND appearance_status IN ('failed', 'awaiting_credits') AND appearance_retry_at > ${now}
      RETURNING buddy_id`)
  )

const IdRow = Schema.Struct({ buddy_id: Schema.String })

/** A buddy's own picture: what it shows, and what is known of it. */
export const pictured = (sql: SqlClient.SqlClient) => {
  const one = rowOf(sql)
  return {
    subject: (customer_id: string, buddy_id: string) =>
      row(SubjectRow)(sql`SELECT theme, visual_variant, state FROM buddies WHERE ${one(customer_id, buddy_id)}`),
    /** until the caller's transaction ends nobody changes its looks */
    hold: (customer_id: string, buddy_id: string) =>
      execute(sql`SELECT 1 FROM buddy_identities WHERE ${one(customer_id, buddy_id)} FOR NO KEY UPDATE`),
    show: (customer_id: string, buddy_id: string, { base, shown }: Painted) =>
      execute(sql`
            UPDATE buddy_identities SET image_sha = ${shown.image_sha}, thumb_sha = ${shown.thumb_sha},
              base_image_sha = ${base.image_sha}, appearance_status = 'ready', appearance_error = NULL,
              appearance_retry_at = NULL, appearance_attempts = 0
            WHERE ${one(customer_id, buddy_id)}`),
    due: Effect.fn("Appearance.due")(function* (count: number) {
      const now = yield* nowDate
      yield* execute(sql`
        UPDATE buddy_identities SET appearance_retry_at = NULL
        WHERE appearance_retry_at <= ${now} AND status = 'archived' AND appearance_status = 'awaiting_credits'
        RETURNING buddy_id`)
      // Users on a test clock wait for its time; what nobody failed at yet does not wait.
      return yield* rows(DueRow)(sql`
        (SELECT customer_id, buddy_id FROM buddy_identities
         WHERE appearance_retry_at <= ${now} AND ${clockOf(sql)} IS NULL
         ORDER BY appearance_retry_at LIMIT ${count})
        UNION ALL
        (SELECT b.customer_id, b.buddy_id FROM test_clock_users AS u
         JOIN test_clocks AS c ON c.customer_id = u.customer_id AND c.test_clock_id = u.test_clock_id
         JOIN buddy_identities AS b ON b.customer_id = u.customer_id AND b.user_id = u.user_id
         WHERE b.appearance_retry_at <= c.virtual_now
           OR (b.appearance_attempts = 0 AND b.appearance_retry_at <= ${now})
         LIMIT ${count})`)
    })
  }
}

/** All pictures of a tenant. */
export const gallery = (sql: SqlClient.SqlClient) => ({
  next: Effect.fn("Appearance.next")(function* (
    customer_id: string,
    scope: PictureScope,
    after: string | null,
    count: number
  ) {
    const found = yield* rows(IdRow)(sql`
      SELECT buddy_id FROM buddy_identities
      WHERE customer_id = ${customer_id}::uuid AND status = 'active'
        AND (${scope === "all"} OR appearance_status <> 'ready')
        AND (${after}::uuid IS NULL OR buddy_id > ${after}::uuid)
      ORDER BY buddy_id LIMIT ${count}`)
    return found.map(({ buddy_id }) => buddy_id)
  }),
  forget: Effect.fn("Appearance.forget")(function* (customer_id: string) {
    yield* sql`DELETE FROM pictures WHERE customer_id = ${customer_id}::uuid`
  }, Effect.orDie)
})

/** What a buddy says of its picture while there is none. */
export const telling = (sql: SqlClient.SqlClient) => {
  const one = rowOf(sql)
  const fail = Effect.fn("Appearance.fail")(function* (
    customer_id: string,
    buddy_id: string,
    status: "failed" | "awaiting_credits"
  ) {
    const now = yield* nowDate
    const atLast = status === "awaiting_credits" ? nextMonth(now) : null
    yield* Effect.orDie(sql`
      UPDATE buddy_identities SET appearance_status = ${status},
        appearance_error = ${status === "failed" ? "needs_rerender" : "credit_insufficient"},
        appearance_attempts = appearance_attempts + 1,
        appearance_retry_at = coalesce(
          coalesce(${clockOf(sql)}, ${now}) + (${ladder_ms}::int[])[appearance_attempts + 1] * interval '1 millisecond',
          ${atLast})
      WHERE ${one(customer_id, buddy_id)}`)
  })

  const pending = (customer_id: string, buddy_id: string, retry_at: Date) =>
    execute(sql`
      UPDATE buddy_identities SET appearance_status = 'pending', appearance_error = NULL, appearance_attempts = 0,
        appearance_retry_at = ${retry_at}
      WHERE ${one(customer_id, buddy_id)} RETURNING buddy_id`)

  const expect = Effect.fn("Appearance.expect")(function* (customer_id: string, buddy_id: string) {
    yield* pending(customer_id, buddy_id, new Date((yield* nowDate).getTime() + expected_within_ms))
  })

  return { expect, fail, pending }
}
