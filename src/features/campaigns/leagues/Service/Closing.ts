/** Closing seasons: who begins it, and what its operation does with each batch of results. */
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type Granted, Grants } from "../../../../buddy/Grants.ts"
import { eachAlone } from "../../../../platform/campaigns/Clock.ts"
import { jobWorkflow } from "../../../../platform/cluster/Jobs.ts"
import { inWaves } from "../../../../platform/cluster/Waves.ts"
import type { OperationKey } from "../../../../platform/cluster/OperationKey.ts"
import { transactionOf } from "../../../../platform/postgres/Sql.ts"
import type { InvalidTransition, NotFound } from "../../../../wire/Failure.ts"
import { payableUntil } from "../../../players/operations/Service/Batches.ts"
import { Operations } from "../../../players/operations/Service.ts"
import { type Payment, SeasonClosing, type SeasonKey } from "../Store/Closing.ts"
import { SeasonStore } from "../Store/Seasons.ts"

/** How long the results of a season wait for buddies that are not reachable, all of them together. */
const patience_ms = 15 * 60_000
/** and a batch after that: a runner that moves is there again by then */
const batch_patience_ms = 30_000

/** A batch of results after the other; see Workflow. */
export const CloseSeason = jobWorkflow("CloseSeason")

/** What an operation is started with: running ones find it in this form, which may only grow. */
export const ClosePlan = Schema.Struct({ season_id: Schema.String, reason: Schema.NullOr(Schema.String) })
export type ClosePlan = typeof ClosePlan.Type

export interface Paid {
  readonly granted: number
  readonly void: number
  readonly last: string | null
}

export class SeasonClosings extends Context.Service<
  SeasonClosings,
  {
    /** answers the operation */
    force(
      customer_id: string,
      season_id: string,
      reason: string | null
    ): Effect.Effect<string, NotFound | InvalidTransition>
    /** begins the close of every season whose time has come */
    beginDue: Effect.Effect<void>
    isTurn(key: SeasonKey): Effect.Effect<boolean>
    settle(key: SeasonKey): Effect.Effect<void>
    /** the batch after a place */
    pay(key: SeasonKey, operation: OperationKey, after: string | null, count: number): Effect.Effect<Paid>
  }
>()("hatchery/features/leagues/SeasonClosings") {
  static readonly layer = Layer.effect(
    SeasonClosings,
    Effect.suspend(() => make)
  ).pipe(Layer.provide([SeasonClosing.layer, SeasonStore.layer, Operations.layer, Grants.layer]))
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const closing = yield* SeasonClosing
  const seasons = yield* SeasonStore
  const operations = yield* Operations
  const grants = yield* Grants

  const open = Effect.fnUntraced(function* (key: SeasonKey, reason: string | null) {
    const { customer_id, season_id } = key
    const operation_id = yield* operations.open(customer_id, CloseSeason, {
      type: "season_close",
      resource_type: "league_season",
      resource_id: season_id,
      payload: { season_id, reason }
    })
    yield* closing.assign(key, operation_id)
    return operation_id
  })

  const begin = (key: SeasonKey, forced: boolean, reason: string | null) =>
    transactionOf(sql)(Effect.andThen(closing.fence(key, forced), open(key, reason)))

  /**
   * Whoever is not reachable now is asked until it is, or until the patience of its season is at an end: a buddy nobody
   * can wake must not keep its season, and all after it, from closing. Its reward is void then, as the result says,
   * unless a receipt shows that only the answer was missing.
   */
  const grant = Effect.fnUntraced(function* (
    { customer_id, season_id }: SeasonKey,
    { operation_id }: OperationKey,
    { buddy_id, reward }: Payment,
    until: number
  ) {
    if (buddy_id === null || reward === null) return "void" as const
    const origin = { type: "operation", id: operation_id } as const
    const asked = { source: "league", campaign_id: season_id, grant_key: "rank", reward, origin } as const
    return yield* payableUntil(until, { customer_id, buddy_id }, grants.grant(customer_id, buddy_id, asked))
  })

  const statusOf = (granted: Granted) => (granted === "void" ? ("void" as const) : ("granted" as const))

  return SeasonClosings.of({
    isTurn: closing.isTurn,
    settle: closing.settle,
    force: Effect.fn("SeasonClosings.force")(function* (customer_id, season_id, reason) {
      const { season_id: known } = yield* seasons.uncounted(customer_id, season_id)
      return yield* begin({ customer_id, season_id: known }, true, reason)
    }),
    beginDue: Effect.gen(function* () {
      yield* eachAlone(yield* closing.due, ({ is_closing, ...key }) => {
        const begun = is_closing ? transactionOf(sql)(open(key, null)) : begin(key, false, null)
        // Somebody may have closed or deleted it since it was found.
        return Effect.catchTags(Effect.asVoid(begun), {
          NotFound: () => Effect.void,
          InvalidTransition: () => Effect.void
        })
      })
    }),
    pay: Effect.fn("SeasonClosings.pay")(function* (key, operation, after, count) {
      const batch = yield* closing.payments(key, after === null ? 0 : Number(after), count)
      const pending = batch.filter(({ reward_status }) => reward_status === "pending")
      const now = yield* Clock.currentTimeMillis
      const until = Math.max((yield* closing.rankedAt(key)) + patience_ms, now + batch_patience_ms)
      const paid = yield* inWaves(pending, (one) =>
        Effect.map(grant(key, operation, one, until), (granted) => ({ place: one.place, status: statusOf(granted) }))
      )
      const places = batch.map(({ place }) => place)
      const became = yield* closing.record(key, paid, places)
      const isLast = batch.length < count
      if (isLast) yield* closing.finish(key)
      return { ...became, last: isLast ? null : String(places.at(-1)) }
    })
  })
})
