/** The brag button in Postgres: how it is set, and what was done with it. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { execute, nowDate, row, rows, transactionOf } from "../../../platform/postgres/Sql.ts"
import { NotFound } from "../../../wire/Failure.ts"
import { RateLimited } from "../../../wire/Group.ts"
import { isoOrNull } from "../../../wire/Ids.ts"
import { BragAction, BragChannel, BragMoment } from "../../../wire/surfaces/Brags.ts"
import { type Days, notOnTestClock } from "../visits/Store.ts"
import type { BragConfig, BragConfigPatch } from "./Api.ts"
import { brags_max, changedConfig, defaultBragConfig } from "./Rules.ts"
import { type Asked, findMoment, findNewRank, type Happened } from "./Store/Moments.ts"

const ConfigRow = Schema.Struct({
  enabled: Schema.Boolean,
  moments: Schema.Array(BragMoment),
  channels: Schema.Array(BragChannel),
  templates: Schema.Record(Schema.String, Schema.String),
  hashtag: Schema.NullOr(Schema.String),
  updated_at: Schema.Date
})

const BragRow = Schema.Struct({
  brag_id: Schema.String,
  occurred_at: Schema.Date,
  action: BragAction,
  moment: BragMoment,
  subject_key: Schema.NullOr(Schema.String),
  channel: Schema.NullOr(BragChannel),
  buddy_id: Schema.String
})
export type Brag = typeof BragRow.Type

const CountRow = Schema.Struct({
  action: BragAction,
  moment: BragMoment,
  channel: Schema.NullOr(BragChannel),
  brags: Schema.Int
})
export type BragCount = typeof CountRow.Type

export class BragStore extends Context.Service<
  BragStore,
  {
    config(customer_id: string): Effect.Effect<BragConfig>
    update(customer_id: string, patch: BragConfigPatch): Effect.Effect<BragConfig>
    moment(moment: BragMoment, asked: Asked): Effect.Effect<Option.Option<Happened>>
    /** whether there is a place in a league to tell of that nobody was shown yet */
    hasNewRank(whose: Omit<Asked, "subject_key" | "user_id">): Effect.Effect<boolean>
    /** fails when the buddy may tell no more this hour; the caller's transaction has it for itself from then on */
    admit(customer_id: string, buddy_id: string, now: Date): Effect.Effect<void, RateLimited>
    /** fails when the buddy was erased meanwhile */
    keep(customer_id: string, brag: Brag & { readonly happened_at: Date }): Effect.Effect<void, NotFound>
    /** of days of UTC, as rows are: without buddies on a test clock; on the connections it is given */
    counts(slow: SqlClient.SqlClient, customer_id: string, days: Days): Effect.Effect<ReadonlyArray<BragCount>>
    /** newest first, behind the one that is named */
    newest(
      customer_id: string,
      days: Days,
      after: Pick<Brag, "brag_id" | "occurred_at"> | undefined,
      limit: number
    ): Effect.Effect<ReadonlyArray<Brag>>
    localeOf(customer_id: string): Effect.Effect<string | null>
  }
>()("hatchery/features/brag/BragStore") {
  static readonly layer = Layer.effect(
    BragStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return BragStore.of({ ...configOf(sql), ...keeping(sql), ...reading(sql), ...momentsOf(sql) })
    })
  )
}

const momentsOf = (sql: SqlClient.SqlClient): Pick<BragStore["Service"], "moment" | "hasNewRank"> => ({
  moment: findMoment(sql),
  hasNewRank: findNewRank(sql)
})

const configOf = (sql: SqlClient.SqlClient): Pick<BragStore["Service"], "config" | "update"> => {
  const columns = sql.literal("enabled, moments, channels, templates, hashtag, updated_at")
  const find = (customer_id: string, lock = sql``) =>
    Effect.map(
      row(ConfigRow)(sql`SELECT ${columns} FROM brag_settings WHERE customer_id = ${customer_id}::uuid ${lock}`),
      Option.match({
        onNone: () => defaultBragConfig,
        onSome: (kept): BragConfig => ({ ...kept, updated_at: isoOrNull(kept.updated_at) })
      })
    )
  const write = Effect.fnUntraced(function* (customer_id: string, config: BragConfig, taken: Statement.Fragment) {
    const { channels, enabled, hashtag, moments, templates } = config
    yield* execute(sql`
      INSERT INTO brag_settings (customer_id, ${columns})
      VALUES (${customer_id}::uuid, ${enabled}, ${moments}::text[], ${channels}::text[],
        ${JSON.stringify(templates)}::jsonb, ${hashtag}, ${yield* nowDate})
      ON CONFLICT (customer_id) DO ${taken} RETURNING 1`)
  })
  const asGiven = sql`UPDATE SET enabled = excluded.enabled, moments = excluded.moments,
    channels = excluded.channels, templates = excluded.templates, hashtag = excluded.hashtag,
    updated_at = excluded.updated_at`
  return {
    config: Effect.fn("BragStore.config")((customer_id: string) => find(customer_id)),
    update: Effect.fn("BragStore.update")(function* (customer_id, patch) {
      // A row to lock: two changes of different fields both hold.
      yield* write(customer_id, defaultBragConfig, sql`NOTHING`)
      yield* write(customer_id, changedConfig(yield* find(customer_id, sql`FOR UPDATE`), patch), asGiven)
      return yield* find(customer_id)
    }, transactionOf(sql))
  }
}

const hour_ms = 3_600_000
const HourRow = Schema.Struct({ brags: Schema.Int, oldest: Schema.NullOr(Schema.Date) })

const keeping = (sql: SqlClient.SqlClient): Pick<BragStore["Service"], "admit" | "keep"> => ({
  admit: Effect.fn("BragStore.admit")(function* (customer_id, buddy_id, now) {
    // One brag of a buddy at a time: two at once are not both the last one it may.
    yield* execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`brags:${customer_id}:${buddy_id}`}, 0))`)
    const told = Option.getOrThrow(
      yield* row(HourRow)(sql`
        SELECT count(*)::int AS brags, min(occurred_at) AS oldest FROM brags
        WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid
          AND occurred_at > ${new Date(now.getTime() - hour_ms)}`)
    )
    if (told.brags >= brags_max && told.oldest !== null) {
      const until = told.oldest.getTime() + hour_ms
      return yield* new RateLimited({ retry_after_seconds: Math.ceil((until - now.getTime()) / 1_000) })
    }
  }),
  keep: Effect.fn("BragStore.keep")(function* (customer_id, brag) {
    const { action, brag_id, buddy_id, channel, happened_at, moment, occurred_at, subject_key } = brag
    // Of a buddy that is there: its key is held, so that whoever erases it finds this.
    const kept = yield* execute(sql`
      INSERT INTO brags (customer_id, brag_id, buddy_id, action, moment, subject_key, channel, happened_at, occurred_at)
      SELECT b.customer_id, ${brag_id}::uuid, b.buddy_id, ${action}, ${moment}, ${subject_key}, ${channel},
        ${happened_at}, ${occurred_at}
      FROM buddy_identities AS b
      WHERE b.customer_id = ${customer_id}::uuid AND b.buddy_id = ${buddy_id}::uuid FOR KEY SHARE RETURNING 1`)
    if (kept === 0) return yield* new NotFound({ resource: "buddy" })
  })
})

const reading = (sql: SqlClient.SqlClient): Pick<BragStore["Service"], "counts" | "newest" | "localeOf"> => {
  const within = (customer_id: string, { from, to }: Days) => sql`
    customer_id = ${customer_id}::uuid AND occurred_at >= ${from}::date AT TIME ZONE 'UTC'
      AND occurred_at < (${to}::date + 1) AT TIME ZONE 'UTC' AND ${notOnTestClock(sql, "brags", "buddy_id")}`
  return {
    counts: Effect.fn("BragStore.counts")(function* (slow, customer_id, days) {
      return yield* rows(CountRow)(slow`
        SELECT action, moment, channel, count(*)::int AS brags FROM brags WHERE ${within(customer_id, days)}
        GROUP BY action, moment, channel`)
    }),
    newest: Effect.fn("BragStore.newest")(function* (customer_id, days, after, limit) {
      const behind =
        after === undefined ? sql`` : sql`AND (occurred_at, brag_id) < (${after.occurred_at}, ${after.brag_id}::uuid)`
      return yield* rows(BragRow)(sql`
        SELECT brag_id, occurred_at, action, moment, subject_key, channel, buddy_id FROM brags
        WHERE ${within(customer_id, days)} ${behind} ORDER BY occurred_at DESC, brag_id DESC LIMIT ${limit}`)
    }),
    localeOf: Effect.fn("BragStore.localeOf")(function* (customer_id) {
      const found = yield* row(Schema.Struct({ locale: Schema.NullOr(Schema.String) }))(sql`
        SELECT settings ->> 'locale' AS locale FROM customers WHERE customer_id = ${customer_id}::uuid`)
      return Option.getOrThrow(found).locale
    })
  }
}
