/** Draws in Postgres, from the promise to the last prize. Each step finds a draw in the state it leads on from. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { execute, nowDate, row, rows } from "../../../../platform/postgres/Sql.ts"
import { takingTurns } from "../../../../platform/postgres/Turns.ts"
import type { LotteryTerms } from "../../../../wire/campaigns/Lottery.ts"
import type { Reward } from "../../../../wire/content/Shared.ts"
import { onTestClock } from "../../../../platform/postgres/TestClockSql.ts"

const json = <A>() => Schema.Unknown as unknown as Schema.Codec<A>
const status = Schema.Literals(["open", "closed", "drawn", "cancelled"])
export type DrawStatus = typeof status.Type

export interface DrawKey {
  readonly customer_id: string
  readonly draw_id: string
}

/** What a draw is decided on. */
const DrawRow = Schema.Struct({
  lottery_id: Schema.String,
  lottery_key: Schema.String,
  status,
  terms: json<LotteryTerms>(),
  commit_hash: Schema.String,
  sealed_seed: Schema.Uint8Array,
  participants: Schema.Int,
  entries: Schema.BigInt,
  entries_text: Schema.NullOr(Schema.String)
})
export type HeldDraw = typeof DrawRow.Type

export interface NewDraw extends DrawKey {
  readonly lottery_id: string
  readonly terms: LotteryTerms
  readonly draw_at: number
  readonly commit_hash: string
  readonly sealed_seed: Uint8Array
}

/** A place and who has won it. */
export interface NewWinner {
  readonly rank: number
  readonly place: number
  readonly reward: Reward
  readonly entry_id: string
  readonly ticket: number
  readonly n: number
}

/** A prize, and whether it was paid by who stopped before counting it. */
const OwedRow = Schema.Struct({
  status: Schema.Literals(["pending", "granted", "void"]),
  position: Schema.Int,
  rank: Schema.Int,
  place: Schema.Int,
  buddy_id: Schema.NullOr(Schema.String),
  reward: json<Reward>()
})
export type Owed = typeof OwedRow.Type

const PaidRow = Schema.Struct({ entry_id: Schema.String, buddy_id: Schema.String, tickets: Schema.Int })
export type PaidEntry = typeof PaidRow.Type

const DueRow = Schema.Struct({ customer_id: Schema.String, draw_id: Schema.String })

interface Service {
  open(draw: NewDraw): Effect.Effect<void>
  /** to another moment */
  move(key: DrawKey, draw_at: number): Effect.Effect<void>
  /** false: it was not open any more. `is_settled`: nobody has paid for it */
  cancel(key: DrawKey): Effect.Effect<{ readonly is_settled: boolean } | null>
  /** Nobody enters it any more. */
  close(key: DrawKey): Effect.Effect<void>
  /** Writes the list of a draw that is closed, once: everybody who has tickets and could still win when it closed. */
  list(key: DrawKey): Effect.Effect<void>
  /** none: there is no such draw. Nobody else leads it on until the transaction ends. */
  held(key: DrawKey): Effect.Effect<Option.Option<HeldDraw>>
  lotteryOf(key: DrawKey): Effect.Effect<Option.Option<string>>
  /** Answers who has won, in the order of the places. */
  decide(
    key: DrawKey,
    decided: {
      readonly seed: string
      readonly entries_hash: string
      readonly unawarded: number
      readonly winners: ReadonlyArray<NewWinner>
    }
  ): Effect.Effect<ReadonlyArray<string>>
  /** prizes after a position, with what has become of them by now */
  owed(key: DrawKey, after: number, count: number): Effect.Effect<ReadonlyArray<Owed>>
  /** what became of prizes, by position */
  paid(key: DrawKey, granted: ReadonlyArray<number>, unpayable: ReadonlyArray<number>): Effect.Effect<void>
  /** tickets of a cancelled draw, after an entry */
  toRefund(key: DrawKey, after: string | null, count: number): Effect.Effect<ReadonlyArray<PaidEntry>>
  refunded(key: DrawKey, entry_ids: ReadonlyArray<string>): Effect.Effect<void>
  /** once nothing is owed any more */
  settle(key: DrawKey): Effect.Effect<void>
  /** the operation that leads it on */
  job(key: DrawKey): Effect.Effect<Option.Option<string>>
  /** of all tenants: draws with something to do and nobody at it */
  due(failed_before: Date, count: number): Effect.Effect<ReadonlyArray<DrawKey>>
}

export class DrawStore extends Context.Service<DrawStore, Service>()("hatchery/features/lotteries/DrawStore") {
  static readonly layer = Layer.effect(
    DrawStore,
    Effect.map(SqlClient.SqlClient, (sql) =>
      DrawStore.of({ ...promising(sql), ...deciding(sql), ...paying(sql), ...looking(sql) })
    )
  )
}

const oneOf =
  (sql: SqlClient.SqlClient) =>
  ({ customer_id, draw_id }: DrawKey) =>
    sql`d.customer_id = ${customer_id}::uuid AND d.draw_id = ${draw_id}::uuid`

const promising = (sql: SqlClient.SqlClient): Pick<Service, "open" | "move" | "cancel" | "close" | "list"> => {
  const one = oneOf(sql)
  const counted = (key: DrawKey) => sql`
    (SELECT count(*)::int AS participants, coalesce(sum(tickets), 0) AS entries FROM lottery_entries
     WHERE customer_id = ${key.customer_id}::uuid AND draw_id = ${key.draw_id}::uuid AND tickets > 0)`
  return {
    open: Effect.fn("DrawStore.open")(function* ({ commit_hash, customer_id, draw_at, draw_id, lottery_id, ...draw }) {
      yield* execute(sql`
        INSERT INTO lottery_draws (customer_id, draw_id, lottery_id, status, terms, draw_at, opened_at, commit_hash,
          sealed_seed)
        VALUES (${customer_id}::uuid, ${draw_id}::uuid, ${lottery_id}::uuid, 'open',
          ${JSON.stringify(draw.terms)}::jsonb, ${new Date(draw_at)}, ${yield* nowDate}, ${commit_hash},
          ${draw.sealed_seed})`)
    }),
    move: Effect.fn("DrawStore.move")(function* (key, draw_at) {
      yield* execute(sql`UPDATE lottery_draws AS d SET draw_at = ${new Date(draw_at)} WHERE ${one(key)}`)
    }),
    cancel: Effect.fn("DrawStore.cancel")(function* (key) {
      const found = yield* row(Schema.Struct({ is_settled: Schema.Boolean }))(sql`
        UPDATE lottery_draws AS d SET status = 'cancelled', closed_at = ${yield* nowDate},
          participants = c.participants, entries = c.entries,
          is_settled = c.entries = 0 OR d.terms -> 'entry' ->> 'mode' = 'event'
        FROM ${counted(key)} AS c WHERE ${one(key)} AND d.status = 'open' RETURNING d.is_settled`)
      return Option.getOrNull(found)
    }),
    close: Effect.fn("DrawStore.close")(function* (key) {
      yield* execute(sql`
        UPDATE lottery_draws AS d SET status = 'closed', closed_at = ${yield* nowDate},
          participants = c.participants, entries = c.entries
        FROM ${counted(key)} AS c WHERE ${one(key)} AND d.status = 'open'`)
    }),
    list: Effect.fn("DrawStore.list")(function* (key) {
      yield* execute(sql`
        UPDATE lottery_draws AS d SET entries_text = l.entries_text, participants = l.participants,
          entries_hash = encode(sha256(convert_to(l.entries_text, 'UTF8')), 'hex'), entries = l.entries
        FROM (
          SELECT coalesce(string_agg(e.entry_id || ' ' || e.tickets || E'\n', '' ORDER BY e.entry_id), '')
              AS entries_text, count(*)::int AS participants, coalesce(sum(e.tickets), 0) AS entries
          FROM lottery_draws AS c
          JOIN lottery_entries AS e ON e.customer_id = c.customer_id AND e.draw_id = c.draw_id AND e.tickets > 0
          JOIN buddy_identities AS b ON b.customer_id = e.customer_id AND b.buddy_id = e.buddy_id
            AND (b.status = 'active' OR b.archived_at > c.closed_at)
            AND NOT ${sql.literal(onTestClock("b"))}
          WHERE c.customer_id = ${key.customer_id}::uuid AND c.draw_id = ${key.draw_id}::uuid) AS l
        WHERE ${one(key)} AND d.status = 'closed' AND d.entries_text IS NULL`)
    })
  }
}

const deciding = (sql: SqlClient.SqlClient): Pick<Service, "held" | "lotteryOf" | "decide"> => {
  const one = oneOf(sql)
  return {
    held: Effect.fn("DrawStore.held")((key) =>
      row(DrawRow)(sql`
        SELECT d.lottery_id, l.lottery_key, d.status, d.terms, d.commit_hash, d.sealed_seed, d.participants, d.entries,
          d.entries_text
        FROM lottery_draws AS d
        JOIN lotteries AS l ON l.customer_id = d.customer_id AND l.lottery_id = d.lottery_id
        WHERE ${one(key)} FOR NO KEY UPDATE OF d`)
    ),
    lotteryOf: Effect.fn("DrawStore.lotteryOf")((key) =>
      Effect.map(
        row(Schema.Struct({ lottery_id: Schema.String }))(
          sql`SELECT lottery_id FROM lottery_draws AS d WHERE ${one(key)}`
        ),
        Option.map(({ lottery_id }) => lottery_id)
      )
    ),
    decide: Effect.fn("DrawStore.decide")(function* (key, { entries_hash, seed, unawarded, winners }) {
      const { customer_id, draw_id } = key
      const found = yield* rows(Schema.Struct({ position: Schema.Int, buddy_id: Schema.NullOr(Schema.String) }))(sql`
        INSERT INTO lottery_winners (customer_id, draw_id, rank, place, position, entry_id, buddy_id, ticket, n, reward,
          status)
        SELECT e.customer_id, e.draw_id, w.rank, w.place, w.position, e.entry_id, e.buddy_id, w.ticket, w.n, w.reward,
          'pending'
        FROM jsonb_to_recordset(${JSON.stringify(winners.map((winner, position) => ({ ...winner, position })))}::jsonb)
          AS w (rank int, place int, position int, entry_id uuid, ticket bigint, n int, reward jsonb)
        JOIN lottery_entries AS e ON e.customer_id = ${customer_id}::uuid AND e.draw_id = ${draw_id}::uuid
          AND e.entry_id = w.entry_id
        RETURNING position, buddy_id`)
      yield* execute(sql`
        UPDATE lottery_draws AS d SET status = 'drawn', drawn_at = ${yield* nowDate}, seed = ${seed},
          entries_hash = ${entries_hash}, unawarded = ${unawarded}
        WHERE ${one(key)} AND d.status = 'closed'`)
      return found
        .toSorted((left, right) => left.position - right.position)
        .flatMap(({ buddy_id }) => (buddy_id === null ? [] : [buddy_id]))
    })
  }
}

const paying = (sql: SqlClient.SqlClient): Pick<Service, "owed" | "paid" | "toRefund" | "refunded" | "settle"> => {
  const of = ({ customer_id, draw_id }: DrawKey) =>
    sql`customer_id = ${customer_id}::uuid AND draw_id = ${draw_id}::uuid`
  return {
    owed: Effect.fn("DrawStore.owed")((key, after, count) =>
      rows(OwedRow)(sql`
        SELECT status, position, rank, place, buddy_id, reward FROM lottery_winners
        WHERE ${of(key)} AND position > ${after} ORDER BY position LIMIT ${count}`)
    ),
    paid: Effect.fn("DrawStore.paid")(function* (key, granted, unpayable) {
      yield* execute(sql`
        UPDATE lottery_winners SET status = CASE WHEN position = ANY(${granted}::int[]) THEN 'granted' ELSE 'void' END
        WHERE ${of(key)} AND status = 'pending' AND position = ANY(${[...granted, ...unpayable]}::int[])`)
    }),
    toRefund: Effect.fn("DrawStore.toRefund")((key, after, count) =>
      rows(PaidRow)(sql`
        SELECT entry_id, buddy_id, tickets FROM lottery_entries
        WHERE ${of(key)} AND tickets > 0 AND buddy_id IS NOT NULL AND NOT is_settled
          AND (${after}::uuid IS NULL OR entry_id > ${after}::uuid)
        ORDER BY entry_id LIMIT ${count}`)
    ),
    refunded: Effect.fn("DrawStore.refunded")(function* (key, entry_ids) {
      yield* execute(sql`
        UPDATE lottery_entries SET is_settled = true WHERE ${of(key)} AND entry_id = ANY(${entry_ids}::uuid[])`)
    }),
    settle: Effect.fn("DrawStore.settle")(function* (key) {
      yield* execute(sql`
        UPDATE lottery_draws SET is_settled = true
        WHERE ${of(key)} AND CASE status
          WHEN 'drawn' THEN NOT EXISTS (SELECT FROM lottery_winners WHERE ${of(key)} AND status = 'pending')
          WHEN 'cancelled' THEN NOT EXISTS (
            SELECT FROM lottery_entries
            WHERE ${of(key)} AND tickets > 0 AND buddy_id IS NOT NULL AND NOT is_settled)
          ELSE false END`)
    })
  }
}

const looking = (sql: SqlClient.SqlClient): Pick<Service, "due" | "job"> => ({
  job: Effect.fn("DrawStore.job")(({ customer_id, draw_id }) =>
    Effect.map(
      row(Schema.Struct({ operation_id: Schema.String }))(sql`
        SELECT operation_id FROM operations
        WHERE customer_id = ${customer_id}::uuid AND resource_id = ${draw_id} AND type = 'lottery_draw'
          AND status IN ('pending', 'processing')`),
      Option.map(({ operation_id }) => operation_id)
    )
  ),
  due: Effect.fn("DrawStore.due")(function* (failed_before, count) {
    const due = sql`
      SELECT d.customer_id, d.draw_id FROM lottery_draws AS d
      JOIN lotteries AS l ON l.customer_id = d.customer_id AND l.lottery_id = d.lottery_id
      WHERE NOT d.is_settled AND (d.status <> 'open' OR (l.status = 'active' AND d.draw_at <= ${yield* nowDate}))
        AND NOT EXISTS (
          SELECT FROM operations AS o
          WHERE o.customer_id = d.customer_id AND o.resource_id = d.draw_id::text AND o.type = 'lottery_draw'
            AND (o.finished_at IS NULL
              OR ((o.status <> 'completed' OR d.status <> 'open') AND o.finished_at > ${failed_before})))`
    return yield* rows(DueRow)(takingTurns(sql, due, { count }))
  })
})
