/** Lotteries in Postgres. One that is removed keeps its row: its draws stay, and with them their proofs. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { entitledTo } from "../../../platform/auth/Entitled.ts"
import { uuid } from "../../../platform/postgres/Ids.ts"
import { offsetList, type OffsetPage } from "../../../platform/postgres/Paging.ts"
import { namedBy } from "../../../platform/postgres/References.ts"
import { execute, isUniqueViolation, nowDate, row, rows } from "../../../platform/postgres/Sql.ts"
import { takingTurns } from "../../../platform/postgres/Turns.ts"
import type { LiveLottery, LotteryStatus, LotteryTerms } from "../../../wire/campaigns/Lottery.ts"
import { lotteryStatuses } from "../../../wire/campaigns/Lottery.ts"
import { AlreadyExists, NotFound } from "../../../wire/Failure.ts"
import { iso } from "../../../wire/Ids.ts"
import type { OffsetQuery } from "../../../wire/Page.ts"
import type { Lottery } from "./Api.ts"

const json = <A>() => Schema.Unknown as unknown as Schema.Codec<A>

const Row = Schema.Struct({
  lottery_id: Schema.String,
  lottery_key: Schema.String,
  name: Schema.String,
  status: Schema.Literals(lotteryStatuses),
  entry: json<Lottery["entry"]>(),
  schedule: json<Lottery["schedule"]>(),
  prizes: json<Lottery["prizes"]>(),
  eligibility: json<Lottery["eligibility"]>(),
  audience: Schema.NullOr(Schema.String),
  public_proof: Schema.Boolean,
  revision: Schema.Int,
  created_at: Schema.Date,
  updated_at: Schema.Date,
  draw_id: Schema.NullOr(Schema.String),
  draw_at: Schema.NullOr(Schema.Date),
  commit_hash: Schema.NullOr(Schema.String),
  terms: Schema.NullOr(json<LotteryTerms>())
})

/** A lottery with the draw that is open. */
export interface KeptLottery extends Lottery {
  readonly revision: number
  readonly terms: LotteryTerms | null
}

const RestingRow = Schema.Struct({ customer_id: Schema.String, lottery_id: Schema.String })

/** What is written of one. */
export type LotteryContent = Omit<Lottery, "lottery_id" | "created_at" | "updated_at" | "open_draw" | "fairness">

const kept = (found: typeof Row.Type): KeptLottery => {
  const { commit_hash, created_at, draw_at, draw_id, updated_at, ...lottery } = found
  const open = draw_id !== null && draw_at !== null && commit_hash !== null
  return {
    ...lottery,
    fairness: "commit_reveal",
    open_draw: open ? { draw_id, draw_at: iso(draw_at), commit_hash } : null,
    created_at: iso(created_at),
    updated_at: iso(updated_at)
  }
}

export const shownLottery = ({ revision: _revision, terms: _terms, ...lottery }: KeptLottery): Lottery => lottery

/** As commits are decided on it: paused, its draw is as good as none. */
export const liveLottery = ({
  lottery_id,
  lottery_key,
  open_draw,
  revision,
  status,
  terms
}: KeptLottery): LiveLottery => ({
  lottery_id,
  lottery_key,
  revision,
  status,
  draw: status !== "active" || open_draw === null || terms === null ? null : { ...terms, ...open_draw }
})

interface Service {
  list(
    customer_id: string,
    query: OffsetQuery & { readonly status?: LotteryStatus }
  ): Effect.Effect<OffsetPage<Lottery>>
  /** by id or key */
  read(customer_id: string, reference: string): Effect.Effect<KeptLottery, NotFound>
  /** nobody changes it, or opens or closes a draw of it, until the transaction ends */
  held(customer_id: string, reference: string): Effect.Effect<KeptLottery, NotFound>
  /** one creation or activation of the tenant at a time, until the transaction ends */
  alone(customer_id: string): Effect.Effect<void>
  isTaken(customer_id: string, key: string): Effect.Effect<boolean>
  /** how many others are active */
  activeBeside(customer_id: string, lottery_id: string | null): Effect.Effect<number>
  /** whether the workspace may open draws */
  isOn(customer_id: string): Effect.Effect<boolean>
  /** of all tenants that may open draws: active ones whose last draw closed while they might not */
  resting(count: number): Effect.Effect<ReadonlyArray<typeof RestingRow.Type>>
  insert(customer_id: string, content: LotteryContent): Effect.Effect<string, AlreadyExists>
  /** writes it over, with the next revision */
  update(customer_id: string, lottery_id: string, content: LotteryContent): Effect.Effect<void>
  /** to its next draw, or its end */
  advance(customer_id: string, lottery_id: string, status: LotteryStatus): Effect.Effect<void>
  remove(customer_id: string, lottery_id: string): Effect.Effect<void>
}

export class LotteryStore extends Context.Service<LotteryStore, Service>()("hatchery/features/lotteries/LotteryStore") {
  static readonly layer = Layer.effect(
    LotteryStore,
    Effect.map(SqlClient.SqlClient, (sql) => LotteryStore.of({ ...reading(sql), ...writing(sql) }))
  )
}

const unknown = () => new NotFound({ resource: "lottery" })

const reading = (
  sql: SqlClient.SqlClient
): Pick<Service, "list" | "read" | "held" | "isTaken" | "activeBeside" | "alone" | "isOn" | "resting"> => {
  const shown = sql.literal(`
    l.lottery_id, l.lottery_key, l.name, l.status, l.entry, l.schedule, l.prizes, l.eligibility, l.audience,
    l.public_proof, l.revision, l.created_at, l.updated_at, d.draw_id, d.draw_at, d.commit_hash, d.terms`)
  const all = sql.literal(`lotteries AS l LEFT JOIN lottery_draws AS d
    ON d.customer_id = l.customer_id AND d.lottery_id = l.lottery_id AND d.status = 'open'`)
  const ofTenant = (customer_id: string) => sql`l.customer_id = ${customer_id}::uuid AND l.deleted_at IS NULL`
  const named = namedBy(sql, { id: "l.lottery_id", key: "l.lottery_key" })
  const one = (customer_id: string, reference: string) => sql`${ofTenant(customer_id)} AND ${named(reference)}`
  const found = Effect.fnUntraced(function* (statement: Effect.Effect<Option.Option<typeof Row.Type>>) {
    const lottery = yield* statement
    return Option.isNone(lottery) ? yield* unknown() : kept(lottery.value)
  })
  const read = (customer_id: string, reference: string) =>
    found(row(Row)(sql`SELECT ${shown} FROM ${all} WHERE ${one(customer_id, reference)}`))

  return {
    read,
    list: Effect.fn("LotteryStore.list")(function* (customer_id, query) {
      const status = query.status ?? null
      const where = sql`${ofTenant(customer_id)} AND (${status}::text IS NULL OR l.status = ${status})`
      const page = yield* offsetList(query, {
        count: sql`SELECT count(*)::int AS total FROM lotteries AS l WHERE ${where}`,
        read: (limit, offset) =>
          rows(Row)(sql`
            SELECT ${shown} FROM ${all} WHERE ${where}
            ORDER BY l.created_at DESC, l.lottery_id DESC LIMIT ${limit} OFFSET ${offset}`)
      })
      return { ...page, data: page.data.map((lottery) => shownLottery(kept(lottery))) }
    }),
    held: Effect.fn("LotteryStore.held")(function* (customer_id, reference) {
      // Locked first and read then: whoever held it may have opened another draw.
      yield* execute(sql`SELECT 1 FROM lotteries AS l WHERE ${one(customer_id, reference)} FOR UPDATE`)
      return yield* read(customer_id, reference)
    }),
    alone: Effect.fn("LotteryStore.alone")(function* (customer_id) {
      yield* execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`lotteries:${customer_id}`}, 0))`)
    }),
    isTaken: (customer_id, key) =>
      Effect.map(
        execute(sql`SELECT 1 FROM lotteries AS l WHERE ${ofTenant(customer_id)} AND l.lottery_key = ${key}`),
        (count) => count > 0
      ),
    activeBeside: (customer_id, lottery_id) =>
      execute(sql`
        SELECT 1 FROM lotteries AS l WHERE ${ofTenant(customer_id)} AND l.status = 'active'
          AND l.lottery_id IS DISTINCT FROM ${lottery_id}::uuid`),
    isOn: (customer_id) =>
      Effect.map(
        execute(sql`
          SELECT 1 FROM customers AS c
          WHERE c.customer_id = ${customer_id}::uuid AND ${entitledTo(sql, "c", "lotteries")}`),
        (count) => count > 0
      ),
    resting: Effect.fn("LotteryStore.resting")((count) => {
      const resting = sql`
        SELECT l.customer_id, l.lottery_id FROM lotteries AS l
        JOIN customers AS c ON c.customer_id = l.customer_id AND ${entitledTo(sql, "c", "lotteries")}
        WHERE l.status = 'active' AND l.deleted_at IS NULL AND NOT EXISTS (
          SELECT FROM lottery_draws AS d
          WHERE d.customer_id = l.customer_id AND d.lottery_id = l.lottery_id AND d.status = 'open')`
      return rows(RestingRow)(takingTurns(sql, resting, { count }))
    })
  }
}

const writing = (sql: SqlClient.SqlClient): Pick<Service, "insert" | "update" | "advance" | "remove"> => ({
  insert: Effect.fn("LotteryStore.insert")(function* (customer_id, content) {
    const lottery_id = yield* uuid
    const now = yield* nowDate
    yield* execute(sql`
      INSERT INTO lotteries (customer_id, lottery_id, lottery_key, name, status, entry, schedule, prizes, eligibility,
        audience, public_proof, revision, created_at, updated_at)
      VALUES (${customer_id}::uuid, ${lottery_id}::uuid, ${content.lottery_key}, ${content.name}, ${content.status},
        ${JSON.stringify(content.entry)}::jsonb, ${JSON.stringify(content.schedule)}::jsonb,
        ${JSON.stringify(content.prizes)}::jsonb, ${JSON.stringify(content.eligibility)}::jsonb, ${content.audience},
        ${content.public_proof}, 1, ${now}, ${now})`).pipe(
      Effect.catchDefect((defect) =>
        isUniqueViolation(defect)
          ? Effect.fail(new AlreadyExists({ resource: "lottery", key: content.lottery_key }))
          : Effect.die(defect)
      )
    )
    return lottery_id
  }),
  update: Effect.fn("LotteryStore.update")(function* (customer_id, lottery_id, content) {
    yield* execute(sql`
      UPDATE lotteries SET name = ${content.name}, status = ${content.status},
        entry = ${JSON.stringify(content.entry)}::jsonb, schedule = ${JSON.stringify(content.schedule)}::jsonb,
        prizes = ${JSON.stringify(content.prizes)}::jsonb, eligibility = ${JSON.stringify(content.eligibility)}::jsonb,
        audience = ${content.audience}, public_proof = ${content.public_proof}, revision = revision + 1,
        updated_at = ${yield* nowDate}
      WHERE customer_id = ${customer_id}::uuid AND lottery_id = ${lottery_id}::uuid`)
  }),
  advance: Effect.fn("LotteryStore.advance")(function* (customer_id, lottery_id, status) {
    yield* execute(sql`
      UPDATE lotteries SET status = ${status}, revision = revision + 1, updated_at = ${yield* nowDate}
      WHERE customer_id = ${customer_id}::uuid AND lottery_id = ${lottery_id}::uuid`)
  }),
  remove: Effect.fn("LotteryStore.remove")(function* (customer_id, lottery_id) {
    const now = yield* nowDate
    yield* execute(sql`
      UPDATE lotteries SET status = 'ended', deleted_at = ${now}, revision = revision + 1, updated_at = ${now}
      WHERE customer_id = ${customer_id}::uuid AND lottery_id = ${lottery_id}::uuid`)
  })
})
