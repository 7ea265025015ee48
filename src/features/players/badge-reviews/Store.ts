/** Badges that wait for a review: what buddies' stories say was ready, as far as the buddies still say so. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { mapPage, type OffsetPage, offsetList } from "../../../platform/postgres/Paging.ts"
import { rows } from "../../../platform/postgres/Sql.ts"
import { iso, isUuid } from "../../../wire/Ids.ts"
import type { OffsetQuery } from "../../../wire/Page.ts"
import type { BadgeReview } from "./Api.ts"

const ReviewRow = Schema.Struct({
  buddy_id: Schema.String,
  user_id: Schema.String,
  badge_key: Schema.String,
  ready_since: Schema.Date
})

export interface ReviewFilter {
  readonly badge_key?: string
  readonly buddy_id?: string
}

const storable = (text: string) => !text.includes("\u0000") && text.isWellFormed()

export class BadgeReviewStore extends Context.Service<
  BadgeReviewStore,
  {
    waiting(customer_id: string, query: OffsetQuery & ReviewFilter): Effect.Effect<OffsetPage<typeof BadgeReview.Type>>
  }
>()("hatchery/features/badge-reviews/BadgeReviewStore") {
  static readonly layer = Layer.effect(
    BadgeReviewStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return BadgeReviewStore.of({
        waiting: Effect.fn("BadgeReviewStore.waiting")(function* (customer_id, query) {
          const { badge_key, buddy_id } = query
          const possible =
            (badge_key === undefined || storable(badge_key)) && (buddy_id === undefined || isUuid(buddy_id))
          const where = sql.and([
            sql`h.customer_id = ${customer_id}::uuid AND h.kind = 'review' AND h.body ->> 'type' = 'ready'`,
            sql`b.status = 'active' AND b.state -> 'badges' -> h.key ->> 'ready' = 'true'`,
            ...(possible ? [] : [sql`false`]),
            ...(badge_key === undefined || !possible ? [] : [sql`h.key = ${badge_key}`]),
            ...(buddy_id === undefined || !possible ? [] : [sql`h.buddy_id = ${buddy_id}::uuid`])
          ])
          // A badge that was ready before, given and ready again waits since the last time.
          const waiting = sql`
            SELECT h.buddy_id, b.user_id, h.key AS badge_key, max(h.created_at) AS ready_since
            FROM buddy_history AS h
            JOIN buddies AS b ON b.customer_id = h.customer_id AND b.buddy_id = h.buddy_id
            WHERE ${where} GROUP BY 1, 2, 3`
          const page = yield* offsetList(query, {
            count: sql`SELECT count(*)::int AS total FROM (${waiting}) AS w`,
            read: (limit, offset) =>
              rows(ReviewRow)(sql`
              SELECT * FROM (${waiting}) AS w ORDER BY ready_since, buddy_id, badge_key
              LIMIT ${limit} OFFSET ${offset}`)
          })
          return mapPage(page, (review) => ({ ...review, ready_since: iso(review.ready_since) }))
        })
      })
    })
  )
}
