/** Whose calendar counts: the user's own zone, with its rule that a change waits for the next local day. */
import type { UserZone } from "../core/State.ts"
import { isTimeZone } from "../../wire/content/TimeZone.ts"
import { own } from "../core/State.ts"
import { localDay, startOfDay, type Zone, zoneOf } from "./zones.ts"

/** More changes than anybody makes while events may still arrive late. */
const formerMax = 8

/** The user's zone at a moment; null when the user never told one. */
export const userZoneAt = (timezone: UserZone, at: number): string | null => {
  const { former, next, next_from_day, zone } = timezone
  const then = former?.find(({ until }) => at < until)
  if (then !== undefined) return then.zone
  if (next === null || next_from_day === null) return zone
  return localDay(zoneOf(zone), at) >= next_from_day ? next : zone
}

/**
 * The zone an event was counted by when it came: the first zone ever told moves nothing that is counted already. Events
 * of one batch come at one moment, in the order in which they occurred as a rule.
 */
export const userZoneOf = (
  timezone: UserZone,
  { occurred_at, received_at }: { readonly occurred_at: number; readonly received_at: number }
): string | null => {
  const first = timezone.first_told
  const isEarlier =
    first !== undefined &&
    (received_at < first.received_at || (received_at === first.received_at && occurred_at < first.occurred_at))
  return isEarlier ? null : userZoneAt(timezone, occurred_at)
}

/** When the zone told last begins to count, epoch ms; Infinity: none waits for that, or it was never told. */
export const zoneChangesAt = ({ next, next_from_day, zone }: UserZone): number =>
  next === null || next_from_day === null ? Infinity : startOfDay(zoneOf(zone), next_from_day)

/** With what was changed to by that moment as the zone, and the one before among the former ones. */
const settledAt = (timezone: UserZone, at: number): Pick<UserZone, "zone" | "former"> => {
  const { former = [], next_from_day, zone } = timezone
  const present = userZoneAt(timezone, at)
  if (present === zone || next_from_day === null) return former.length === 0 ? { zone } : { zone, former }
  const until = startOfDay(zoneOf(zone), next_from_day)
  return { zone: present, former: [...former, { zone, until }].slice(-formerMax) }
}

/**
 * The zone an event's reserved `properties.timezone` asks for. The first zone ever told counts at once, as there is
 * nothing to change from; every other one from the next local day on. Unknown zone names are ignored, and so is what an
 * event says that occurred before the newest one that told a zone.
 */
export const announceZone = (
  timezone: UserZone,
  properties: Readonly<Record<string, unknown>>,
  at: number,
  now = at
): UserZone => {
  const told = own(properties, "timezone")
  if (!isTimeZone(told) || at < (timezone.told_at ?? -Infinity)) return timezone
  const { first_told, zone } = timezone
  if (zone === null) {
    return {
      zone: told,
      next: null,
      next_from_day: null,
      told_at: at,
      first_told: { occurred_at: at, received_at: now }
    }
  }
  const settled = { ...settledAt(timezone, at), ...(first_told === undefined ? {} : { first_told }) }
  if (told === settled.zone) return { ...settled, next: null, next_from_day: null, told_at: at }
  return { ...settled, next: told, next_from_day: localDay(zoneOf(settled.zone), at) + 1, told_at: at }
}

export interface ZoneChoice {
  readonly user: string | null
  readonly tenant: string
}

/** `user` falls back to the rule's own fallback, then the tenant's zone, then UTC. */
export const zoneFor = (mode: "user" | "tenant" | "utc", choice: ZoneChoice, fallback: string | null = null): Zone => {
  if (mode === "utc") return zoneOf(null)
  return zoneOf(mode === "user" ? (choice.user ?? fallback ?? choice.tenant) : choice.tenant)
}
