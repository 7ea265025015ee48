/**
 * Credits: what a tenant pays a painter with that costs money. The plan grants so many at the beginning of each month
 * (UTC), what is left of the month before ends; the account is brought up to date by whoever spends first. A picture
 * is paid before it is drawn and the price given back when it was not, so pictures drawn side by side cannot overdraw.
 */
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { plans } from "../wire/Plans.ts"
import { uuid } from "./Ids.ts"
import { nowDate, row } from "./Sql.ts"
import { Tenants } from "./Tenants.ts"

export type Purpose = "stage_image" | "icon"
export type EntryType = "grant" | "expiry" | "charge" | "refund"

const AccountRow = Schema.Struct({ month: Schema.String, balance: Schema.Int })

export interface Account {
  readonly balance: number
  /** granted at the beginning of this month */
  readonly allowance: number
  /** epoch ms of the next grant */
  readonly resets_at: number
}

interface Used {
  readonly image_id: string
  readonly purpose: Purpose
  readonly provider: string
  readonly status: "drawn" | "failed"
  readonly credits: number
  readonly duration_ms: number
}

const monthOf = (now: Date) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
/** The first moment of the month after this one. */
export const nextMonth = (now: Date) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
const dayOf = (date: Date) => date.toISOString().slice(0, 10)

export class Credits extends Context.Service<
  Credits,
  {
    account(customer_id: string): Effect.Effect<Account>
    /** pays for a picture that is about to be drawn; false: the balance does not cover it, and nothing was taken */
    pay(customer_id: string, picture: Pick<Used, "image_id" | "purpose" | "credits">): Effect.Effect<boolean>
    /** writes down how the drawing went, and gives back what was paid for a picture that is not there */
    conclude(customer_id: string, used: Used): Effect.Effect<void>
  }
>()("hatchery/platform/Credits") {
  static readonly layer = Layer.effect(
    Credits,
    Effect.suspend(() => make)
  )
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tenants = yield* Tenants

  const allowanceOf = (customer_id: string) =>
    Effect.map(Effect.orDie(tenants.get(customer_id)), ({ plan }) => plans[plan].image_credits_per_month)

  const enter = Effect.fnUntraced(function* (
    customer_id: string,
    entry: {
      readonly type: EntryType
      readonly amount: number
      readonly balance: number
      readonly purpose?: Purpose
      readonly image_id?: string
    }
  ) {
    const { amount, balance, image_id = null, purpose = null, type } = entry
    yield* sql`
      WITH account AS (
        UPDATE credit_accounts SET balance = ${balance}, entries = entries + 1
        WHERE customer_id = ${customer_id}::uuid RETURNING customer_id, entries
      )
      INSERT INTO credit_ledger
        (customer_id, seq, entry_id, type, amount, balance_after, purpose, image_id, created_at)
      SELECT customer_id, entries, ${yield* uuid}::uuid, ${type}, ${amount}, ${balance}, ${purpose}, ${image_id}::uuid,
        ${yield* nowDate}
      FROM account`
  })

  /** The balance of this month, with the row held until the transaction ends. */
  const opened = Effect.fnUntraced(function* (customer_id: string) {
    const month = dayOf(monthOf(yield* nowDate))
    yield* sql`
      INSERT INTO credit_accounts (customer_id, month, balance) VALUES (${customer_id}::uuid, '-infinity', 0)
      ON CONFLICT (customer_id) DO NOTHING`
    const found = yield* row(AccountRow)(sql`
      SELECT month::text, balance FROM credit_accounts WHERE customer_id = ${customer_id}::uuid FOR UPDATE`)
    const { balance, month: of } = Option.getOrThrow(found)
    if (of === month) return balance
    const allowance = yield* allowanceOf(customer_id)
    if (balance > 0) yield* enter(customer_id, { type: "expiry", amount: -balance, balance: 0 })
    yield* enter(customer_id, { type: "grant", amount: allowance, balance: allowance })
    yield* sql`UPDATE credit_accounts SET month = ${month}::date WHERE customer_id = ${customer_id}::uuid`
    return allowance
  })

  return Credits.of({
    account: Effect.fn("Credits.account")(function* (customer_id) {
      const now = new Date(yield* Clock.currentTimeMillis)
      const found = yield* row(AccountRow)(
        sql`SELECT month::text, balance FROM credit_accounts WHERE customer_id = ${customer_id}::uuid`
      )
      const allowance = yield* allowanceOf(customer_id)
      const isCurrent = Option.isSome(found) && found.value.month === dayOf(monthOf(now))
      return { balance: isCurrent ? found.value.balance : allowance, allowance, resets_at: nextMonth(now).getTime() }
    }),
    pay: Effect.fn("Credits.pay")(function* (customer_id, { credits, image_id, purpose }) {
      if (credits === 0) return true
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          const balance = yield* opened(customer_id)
          if (balance < credits) return false
          yield* enter(customer_id, { type: "charge", amount: -credits, balance: balance - credits, purpose, image_id })
          return true
        })
      )
    }, Effect.orDie),
    conclude: Effect.fn("Credits.conclude")(function* (customer_id, used) {
      const { credits, duration_ms, image_id, provider, purpose, status } = used
      yield* sql.withTransaction(
        Effect.gen(function* () {
          const isLost = status === "failed" && credits > 0
          if (isLost) {
            const balance = (yield* opened(customer_id)) + credits
            yield* enter(customer_id, { type: "refund", amount: credits, balance, purpose, image_id })
          }
          yield* sql`
            INSERT INTO image_usage
              (customer_id, image_id, purpose, provider, status, credits, duration_ms, created_at)
            VALUES (${customer_id}::uuid, ${image_id}::uuid, ${purpose}, ${provider}, ${status},
              ${isLost ? 0 : credits}, ${duration_ms}, ${yield* nowDate})`
        })
      )
    }, Effect.orDie)
  })
})
