/**
 * Names of the IANA shape only: `Intl` would also take offsets such as `+05:00`, which have no calendar of their own.
 */
const zoneShape = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+){0,2}$/

/** Zone names come from clients, so what is remembered about them is bounded. */
const knownMax = 2_000
const known = new Map<string, boolean>()

/** Is this a time zone the runtime knows (`Europe/Berlin`, `UTC`)? Never throws. */
export const isTimeZone = (name: unknown): name is string => {
  if (typeof name !== "string" || name.length > 64 || !zoneShape.test(name)) return false
  const seen = known.get(name)
  if (seen !== undefined) return seen
  const valid = probe(name)
  if (known.size < knownMax) known.set(name, valid)
  return valid
}

const probe = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone !== ""
  } catch {
    return false
  }
}
