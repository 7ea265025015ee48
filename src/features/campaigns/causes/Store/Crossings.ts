/** Thresholds in Postgres: which were reached, in order, and what became of the deliveries that told of them. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { subjectSums } from "../../../../platform/campaigns/sums.ts"
import { type CursorPage, cursorPaging, mapPage } from "../../../../platform/postgres/Paging.ts"
import { execute, nowDate, row, rows } from "../../../../platform/postgres/Sql.ts"
import { takingTurns } from "../../../../platform/postgres/Turns.ts"
import type { BadRequest } from "../../../../wire/Failure.ts"
import { iso } from "../../../../wire/Ids.ts"
import type { CursorQuery } from "../../../../wire/Page.ts"
import { Crossing } from "../Api/Reports.ts"
import { type Epoch, multipleOf } from "../Rules.ts"

export interface CauseKey {
  readonly customer_id: string
  readonly cause_id: string
}

const Standing = Schema.Struct({
  cause_key: Schema.String,
  webhook_url: Schema.NullOr(Schema.String),
  crossings: Schema.Int,
  last_hash: Schema.String
})
const EpochRow = Schema.Struct({
  epoch: Schema.Int,
  threshold_unit: Schema.Int,
  told_k: Schema.Int,
  last_k: Schema.NullOr(Schema.Int)
})
const Total = Schema.Struct({ total: Schema.BigIntFromString })
const Count = Schema.Struct({ count: Schema.Int })
const KeyRow = Schema.Struct({ customer_id: Schema.String, cause_id: Schema.String })

/** What is written of a threshold that is told. */
export interface Told {
  readonly epoch: number
  readonly k: number
  readonly crossing: number
  readonly total_units: number
  readonly delivery_id: string | null
  readonly prev_hash: string
  readonly hash: string
}

export class CrossingStore extends Context.Service<
  CrossingStore,
  {
    /** nobody else tells of this cause until the transaction ends; none when there is no such cause */
    hold(key: CauseKey): Effect.Effect<Option.Option<typeof Standing.Type>>
    /** in millionths; read after `hold`, it is no older than that */
    total(key: CauseKey): Effect.Effect<bigint>
    /** those that may still have something to tell, in order */
    epochs(key: CauseKey): Effect.Effect<ReadonlyArray<Epoch>>
    /** how many were told since then, of those behind a place in the chain */
    toldSince(key: CauseKey, of: { readonly since: Date; readonly behind: number }): Effect.Effect<number>
    /** Counts by another threshold from now on: what the present one has reached is still told. */
    beginEpoch(key: CauseKey, threshold_unit: number): Effect.Effect<void>
    write(key: CauseKey, told: ReadonlyArray<Told>, occurred_at: Date): Effect.Effect<void>
    setBehind(key: CauseKey, is_behind: boolean): Effect.Effect<void>
    /** of all tenants */
    behind(): Effect.Effect<ReadonlyArray<CauseKey>>
    list(key: CauseKey, query: CursorQuery): Effect.Effect<CursorPage<Crossing>, BadRequest>
    /** keeps what became of deliveries, which are swept after a while */
    keepOutcomes(): Effect.Effect<void>
  }
>()("hatchery/features/causes/CrossingStore") {
  static readonly layer = Layer.effect(
    CrossingStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return CrossingStore.of({ ...reading(sql), ...writing(sql), ...(yield* listing(sql)) })
    })
  )
}
type Service = CrossingStore["Service"]

const ofCause = (sql: SqlClient.SqlClient, { cause_id, customer_id }: CauseKey) =>
  sql`customer_id = ${customer_id}::uuid AND cause_id = ${cause_id}::uuid`

/** looked at together */
const behind_max = { count: 100, per_tenant: 10 }
const outcomes_max = 500

const reading = (sql: SqlClient.SqlClient): Pick<Service, "hold" | "total" | "epochs" | "toldSince" | "behind"> => ({
  hold: Effect.fn("CrossingStore.hold")((key) =>
    row(Standing)(sql`
      SELECT cause_key, webhook_url, crossings::float8, last_hash FROM causes WHERE ${ofCause(sql, key)} FOR UPDATE`)
  ),
  total: Effect.fn("CrossingStore.total")(function* (key) {
    const found = yield* row(Total)(sql`
      SELECT ${sql.literal(subjectSums.total("c", "cause_id"))} AS total FROM causes AS c WHERE ${ofCause(sql, key)}`)
    return Option.match(found, { onNone: () => 0n, onSome: ({ total }) => total })
  }),
  epochs: Effect.fn("CrossingStore.epochs")((key) =>
    rows(EpochRow)(sql`
      SELECT epoch, threshold_unit::float8, told_k::float8, last_k::float8 FROM cause_epochs
      WHERE ${ofCause(sql, key)} AND (last_k IS NULL OR told_k < last_k) ORDER BY epoch`)
  ),
  toldSince: Effect.fn("CrossingStore.toldSince")(function* (key, { behind, since }) {
    const found = yield* row(Count)(sql`
      SELECT count(*)::int AS count FROM cause_crossings
      WHERE ${ofCause(sql, key)} AND crossing > ${behind} AND occurred_at >= ${since}`)
    return Option.getOrThrow(found).count
  }),
  behind: Effect.fn("CrossingStore.behind")(() =>
    rows(KeyRow)(takingTurns(sql, sql`SELECT customer_id, cause_id FROM causes WHERE is_behind`, behind_max))
  )
})

const writing = (sql: SqlClient.SqlClient): Pick<Service, "beginEpoch" | "write" | "setBehind" | "keepOutcomes"> => {
  const { epochs, total } = reading(sql)
  return {
    beginEpoch: Effect.fn("CrossingStore.beginEpoch")(function* (key, threshold_unit) {
      const micro_units = yield* total(key)
      for (const epoch of yield* epochs(key)) {
        if (epoch.last_k !== null) continue
        const last_k = Math.max(epoch.told_k, multipleOf(micro_units, epoch.threshold_unit))
        yield* execute(sql`
          UPDATE cause_epochs SET last_k = ${last_k} WHERE ${ofCause(sql, key)} AND epoch = ${epoch.epoch}`)
      }
      const first_k = multipleOf(micro_units, threshold_unit)
      yield* execute(sql`
        INSERT INTO cause_epochs (customer_id, cause_id, epoch, threshold_unit, first_k, told_k)
        SELECT ${key.customer_id}::uuid, ${key.cause_id}::uuid, coalesce(max(epoch), 0) + 1, ${threshold_unit},
          ${first_k}, ${first_k}
        FROM cause_epochs WHERE ${ofCause(sql, key)}`)
    }),
    write: Effect.fn("CrossingStore.write")(function* (key, told, occurred_at) {
      const newest = told.at(-1)
      if (newest === undefined) return
      yield* execute(sql`
        INSERT INTO cause_crossings (customer_id, cause_id, epoch, k, crossing, total_units, occurred_at, delivery_id,
          prev_hash, hash)
        SELECT ${key.customer_id}::uuid, ${key.cause_id}::uuid, epoch, k, crossing, total_units, ${occurred_at},
          delivery_id, prev_hash, hash
        FROM jsonb_to_recordset(${JSON.stringify(told)}::jsonb) AS given (epoch int, k bigint, crossing bigint,
          total_units bigint, delivery_id uuid, prev_hash text, hash text)`)
      yield* execute(sql`
        UPDATE cause_epochs AS e SET told_k = reached.k
        FROM (SELECT epoch, max(k) AS k FROM jsonb_to_recordset(${JSON.stringify(told)}::jsonb)
          AS given (epoch int, k bigint) GROUP BY epoch) AS reached
        WHERE ${ofCause(sql, key)} AND e.epoch = reached.epoch`)
      yield* execute(sql`
        UPDATE causes SET crossings = ${newest.crossing}, last_hash = ${newest.hash} WHERE ${ofCause(sql, key)}`)
    }),
    setBehind: (key, is_behind) =>
      Effect.asVoid(
        execute(sql`
          UPDATE causes SET is_behind = ${is_behind} WHERE ${ofCause(sql, key)} AND is_behind <> ${is_behind}`)
      ),
    keepOutcomes: Effect.fn("CrossingStore.keepOutcomes")(function* () {
      const now = yield* nowDate
      yield* execute(sql`
        UPDATE cause_crossings AS c SET delivery_outcome = ended.outcome
        FROM (SELECT o.customer_id, o.cause_id, o.epoch, o.k, coalesce(d.status, 'exhausted') AS outcome
          FROM cause_crossings AS o
          LEFT JOIN webhook_deliveries AS d ON d.customer_id = o.customer_id AND d.delivery_id = o.delivery_id
          WHERE o.delivery_id IS NOT NULL AND o.delivery_outcome IS NULL
            AND (d.status IN ('delivered', 'exhausted')
              OR d.status IS NULL AND o.occurred_at < ${now}::timestamptz - interval '31 days'
                -- one never tried, while webhooks are off, is not given up: it waits
                AND NOT EXISTS (SELECT FROM webhook_outbox AS w
                  WHERE w.customer_id = o.customer_id AND o.delivery_id = ANY (w.delivery_ids)))
          ORDER BY o.occurred_at LIMIT ${outcomes_max}) AS ended
        WHERE c.customer_id = ended.customer_id AND c.cause_id = ended.cause_id AND c.epoch = ended.epoch
          AND c.k = ended.k`)
    })
  }
}

const CrossingRow = Schema.Struct({ ...Crossing.fields, occurred_at: Schema.Date })

const listing = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const cursors = yield* cursorPaging
  const list: Service["list"] = Effect.fn("CrossingStore.list")(function* (key, query) {
    const page = yield* cursors.page({
      customer_id: key.customer_id,
      list: `cause-crossings:${key.cause_id}`,
      query,
      position: Schema.Tuple([Schema.Int]),
      positionOf: ({ crossing }: typeof CrossingRow.Type): readonly [number] => [crossing],
      read: (after, count) =>
        rows(CrossingRow)(sql`
          SELECT c.crossing::float8, c.total_units::float8, c.occurred_at, c.prev_hash, c.hash,
            CASE WHEN c.delivery_id IS NULL THEN 'none' ELSE coalesce(d.status, c.delivery_outcome, 'pending') END
              AS delivery_status
          FROM (SELECT * FROM cause_crossings
            WHERE ${ofCause(sql, key)}
              AND (${after?.[0] ?? null}::bigint IS NULL OR crossing < ${after?.[0] ?? null}::bigint)
            ORDER BY crossing DESC LIMIT ${count}) AS c
          LEFT JOIN webhook_deliveries AS d ON d.customer_id = c.customer_id AND d.delivery_id = c.delivery_id
          ORDER BY c.crossing DESC`)
    })
    return mapPage(page, (crossing) => ({ ...crossing, occurred_at: iso(crossing.occurred_at) }))
  })
  return { list }
})
