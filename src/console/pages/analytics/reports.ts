/** What each report reads, and the tables it makes of the answer. */
import { api } from "../../core/api.ts"
import { analytics as words } from "../../words/insight.ts"
import type { Report } from "./report.tsx"

/** What every answer says of itself. */
export interface Read {
  readonly asOf: string
  readonly stale: boolean
  readonly zone: string
  readonly reports: ReadonlyArray<Report>
}

interface Counted {
  readonly asOf: string
  readonly stale: boolean
  readonly window: { readonly timezone: string }
}

const made = ({ asOf, stale, window }: Counted, ...reports: ReadonlyArray<Report>): Read => ({
  asOf,
  stale,
  zone: window.timezone,
  reports
})

const percent = (share: number | null) => (share === null ? null : `${Math.round(share * 1000) / 10} %`)

const day = (period: string) => period.slice(0, 10)

type Reader = (windowDays: number, signal: AbortSignal) => Promise<Read>

export type Name = Exclude<keyof typeof words.tabs, "overview">

export const readActivity: Reader = async (windowDays, signal) => {
  const data = await api.analytics.getActivitySummary({ windowDays, granularity: "day" }, { signal })
  const { head, title } = words.activity
  const rows = data.series.map((one) => [day(one.period), one.active, one.new, one.returning, one.events])
  return made(data, { title, head, rows, drawn: [1, 2] })
}

const readEvents: Reader = async (windowDays, signal) => {
  const data = await api.analytics.getEventCounts({ windowDays, granularity: "day" }, { signal })
  const { head, types, typesHead } = words.events
  return made(
    data,
    {
      title: `${words.tabs.events}: ${words.series}`,
      head,
      rows: data.series.map(({ events, period }) => [day(period), events]),
      drawn: [1]
    },
    {
      title: types,
      head: typesHead,
      rows: data.types.map((one) => [one.eventType, one.events, percent(one.share), one.unrewarded, one.coins])
    }
  )
}

const readEconomy: Reader = async (windowDays, signal) => {
  const data = await api.analytics.getEconomySummary({ windowDays, granularity: "day" }, { signal })
  const { flowHead, head, sinks, sources, title } = words.economy
  return made(
    data,
    {
      title,
      head,
      rows: data.series.map((one) => [day(one.period), one.issued, one.spent, one.outstanding]),
      drawn: [1, 2]
    },
    {
      title: sources,
      head: flowHead,
      rows: data.sources.map((one) => [
        one.source.replaceAll("_", " "),
        one.key,
        one.coins,
        one.rows,
        percent(one.share)
      ])
    },
    {
      title: sinks,
      head: flowHead,
      rows: data.sinks.map((one) => [one.sink.replaceAll("_", " "), one.key, one.coins, one.rows, percent(one.share)])
    }
  )
}

const readBadges: Reader = async (windowDays, signal) => {
  const data = await api.analytics.getPopularBadges({ windowDays, limit: 50 }, { signal })
  const rows = data.badges.map((one) => [one.label ?? one.badgeKey, one.awarded, one.holders, one.coins, one.revoked])
  return made(data, { title: words.tabs.badges, head: words.badgesHead, rows })
}

const readItems: Reader = async (windowDays, signal) => {
  const data = await api.analytics.getPopularItems({ windowDays, limit: 50 }, { signal })
  const rows = data.items.map((one) => [one.name ?? one.itemId, one.acquired, one.purchases, one.coins, one.owners])
  return made(data, { title: words.tabs.items, head: words.itemsHead, rows })
}

const offsets_max = 8

const readRetention: Reader = async (windowDays, signal) => {
  const data = await api.analytics.getRetention({ windowDays, granularity: "week" }, { signal })
  const offsets = data.overall.slice(0, offsets_max).map(({ offset }) => offset)
  const { cohort, offset, size } = words.retention
  const rows = data.cohorts.map((one) => [
    day(one.cohort),
    one.size,
    ...offsets.map((at) => percent(one.periods.find((period) => period.offset === at)?.rate ?? null))
  ])
  return made(data, { title: words.tabs.retention, head: [cohort, size, ...offsets.map(offset)], rows })
}

const readStreaks: Reader = async (windowDays, signal) => {
  const data = await api.analytics.getStreaks({ windowDays, granularity: "day" }, { signal })
  const { each, eachHead, head, title } = words.streaks
  return made(
    data,
    { title, head, rows: data.series.map((one) => [day(one.period), one.extended, one.lost]), drawn: [1, 2] },
    {
      title: each,
      head: eachHead,
      rows: data.streaks.map((one) => [one.streakKey, one.running, one.longest, one.extended, one.lost])
    }
  )
}

const readWebhooks: Reader = async (windowDays, signal) => {
  const data = await api.analytics.getWebhooks({ windowDays, granularity: "day" }, { signal })
  const { each, eachHead, head, title } = words.webhooks
  const took = (ms: number | null) => (ms === null ? null : words.ms(String(Math.round(ms))))
  return made(
    data,
    {
      title,
      head,
      rows: data.series.map((one) => [day(one.period), one.delivered, one.failedAttempts]),
      drawn: [1, 2]
    },
    {
      title: each,
      head: eachHead,
      rows: data.endpoints.map((one) => [
        one.host ?? one.webhookConfigId,
        one.delivered,
        one.exhausted,
        percent(one.successRate),
        took(one.p50Ms),
        took(one.p95Ms)
      ])
    }
  )
}

/** Whether the workspace waits for its first event. */
export const readHasNoEvent = async (signal: AbortSignal) => {
  const { data } = await api.events.list({ limit: 1 }, { signal })
  return data.length === 0
}

export const readers: Readonly<Record<Name, Reader>> = {
  events: readEvents,
  economy: readEconomy,
  badges: readBadges,
  items: readItems,
  retention: readRetention,
  streaks: readStreaks,
  webhooks: readWebhooks
}
