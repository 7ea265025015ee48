/** Open draws with what is known of them so far, for whoever shows all at once: one statement. */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { entriesBucket } from "../../../../engine/campaigns/lotteries.ts"
import { subjectSums } from "../../../../platform/campaigns/sums.ts"
import { rows } from "../../../../platform/postgres/Sql.ts"
import type { LotteryTerms } from "../../../../wire/campaigns/Lottery.ts"
import { iso } from "../../../../wire/Ids.ts"

const Row = Schema.Struct({
  lottery_id: Schema.String,
  name: Schema.String,
  draw_id: Schema.String,
  draw_at: Schema.Date,
  commit_hash: Schema.String,
  terms: Schema.Unknown as unknown as Schema.Codec<LotteryTerms>,
  entries: Schema.NumberFromString,
  last_draw_id: Schema.NullOr(Schema.String)
})

export interface OpenDraw extends Omit<typeof Row.Type, "draw_at"> {
  readonly draw_at: string
}

/** The next draw first. */
export const openDraws =
  (sql: SqlClient.SqlClient) =>
  (customer_id: string): Effect.Effect<ReadonlyArray<OpenDraw>> =>
    Effect.map(
      rows(Row)(sql`
        SELECT l.lottery_id, l.name, d.draw_id, d.draw_at, d.commit_hash, d.terms,
          ${sql.literal(subjectSums.total("d", "draw_id", entriesBucket))} AS entries,
          (SELECT p.draw_id FROM lottery_draws AS p
            WHERE p.customer_id = l.customer_id AND p.lottery_id = l.lottery_id AND p.status = 'drawn'
            ORDER BY p.drawn_at DESC, p.draw_id DESC LIMIT 1) AS last_draw_id
        FROM lotteries AS l JOIN lottery_draws AS d
          ON d.customer_id = l.customer_id AND d.lottery_id = l.lottery_id AND d.status = 'open'
        WHERE l.customer_id = ${customer_id}::uuid AND l.deleted_at IS NULL AND l.status = 'active'
        ORDER BY d.draw_at, d.draw_id`),
      (found) => found.map((draw) => ({ ...draw, draw_at: iso(draw.draw_at) }))
    )
