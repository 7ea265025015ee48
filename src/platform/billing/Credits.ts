/**
 * Credits: what a tenant pays a painter with that costs money. The plan grants so many at the beginning of each month
 * (UTC), what is left of the month before ends; the account is brought up to date by whoever spends first, and a larger
 * plan grants the difference at once. A picture is paid before it is drawn and the price given back when it was not, so
 * pictures drawn side by side cannot overdraw; what a process paid for and did not live to draw is given back later.
 */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { Singleton } from "effect/cluster"
import { SqlClient } from "effect/sql"
import { plans } from "../../wire/Plans.ts"
import { uuid } from "../postgres/Ids.ts"
import { nowDate, row, rows } from "../postgres/Sql.ts"
import { Tenants } from "../auth/Tenants.ts"

export type Purpose = "stage_image" | "icon"
export type EntryType = "grant" | "expiry" | "charge" | "refund"

const AccountRow = Schema.Struct({ month: Schema.String, balance: Schema.Int, granted: Schema.Int })
const LostRow = Schema.Struct({
  customer_id: Schema.String,
  image_id: Schema.String,
  purpose: Schema.Literals(["stage_image", "icon"]),
  provider: Schema.String,
  credits: Schema.Int
})
const PaidRow = Schema.Struct({ credits: Schema.Int })

/** No drawing takes so long: whoever began it is gone. */
const lost_after_ms = 600_000
/** Lost pictures settled at a time. */
const lost_max = 200

export interface Account {
  readonly balance: number
  /** granted at the beginning of this month */
  readonly allowance: number
  /** epoch ms of the next grant */
  readonly resets_at: number
}

interface Picture {
  readonly image_id: string
  readonly purpose: Purpose
  readonly provider: string
  readonly credits: number
}

interface Used extends Picture {
  readonly status: "drawn" | "failed"
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
    pay(customer_id: string, picture: Picture): Effect.Effect<boolean>
    /** writes down how the drawing went, and gives back what was paid for a picture that is not there; once */
    conclude(customer_id: string, used: Used): Effect.Effect<void>
    /** pictures whose painter did not live to see them have failed; answers how many */
    readonly settleLost: Effect.Effect<number>
    /** there may be more credits than before: buddies that wait for some are drawn with the next sweep */
    wake(customer_id: string): Effect.Effect<void>
  }
>()("hatchery/platform/Credits") {
  static readonly layer = Layer.effect(
    Credits,
    Effect.suspend(() => make)
  )
}

type Allowance = (customer_id: string) => Effect.Effect<number>

/** Entries of an account, in the caller's transaction. */
const booking = (sql: SqlClient.SqlClient, allowanceOf: Allowance) => {
  const enter = Effect.fnUntraced(function* (
    customer_id: string,
    entry: {
      readonly type: EntryType
      readonly amount: number
      readonly balance: number
      readonly purpose?: Purpose
      readonly image_id?: string
    },
    now: Date
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
        ${now}
      FROM account`
  })

  /** The balance of this month, with the row held until the transaction ends. */
  const opened = Effect.fnUntraced(function* (customer_id: string) {
    // One moment for the month and the entries: an entry belongs to the month it is dated in.
    const now = yield* nowDate
    const month = dayOf(monthOf(now))
    yield* sql`
      INSERT INTO credit_accounts (customer_id, month, balance) VALUES (${customer_id}::uuid, '-infinity', 0)
      ON CONFLICT (customer_id) DO NOTHING`
    const found = yield* row(AccountRow)(sql`
      SELECT month::text, balance, granted FROM credit_accounts WHERE customer_id = ${customer_id}::uuid FOR UPDATE`)
    const account = Option.getOrThrow(found)
    const allowance = yield* allowanceOf(customer_id)
    const isCurrent = account.month === month
    const granted = isCurrent ? account.granted : 0
    if (isCurrent && granted >= allowance) return account.balance
    if (!isCurrent && account.balance > 0)
      yield* enter(customer_id, { type: "expiry", amount: -account.balance, balance: 0 }, now)
    const amount = allowance - granted
    const balance = (isCurrent ? account.balance : 0) + amount
    yield* enter(customer_id, { type: "grant", amount, balance }, now)
    yield* sql`
      UPDATE credit_accounts SET month = ${month}::date, granted = ${allowance}
      WHERE customer_id = ${customer_id}::uuid`
    return balance
  })

  return { enter, opened }
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tenants = yield* Tenants
  const allowanceOf: Allowance = (customer_id) =>
    Effect.map(Effect.orDie(tenants.get(customer_id)), ({ plan }) => plans[plan].image_credits_per_month)
  const { enter, opened } = booking(sql, allowanceOf)

  const pay = Effect.fn("Credits.pay")(function* (customer_id: string, picture: Picture) {
    const { credits, image_id, provider, purpose } = picture
    if (credits === 0) return true
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const balance = yield* opened(customer_id)
        if (balance < credits) return false
        const now = yield* nowDate
        const charge = { type: "charge", amount: -credits, balance: balance - credits, purpose, image_id } as const
        yield* enter(customer_id, charge, now)
        yield* sql`
          INSERT INTO image_usage
            (customer_id, image_id, purpose, provider, status, credits, duration_ms, created_at)
          VALUES (${customer_id}::uuid, ${image_id}::uuid, ${purpose}, ${provider}, 'drawing', ${credits}, 0,
            ${now})`
        return true
      })
    )
  }, Effect.orDie)

  const conclude = Effect.fn("Credits.conclude")(function* (customer_id: string, used: Used) {
    const { credits, duration_ms, image_id, provider, purpose, status } = used
    yield* sql.withTransaction(
      Effect.gen(function* () {
        const isLost = status === "failed" && credits > 0
        // The account is locked first, as whoever pays does.
        const before = isLost ? yield* opened(customer_id) : 0
        const written = yield* row(PaidRow)(sql`
          INSERT INTO image_usage AS u
            (customer_id, image_id, purpose, provider, status, credits, duration_ms, created_at)
          VALUES (${customer_id}::uuid, ${image_id}::uuid, ${purpose}, ${provider}, ${status},
            ${isLost ? 0 : credits}, ${duration_ms}, ${yield* nowDate})
          ON CONFLICT (customer_id, image_id) DO UPDATE
            SET status = excluded.status, credits = excluded.credits, duration_ms = excluded.duration_ms
            WHERE u.status = 'drawing'
          RETURNING credits`)
        if (!isLost || Option.isNone(written)) return
        const refund = { type: "refund", amount: credits, balance: before + credits, purpose, image_id } as const
        yield* enter(customer_id, refund, yield* nowDate)
      })
    )
  }, Effect.orDie)

  return Credits.of({ account: accountOf(sql, allowanceOf), pay, conclude, ...keeping(sql, conclude) })
})

const accountOf = (sql: SqlClient.SqlClient, allowanceOf: Allowance): Credits["Service"]["account"] =>
  Effect.fn("Credits.account")(function* (customer_id) {
    const now = yield* nowDate
    const found = yield* row(AccountRow)(
      sql`SELECT month::text, balance, granted FROM credit_accounts WHERE customer_id = ${customer_id}::uuid`
    )
    const allowance = yield* allowanceOf(customer_id)
    const held = Option.filter(found, ({ month }) => month === dayOf(monthOf(now)))
    const { balance, granted } = Option.getOrElse(held, () => ({ balance: 0, granted: 0 }))
    // What the next picture would find: grants are written down when somebody spends.
    return { balance: balance + Math.max(0, allowance - granted), allowance, resets_at: nextMonth(now).getTime() }
  })

const keeping = (
  sql: SqlClient.SqlClient,
  conclude: Credits["Service"]["conclude"]
): Pick<Credits["Service"], "settleLost" | "wake"> => ({
  settleLost: Effect.gen(function* () {
    const before = new Date((yield* nowDate).getTime() - lost_after_ms)
    const lost = yield* rows(LostRow)(sql`
      SELECT customer_id, image_id, purpose, provider, credits FROM image_usage
      WHERE status = 'drawing' AND created_at < ${before} ORDER BY created_at LIMIT ${lost_max}`)
    yield* Effect.forEach(
      lost,
      ({ customer_id, ...picture }) =>
        conclude(customer_id, { ...picture, status: "failed", duration_ms: lost_after_ms }),
      { discard: true }
    )
    return lost.length
  }).pipe(Effect.withSpan("Credits.settleLost")),
  wake: Effect.fn("Credits.wake")(function* (customer_id) {
    yield* sql`
      UPDATE buddies SET appearance_retry_at = ${yield* nowDate}, appearance_attempts = 0
      WHERE customer_id = ${customer_id}::uuid AND appearance_status = 'awaiting_credits'`
  }, Effect.orDie)
})

const sweep_interval = "1 minute"

/** One per cluster: pictures nobody will finish any more are paid back. */
export const lostPictures = Singleton.make(
  "credits/lost-pictures",
  Effect.gen(function* () {
    const credits = yield* Credits
    const sweep = Effect.catchCause(credits.settleLost, (cause) =>
      Effect.logWarning("lost pictures could not be settled yet", cause)
    )
    yield* Effect.forever(Effect.delay(sweep, sweep_interval))
  })
)
