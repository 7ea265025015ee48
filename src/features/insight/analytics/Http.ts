import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { csvText } from "../../../wire/Csv.ts"
import { csvAnswer } from "../../../wire/CsvFile.ts"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { AnalyticsApi } from "./Api.ts"
import { ActivitySummary, Audiences, CustomEvents, EventCounts } from "./Api/Activity.ts"
import { EconomySummary, PopularBadges, PopularItems, Tokens, Webhooks } from "./Api/Economy.ts"
import { ShareFunnel } from "./Api/Shares.ts"
import { FeatureActivity, Retention, Streaks } from "./Api/Users.ts"
import { ReportsService } from "./Service.ts"

type Row = Readonly<Record<string, unknown>>

const cellOf = (value: unknown): string | number => {
  if (value === null || value === undefined) return ""
  return typeof value === "number" || typeof value === "string" ? value : JSON.stringify(value)
}

/** Spreadsheets take text for what its first bytes say it is. */
const byte_order_mark = "\uFEFF"

/** The schema of a list. */
interface Rows {
  readonly value: { readonly fields: object }
}

/** What the rows of a list have, whether there are any or not. */
const columnsOf = ({ value }: Rows) => Object.keys(value.fields)

const tableOf = (name: string, names: ReadonlyArray<string>, list: ReadonlyArray<Row>) => {
  const text = csvText(
    names,
    list.map((row) => names.map((column) => cellOf(row[column])))
  )
  return csvAnswer(name, byte_order_mark + text)
}

interface Table<R> {
  readonly columns: ReadonlyArray<string>
  readonly rows: (report: R) => ReadonlyArray<Row>
}

interface Asked {
  readonly query: { readonly format?: "json" | "csv" | undefined }
}

/** The report, or the list of it that goes as a table. */
const either = <A extends Asked, R, E>(
  name: string,
  read: (customer_id: string, query: A["query"]) => Effect.Effect<R, E>,
  { columns, rows }: Table<R>
) =>
  Effect.fnUntraced(function* ({ query }: A) {
    const report = yield* read((yield* Principal).customer_id, query)
    return query.format === "csv" ? tableOf(name, columns, rows(report)) : report
  })

const plainly = <Q, R, E>(read: (customer_id: string, query: Q) => Effect.Effect<R, E>) =>
  Effect.fnUntraced(function* ({ query }: { readonly query: Q }) {
    return yield* read((yield* Principal).customer_id, query)
  })

/** The list of a report that goes as a table. */
const listed = <K extends string>(report: { readonly fields: { readonly [N in K]: Rows } }, name: K) => ({
  columns: columnsOf(report.fields[name]),
  rows: (told: { readonly [N in K]: ReadonlyArray<Row> }) => told[name]
})

/** One line for each cohort and offset. */
const byCohort = {
  columns: ["cohort", "size", ...columnsOf(Retention.fields.cohorts.value.fields.periods)],
  rows: ({ cohorts }: Pick<typeof Retention.Type, "cohorts">) =>
    cohorts.flatMap(({ cohort, periods, size }) => periods.map((period) => ({ cohort, size, ...period })))
}

export const AnalyticsHttp = HttpApiBuilder.group(
  feature(AnalyticsApi),
  "analytics",
  Effect.fn(function* (handlers) {
    const reports = yield* ReportsService
    return handlers.handleAll({
      overview: plainly(reports.overview),
      activitySummary: either("activity-summary", reports.activitySummary, listed(ActivitySummary, "series")),
      eventCounts: either("event-counts", reports.eventCounts, listed(EventCounts, "types")),
      customEvents: either("custom-events", reports.customEvents, listed(CustomEvents, "types")),
      audiences: either("audiences", reports.audiences, listed(Audiences, "audiences")),
      economySummary: either("economy-summary", reports.economySummary, listed(EconomySummary, "series")),
      popularBadges: either("popular-badges", reports.popularBadges, listed(PopularBadges, "badges")),
      popularItems: either("popular-items", reports.popularItems, listed(PopularItems, "items")),
      tokens: either("tokens", reports.tokens, listed(Tokens, "tokens")),
      webhooks: either("webhooks", reports.webhooks, listed(Webhooks, "endpoints")),
      engagement: plainly(reports.engagement),
      retention: either("retention", reports.retention, byCohort),
      featureActivity: either("feature-activity", reports.featureActivity, listed(FeatureActivity, "features")),
      marketplaceFunnel: plainly(reports.marketplaceFunnel),
      evolution: plainly(reports.evolution),
      streaks: either("streaks", reports.streaks, listed(Streaks, "streaks")),
      economyHealth: plainly(reports.economyHealth),
      roiMetrics: plainly(reports.roiMetrics),
      shareFunnel: either("share-funnel", reports.shareFunnel, listed(ShareFunnel, "channels"))
    })
  })
).pipe(Layer.provide(ReportsService.layer))
