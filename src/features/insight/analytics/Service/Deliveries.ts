/** How webhooks fare. */
import { Effect } from "effect"
import { iso } from "../../../../wire/Ids.ts"
import { byPeriod, periodsIn, rateOf } from "../Rules/Window.ts"
import type { NamedEndpoint } from "../Store/Definitions.ts"
import type { Figures } from "../Store/Figures.ts"
import type { ByKey } from "../Store/Sums.ts"
import { byFigure, figureByDay, type Look, shortened } from "./Look.ts"

type Read = Figures["Service"]

const metrics = ["webhook_delivered", "webhook_failed", "webhook_exhausted"] as const

/** Upper ends of the buckets attempts are counted in, ms: those of conclude_webhook_attempts; the last has none. */
const bounds = [5, 10, 20, 50, 100, 200, 300, 500, 750, 1_000, 1_500, 2_000, 3_000, 5_000, 7_500, 10_000]

/** The upper end of the bucket that holds this share of all attempts. */
const quantile = (buckets: ReadonlyMap<number, number>, share: number): number | null => {
  const total = [...buckets.values()].reduce((all, count) => all + count, 0)
  if (total === 0) return null
  let seen = 0
  for (let place = 0; place <= bounds.length; place++) {
    seen += buckets.get(place) ?? 0
    if (seen >= share * total) return bounds[Math.min(place, bounds.length - 1)]!
  }
  return bounds.at(-1)!
}

const bucketsOf = (sums: ByKey, id: string): ReadonlyMap<number, number> => {
  const all = new Map<number, number>()
  for (const [key, { count }] of sums.get("webhook_ms") ?? []) {
    if (key.startsWith(`${id}:`)) all.set(Number(key.slice(id.length + 1)), count)
  }
  return all
}

const hostOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).host : null)

const statusOf = ({ enabled, failing_since }: NamedEndpoint): "healthy" | "failing" | "disabled" =>
  enabled ? (failing_since === null ? "healthy" : "failing") : "disabled"

const momentOf = (at: Date | null | undefined): string | null => (at === null || at === undefined ? null : iso(at))

export const deliveries = Effect.fnUntraced(function* (figures: Read, look: Look, known: ReadonlyArray<NamedEndpoint>) {
  const { of, today, window } = look
  const sums = yield* figures.totals(of, [...metrics, "webhook_ms"], window)
  const byEndpoint = new Map<string, Record<(typeof metrics)[number], number>>()
  const byEvent = new Map<string, number>()
  for (const metric of metrics) {
    for (const [key, { count }] of sums.get(metric) ?? []) {
      const [id, event] = key.split("|") as [string, string]
      const own = byEndpoint.get(id) ?? { webhook_delivered: 0, webhook_failed: 0, webhook_exhausted: 0 }
      own[metric] += count
      byEndpoint.set(id, own)
      // An attempt that failed is none: its delivery is still on its way, or was given up.
      if (metric !== "webhook_failed") byEvent.set(event, (byEvent.get(event) ?? 0) + count)
    }
  }
  const ids = [...new Set([...known.map(({ webhook_config_id }) => webhook_config_id), ...byEndpoint.keys()])]
  const { list, ...rest } = shortened(
    ids
      .map((id) => endpointOf(id, { known, sums, counts: byEndpoint.get(id) }))
      .sort(
        byFigure(
          ({ delivered }) => delivered,
          ({ webhook_config_id }) => webhook_config_id
        )
      )
  )
  const days = yield* figures.daily(of, metrics, window)
  const [delivered, failed] = ["webhook_delivered", "webhook_failed"].map((metric) =>
    byPeriod(window, figureByDay(days.get(metric), "count"))
  )
  return {
    endpoints: list,
    events: [...byEvent]
      .map(([event, count]) => ({ event, deliveries: count }))
      .sort(
        byFigure(
          (one) => one.deliveries,
          ({ event }) => event
        )
      ),
    series: periodsIn(window, today).map(({ at, complete, period }) => ({
      period,
      complete,
      delivered: delivered!(at),
      failed_attempts: failed!(at)
    })),
    ...rest
  }
})

const endpointOf = (
  webhook_config_id: string,
  {
    counts,
    known,
    sums
  }: {
    readonly known: ReadonlyArray<NamedEndpoint>
    readonly sums: ByKey
    readonly counts: Record<(typeof metrics)[number], number> | undefined
  }
) => {
  const endpoint = known.find((one) => one.webhook_config_id === webhook_config_id)
  const buckets = bucketsOf(sums, webhook_config_id)
  const delivered = counts?.webhook_delivered ?? 0
  const exhausted = counts?.webhook_exhausted ?? 0
  return {
    webhook_config_id,
    host: endpoint === undefined ? null : hostOf(endpoint.url),
    enabled: endpoint?.enabled ?? false,
    status: endpoint === undefined ? ("deleted" as const) : statusOf(endpoint),
    delivered,
    failed_attempts: counts?.webhook_failed ?? 0,
    exhausted,
    pending: endpoint?.pending ?? 0,
    success_rate: rateOf(delivered, delivered + exhausted),
    p50_ms: quantile(buckets, 0.5),
    p95_ms: quantile(buckets, 0.95),
    last_success_at: momentOf(endpoint?.last_success_at),
    failing_since: momentOf(endpoint?.failing_since)
  }
}
