/** What a runner does for insight: figures are kept up to date, looked at for what is wrong, and lived in advance. */
import { Layer } from "effect"
import { Alerts } from "./alerts/Service.ts"
import { alertsLook } from "./alerts/Workflow.ts"
import { FoldStore } from "./analytics/Store/Fold.ts"
import { SnapshotStore } from "./analytics/Store/Snapshots.ts"
import { Rebuilding, RebuildFigures } from "./analytics/Service/Rebuilding.ts"
import { analyticsFold, analyticsRebuilds, analyticsSnapshots, RebuildFiguresLive } from "./analytics/Workflow.ts"
import { Forecast, Forecasts } from "./forecasts/Service.ts"
import { ForecastStore } from "./forecasts/Store.ts"
import { ForecastLive } from "./forecasts/Workflow.ts"

/** Which workflow carries on with an operation of a kind. */
export const insightJobs = { forecast: Forecast, analytics_rebuild: RebuildFigures }

export const InsightWorkers = Layer.mergeAll(
  ForecastLive.pipe(Layer.provide([Forecasts.layer, ForecastStore.layer])),
  analyticsFold.pipe(Layer.provide(FoldStore.layer)),
  Layer.mergeAll(RebuildFiguresLive, analyticsRebuilds).pipe(Layer.provide(Rebuilding.layer)),
  analyticsSnapshots.pipe(Layer.provide(SnapshotStore.layer)),
  alertsLook.pipe(Layer.provide(Alerts.layer))
)
