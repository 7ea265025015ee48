/** Streaks that end soon and whose users were not told yet. */
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Snapshots } from "../../../buddy/Snapshots.ts"
import type { BuddyState } from "../../../engine/State.ts"
import { risksOf } from "../../../engine/streakRisk.ts"
import { rows } from "../../../platform/Sql.ts"
import { momentOf, Tenants } from "../../../platform/Tenants.ts"

const CustomerRow = Schema.Struct({ customer_id: Schema.String, at_risk_minutes: Schema.Int })
const BuddyRow = Schema.Struct({
  buddy_id: Schema.String,
  user_id: Schema.String,
  config_version_id: Schema.String,
  /** null: the last of a page, in no danger */
  state: Schema.Unknown as unknown as Schema.Codec<BuddyState | null>,
  looked_at: Schema.Int
})

/** Looked at by one statement, most of them in no danger. */
const page_size = 1_000

export interface Risk {
  readonly buddy_id: string
  readonly streak_key: string
  readonly period_key: string
}
export interface RiskPage {
  readonly risks: ReadonlyArray<Risk>
  /** null: nobody is left */
  readonly last: string | null
}
export type RiskyCustomer = typeof CustomerRow.Type

export class StreakRisks extends Context.Service<
  StreakRisks,
  {
    /** tenants some published version of which warns, with the longest notice any rule gives */
    readonly customers: Effect.Effect<ReadonlyArray<RiskyCustomer>>
    /** a page of buddies with streaks that may end within the notice, judged by their own rules, in order of ids */
    page(customer: RiskyCustomer, after: string | null): Effect.Effect<RiskPage>
  }
>()("hatchery/features/buddies/StreakRisks") {
  static readonly layer = Layer.effect(
    StreakRisks,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const snapshots = yield* Snapshots
      const tenants = yield* Tenants

      // A streak kept by freezes runs on behind its stored end: each bridges a month at most.
      // The last of a page comes along, because it says where the next one begins.
      // Users on a test clock have another present: all of them are looked at.
      const candidates = (
        { at_risk_minutes, customer_id }: RiskyCustomer,
        after: string | null,
        now: number,
        clocked: ReadonlyArray<string>
      ) =>
        rows(BuddyRow)(sql`
          WITH page AS MATERIALIZED (
            SELECT buddy_id, user_id, config_version_id, state FROM buddies
            WHERE customer_id = ${customer_id}::uuid AND status = 'active'
              AND (${after}::uuid IS NULL OR buddy_id > ${after}::uuid)
            ORDER BY buddy_id LIMIT ${page_size}),
          judged AS (
            SELECT buddy_id, user_id, config_version_id, CASE WHEN user_id = ANY(${clocked}::text[]) OR EXISTS (
                SELECT FROM json_each(state -> 'streaks') AS s
                WHERE (s.value ->> 'current')::int > 0
                  AND (s.value ->> 'expires_at')::bigint <= ${now + at_risk_minutes * 60_000}::bigint
                  AND (s.value ->> 'expires_at')::bigint > ${now}::bigint
                    - (s.value ->> 'freezes_left')::bigint * 31 * 86400000)
              THEN state END AS state
            FROM page)
          SELECT *, (SELECT count(*)::int FROM page) AS looked_at FROM judged
          WHERE state IS NOT NULL OR buddy_id = (SELECT buddy_id FROM page ORDER BY buddy_id DESC LIMIT 1)
          ORDER BY buddy_id`)

      return StreakRisks.of({
        customers: rows(CustomerRow)(sql`
          SELECT customer_id, max((rule ->> 'at_risk_minutes')::int)::int AS at_risk_minutes
          FROM config_versions CROSS JOIN jsonb_array_elements(coalesce(content -> 'streak_rules', '[]')) AS rule
          WHERE status <> 'draft' AND (rule ->> 'at_risk_minutes')::int > 0 GROUP BY customer_id`),
        page: Effect.fn("StreakRisks.page")(function* (customer, after) {
          const facts = yield* Effect.orDie(tenants.get(customer.customer_id))
          const now = yield* Clock.currentTimeMillis
          const found = yield* candidates(customer, after, now, [...facts.clocks.keys()])
          const risks: Array<Risk> = []
          for (const { buddy_id, config_version_id, state, user_id } of found) {
            if (state === null) continue
            const snapshot = yield* Effect.orDie(snapshots.get(customer.customer_id, config_version_id))
            const moment = momentOf(facts, user_id, now)
            for (const risk of risksOf({ snapshot, state, now: moment, tenant_timezone: facts.timezone })) {
              risks.push({ buddy_id, ...risk })
            }
          }
          const last = found.at(-1)
          return { risks, last: last === undefined || last.looked_at < page_size ? null : last.buddy_id }
        })
      })
    })
  )
}
