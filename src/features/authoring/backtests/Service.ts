/** Backtests: what is asked for becomes a job, which Workflow carries out. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { jobWorkflow } from "../../../platform/cluster/Jobs.ts"
import type { OperationKey } from "../../../platform/cluster/OperationKey.ts"
import { type NotFound, ValidationFailed } from "../../../wire/Failure.ts"
import { isUuid, parseInstant } from "../../../wire/Ids.ts"
import type { OperationLimit } from "../../../wire/refusals/OpenJobs.ts"
import { transactionOf, versionReads } from "../config-versions/Store/Versions.ts"
import { OperationStore } from "../../players/operations/Store.ts"
import { type BacktestInput, events_default } from "./Api.ts"
import { Operations } from "../../players/operations/Service.ts"
import { Plan } from "./Store.ts"

/** One pass over the record; its steps stand in Workflow. */
export const Backtest = jobWorkflow("Backtest")

export class Backtests extends Context.Service<
  Backtests,
  {
    /** answers the operation */
    start(
      customer_id: string,
      reference: string,
      input: BacktestInput
    ): Effect.Effect<string, NotFound | ValidationFailed | OperationLimit>
    /** null once the operation has ended */
    begin(key: OperationKey): Effect.Effect<Plan | null>
  }
>()("hatchery/features/backtests/Backtests") {
  static readonly layer = Layer.effect(
    Backtests,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const operations = yield* OperationStore
      return Backtests.of({
        ...starting(sql, yield* Operations),
        begin: Effect.fn("Backtests.begin")(function* (key) {
          const started = yield* operations.start(key)
          return Option.isNone(started)
            ? null
            : yield* Effect.orDie(Schema.decodeUnknownEffect(Plan)(started.value.payload))
        })
      })
    })
  ).pipe(Layer.provideMerge(Operations.layer))
}

const starting = (sql: SqlClient.SqlClient, operations: Operations["Service"]): Pick<Backtests["Service"], "start"> => {
  const transaction = transactionOf(sql)
  const { find, only } = versionReads(sql)
  const issue = (message: string) => ValidationFailed.at(["compare_with"], message)

  /** Epoch ms; a period that ends before it begins holds nothing by mistake, not by wish. */
  const period = Effect.fnUntraced(function* (input: BacktestInput) {
    const [from, to] = [input.from, input.to].map((at) => (at === undefined ? null : parseInstant(at))) as [
      number | null,
      number | null
    ]
    if (from !== null && to !== null && to <= from) return yield* ValidationFailed.at(["to"], "to is not after from")
    return { from, to }
  })

  const comparedWith = Effect.fnUntraced(function* (customer_id: string, reference: string | undefined) {
    if (reference !== undefined) {
      const named = find(customer_id, reference)
      return yield* Effect.mapError(named, () => issue("compare_with names no config version"))
    }
    const active = yield* only(customer_id, "published")
    return Option.isSome(active) ? active.value : yield* issue("compare_with is needed while no version is active")
  })

  return {
    start: (customer_id, reference, input) =>
      transaction(
        Effect.gen(function* () {
          const { config_version_id } = yield* find(customer_id, reference)
          const compared_with = (yield* comparedWith(customer_id, input.compare_with)).config_version_id
          const payload: Plan = {
            config_version_id,
            compared_with,
            ...(yield* period(input)),
            // What cannot be an identifier is nobody's.
            buddy_ids: input.buddy_ids?.filter(isUuid) ?? null,
            max_events: input.max_events ?? events_default
          }
          return yield* operations.openOfFew(customer_id, Backtest, {
            type: "backtest",
            resource_type: "config_version",
            resource_id: config_version_id,
            payload: { ...payload }
          })
        })
      )
  }
}
