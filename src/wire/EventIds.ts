/**
 * Who chose an event id. The tenant's own ids and those its widgets send are kept apart: a player who guesses an order
 * number must not be able to claim it before the order comes. A widget's id belongs to its buddy; it is stored behind a
 * mark that no tenant can send, and shown as `<buddy_id>:<event_id>`.
 */
import { Schema } from "effect"
import { ClientId, isUuid } from "./Ids.ts"
import { limits } from "./Limits.ts"

/** The first character of every stored id of a widget, and of no id of a tenant. */
const mark = "\u0001"
const uuidLength = 36
/** of a widget's, in characters: the mark, the buddy, a colon, and as much as a tenant has */
export const storedEventIdLengthMax = mark.length + uuidLength + 1 + limits.client_id_length_max

/** What stands where the id of an event would stand; whichever case, for the router takes both. */
const routesBesideEvents: ReadonlySet<string> = new Set(["types", "active-users"])

/** Why an id of otherwise fit characters cannot be an event's; undefined when it can. */
export const eventIdProblem = (id: string): string | undefined => {
  if (id.startsWith(mark)) return "must not start with U+0001"
  return routesBesideEvents.has(id.toLowerCase()) ? `${id} is a route of its own: choose another id` : undefined
}

/** An event id of the tenant's own: 1..255 characters, unique in its workspace, readable by its path. */
export const EventId = ClientId.check(Schema.makeFilter<string>(eventIdProblem))

/** What an id that a widget of this buddy sent is stored and deduplicated under. */
export const widgetEventId = (buddy_id: string, event_id: string): string =>
  `${mark}${buddy_id.toLowerCase()}:${event_id}`

/** A stored id as answers and webhooks show it. */
export const shownEventId = (stored: string): string => (stored.startsWith(mark) ? stored.slice(mark.length) : stored)

/**
 * What a shown id may be stored under, the tenant's own first: an id of the form `<buddy_id>:<event_id>` can be either.
 */
export const storedEventIds = (shown: string): ReadonlyArray<string> => {
  if (shown.startsWith(mark)) return []
  const isWidgets = shown[uuidLength] === ":" && isUuid(shown.slice(0, uuidLength))
  if (!isWidgets) return [shown]
  return [shown, widgetEventId(shown.slice(0, uuidLength), shown.slice(uuidLength + 1))]
}
