/** Sums as reports read them. */
import { Context, Effect, Layer } from "effect"
import { Reports } from "../../../../platform/postgres/Reports.ts"
import { audiences } from "./FiguresOfAudiences.ts"
import { counting, countingByDay } from "./FiguresByKey.ts"
import { cohorts } from "./FiguresOfUsers.ts"
import type { Reading } from "./Sums.ts"

export class Figures extends Context.Service<Figures, Reading>()("hatchery/features/analytics/Figures") {
  static readonly layer = Layer.effect(
    Figures,
    Effect.gen(function* () {
      const reports = yield* Reports
      return Figures.of({ ...counting(reports), ...countingByDay(reports), ...cohorts(reports), ...audiences(reports) })
    })
  )
}
