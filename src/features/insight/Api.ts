/** The contract of insight: what is told about all of it, and to whom. One line per group. */
import { HealthApi } from "./health/Api.ts"
import { WebhookConfigsApi } from "./webhook-configs/Api.ts"

export const insight = [WebhookConfigsApi, HealthApi] as const
