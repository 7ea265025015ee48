import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { BeginnersLuckApi, FairnessApi, window_days_default } from "./Api.ts"
import { FairnessReports } from "./Service.ts"

export const BeginnersLuckHttp = HttpApiBuilder.group(
  feature(BeginnersLuckApi),
  "beginners-luck",
  Effect.fn(function* (handlers) {
    const reports = yield* FairnessReports
    return handlers.handleAll({
      beginnersLuck: Effect.fnUntraced(function* ({ query: { window_days = window_days_default } }) {
        return yield* reports.beginnersLuck((yield* Principal).customer_id, window_days)
      })
    })
  })
).pipe(Layer.provide(FairnessReports.layer))

export const FairnessHttp = HttpApiBuilder.group(
  feature(FairnessApi),
  "fairness",
  Effect.fn(function* (handlers) {
    const reports = yield* FairnessReports
    return handlers.handleAll({
      report: Effect.fnUntraced(function* ({ query: { window_days = window_days_default } }) {
        return yield* reports.report((yield* Principal).customer_id, window_days)
      })
    })
  })
).pipe(Layer.provide(FairnessReports.layer))
