/** The handlers of insight, one line per group. */
import { Layer } from "effect"
import { HealthHttp } from "./health/Http.ts"
import { WebhookConfigsHttp } from "./webhook-configs/Http.ts"

export const InsightHandlers = Layer.mergeAll(WebhookConfigsHttp, HealthHttp)
