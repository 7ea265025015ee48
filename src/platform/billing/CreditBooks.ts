/**
 * The books of credits. A tenant's balance is the sum of its lots: what the plan grants for a month (UTC), which is the
 * account's own row, and what was bought or given beside it. The lot that ends first is used first. All of it happens
 * in the caller's transaction, under the lock of the account's row.
 */
import { Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { uuid } from "../postgres/Ids.ts"
import { execute, nowDate, row, rows } from "../postgres/Sql.ts"

/** What credits are paid for: pictures, and texts of the guided start. */
export const Purpose = Schema.Literals(["stage_image", "icon", "plan", "guide", "message"])
export type Purpose = typeof Purpose.Type
export type PicturePurpose = Exclude<Purpose, TextPurpose>
export type TextPurpose = "plan" | "guide" | "message"
export type EntryType = "grant" | "purchase" | "expiry" | "charge" | "refund" | "chargeback"

/** Months a lot lives. */
export const lot_months = { purchase: 12, referral: 3 } as const
export type LotSource = keyof typeof lot_months

const LotRow = Schema.Struct({
  lot_id: Schema.String,
  source: Schema.Literals(["purchase", "referral"]),
  granted: Schema.Int,
  remaining: Schema.Int,
  expires_at: Schema.Date
})
const NamedLotRow = Schema.Struct({
  remaining: Schema.Int,
  expires_at: Schema.Date,
  charged_back: Schema.Boolean
})
type LotRow = typeof LotRow.Type

const AccountRow = Schema.Struct({
  month: Schema.String,
  balance: Schema.Int,
  granted: Schema.Int,
  low_told: Schema.NullOr(Schema.String)
})
const ChargeRow = Schema.Struct({
  amount: Schema.Int,
  lots: Schema.NullOr(Schema.Record(Schema.String, Schema.Int))
})

/** Amounts by lot; what is of no lot is the month's. */
type Parts = Readonly<Record<string, number>>

export interface Entry {
  readonly type: EntryType
  readonly amount: number
  readonly lots: Parts
  readonly purpose?: Purpose
  readonly image_id?: string
}

/** An account whose row is held until the transaction ends. */
export interface Opened {
  readonly now: Date
  readonly allowance: number
  /** what is left of the month's allowance, before what this transaction enters */
  readonly monthly: number
  /** that run and have something left, first to end first */
  readonly lots: ReadonlyArray<LotRow>
  readonly balance: number
  /** the tenant knows that there are few left this month */
  readonly isLowTold: boolean
}

const monthOf = (now: Date) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
/** The first moment of the month after this one. */
export const nextMonth = (now: Date) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
export const firstDay = (now: Date) => monthOf(now).toISOString().slice(0, 10)

/** A clock that was further ahead than this was wrong: its month is not waited for. */
const clocks_apart_ms = 3_600_000

/**
 * The moment an account is looked at. A month that has begun does not end again for a node whose clock is behind, nor
 * for who read the time before it began: what was spent in it would be there once more.
 */
const momentIn = (month: string, now: Date): Date => {
  const begun = Date.parse(`${month}T00:00:00Z`)
  return begun > now.getTime() && begun - now.getTime() <= clocks_apart_ms ? new Date(begun) : now
}

/** As calendars do it: a month after 31 January is the last of February. */
const monthsLater = (now: Date, months: number): Date => {
  const later = new Date(now)
  later.setUTCMonth(later.getUTCMonth() + months)
  if (later.getUTCDate() !== now.getUTCDate()) later.setUTCDate(0)
  return later
}

const sum = (amounts: Iterable<number>) => [...amounts].reduce((total, amount) => total + amount, 0)

/** Of which lots an amount is taken. The month's comes before one that ends with it. */
export const taken = ({ lots, monthly, now }: Opened, amount: number): Parts => {
  const parts: Record<string, number> = {}
  let left = amount
  const ends = nextMonth(now)
  const before = lots.filter(({ expires_at }) => expires_at < ends)
  const of = (some: ReadonlyArray<LotRow>) => {
    for (const { lot_id, remaining } of some) {
      const part = Math.min(left, remaining)
      if (part > 0) parts[lot_id] = -part
      left -= part
    }
  }
  of(before)
  left -= Math.min(left, monthly)
  of(lots.slice(before.length))
  return parts
}

export interface NewLot {
  /** of a purchase the checkout session, so that nothing is bought twice */
  readonly lot_id: string
  readonly source: LotSource
  readonly credits: number
}

/** What a month grants. */
export type AllowanceOf = (customer_id: string) => Effect.Effect<number>

export const creditBooks = (sql: SqlClient.SqlClient, allowanceOf: AllowanceOf) => {
  const enter = entering(sql)
  const lotsOf = (customer_id: string) =>
    rows(LotRow)(sql`
      SELECT lot_id, source, granted, remaining, expires_at FROM credit_lots
      WHERE customer_id = ${customer_id}::uuid AND remaining > 0 ORDER BY expires_at, lot_id`)

  /** A new month ends what is left of the old one and grants anew; a larger allowance grants the difference. */
  const turn = Effect.fnUntraced(function* (customer_id: string, account: typeof AccountRow.Type, now: Date) {
    const allowance = yield* allowanceOf(customer_id)
    const isCurrent = account.month === firstDay(now)
    const granted = isCurrent ? account.granted : 0
    if (isCurrent && granted >= allowance) return { allowance, monthly: account.balance }
    if (!isCurrent && account.balance > 0)
      yield* enter(customer_id, { type: "expiry", amount: -account.balance, lots: {} }, now)
    if (allowance > granted) yield* enter(customer_id, { type: "grant", amount: allowance - granted, lots: {} }, now)
    yield* execute(sql`
      UPDATE credit_accounts SET month = ${firstDay(now)}::date, granted = ${allowance}
      WHERE customer_id = ${customer_id}::uuid`)
    return { allowance, monthly: (isCurrent ? account.balance : 0) + allowance - granted }
  })

  /** The account of the present month, with its row held until the transaction ends. */
  const opened = Effect.fnUntraced(function* (customer_id: string) {
    yield* execute(sql`
      INSERT INTO credit_accounts (customer_id, month, balance) VALUES (${customer_id}::uuid, '-infinity', 0)
      ON CONFLICT (customer_id) DO NOTHING`)
    const found = yield* row(AccountRow)(sql`
      SELECT month::text, balance, granted, low_told::text FROM credit_accounts
      WHERE customer_id = ${customer_id}::uuid FOR UPDATE`)
    const account = Option.getOrThrow(found)
    // One moment for the month and the entries: an entry belongs to the month it is dated in.
    const now = momentIn(account.month, yield* nowDate)
    const held = yield* lotsOf(customer_id)
    for (const { lot_id, remaining } of held.filter(({ expires_at }) => expires_at <= now))
      yield* enter(customer_id, { type: "expiry", amount: -remaining, lots: { [lot_id]: -remaining } }, now)
    const { allowance, monthly } = yield* turn(customer_id, account, now)
    const lots = held.filter(({ expires_at }) => expires_at > now)
    const balance = monthly + sum(lots.map(({ remaining }) => remaining))
    const isLowTold = account.low_told === firstDay(now)
    return { now, allowance, monthly, lots, balance, isLowTold } satisfies Opened
  })

  /** What the account shows without being brought up to date: grants and ends are written down by whoever spends. */
  const shown = Effect.fnUntraced(function* (customer_id: string) {
    const found = yield* row(AccountRow)(sql`
      SELECT month::text, balance, granted, low_told::text FROM credit_accounts
      WHERE customer_id = ${customer_id}::uuid`)
    const present = yield* nowDate
    const now = Option.match(found, { onNone: () => present, onSome: ({ month }) => momentIn(month, present) })
    const allowance = yield* allowanceOf(customer_id)
    const held = Option.filter(found, ({ month }) => month === firstDay(now))
    const { balance, granted } = Option.getOrElse(held, () => ({ balance: 0, granted: 0 }))
    const lots = (yield* lotsOf(customer_id)).filter(({ expires_at }) => expires_at > now)
    const monthly = balance + Math.max(0, allowance - granted)
    return { now, allowance, monthly, monthly_granted: Math.max(allowance, granted), lots }
  })

  return { enter, opened, shown, ...lotKeeping(sql, enter, opened) }
}

/** Books the amount on the account and the lots, and writes it down. */
const entering = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (customer_id: string, entry: Entry, now: Date) {
    const { amount, image_id = null, lots, purpose = null, type } = entry
    const monthly = amount - sum(Object.values(lots))
    const parts = JSON.stringify(lots)
    yield* execute(sql`
      UPDATE credit_lots SET remaining = remaining + part.value::int FROM jsonb_each_text(${parts}::jsonb) AS part
      WHERE customer_id = ${customer_id}::uuid AND lot_id = part.key::uuid`)
    yield* execute(sql`
      WITH account AS (
        UPDATE credit_accounts SET balance = balance + ${monthly}, entries = entries + 1
        WHERE customer_id = ${customer_id}::uuid RETURNING customer_id, entries, balance
      )
      INSERT INTO credit_ledger
        (customer_id, seq, entry_id, type, amount, balance_after, purpose, image_id, lots, created_at)
      SELECT customer_id, entries, ${yield* uuid}::uuid, ${type}, ${amount},
        balance + (SELECT coalesce(sum(remaining), 0) FROM credit_lots WHERE customer_id = ${customer_id}::uuid),
        ${purpose}, ${image_id}::uuid, ${parts}::jsonb, ${now}
      FROM account`)
  })

type Enter = ReturnType<typeof entering>

const lotKeeping = (sql: SqlClient.SqlClient, enter: Enter, opened: (customer_id: string) => Effect.Effect<Opened>) => {
  const lotNamed = (customer_id: string, lot_id: string) =>
    row(NamedLotRow)(sql`
      SELECT remaining, expires_at, charged_back_at IS NOT NULL AS charged_back FROM credit_lots
      WHERE customer_id = ${customer_id}::uuid AND lot_id = ${lot_id}::uuid`)

  return {
    /** Gives the price back to the lots it came from; what came from a lot that has ended since, to the month's. */
    giveBack: Effect.fnUntraced(function* (
      customer_id: string,
      { image_id, purpose }: { readonly image_id: string; readonly purpose: Purpose }
    ) {
      const { now } = yield* opened(customer_id)
      const charge = yield* row(ChargeRow)(sql`
        SELECT -amount AS amount, lots FROM credit_ledger
        WHERE customer_id = ${customer_id}::uuid AND image_id = ${image_id}::uuid AND type = 'charge'`)
      const { amount, lots } = Option.getOrThrow(charge)
      const back: Record<string, number> = {}
      const gone: Record<string, number> = {}
      for (const [lot_id, part] of Object.entries(lots ?? {})) {
        const { charged_back, expires_at } = Option.getOrThrow(yield* lotNamed(customer_id, lot_id))
        if (charged_back) gone[lot_id] = part
        if (charged_back || expires_at > now) back[lot_id] = -part
      }
      yield* enter(customer_id, { type: "refund", amount, lots: back, purpose, image_id }, now)
      for (const [lot_id, part] of Object.entries(gone))
        yield* enter(customer_id, { type: "chargeback", amount: part, lots: { [lot_id]: part } }, now)
    }),
    /** A lot of its own; false when it is there already. */
    addLot: Effect.fnUntraced(function* (customer_id: string, { credits, lot_id, source }: NewLot) {
      const { now } = yield* opened(customer_id)
      const ends = monthsLater(now, lot_months[source])
      const added = yield* execute(sql`
        INSERT INTO credit_lots (customer_id, lot_id, source, granted, remaining, expires_at, created_at)
        VALUES (${customer_id}::uuid, ${lot_id}::uuid, ${source}, ${credits}, 0, ${ends}, ${now})
        ON CONFLICT (customer_id, lot_id) DO NOTHING RETURNING 1`)
      if (added === 0) return false
      const type = source === "purchase" ? "purchase" : "grant"
      yield* enter(customer_id, { type, amount: credits, lots: { [lot_id]: credits } }, now)
      return true
    }),
    /** Takes what is left of a lot whose money went back; false when there is no such lot, or nothing of it left. */
    chargeBack: Effect.fnUntraced(function* (customer_id: string, lot_id: string) {
      const { now } = yield* opened(customer_id)
      const { remaining } = Option.getOrElse(yield* lotNamed(customer_id, lot_id), () => ({ remaining: 0 }))
      yield* execute(sql`
        UPDATE credit_lots SET charged_back_at = coalesce(charged_back_at, ${now})
        WHERE customer_id = ${customer_id}::uuid AND lot_id = ${lot_id}::uuid`)
      if (remaining === 0) return false
      yield* enter(customer_id, { type: "chargeback", amount: -remaining, lots: { [lot_id]: -remaining } }, now)
      return true
    })
  }
}
