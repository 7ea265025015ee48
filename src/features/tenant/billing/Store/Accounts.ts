/** What the provider says of a tenant, as it was last fetched. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { execute, nowDate, row, rows } from "../../../../platform/postgres/Sql.ts"
import { Interval, PlanName } from "../../../../wire/Plans.ts"
import { billingStates } from "../../../../wire/Subscriptions.ts"

export const AccountRow = Schema.Struct({
  customer_id: Schema.String,
  provider_customer_id: Schema.String,
  subscription_id: Schema.NullOr(Schema.String),
  plan: Schema.NullOr(PlanName),
  interval: Schema.NullOr(Interval),
  state: Schema.NullOr(Schema.Literals(billingStates)),
  current_period_end: Schema.NullOr(Schema.Date),
  cancel_at_period_end: Schema.Boolean,
  past_due_since: Schema.NullOr(Schema.Date),
  notices: Schema.Int,
  fetch_written: Schema.NumberFromString
})
export type Account = typeof AccountRow.Type

const TicketRow = Schema.Struct({ provider_customer_id: Schema.String, fetches: Schema.NumberFromString })
const IdRow = Schema.Struct({ customer_id: Schema.String })
const PersonRow = Schema.Struct({ name: Schema.String, email: Schema.NullOr(Schema.String) })

/** What a fetch brought, or what time has done to it. */
export interface Written extends Omit<Account, "customer_id" | "fetch_written" | "provider_customer_id"> {
  readonly dunning_at: Date | null
  /** the fetch's number; null: there was none */
  readonly fetch: number | null
}

const columns = `customer_id, provider_customer_id, subscription_id, plan, billing_interval AS interval, state,
  current_period_end, cancel_at_period_end, past_due_since, notices, fetch_written::text`

const accountsOf = (sql: SqlClient.SqlClient) => {
  const selected = sql.literal(columns)
  return {
    get: (customer_id: string) =>
      row(AccountRow)(sql`SELECT ${selected} FROM billing_accounts WHERE customer_id = ${customer_id}::uuid`),
    /** until the caller's transaction ends */
    lock: (customer_id: string) =>
      row(AccountRow)(sql`
        SELECT ${selected} FROM billing_accounts WHERE customer_id = ${customer_id}::uuid FOR UPDATE`),
    named: (provider_customer_id: string) =>
      Effect.map(
        row(IdRow)(sql`
          SELECT customer_id FROM billing_accounts WHERE provider_customer_id = ${provider_customer_id}`),
        Option.map(({ customer_id }) => customer_id)
      ),
    /** the first one stays */
    create: Effect.fnUntraced(function* (customer_id: string, provider_customer_id: string) {
      const made = yield* row(TicketRow)(sql`
        INSERT INTO billing_accounts (customer_id, provider_customer_id, created_at)
        VALUES (${customer_id}::uuid, ${provider_customer_id}, ${yield* nowDate})
        ON CONFLICT (customer_id) DO UPDATE SET customer_id = excluded.customer_id
        RETURNING provider_customer_id, fetches::text`)
      return Option.getOrThrow(made).provider_customer_id
    }),
    /** numbers a fetch that is about to begin; none where there is nothing to fetch */
    beginFetch: (customer_id: string) =>
      row(TicketRow)(sql`
        UPDATE billing_accounts SET fetches = fetches + 1 WHERE customer_id = ${customer_id}::uuid
        RETURNING provider_customer_id, fetches::text`),
    write: Effect.fnUntraced(function* (customer_id: string, to: Written) {
      const fetched_at = to.fetch === null ? null : yield* nowDate
      yield* execute(sql`
        UPDATE billing_accounts SET subscription_id = ${to.subscription_id}, plan = ${to.plan},
          billing_interval = ${to.interval}, state = ${to.state}, current_period_end = ${to.current_period_end},
          cancel_at_period_end = ${to.cancel_at_period_end}, past_due_since = ${to.past_due_since},
          notices = ${to.notices}, dunning_at = ${to.dunning_at},
          fetch_written = coalesce(${to.fetch}, fetch_written), fetched_at = coalesce(${fetched_at}, fetched_at)
        WHERE customer_id = ${customer_id}::uuid`)
    }),
    /** a fetch that found no subscription */
    fetchedNothing: Effect.fnUntraced(function* (customer_id: string, fetch: number) {
      yield* execute(sql`
        UPDATE billing_accounts SET fetch_written = ${fetch}, fetched_at = ${yield* nowDate}
        WHERE customer_id = ${customer_id}::uuid`)
    }),
    /** false: it was carried out before */
    noteEvent: Effect.fnUntraced(function* (customer_id: string, event: { event_id: string; type: string }) {
      const noted = yield* execute(sql`
        INSERT INTO stripe_events (customer_id, event_id, type, handled_at)
        VALUES (${customer_id}::uuid, ${event.event_id}, ${event.type}, ${yield* nowDate})
        ON CONFLICT DO NOTHING RETURNING 1`)
      return noted > 0
    }),
    isKnown: (customer_id: string, event_id: string) =>
      Effect.map(
        execute(sql`
          SELECT 1 FROM stripe_events WHERE customer_id = ${customer_id}::uuid AND event_id = ${event_id}`),
        (found) => found > 0
      ),
    /** the workspace, and the address of its first owner */
    person: (customer_id: string) =>
      Effect.map(
        row(PersonRow)(sql`
          SELECT c.name, a.email FROM customers AS c LEFT JOIN LATERAL (
            SELECT email FROM accounts AS a
            WHERE a.customer_id = c.customer_id AND a.role = 'owner' AND a.status = 'active'
            ORDER BY created_at, account_id LIMIT 1) AS a ON true
          WHERE c.customer_id = ${customer_id}::uuid`),
        Option.getOrThrow
      )
  }
}

/** What is due over all tenants. */
const dueOf = (sql: SqlClient.SqlClient) => ({
  dunned: (most: number) =>
    Effect.flatMap(nowDate, (now) =>
      rows(IdRow)(sql`
        SELECT customer_id FROM billing_accounts WHERE dunning_at <= ${now} ORDER BY dunning_at LIMIT ${most}`)
    ),
  /** Accounts nobody has fetched for so long, and did not try to lately; they count as tried now. */
  stale: ({ before, most, tried_before }: { before: Date; most: number; tried_before: Date }) =>
    Effect.flatMap(nowDate, (now) =>
      rows(IdRow)(sql`
        UPDATE billing_accounts SET swept_at = ${now} WHERE customer_id IN (
          SELECT customer_id FROM billing_accounts
          WHERE coalesce(fetched_at, created_at) < ${before} AND coalesce(swept_at, '-infinity') < ${tried_before}
          ORDER BY coalesce(fetched_at, created_at) LIMIT ${most})
        RETURNING customer_id`)
    )
})

type Accounts = ReturnType<typeof accountsOf> & ReturnType<typeof dueOf>

export class BillingAccounts extends Context.Service<BillingAccounts, Accounts>()(
  "hatchery/features/billing/BillingAccounts"
) {
  static readonly layer = Layer.effect(
    BillingAccounts,
    Effect.map(SqlClient.SqlClient, (sql) => BillingAccounts.of({ ...accountsOf(sql), ...dueOf(sql) }))
  )
}
