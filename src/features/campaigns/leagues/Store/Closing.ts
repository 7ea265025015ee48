/** The last part of a season, step by step: each can be repeated and does nothing a second time. */
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { again_after_ms, eachAlone } from "../../../../platform/campaigns/Clock.ts"
import { Subjects } from "../../../../platform/campaigns/Subjects.ts"
import { tellBeside } from "../../../../platform/notifications/Tell.ts"
import { execute, row, rows, transactionOf } from "../../../../platform/postgres/Sql.ts"
import { takingTurns } from "../../../../platform/postgres/Turns.ts"
import { type OutboundEvent, Outbox } from "../../../../platform/webhooks/Outbox.ts"
import { SeasonRules } from "../../../../wire/campaigns/League.ts"
import { Reward } from "../../../../wire/content/Shared.ts"
import { InvalidTransition, type NotFound } from "../../../../wire/Failure.ts"
import { iso } from "../../../../wire/Ids.ts"
import { TeamStore } from "../../../community/teams/Store.ts"
import { statusAt } from "../Rules/Calendar.ts"
import { leagueReads } from "../Store.ts"
import { Looked, place, placed_max, seasonsWaiting, SeasonTurns } from "./Placing.ts"
import { results } from "./Results.ts"
import { momentsOf, SeasonStore } from "./Seasons.ts"

export interface SeasonKey {
  readonly customer_id: string
  readonly season_id: string
}

const KeyRow = Schema.Struct({ customer_id: Schema.String, season_id: Schema.String })
const MoveRow = Schema.Struct({
  place: Schema.Int,
  buddy_id: Schema.NullOr(Schema.String),
  reward: Schema.NullOr(Reward),
  reward_status: Schema.NullOr(Schema.Literals(["pending", "granted", "void"]))
})
const Became = Schema.Struct({ granted: Schema.Int, void: Schema.Int })
const RankedRow = Schema.Struct({ ranked_at: Schema.NullOr(Schema.Date) })
const WaitingRow = Schema.Struct({ ...KeyRow.fields, is_waited_for: Schema.Boolean })
/** A result somebody is paid or told of. */
export type Payment = typeof MoveRow.Type

const ToldRow = Schema.Struct({
  buddy_id: Schema.String,
  from_tier: Schema.String,
  to_tier: Schema.String,
  rank: Schema.Int,
  movement: Schema.Literals(["promoted", "demoted"])
})

/** Seasons looked at in one look of the clock. */
const due_max = 200
/** Seasons players are placed in in one look; each has another one after those behind it had theirs. */
const placing_max = 20

type Paid = ReadonlyArray<{ readonly place: number; readonly status: "granted" | "void" }>

export class SeasonClosing extends Context.Service<
  SeasonClosing,
  {
    /**
     * Nothing counts for it any more, in the caller's transaction, which may write to leagues and operations only.
     * `forced`: its end becomes now. Fails with what it is by then.
     */
    fence(key: SeasonKey, forced: boolean): Effect.Effect<void, NotFound | InvalidTransition>
    /** in the same transaction: the operation that closes it */
    assign(key: SeasonKey, operation_id: string): Effect.Effect<void>
    /** whose time has come, after all seasons before them, and those whose close failed a while ago */
    due: Effect.Effect<ReadonlyArray<SeasonKey & { readonly is_closing: boolean }>>
    /** gives places to who has scored, in all seasons that run */
    placeAll: Effect.Effect<void>
    /** whether all seasons before it are closed: standings pass from one to the next */
    isTurn(key: SeasonKey): Effect.Effect<boolean>
    /** places the rest and writes results and standings */
    settle(key: SeasonKey): Effect.Effect<void>
    payments(key: SeasonKey, after: number, count: number): Effect.Effect<ReadonlyArray<Payment>>
    /** when its results were written (epoch ms), which is where paying them begins */
    rankedAt(key: SeasonKey): Effect.Effect<number>
    /**
     * What became of them, and the news of who moved, up to a place, to webhooks and to their teams. What was paid says
     * so itself (0073), also when its answer was lost. Answers what has become of all of these places by now, also of
     * those that a batch which was lost has paid.
     */
    record(key: SeasonKey, paid: Paid, places: ReadonlyArray<number>): Effect.Effect<typeof Became.Type>
    finish(key: SeasonKey): Effect.Effect<void>
  }
>()("hatchery/features/leagues/SeasonClosing") {
  static readonly layer = Layer.effect(
    SeasonClosing,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const seasons = yield* SeasonStore
      const subjects = yield* Subjects
      const outbox = yield* Outbox
      const teams = yield* TeamStore
      return SeasonClosing.of({
        ...fencing(sql, seasons, subjects),
        ...finding(sql),
        ...settling(sql, seasons),
        ...paying(sql, outbox, teams),
        finish: finishing(sql, seasons, outbox)
      })
    })
  ).pipe(Layer.provide([SeasonStore.layer, Subjects.layer, TeamStore.layer]))
}

type Service = SeasonClosing["Service"]
type Seasons = SeasonStore["Service"]

const ofSeason = (sql: SqlClient.SqlClient, { customer_id, season_id }: SeasonKey) =>
  sql`customer_id = ${customer_id}::uuid AND season_id = ${season_id}::uuid`

/** One writer per tenant; `since`: see place. Answers how many got a place. */
const placeMore = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, key: SeasonKey, since?: Date) {
  yield* leagueReads(sql).lock(key.customer_id)
  const found = yield* row(Schema.Struct({ rules: SeasonRules }))(sql`
    SELECT rules FROM league_seasons WHERE ${ofSeason(sql, key)} AND ranked_at IS NULL`)
  return Option.isNone(found) ? 0 : yield* place(sql)({ ...key, rules: found.value.rules, since })
})

const dateNow = Effect.map(Clock.currentTimeMillis, (now) => new Date(now))

const fencing = (
  sql: SqlClient.SqlClient,
  seasons: Seasons,
  subjects: Subjects["Service"]
): Pick<Service, "fence" | "assign"> => ({
  fence: Effect.fn("SeasonClosing.fence")(function* ({ customer_id, season_id }, forced) {
    yield* leagueReads(sql).lock(customer_id)
    const season = yield* seasons.uncounted(customer_id, season_id)
    const now = yield* dateNow
    const status = statusAt(momentsOf(season), now.getTime())
    const may = status === "finalizing" || (forced && status === "active")
    if (!may) return yield* new InvalidTransition({ from: status, to: "closed" })
    yield* subjects.close({ customer_id, subject_id: season.season_id })
    // It may have begun in this very millisecond, and no season is without one.
    const ends_at = sql`greatest(least(ends_at, ${now}), starts_at + interval '1 millisecond')`
    yield* execute(sql`
      UPDATE league_seasons SET state = 'closing', closing_at = ${now}, ends_at = ${ends_at},
        finalizes_at = greatest(least(finalizes_at, ${now}), ${ends_at})
      WHERE ${ofSeason(sql, { customer_id, season_id })} RETURNING 1`)
    // The time it gives back may be that of the next automatic one: the clock looks for it now.
    if (forced)
      yield* execute(sql`
        UPDATE leagues SET plan_at = ${now} WHERE customer_id = ${customer_id}::uuid AND plan_at > ${now}`)
  }),
  assign: Effect.fn("SeasonClosing.assign")(function* (key, operation_id) {
    yield* execute(sql`
      UPDATE league_seasons SET operation_id = ${operation_id}::uuid WHERE ${ofSeason(sql, key)} RETURNING 1`)
  })
})

/** No season before it is still open or closing. */
const isFirst = `NOT EXISTS (
  SELECT FROM league_seasons AS before
  WHERE before.customer_id = season.customer_id AND before.state <> 'closed' AND before.starts_at < season.starts_at)`

const finding = (sql: SqlClient.SqlClient): Pick<Service, "due" | "placeAll" | "isTurn"> => {
  const first = sql.literal(isFirst)
  const looked = new Looked()
  const turns = new SeasonTurns(placing_max)
  return {
    due: Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const Due = Schema.Struct({ ...KeyRow.fields, is_closing: Schema.Boolean })
      const due = sql`
        SELECT season.customer_id, season.season_id, season.state = 'closing' AS is_closing
        FROM league_seasons AS season
        LEFT JOIN operations AS o ON o.customer_id = season.customer_id AND o.operation_id = season.operation_id
        WHERE (season.state = 'open' AND season.finalizes_at <= ${new Date(now)} AND ${first})
          OR (season.state = 'closing' AND o.status = 'failed' AND o.finished_at <= ${new Date(now - again_after_ms)})`
      return yield* rows(Due)(takingTurns(sql, due, { count: due_max }))
    }),
    placeAll: Effect.gen(function* () {
      const now = yield* dateNow
      const running = sql`season.state = 'open' AND season.starts_at <= ${now} AND ${first}`
      const since = looked.next(now.getTime())
      const found = yield* rows(WaitingRow)(seasonsWaiting(sql, running, since))
      const seen = new Set(found.flatMap(({ is_waited_for, season_id }) => (is_waited_for ? [] : [season_id])))
      yield* eachAlone(
        turns.next(found.filter(({ is_waited_for }) => is_waited_for)),
        Effect.fnUntraced(function* ({ customer_id, season_id }) {
          const key = { customer_id, season_id }
          const placed = yield* transactionOf(sql)(placeMore(sql, key, since.get(season_id)))
          if (placed < placed_max) seen.add(season_id)
        })
      )
      looked.saw([...seen], { began: now.getTime(), ended: yield* Clock.currentTimeMillis })
    }),
    isTurn: Effect.fn("SeasonClosing.isTurn")(function* (key) {
      const found = yield* execute(sql`
        SELECT 1 FROM league_seasons AS season WHERE ${ofSeason(sql, key)} AND ${first}`)
      return found > 0
    })
  }
}

const settling = (sql: SqlClient.SqlClient, seasons: Seasons): Pick<Service, "settle"> => {
  const { settle } = results(sql)
  return {
    settle: Effect.fn("SeasonClosing.settle")(function* (key) {
      while ((yield* transactionOf(sql)(placeMore(sql, key))) > 0);
      yield* transactionOf(sql)(
        Effect.gen(function* () {
          const kept = yield* leagueReads(sql).lock(key.customer_id)
          const marked = yield* execute(sql`
            UPDATE league_seasons SET ranked_at = ${yield* dateNow}
            WHERE ${ofSeason(sql, key)} AND ranked_at IS NULL RETURNING 1`)
          if (marked > 0)
            yield* settle(key.customer_id, yield* Effect.orDie(seasons.uncounted(key.customer_id, key.season_id)), kept)
        })
      )
    })
  }
}

const paying = (
  sql: SqlClient.SqlClient,
  outbox: Outbox["Service"],
  teams: TeamStore["Service"]
): Pick<Service, "payments" | "rankedAt" | "record"> => ({
  rankedAt: Effect.fn("SeasonClosing.rankedAt")(function* (key) {
    const [found] = yield* rows(RankedRow)(sql`SELECT ranked_at FROM league_seasons WHERE ${ofSeason(sql, key)}`)
    return found?.ranked_at?.getTime() ?? (yield* Clock.currentTimeMillis)
  }),
  payments: Effect.fn("SeasonClosing.payments")(function* (key, after, count) {
    return yield* rows(MoveRow)(sql`
      SELECT place, buddy_id, reward, reward_status FROM league_results
      WHERE ${ofSeason(sql, key)} AND place > ${after} AND (reward IS NOT NULL OR to_tier <> tier_key)
      ORDER BY place LIMIT ${count}`)
  }),
  record: Effect.fn("SeasonClosing.record")((key, paid, places) =>
    transactionOf(sql)(
      Effect.gen(function* () {
        const [first, last] = [places[0], places.at(-1)]
        if (first === undefined || last === undefined) return { granted: 0, void: 0 }
        const now = yield* dateNow
        // From one to the other all that is of interest is of the batch; by a list Postgres reads the whole season.
        const batch = sql`${ofSeason(sql, key)} AND r.place BETWEEN ${first} AND ${last}`
        yield* execute(sql`
          UPDATE league_results AS r SET reward_status = paid.status
          FROM jsonb_to_recordset(${JSON.stringify(paid)}::jsonb) AS paid (place int, status text)
          WHERE ${batch} AND r.place = paid.place AND r.reward_status = 'pending' RETURNING 1`)
        const moved = yield* rows(ToldRow)(sql`
          UPDATE league_results AS r SET told_at = ${now}
          WHERE ${batch} AND told_at IS NULL AND buddy_id IS NOT NULL AND to_tier <> tier_key
          RETURNING buddy_id, tier_key AS from_tier, to_tier, rank,
            CASE zone WHEN 'promote' THEN 'promoted' ELSE 'demoted' END AS movement`)
        const { season_id } = key
        const occurred_at = iso(now)
        const news = (one: typeof ToldRow.Type): OutboundEvent => ({
          event: "league.tier_changed",
          body: { ...one, season_id, occurred_at }
        })
        yield* outbox.enqueue(key.customer_id, moved.map(news))
        const promoted = moved
          .filter(({ movement }) => movement === "promoted")
          .map(({ buddy_id, from_tier, rank, to_tier }) => {
            return { buddy_id, key: season_id, data: { season_id, from_tier, to_tier, rank } }
          })
        yield* teams.tellTeams(key.customer_id, "league_promoted", promoted)
        const [became] = yield* rows(Became)(sql`
          SELECT count(*) FILTER (WHERE reward_status = 'granted')::int AS granted,
            count(*) FILTER (WHERE reward_status = 'void')::int AS void
          FROM league_results AS r WHERE ${batch}`)
        return became!
      })
    )
  )
})

const finishing = (sql: SqlClient.SqlClient, seasons: Seasons, outbox: Outbox["Service"]): Service["finish"] => {
  const { count } = results(sql)
  return Effect.fn("SeasonClosing.finish")((key: SeasonKey) =>
    transactionOf(sql)(
      Effect.gen(function* () {
        // A reward that is paid after all corrects the result behind this lock: before it is counted, or afterwards.
        yield* execute(sql`SELECT 1 FROM league_seasons WHERE ${ofSeason(sql, key)} FOR UPDATE`)
        const result = yield* count(key.customer_id, key.season_id)
        const now = yield* dateNow
        const closed = yield* execute(sql`
          UPDATE league_seasons
          SET state = 'closed', closed_at = ${now}, result = ${JSON.stringify(result)}::jsonb
          WHERE ${ofSeason(sql, key)} AND state = 'closing' RETURNING 1`)
        if (closed === 0) return
        const { ends_at, name, starts_at } = yield* Effect.orDie(seasons.uncounted(key.customer_id, key.season_id))
        const { demoted, participants, promoted } = result
        const window = { starts_at: iso(starts_at), ends_at: iso(ends_at), occurred_at: iso(now) }
        const body = { season_id: key.season_id, participants, promoted, demoted, ...window }
        yield* outbox.enqueue(key.customer_id, [{ event: "league.season_closed", body }])
        yield* tellBeside(sql, key.customer_id, {
          kind: "season_closed",
          subject: key.season_id,
          message: `The season ${name} is final; ${participants} took part.`,
          details: { season_id: key.season_id, participants, promoted, demoted }
        })
      })
    )
  )
}
