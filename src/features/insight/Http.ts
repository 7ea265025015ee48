/** The handlers of insight, one line per group. */
import { Layer } from "effect"
import { AlertsHttp } from "./alerts/Http.ts"
import { AnalyticsHttp } from "./analytics/Http.ts"
import { ForecastsHttp } from "./forecasts/Http.ts"
import { HealthHttp } from "./health/Http.ts"
import { OctalysisHttp } from "./octalysis/Http.ts"
import { SixDHttp } from "./six-d/Http.ts"
import { WebhookConfigsHttp } from "./webhook-configs/Http.ts"
import { WebhookInboxesHttp } from "./webhook-inboxes/Http.ts"

export const InsightHandlers = Layer.mergeAll(
  WebhookConfigsHttp,
  WebhookInboxesHttp,
  HealthHttp,
  AnalyticsHttp,
  AlertsHttp,
  OctalysisHttp,
  SixDHttp,
  ForecastsHttp
)
