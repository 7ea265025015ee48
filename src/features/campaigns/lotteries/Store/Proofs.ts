/** What is told of draws: to their tenant, to buddies, and to anybody who checks one. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { entitledTo } from "../../../../platform/auth/Entitled.ts"
import type { LotteryTerms } from "../../../../wire/campaigns/Lottery.ts"
import type { Reward } from "../../../../wire/content/Shared.ts"
import type { BadRequest } from "../../../../wire/Failure.ts"
import type { CursorQuery } from "../../../../wire/Page.ts"
import { type CursorPage, cursorPaging } from "../../../../platform/postgres/Paging.ts"
import { row, rows } from "../../../../platform/postgres/Sql.ts"
import type { DrawKey } from "./Draws.ts"
import { onTestClock } from "../../../../platform/postgres/TestClockSql.ts"

const json = <A>() => Schema.Unknown as unknown as Schema.Codec<A>

const DrawRow = Schema.Struct({
  customer_id: Schema.String,
  draw_id: Schema.String,
  lottery_id: Schema.String,
  status: Schema.Literals(["open", "closed", "drawn", "cancelled"]),
  terms: json<LotteryTerms>(),
  draw_at: Schema.Date,
  drawn_at: Schema.NullOr(Schema.Date),
  participants: Schema.Int,
  entries: Schema.BigInt,
  commit_hash: Schema.String,
  seed: Schema.NullOr(Schema.String),
  entries_hash: Schema.NullOr(Schema.String),
  unawarded: Schema.NullOr(Schema.Int)
})
export type TellableDraw = typeof DrawRow.Type

const WinnerRow = Schema.Struct({
  draw_id: Schema.String,
  rank: Schema.Int,
  place: Schema.Int,
  position: Schema.Int,
  entry_id: Schema.String,
  buddy_id: Schema.NullOr(Schema.String),
  ticket: Schema.BigInt,
  n: Schema.Int,
  reward: json<Reward>(),
  status: Schema.Literals(["pending", "granted", "void"])
})
export type Winner = typeof WinnerRow.Type

const TicketsRow = Schema.Struct({ entry_id: Schema.String, buddy_id: Schema.String, tickets: Schema.Int })
export type Tickets = typeof TicketsRow.Type

interface Service {
  /** drawn and cancelled ones, newest first */
  past(customer_id: string, lottery_id: string, query: CursorQuery): Effect.Effect<CursorPage<TellableDraw>, BadRequest>
  read(customer_id: string, lottery_id: string, draw_id: string): Effect.Effect<Option.Option<TellableDraw>>
  /** of whatever tenant, if its lottery lets anybody look */
  open(draw_id: string): Effect.Effect<Option.Option<TellableDraw>>
  /** in the order of the places */
  winners(customer_id: string, draw_ids: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<Winner>>
  /** the list as it was hashed; null until it is fixed */
  list(key: DrawKey): Effect.Effect<string | null>
  /** as the list would be now */
  tickets(key: DrawKey): Effect.Effect<ReadonlyArray<Tickets>>
  /** how often each place was paid, by `rank/place` */
  receipts(key: DrawKey): Effect.Effect<ReadonlyMap<string, number>>
}

export class DrawProofs extends Context.Service<DrawProofs, Service>()("hatchery/features/lotteries/DrawProofs") {
  static readonly layer = Layer.effect(
    DrawProofs,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return DrawProofs.of({ ...(yield* telling(sql)), ...listing(sql) })
    })
  )
}

/** Everything of a winner but its reward, with room to spare. */
const winner_bytes = 250

/** At most what the winners of a draw come to. */
const bytesOf = ({ status, terms }: TellableDraw): number =>
  status !== "drawn"
    ? 0
    : terms.prizes.reduce(
        (sum, { reward, winners }) => sum + winners * (Buffer.byteLength(JSON.stringify(reward)) + winner_bytes),
        0
      )

const telling = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const cursors = yield* cursorPaging
  const shown = sql.literal(`d.customer_id, d.draw_id, d.lottery_id, d.status, d.terms, d.draw_at, d.drawn_at,
    d.participants, d.entries, d.commit_hash, d.seed, d.entries_hash, d.unawarded`)
  const all = (customer_id: string, lottery_id: string) =>
    sql`d.customer_id = ${customer_id}::uuid AND d.lottery_id = ${lottery_id}::uuid`
  const pastOf = (customer_id: string, lottery_id: string) => (after: string | null, count: number) =>
    rows(DrawRow)(sql`
      SELECT ${shown} FROM lottery_draws AS d
      WHERE ${all(customer_id, lottery_id)} AND d.status IN ('drawn', 'cancelled')
        AND (${after}::uuid IS NULL OR d.draw_id < ${after}::uuid)
      ORDER BY d.draw_id DESC LIMIT ${count}`)
  return {
    past: Effect.fn("DrawProofs.past")(function* (customer_id, lottery_id, query) {
      return yield* cursors.page({
        customer_id,
        list: `lottery-draws:${lottery_id}`,
        query,
        position: Schema.String,
        positionOf: ({ draw_id }) => draw_id,
        read: pastOf(customer_id, lottery_id),
        beside: bytesOf
      })
    }),
    read: Effect.fn("DrawProofs.read")((customer_id, lottery_id, draw_id) =>
      row(DrawRow)(sql`
        SELECT ${shown} FROM lottery_draws AS d
        WHERE ${all(customer_id, lottery_id)} AND d.draw_id = ${draw_id}::uuid`)
    ),
    open: Effect.fn("DrawProofs.open")((draw_id) =>
      row(DrawRow)(sql`
        SELECT ${shown} FROM lottery_draws AS d
        JOIN lotteries AS l ON l.customer_id = d.customer_id AND l.lottery_id = d.lottery_id AND l.public_proof
        JOIN customers AS c ON c.customer_id = d.customer_id AND ${entitledTo(sql, "c", "lotteries")}
        WHERE d.draw_id = ${draw_id}::uuid`)
    )
  } satisfies Pick<Service, "past" | "read" | "open">
})

const listing = (sql: SqlClient.SqlClient): Pick<Service, "winners" | "list" | "tickets" | "receipts"> => {
  const of = ({ customer_id, draw_id }: DrawKey) =>
    sql`customer_id = ${customer_id}::uuid AND draw_id = ${draw_id}::uuid`
  return {
    winners: Effect.fn("DrawProofs.winners")((customer_id, draw_ids) =>
      rows(WinnerRow)(sql`
        SELECT draw_id, rank, place, position, entry_id, buddy_id, ticket, n, reward, status FROM lottery_winners
        WHERE customer_id = ${customer_id}::uuid AND draw_id = ANY(${draw_ids}::uuid[]) ORDER BY draw_id, position`)
    ),
    list: Effect.fn("DrawProofs.list")((key) =>
      Effect.map(
        row(Schema.Struct({ entries_text: Schema.NullOr(Schema.String) }))(
          sql`SELECT entries_text FROM lottery_draws WHERE ${of(key)}`
        ),
        (found) => (Option.isNone(found) ? null : found.value.entries_text)
      )
    ),
    tickets: Effect.fn("DrawProofs.tickets")((key) =>
      rows(TicketsRow)(sql`
        SELECT e.entry_id, e.buddy_id, e.tickets FROM lottery_entries AS e
        JOIN buddies AS b ON b.customer_id = e.customer_id AND b.buddy_id = e.buddy_id AND b.status = 'active'
        WHERE e.customer_id = ${key.customer_id}::uuid AND e.draw_id = ${key.draw_id}::uuid AND e.tickets > 0
          AND NOT ${sql.literal(onTestClock("b"))}
        ORDER BY e.entry_id`)
    ),
    receipts: Effect.fn("DrawProofs.receipts")((key) =>
      Effect.map(
        rows(Schema.Struct({ grant_key: Schema.String, count: Schema.Int }))(sql`
          SELECT grant_key, count(*)::int AS count FROM campaign_receipts
          WHERE customer_id = ${key.customer_id}::uuid AND campaign_id = ${key.draw_id}::uuid AND source = 'lottery'
          GROUP BY grant_key`),
        (found) => new Map(found.map(({ count, grant_key }) => [grant_key, count]))
      )
    )
  }
}
