/**
 * Credits: what a tenant pays a painter or a writer with that costs money. The plan grants so many at the beginning of
 * each month (UTC), what is left of the month before ends; the account is brought up to date by whoever spends first
 * or looks at the ledger, and a larger plan grants the difference at once. Others are bought, or given for a
 * recommendation, and live longer. A picture is paid before it is drawn and the price given back when it was not, so
 * pictures drawn side by side cannot overdraw; what a process paid for and did not live to draw is given back later.
 * How it is booked: CreditBooks.ts.
 */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { Singleton } from "effect/cluster"
import { SqlClient } from "effect/sql"
import { AppConfig } from "../../Config.ts"
import { iso } from "../../wire/Ids.ts"
import { plans } from "../../wire/Plans.ts"
import { namedUuid } from "../postgres/Ids.ts"
import { tellBeside } from "../notifications/Tell.ts"
import { execute, nowDate, row, rows, transactionOf } from "../postgres/Sql.ts"
import { Tenants } from "../auth/Tenants.ts"
import { Outbox } from "../webhooks/Outbox.ts"
import { lastPicture } from "./PaidOnce.ts"
import {
  creditBooks,
  firstDay,
  type LotSource,
  type NewLot,
  nextMonth,
  type Opened,
  Purpose,
  taken
} from "./CreditBooks.ts"

const LostRow = Schema.Struct({
  customer_id: Schema.String,
  image_id: Schema.String,
  purpose: Purpose,
  provider: Schema.String,
  credits: Schema.Int
})
const PaidRow = Schema.Struct({ credits: Schema.Int })

/** No drawing takes so long: whoever began it is gone. */
const lost_after_ms = 600_000
/** Lost pictures settled at a time. */
const lost_max = 200
/** Of the month's allowance: less is little. */
const low_share = 0.1

export interface Lot {
  readonly lot_id: string
  readonly source: "monthly" | LotSource
  readonly granted: number
  readonly remaining: number
  /** epoch ms */
  readonly expires_at: number
}

export interface Account {
  readonly balance: number
  /** granted at the beginning of this month */
  readonly allowance: number
  /** what is left of it */
  readonly monthly: number
  /** epoch ms of the next grant */
  readonly resets_at: number
  /** with something left, first to end first */
  readonly lots: ReadonlyArray<Lot>
}

/** A picture, or a text: `image_id` is the id of either. */
interface PaidWork {
  readonly image_id: string
  readonly purpose: Purpose
  readonly provider: string
  readonly credits: number
}

interface Used extends PaidWork {
  readonly status: "drawn" | "failed"
  readonly duration_ms: number
}

export class Credits extends Context.Service<
  Credits,
  {
    account(customer_id: string): Effect.Effect<Account>
    /** pays for what is about to be drawn or written; false: the balance does not cover it, and nothing was taken */
    pay(customer_id: string, work: PaidWork): Effect.Effect<boolean>
    /**
     * The same, under a name that those have in common who carry out one request: whoever comes while another draws
     * under it, or as what that one was answered is lost, pays nothing more. Answers what the picture is concluded as.
     */
    payOnce(customer_id: string, work: PaidWork, name: string): Effect.Effect<string | undefined>
    /** writes down how the drawing went, and gives back what was paid for a picture that is not there; once */
    conclude(customer_id: string, used: Used): Effect.Effect<void>
    /** pictures whose painter did not live to see them have failed; answers how many */
    readonly settleLost: Effect.Effect<number>
    /** writes down what is granted and what has ended by now; what is granted for a month then stays */
    settle(customer_id: string): Effect.Effect<void>
    /** there may be more credits than before: buddies that wait for some are drawn with the next sweep */
    wake(customer_id: string): Effect.Effect<void>
    /** more credits, in the caller's transaction; false when the lot is there already */
    addLot(customer_id: string, lot: NewLot): Effect.Effect<boolean>
    /** takes what is left of a lot nobody pays for any more, in the caller's transaction; false when nothing was */
    chargeBack(customer_id: string, lot_id: string): Effect.Effect<boolean>
  }
>()("hatchery/platform/Credits") {
  static readonly layer = Layer.effect(
    Credits,
    Effect.suspend(() => make)
  )
}

/** Once a month, when less than a tenth of the allowance is left. */
const tellingWhenLow = (sql: SqlClient.SqlClient, outbox: Outbox["Service"]) =>
  Effect.fnUntraced(function* (customer_id: string, opened: Opened, balance: number) {
    const { allowance, isLowTold, now } = opened
    if (isLowTold || balance >= allowance * low_share) return
    yield* execute(sql`
    UPDATE credit_accounts SET low_told = ${firstDay(now)}::date WHERE customer_id = ${customer_id}::uuid`)
    const body = { balance, monthly_allowance: allowance, resets_at: iso(nextMonth(now)), occurred_at: iso(now) }
    yield* outbox.enqueue(customer_id, [{ event: "credits.low", body }])
    yield* tellBeside(sql, customer_id, {
      kind: "credits_low",
      subject: iso(now).slice(0, 7),
      message: `${balance} of the month's ${allowance} credits are left.`,
      details: { balance, monthly_allowance: allowance, resets_at: iso(nextMonth(now)) },
      once: true
    })
  })

/**
 * What a plan grants for a month. Workspaces on the free plan cost nobody anything to make, and what they spend the
 * operator pays: outside of a machine to try things on, somebody there has to have shown that an address is theirs.
 */
const granting = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { embedded } = yield* AppConfig
  const tenants = yield* Tenants
  return Effect.fnUntraced(function* (customer_id: string) {
    const { plan } = yield* Effect.orDie(tenants.get(customer_id))
    const { image_credits_per_month } = plans[plan]
    if (embedded || plan !== "free") return image_credits_per_month
    const proven = yield* execute(sql`
      SELECT FROM accounts WHERE customer_id = ${customer_id}::uuid AND email_verified_at IS NOT NULL LIMIT 1`)
    return proven > 0 ? image_credits_per_month : 0
  })
})

const charging = (
  sql: SqlClient.SqlClient,
  books: Pick<ReturnType<typeof creditBooks>, "enter">,
  tellWhenLow: ReturnType<typeof tellingWhenLow>
) =>
  Effect.fnUntraced(function* (customer_id: string, opened: Opened, work: PaidWork) {
    const { credits, image_id, provider, purpose } = work
    if (opened.balance < credits) return false
    const { now } = opened
    const lots = taken(opened, credits)
    yield* books.enter(customer_id, { type: "charge", amount: -credits, lots, purpose, image_id }, now)
    yield* execute(sql`
      INSERT INTO image_usage
        (customer_id, image_id, purpose, provider, status, credits, duration_ms, created_at)
      VALUES (${customer_id}::uuid, ${image_id}::uuid, ${purpose}, ${provider}, 'drawing', ${credits}, 0, ${now})`)
    yield* tellWhenLow(customer_id, opened, opened.balance - credits)
    return true
  })

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const lastOf = lastPicture(sql)
  const inTransaction = transactionOf(sql)
  const books = creditBooks(sql, yield* granting)

  const tellWhenLow = tellingWhenLow(sql, yield* Outbox)
  const charge = charging(sql, books, tellWhenLow)

  const pay = Effect.fn("Credits.pay")(function* (customer_id: string, work: PaidWork) {
    if (work.credits === 0) return true
    return yield* inTransaction(
      Effect.flatMap(books.opened(customer_id), (opened) => charge(customer_id, opened, work))
    )
  })

  const payOnce = Effect.fn("Credits.payOnce")(function* (customer_id: string, work: PaidWork, name: string) {
    if (work.credits === 0) return work.image_id
    return yield* inTransaction(
      Effect.gen(function* () {
        const opened = yield* books.opened(customer_id)
        const { image_id, isPaid } = yield* lastOf(customer_id, name, opened.now)
        if (isPaid) return image_id
        return (yield* charge(customer_id, opened, { ...work, image_id })) ? image_id : undefined
      })
    )
  })

  const conclude = Effect.fn("Credits.conclude")(function* (customer_id: string, used: Used) {
    const { credits, duration_ms, image_id, provider, purpose, status } = used
    yield* inTransaction(
      Effect.gen(function* () {
        const isLost = status === "failed" && credits > 0
        // The account is locked first, as whoever pays does.
        if (isLost) yield* books.opened(customer_id)
        const written = yield* row(PaidRow)(sql`
          INSERT INTO image_usage AS u
            (customer_id, image_id, purpose, provider, status, credits, duration_ms, created_at)
          VALUES (${customer_id}::uuid, ${image_id}::uuid, ${purpose}, ${provider}, ${status},
            ${isLost ? 0 : credits}, ${duration_ms}, ${yield* nowDate})
          ON CONFLICT (customer_id, image_id) DO UPDATE
            SET status = excluded.status, credits = excluded.credits, duration_ms = excluded.duration_ms
            WHERE u.status = 'drawing'
          RETURNING credits`)
        if (isLost && Option.isSome(written)) yield* books.giveBack(customer_id, { image_id, purpose })
      })
    )
  })

  const waking = keeping(sql, conclude)
  return Credits.of({
    account: showing(books),
    pay,
    payOnce,
    conclude,
    ...waking,
    settle: Effect.fn("Credits.settle")((customer_id) => Effect.asVoid(inTransaction(books.opened(customer_id)))),
    addLot: Effect.fn("Credits.addLot")(function* (customer_id, lot) {
      const isNew = yield* books.addLot(customer_id, lot)
      if (isNew) yield* waking.wake(customer_id)
      return isNew
    }),
    chargeBack: Effect.fn("Credits.chargeBack")(function* (customer_id, lot_id) {
      const isTaken = yield* books.chargeBack(customer_id, lot_id)
      if (!isTaken) return false
      // Where nothing is left nobody can spend, and so no charge will tell.
      const left = yield* books.opened(customer_id)
      yield* tellWhenLow(customer_id, left, left.balance)
      return true
    })
  })
})

const showing = (books: ReturnType<typeof creditBooks>): Credits["Service"]["account"] =>
  Effect.fn("Credits.account")(function* (customer_id: string) {
    const { allowance, lots, monthly, monthly_granted, now } = yield* books.shown(customer_id)
    const resets_at = nextMonth(now).getTime()
    const month = {
      lot_id: namedUuid("monthly credits", customer_id, firstDay(now)),
      source: "monthly" as const,
      granted: monthly_granted
    }
    const all = [
      ...(monthly > 0 ? [{ ...month, remaining: monthly, expires_at: resets_at }] : []),
      ...lots.map((lot) => ({ ...lot, expires_at: lot.expires_at.getTime() }))
    ].toSorted((one, other) => one.expires_at - other.expires_at)
    const extra = lots.reduce((total, { remaining }) => total + remaining, 0)
    return { balance: monthly + extra, allowance, monthly, resets_at, lots: all }
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
      UPDATE buddy_identities SET appearance_retry_at = ${yield* nowDate}, appearance_attempts = 0
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
