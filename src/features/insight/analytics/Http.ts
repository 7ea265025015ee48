import { Effect, Layer } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { csvText } from "../../../wire/Csv.ts"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { AnalyticsApi } from "./Api.ts"
import type { Retention } from "./Api/Users.ts"
import { ReportsService } from "./Service.ts"

type Row = Readonly<Record<string, unknown>>

const cellOf = (value: unknown): string | number => {
  if (value === null || value === undefined) return ""
  return typeof value === "number" || typeof value === "string" ? value : JSON.stringify(value)
}

/** Spreadsheets take text for what its first bytes say it is. */
const byte_order_mark = "\uFEFF"

const tableOf = (name: string, list: ReadonlyArray<Row>) => {
  const names = [...new Set(list.flatMap((row) => Object.keys(row)))]
  const text = csvText(
    names,
    list.map((row) => names.map((column) => cellOf(row[column])))
  )
  return HttpServerResponse.text(byte_order_mark + text, {
    contentType: "text/csv; charset=utf-8",
    headers: { "Content-Disposition": `attachment; filename="${name}.csv"` }
  })
}

interface Asked {
  readonly query: { readonly format?: "json" | "csv" | undefined }
}

/** The report, or the list of it that goes as a table. */
const either = <A extends Asked, R, E>(
  name: string,
  read: (customer_id: string, query: A["query"]) => Effect.Effect<R, E>,
  list: (report: R) => ReadonlyArray<Row>
) =>
  Effect.fnUntraced(function* ({ query }: A) {
    const report = yield* read((yield* Principal).customer_id, query)
    return query.format === "csv" ? tableOf(name, list(report)) : report
  })

const plainly = <Q, R, E>(read: (customer_id: string, query: Q) => Effect.Effect<R, E>) =>
  Effect.fnUntraced(function* ({ query }: { readonly query: Q }) {
    return yield* read((yield* Principal).customer_id, query)
  })

/** One line for each cohort and offset. */
const cohortRows = (cohorts: ReadonlyArray<(typeof Retention.Type)["cohorts"][number]>) =>
  cohorts.flatMap(({ cohort, periods, size }) => periods.map((period) => ({ cohort, size, ...period })))

export const AnalyticsHttp = HttpApiBuilder.group(
  feature(AnalyticsApi),
  "analytics",
  Effect.fn(function* (handlers) {
    const reports = yield* ReportsService
    return handlers.handleAll({
      overview: plainly(reports.overview),
      activitySummary: either("activity-summary", reports.activitySummary, ({ series }) => series),
      eventCounts: either("event-counts", reports.eventCounts, ({ types }) => types),
      customEvents: either("custom-events", reports.customEvents, ({ types }) => types),
      audiences: either("audiences", reports.audiences, ({ audiences }) => audiences),
      economySummary: either("economy-summary", reports.economySummary, ({ series }) => series),
      popularBadges: either("popular-badges", reports.popularBadges, ({ badges }) => badges),
      popularItems: either("popular-items", reports.popularItems, ({ items }) => items),
      tokens: either("tokens", reports.tokens, ({ tokens }) => tokens),
      webhooks: either("webhooks", reports.webhooks, ({ endpoints }) => endpoints),
      engagement: plainly(reports.engagement),
      retention: either("retention", reports.retention, ({ cohorts }) => cohortRows(cohorts)),
      featureActivity: either("feature-activity", reports.featureActivity, ({ features }) => features),
      marketplaceFunnel: plainly(reports.marketplaceFunnel),
      evolution: plainly(reports.evolution),
      streaks: either("streaks", reports.streaks, ({ streaks }) => streaks),
      economyHealth: plainly(reports.economyHealth),
      roiMetrics: plainly(reports.roiMetrics),
      shareFunnel: either("share-funnel", reports.shareFunnel, ({ channels }) => channels)
    })
  })
).pipe(Layer.provide(ReportsService.layer))
