/** What was drawn in the present, as the tables tell it. Read beside the other reports. */
import { Context, Effect, Layer, Schema } from "effect"
import { bucketOutcome } from "../../../engine/campaigns/outcomes.ts"
import type { Counted } from "../../../engine/campaigns/fairness.ts"
import { Reports } from "../../../platform/postgres/Reports.ts"
import { rows } from "../../../platform/postgres/Sql.ts"
import { onTestClock } from "../../../platform/postgres/TestClockSql.ts"
import type { ServiceUnavailable } from "../../../wire/Failure.ts"
import type { RateLimited } from "../../../wire/Group.ts"
import type { BeginnersLuck } from "./Api.ts"

type Crowded = RateLimited | ServiceUnavailable

/** How often a rule of a version has drawn so much, before boosters, whether it could be paid or not. */
export interface Paid {
  readonly config_version_id: string
  readonly type: string
  readonly rule_key: string
  readonly value: number
  readonly is_lucky: boolean
  readonly times: number
}

export const looked_max = { events: 100_000, buddies: 10_000, draws: 20 } as const

export class FairnessStore extends Context.Service<
  FairnessStore,
  {
    /** from that day on (UTC), by subject */
    outcomes(
      customer_id: string,
      subject_ids: ReadonlyArray<string>,
      from_day: string
    ): Effect.Effect<ReadonlyMap<string, ReadonlyArray<Counted>>, Crowded>
    /** by rules of those keys, of the newest events of those types */
    paid(
      customer_id: string,
      look: { readonly types: ReadonlyArray<string>; readonly rule_keys: ReadonlyArray<string>; readonly from: Date }
    ): Effect.Effect<{ readonly paid: ReadonlyArray<Paid>; readonly is_complete: boolean }, Crowded>
    beginners(customer_id: string, from: Date): Effect.Effect<BeginnersLuck["beginners"], Crowded>
    /** the newest first, one more than are looked at */
    draws(customer_id: string, from: Date): Effect.Effect<ReadonlyArray<typeof DrawRow.Type>, Crowded>
  }
>()("hatchery/features/fairness/FairnessStore") {
  static readonly layer = Layer.effect(
    FairnessStore,
    Effect.suspend(() => make)
  )
}

const TotalRow = Schema.Struct({ subject_id: Schema.String, bucket: Schema.String, times: Schema.NumberFromString })
const PaidRow = Schema.Struct({
  config_version_id: Schema.String,
  type: Schema.String,
  rule_key: Schema.String,
  value: Schema.Finite,
  is_lucky: Schema.Boolean,
  times: Schema.Int
})
const CountRow = Schema.Struct({ events: Schema.Int })
const BeginnerRow = Schema.Struct({
  buddies: Schema.Int,
  lucky: Schema.Int,
  active_after_7_days: Schema.Int,
  lucky_active_after_7_days: Schema.Int
})
const DrawRow = Schema.Struct({
  draw_id: Schema.String,
  lottery_id: Schema.String,
  lottery_key: Schema.String,
  drawn_at: Schema.Date
})

/** Drawn, but a budget or a balance had no room for it: the larger it was, the sooner. */
const unpaid = ["budget_exhausted", "limit_reached"]
const poolTypes = ["coin_rule", "token_rule", "skill_rule"]

const drawing = (reports: Reports["Service"]): FairnessStore["Service"]["paid"] =>
  Effect.fn("FairnessStore.paid")(function* (customer_id, { from, rule_keys, types }) {
    if (types.length === 0) return { paid: [], is_complete: true }
    return yield* reports.read(customer_id, (sql) => {
      const looked = sql`
        SELECT e.config_version_id, e.trace FROM events AS e
        WHERE e.customer_id = ${customer_id}::uuid AND e.type = ANY(${types}::text[]) AND e.received_at >= ${from}
          AND e.config_version_id IS NOT NULL AND NOT ${sql.literal(onTestClock("e"))}
        ORDER BY e.sequence DESC LIMIT ${looked_max.events}`
      const paid = rows(PaidRow)(sql`
        SELECT e.config_version_id, step ->> 0 AS type, step ->> 1 AS rule_key,
          coalesce(step -> 3 ->> 'base', step -> 3 ->> 'amount', step -> 3 ->> 'points')::float8 AS value,
          coalesce((step -> 3 ->> 'is_lucky')::boolean, false) AS is_lucky, count(*)::int AS times
        FROM (${looked}) AS e CROSS JOIN LATERAL json_array_elements(e.trace) AS step
        WHERE step ->> 0 = ANY(${poolTypes}::text[])
          AND (step ->> 2 = 'fired' OR step ->> 2 = ANY(${unpaid}::text[]) AND step -> 3 ->> 'base' IS NOT NULL)
          AND step ->> 1 = ANY(${rule_keys}::text[])
        GROUP BY 1, 2, 3, 4, 5`)
      const size = rows(CountRow)(sql`SELECT count(*)::int AS events FROM (${looked}) AS looked`)
      return Effect.map(Effect.all([paid, size]), ([found, [counted]]) => ({
        paid: found,
        is_complete: counted!.events < looked_max.events
      }))
    })
  })

const make = Effect.gen(function* () {
  const reports = yield* Reports
  return FairnessStore.of({
    outcomes: Effect.fn("FairnessStore.outcomes")(function* (customer_id, subject_ids, from_day) {
      const found = yield* reports.read(customer_id, (sql) =>
        rows(TotalRow)(sql`
          SELECT subject_id, bucket, sum(amount)::text AS times FROM campaign_totals
          WHERE customer_id = ${customer_id}::uuid AND subject_id = ANY(${subject_ids}::uuid[])
            AND bucket COLLATE "C" >= ${from_day}
          GROUP BY 1, 2`)
      )
      const all = new Map<string, Array<Counted>>()
      for (const { bucket, subject_id, times } of found) {
        all.set(subject_id, [...(all.get(subject_id) ?? []), { ...bucketOutcome(bucket), times }])
      }
      return all
    }),
    paid: drawing(reports),
    beginners: Effect.fn("FairnessStore.beginners")(function* (customer_id, from) {
      const found = yield* reports.read(customer_id, (sql) =>
        rows(BeginnerRow)(sql`
          SELECT count(*)::int AS buddies, (count(*) FILTER (WHERE is_lucky))::int AS lucky,
            (count(*) FILTER (WHERE is_active))::int AS active_after_7_days,
            (count(*) FILTER (WHERE is_lucky AND is_active))::int AS lucky_active_after_7_days
          FROM (SELECT b.customer_id, b.buddy_id, b.user_id, b.created_at FROM buddy_identities AS b
            WHERE b.customer_id = ${customer_id}::uuid AND b.created_at >= ${from}
              AND NOT ${sql.literal(onTestClock("b"))}
            ORDER BY b.created_at DESC LIMIT ${looked_max.buddies}) AS b
          CROSS JOIN LATERAL (
            SELECT coalesce(bool_or(e.occurred_at >= b.created_at + interval '7 days'), false) AS is_active,
              coalesce(bool_or(e.occurred_at < b.created_at + interval '7 days'
                AND e.trace::text ~ '\\["surprise_drop","[^"]*","fired"'), false) AS is_lucky
            FROM events AS e
            WHERE e.customer_id = b.customer_id AND e.user_id = b.user_id AND e.buddy_id = b.buddy_id) AS did`)
      )
      return found[0]!
    }),
    draws: Effect.fn("FairnessStore.draws")((customer_id, from) =>
      reports.read(customer_id, (sql) =>
        rows(DrawRow)(sql`
          SELECT d.draw_id, d.lottery_id, l.lottery_key, d.drawn_at FROM lottery_draws AS d
          JOIN lotteries AS l ON l.customer_id = d.customer_id AND l.lottery_id = d.lottery_id AND l.deleted_at IS NULL
          WHERE d.customer_id = ${customer_id}::uuid AND d.status = 'drawn' AND d.drawn_at >= ${from}
          ORDER BY d.drawn_at DESC, d.draw_id DESC LIMIT ${looked_max.draws + 1}`)
      )
    )
  })
})
