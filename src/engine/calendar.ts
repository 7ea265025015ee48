/** Whose calendar counts: the user's own zone, with its rule that a change waits for the next local day. */
import type { BuddyState } from "./State.ts"
import { isTimeZone } from "../wire/content/TimeZone.ts"
import { own } from "./State.ts"
import { localDay, type Zone, zoneOf } from "./zones.ts"

type UserZone = BuddyState["timezone"]

/** The user's zone at a moment; null when the user never told one. */
export const userZoneAt = (timezone: UserZone, at: number): string | null => {
  const { next, next_from_day, zone } = timezone
  if (next === null || next_from_day === null) return zone
  return localDay(zoneOf(zone), at) >= next_from_day ? next : zone
}

/**
 * The zone an event's reserved `properties.timezone` asks for. The first zone ever told counts at once, as there is
 * nothing to change from; every other one from the next local day on. Unknown zone names are ignored.
 */
export const announceZone = (
  timezone: UserZone,
  properties: Readonly<Record<string, unknown>>,
  at: number
): UserZone => {
  const told = own(properties, "timezone")
  if (!isTimeZone(told)) return timezone
  if (timezone.zone === null) return { zone: told, next: null, next_from_day: null }
  const present = userZoneAt(timezone, at)
  if (told === present) return timezone.next === null ? timezone : { zone: told, next: null, next_from_day: null }
  return { zone: present, next: told, next_from_day: localDay(zoneOf(present), at) + 1 }
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
