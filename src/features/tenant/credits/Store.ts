/** Reads of the credit account and of the pictures drawn. Written by platform/billing/Credits. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import {
  type CursorPage,
  cursorPaging,
  mapPage,
  offsetList,
  type OffsetPage
} from "../../../platform/postgres/Paging.ts"
import { nowDate, rows } from "../../../platform/postgres/Sql.ts"
import { type BadRequest, ValidationFailed } from "../../../wire/Failure.ts"
import { iso } from "../../../wire/Ids.ts"
import type { CursorQuery, OffsetQuery } from "../../../wire/Page.ts"
import { CreditEntry, type ImageReport, ImageUse } from "./Api.ts"

const EntryRow = Schema.Struct({
  ...CreditEntry.fields,
  entry_id: Schema.String,
  seq: Schema.Int,
  created_at: Schema.Date
})
const UseRow = Schema.Struct({ ...ImageUse.fields, image_id: Schema.String, created_at: Schema.Date })
const CountRow = Schema.Struct({
  purpose: ImageUse.fields.purpose,
  provider: Schema.String,
  day: Schema.String,
  drawn: Schema.Int,
  failed: Schema.Int,
  credits: Schema.Int
})

/** What credits are used for beside them is in the ledger only. */
const pictures = ImageUse.fields.purpose.literals
const days_default = 30
const days_max = 366
const day_ms = 86_400_000

interface Counts {
  readonly drawn: number
  readonly failed: number
  readonly credits: number
}

const none: Counts = { drawn: 0, failed: 0, credits: 0 }
const add = (one: Counts, other: Counts): Counts => ({
  drawn: one.drawn + other.drawn,
  failed: one.failed + other.failed,
  credits: one.credits + other.credits
})

/** Sums by one column, in the order in which its values first come up. */
const by = <R extends Counts, K extends keyof R & string>(found: ReadonlyArray<R>, column: K) => {
  const sums = new Map<R[K], Counts>()
  for (const counted of found) sums.set(counted[column], add(sums.get(counted[column]) ?? none, counted))
  return [...sums].map(([value, counts]) => ({ [column]: value, ...counts }) as Record<K, R[K]> & Counts)
}

interface Service {
  /** newest first */
  ledger(customer_id: string, query: CursorQuery): Effect.Effect<CursorPage<typeof CreditEntry.Type>, BadRequest>
  /** newest first */
  usage(
    customer_id: string,
    query: OffsetQuery & { readonly purpose?: string; readonly status?: string }
  ): Effect.Effect<OffsetPage<typeof ImageUse.Type>>
  /** the last 30 days, unless asked otherwise; at most 366 */
  report(
    customer_id: string,
    range: { readonly from?: Date; readonly to?: Date }
  ): Effect.Effect<typeof ImageReport.Type, ValidationFailed>
}

export class CreditStore extends Context.Service<CreditStore, Service>()("hatchery/features/credits/CreditStore") {
  static readonly layer = Layer.effect(
    CreditStore,
    Effect.suspend(() => make)
  )
}

const reporting = (sql: SqlClient.SqlClient): Service["report"] =>
  Effect.fn("CreditStore.report")(function* (customer_id, range) {
    const to = range.to ?? (yield* nowDate)
    const from = range.from ?? new Date(to.getTime() - days_default * day_ms)
    if (from > to) return yield* ValidationFailed.at(["from"], "from is after to")
    if (to.getTime() - from.getTime() > days_max * day_ms)
      return yield* ValidationFailed.at(["from"], `a report covers at most ${days_max} days`)
    const found = yield* rows(CountRow)(sql`
      SELECT purpose, provider, to_char(created_at, 'YYYY-MM-DD') AS day,
        count(*) FILTER (WHERE status = 'drawn')::int AS drawn,
        count(*) FILTER (WHERE status = 'failed')::int AS failed, sum(credits)::int AS credits
      FROM image_usage
      WHERE customer_id = ${customer_id}::uuid AND created_at >= ${from} AND created_at <= ${to}
        AND purpose IN ${sql.in(pictures)}
      GROUP BY purpose, provider, day ORDER BY day, purpose, provider`)
    return {
      from: iso(from),
      to: iso(to),
      totals: found.reduce<Counts>((sum, counted) => add(sum, counted), none),
      by_purpose: by(found, "purpose"),
      by_provider: by(found, "provider"),
      by_day: by(found, "day")
    }
  })

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const cursors = yield* cursorPaging
  const ofPictures = sql.in(pictures)

  const ledger: Service["ledger"] = Effect.fn("CreditStore.ledger")(function* (customer_id, query) {
    const page = yield* cursors.page({
      customer_id,
      list: "credits",
      query,
      position: Schema.Tuple([Schema.Int]),
      positionOf: (entry: typeof EntryRow.Type) => [entry.seq] as const,
      read: (after, count) =>
        rows(EntryRow)(sql`
          SELECT seq, entry_id, type, amount, balance_after, purpose,
            CASE WHEN purpose IN ${ofPictures} THEN image_id END AS image_id, created_at
          FROM credit_ledger
          WHERE customer_id = ${customer_id}::uuid
            AND (${after?.[0] ?? null}::int IS NULL OR seq < ${after?.[0] ?? null}::int)
          ORDER BY seq DESC LIMIT ${count}`)
    })
    return mapPage(page, ({ amount, balance_after, created_at, entry_id, image_id, purpose, type }) => ({
      entry_id,
      type,
      amount,
      balance_after,
      purpose,
      image_id,
      created_at: iso(created_at)
    }))
  })

  const usage: Service["usage"] = Effect.fn("CreditStore.usage")(function* (customer_id, query) {
    const [purpose, status] = [query.purpose ?? null, query.status ?? null]
    const where = sql`customer_id = ${customer_id}::uuid AND purpose IN ${ofPictures}
      AND (${purpose}::text IS NULL OR purpose = ${purpose})
      AND (${status}::text IS NULL OR status = ${status})`
    const page = yield* offsetList(query, {
      count: sql`SELECT count(*)::int AS total FROM image_usage WHERE ${where}`,
      read: (limit, offset) =>
        rows(UseRow)(sql`
          SELECT image_id, purpose, provider, status, credits, duration_ms, created_at FROM image_usage
          WHERE ${where} ORDER BY created_at DESC, image_id DESC LIMIT ${limit} OFFSET ${offset}`)
    })
    return { ...page, data: page.data.map((use) => ({ ...use, created_at: iso(use.created_at) })) }
  })

  return CreditStore.of({
    ledger,
    usage,
    report: reporting(sql)
  })
})
