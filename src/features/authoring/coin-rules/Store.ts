/**
 * What coin rules have paid, read back from the ledger. What the ledger cannot tell is read from the events' traces: a
 * draw of nothing, one that the budget had no room for, and what was drawn before a booster multiplied it.
 */
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { periodKey, periodOf } from "../../../engine/calendar/periods.ts"
import { localDay, zoneOf } from "../../../engine/calendar/zones.ts"
import { Reports } from "../../../platform/postgres/Reports.ts"
import { row, rows } from "../../../platform/postgres/Sql.ts"
import { Tenants } from "../../../platform/auth/Tenants.ts"
import type { ServiceUnavailable } from "../../../wire/Failure.ts"
import type { RateLimited } from "../../../wire/Group.ts"
import { type Drawn, drawnOf, type PoolRule } from "./Rules.ts"

const dayMs = 86_400_000

const PaidRow = Schema.Struct({ value: Schema.BigInt, is_lucky: Schema.Boolean, count: Schema.Int })
const TracedRow = Schema.Struct({
  value: Schema.NumberFromString,
  paid: Schema.NumberFromString,
  is_lucky: Schema.Boolean,
  count: Schema.Int
})
const GrantedRow = Schema.Struct({ is_boosted: Schema.Boolean })
const UsedRow = Schema.Struct({ used: Schema.BigInt })

export class CoinRuleStore extends Context.Service<
  CoinRuleStore,
  {
    draws(
      customer_id: string,
      rule: PoolRule,
      window_days: number
    ): Effect.Effect<Drawn, RateLimited | ServiceUnavailable>
    /** coins the budget's current period has paid; null without a budget */
    budgetUsed(customer_id: string, rule: PoolRule): Effect.Effect<number | null>
  }
>()("hatchery/features/coin-rules/CoinRuleStore") {
  static readonly layer = Layer.effect(
    CoinRuleStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tenants = yield* Tenants

      const reports = yield* Reports

      const isInLedgerAlone = Effect.fnUntraced(function* (
        sql: SqlClient.SqlClient,
        customer_id: string,
        { amount, budget }: PoolRule
      ) {
        if (budget !== null || amount.entries.some(({ value }) => value === 0)) return false
        const [found] = yield* rows(GrantedRow)(sql`
          SELECT EXISTS (SELECT FROM booster_grants WHERE customer_id = ${customer_id}::uuid) AS is_boosted`)
        return !found!.is_boosted
      })

      const traced = Effect.fnUntraced(function* (
        sql: SqlClient.SqlClient,
        customer_id: string,
        rule: PoolRule,
        since: Date
      ) {
        if (yield* isInLedgerAlone(sql, customer_id, rule)) return []
        return yield* rows(TracedRow)(sql`
          SELECT coalesce(told ->> 'base', told ->> 'amount') AS value, coalesce(told ->> 'amount', '0') AS paid,
            coalesce((told ->> 'is_lucky')::boolean, false) AS is_lucky, count(*)::int AS count
          FROM events AS e, json_array_elements(e.trace) AS t (line), LATERAL (SELECT line -> 3) AS detail (told)
          WHERE e.customer_id = ${customer_id}::uuid AND e.type = ${rule.trigger.event_type}
            AND e.received_at >= ${since} AND line ->> 0 = 'coin_rule' AND line ->> 1 = ${rule.rule_key}
            AND (line ->> 2 = 'fired' AND (told ->> 'amount' = '0' OR told ->> 'base' IS NOT NULL)
              OR line ->> 2 = 'budget_exhausted' AND told ->> 'base' IS NOT NULL)
          GROUP BY 1, 2, 3`)
      })

      return CoinRuleStore.of({
        draws: Effect.fn("CoinRuleStore.draws")(function* (customer_id, rule, window_days) {
          const since = new Date((yield* Clock.currentTimeMillis) - window_days * dayMs)
          return yield* reports.read(customer_id, (sql) =>
            Effect.gen(function* () {
              const paid = yield* rows(PaidRow)(sql`
              SELECT amount AS value, is_lucky, count(*)::int AS count FROM ledger
              WHERE customer_id = ${customer_id}::uuid AND unit = 'coin' AND rule_id = ${rule.rule_id}::uuid
                AND reason = 'coin_rule' AND created_at >= ${since}
              GROUP BY amount, is_lucky ORDER BY amount`)
              const told = yield* traced(sql, customer_id, rule, since)
              return drawnOf(
                paid.map((one) => ({ ...one, value: Number(one.value) })),
                told
              )
            })
          )
        }),
        budgetUsed: Effect.fn("CoinRuleStore.budgetUsed")(function* (customer_id, { budget, rule_id }) {
          if (budget === null) return null
          const { timezone } = yield* Effect.orDie(tenants.get(customer_id))
          const day = localDay(zoneOf(timezone), yield* Clock.currentTimeMillis)
          const key = budget.period === "total" ? "total" : periodKey(budget.period, periodOf(budget.period, day))
          const found = yield* row(UsedRow)(sql`
          SELECT used FROM rule_budgets
          WHERE customer_id = ${customer_id}::uuid AND rule_id = ${rule_id}::uuid AND period_key = ${key}`)
          return Option.match(found, { onNone: () => 0, onSome: ({ used }) => Number(used) })
        })
      })
    })
  )
}
