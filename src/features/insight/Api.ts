/** The contract of insight: what is told about all of it, and to whom. One line per group. */
import { AlertsApi } from "./alerts/Api.ts"
import { AnalyticsApi } from "./analytics/Api.ts"
import { ForecastsApi } from "./forecasts/Api.ts"
import { HealthApi } from "./health/Api.ts"
import { OctalysisApi } from "./octalysis/Api.ts"
import { SixDApi } from "./six-d/Api.ts"
import { WebhookConfigsApi } from "./webhook-configs/Api.ts"
import { WebhookInboxesApi } from "./webhook-inboxes/Api.ts"

export const insight = [
  WebhookConfigsApi,
  WebhookInboxesApi,
  HealthApi,
  AnalyticsApi,
  AlertsApi,
  OctalysisApi,
  SixDApi,
  ForecastsApi
] as const
