/** Pure rules of sharing: settings, codes, and what counts come to. */
import { rateOf, type ShareChannel, shareChannels } from "../../../wire/surfaces/Sharing.ts"
import type { ShareSettings, ShareSettingsPatch, ShareStats } from "./Api.ts"

export const code_length = 16
/** links of one buddy that open nothing any more, which are kept for figures */
export const voided_max = 100
const code = /^[0-9A-Za-z]{16}$/
export const isCode = (text: string): boolean => code.test(text)

export const defaultShareSettings: ShareSettings = {
  enabled: true,
  show_tenant_name: true,
  cta_url: null,
  cta_label: null,
  listed: false,
  updated_at: null
}

/** null takes a field back to its default, absent leaves it. */
export const changedSettings = (settings: ShareSettings, patch: ShareSettingsPatch): ShareSettings => ({
  ...settings,
  ...Object.fromEntries(
    Object.entries(patch).map(([name, value]) => [
      name,
      value ?? defaultShareSettings[name as keyof ShareSettingsPatch]
    ])
  )
})

export const shareEvents = ["opened", "shared", "viewed", "cta_clicked"] as const
export type ShareEventName = (typeof shareEvents)[number]

/** What is told of a channel nobody knows any more is of no channel. */
export const channelOf = (name: string | null | undefined): ShareChannel =>
  shareChannels.find((known) => known === name) ?? "other"

const day_ms = 86_400_000
const daysFrom = (from: string, to: string): ReadonlyArray<string> => {
  const first = Date.parse(from)
  const count = (Date.parse(to) - first) / day_ms + 1
  return Array.from({ length: count }, (_, index) => new Date(first + index * day_ms).toISOString().slice(0, 10))
}

export interface Counted {
  readonly day: string
  readonly event: string
  readonly channel: string
  readonly visits: number
}

type Counts = Readonly<Record<ShareEventName, number>>

const countsOf = (rows: ReadonlyArray<Counted>): Counts =>
  Object.fromEntries(
    shareEvents.map((event) => [
      event,
      rows.filter((one) => one.event === event).reduce((sum, { visits }) => sum + visits, 0)
    ])
  ) as Counts

const grouped = (rows: ReadonlyArray<Counted>, by: (row: Counted) => string): ReadonlyMap<string, Array<Counted>> => {
  const groups = new Map<string, Array<Counted>>()
  for (const row of rows) groups.set(by(row), [...(groups.get(by(row)) ?? []), row])
  return groups
}

/** Total, channels and series are sums of the same rows. */
export const statsOf = (
  { from, to }: { readonly from: string; readonly to: string },
  rows: ReadonlyArray<Counted>,
  linksByDay: ReadonlyMap<string, number>
): Omit<ShareStats, "window_days" | "from" | "to"> => {
  const days = daysFrom(from, to)
  const total = countsOf(rows)
  const links = days.reduce((sum, day) => sum + (linksByDay.get(day) ?? 0), 0)
  const byChannel = grouped(rows, ({ channel }) => channelOf(channel))
  const byDay = grouped(rows, ({ day }) => day)
  return {
    links,
    ...total,
    rates: {
      open: rateOf(total.opened, total.shared),
      view: rateOf(total.viewed, links),
      cta: rateOf(total.cta_clicked, total.viewed)
    },
    channels: shareChannels.flatMap((channel) => {
      const own = byChannel.get(channel)
      return own === undefined ? [] : [{ channel, ...countsOf(own) }]
    }),
    series: days.map((period) => ({
      period,
      links: linksByDay.get(period) ?? 0,
      ...countsOf(byDay.get(period) ?? [])
    }))
  }
}
