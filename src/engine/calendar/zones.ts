/**
 * Local time without Temporal: the offset of a zone from UTC, remembered per zone and UTC day, so that the common
 * question (what day is it for this user?) costs a map lookup instead of an `Intl` call.
 */
import { isTimeZone } from "../../wire/content/TimeZone.ts"

export const dayMs = 86_400_000
const quarterMs = 900_000
/** The range of ECMAScript time values; `Intl` refuses anything beyond. */
const timeMax = 8.64e15

export interface Zone {
  readonly name: string
  readonly formatter: Intl.DateTimeFormat | null
  /** UTC day number -> offset in ms; NaN when the offset changes during that day */
  readonly byDay: Map<number, number>
  /** UTC quarter hour -> offset in ms, only for the days above that are NaN: no zone shifts at a finer step */
  readonly byQuarter: Map<number, number>
}

export const utc: Zone = { name: "UTC", formatter: null, byDay: new Map(), byQuarter: new Map() }

/** Bounds on what is remembered: clients name the zones and the moments. */
const zonesMax = 1_000
const offsetsMax = 4_000
const zones = new Map<string, Zone>([["UTC", utc]])

/** The zone of that name; UTC when there is no such zone. */
export const zoneOf = (name: string | null): Zone => {
  if (name === null) return utc
  const seen = zones.get(name)
  if (seen !== undefined) return seen
  if (!isTimeZone(name)) return utc
  const formatter = new Intl.DateTimeFormat("en-US", { timeZone: name, timeZoneName: "longOffset" })
  const zone: Zone = { name, formatter, byDay: new Map(), byQuarter: new Map() }
  if (zones.size >= zonesMax) zones.clear()
  zones.set(name, zone)
  return zone
}

const offsetText = /GMT([+-])(\d{1,2}):(\d{2})(?::(\d{2}))?/

const askIntl = (formatter: Intl.DateTimeFormat, at: number): number => {
  const found = offsetText.exec(formatter.format(Math.min(Math.max(at, -timeMax), timeMax)))
  if (found === null) return 0
  const seconds = Number(found[2]) * 3_600 + Number(found[3]) * 60 + Number(found[4] ?? 0)
  return (found[1] === "-" ? -seconds : seconds) * 1_000
}

const remember = (memory: Map<number, number>, key: number, offset: number): number => {
  if (memory.size >= offsetsMax) memory.clear()
  memory.set(key, offset)
  return offset
}

/** Milliseconds to add to UTC to get the zone's wall clock at that moment. */
export const offsetAt = (zone: Zone, at: number): number => {
  const { formatter } = zone
  if (formatter === null || !Number.isFinite(at)) return 0
  const day = Math.floor(at / dayMs)
  let offset = zone.byDay.get(day)
  if (offset === undefined) {
    const first = askIntl(formatter, day * dayMs)
    const last = askIntl(formatter, (day + 1) * dayMs)
    offset = remember(zone.byDay, day, first === last ? first : NaN)
  }
  if (!Number.isNaN(offset)) return offset
  const quarter = Math.floor(at / quarterMs)
  return zone.byQuarter.get(quarter) ?? remember(zone.byQuarter, quarter, askIntl(formatter, quarter * quarterMs))
}

/** Days since 1970-01-01 on the zone's calendar. */
export const localDay = (zone: Zone, at: number): number => Math.floor((at + offsetAt(zone, at)) / dayMs)

/**
 * The first moment of a local day, epoch ms; where midnight is skipped by a clock change, the moment right after the
 * gap.
 */
export const startOfDay = (zone: Zone, day: number): number => {
  const midnight = day * dayMs
  const early = midnight - offsetAt(zone, midnight - dayMs)
  const late = midnight - offsetAt(zone, midnight + dayMs)
  const first = Math.min(early, late)
  return localDay(zone, first) >= day ? first : Math.max(early, late)
}

/** ISO 8601 in UTC; never throws. */
export const isoTime = (at: number): string =>
  new Date(Number.isFinite(at) ? Math.min(Math.max(at, -timeMax), timeMax) : 0).toISOString()
