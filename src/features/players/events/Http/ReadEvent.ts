/**
 * From a JSON value to an event. Nearly every one is as it should be, and to find that out takes one walk over it; the
 * decoder, which costs ten times as much, is asked only for what it has to say of the others. Both take the same
 * values for events: test/features/players/events-read.test.ts.
 */
import { Exit, Result, Schema } from "effect"
import { type BodyFailure, parsed, type Read, readBody, textOf } from "../../../../edge/Body.ts"
import { safeBytes, SafetyCheck } from "../../../../edge/SafeJson.ts"
import { tooLong } from "../../../../edge/Sizes.ts"
import { issuesOf } from "../../../../edge/Validation.ts"
import { eventIdProblem } from "../../../../wire/EventIds.ts"
import { ValidationFailed } from "../../../../wire/Failure.ts"
import { freeMapBytes, isNameable, parseInstant } from "../../../../wire/Ids.ts"
import { limits } from "../../../../wire/Limits.ts"
import { EventInput, eventLengths } from "../Api.ts"

const decode = Schema.decodeUnknownExit(EventInput, { onExcessProperty: "error", errors: "all" })

const isText = (value: unknown, length_max: number): boolean =>
  typeof value === "string" && value.length > 0 && value.length <= length_max

const isClientId = (value: unknown): boolean =>
  isText(value, limits.client_id_length_max) && isNameable(value as string)

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Of a text that is known to be safe. */
const isFieldFit = (name: string, value: unknown): boolean => {
  switch (name) {
    case "event_id":
      return isClientId(value) && eventIdProblem(value as string) === undefined
    case "user_id":
      return isClientId(value)
    case "type":
      return isText(value, eventLengths.type_max)
    case "occurred_at":
      return typeof value === "string" && !Number.isNaN(parseInstant(value))
    case "audience":
      return isText(value, eventLengths.audience_max)
    case "buddy_id":
      return isText(value, eventLengths.buddy_id_max)
    case "properties":
      return isMap(value)
    default:
      return false
  }
}

/** The value itself when it is an event; undefined: ask the decoder, and whoever else has a say. */
export const plainEvent = (value: unknown): EventInput | undefined => {
  if (!isMap(value)) return undefined
  const bytes = safeBytes(value)
  if (bytes === Number.POSITIVE_INFINITY) return undefined
  for (const name in value) if (!isFieldFit(name, value[name])) return undefined
  const { event_id, occurred_at, properties, type, user_id } = value
  if (event_id === undefined || user_id === undefined || type === undefined || occurred_at === undefined)
    return undefined
  const isSmall = bytes <= limits.free_map_bytes_max || properties === undefined
  return isSmall || freeMapBytes(properties) <= limits.free_map_bytes_max ? (value as EventInput) : undefined
}

/** A body of this size cannot hold more parts than it may, so nobody has to count them before it is parsed. */
const small_bytes_max = limits.json_parts_max

/** What a small body holds; undefined: it is larger, or no JSON. */
const smallBody = (bytes: Uint8Array): Read | undefined => {
  if (bytes.length > small_bytes_max) return undefined
  const value = Result.flatMap(textOf(bytes), parsed)
  return Result.isFailure(value) ? undefined : { value: value.success }
}

/** The event of a small body with which nothing is wrong. */
export const plainBodyEvent = (bytes: Uint8Array): EventInput | undefined => {
  const known = smallBody(bytes)
  return known && plainEvent(known.value)
}

/** By the schema, with words for everything that is wrong; of a value that has passed the check of its body. */
const decodedEvent = (value: unknown): Exit.Exit<EventInput, ValidationFailed> => {
  const issues = tooLong([EventInput], value)
  if (issues.length > 0) return Exit.fail(new ValidationFailed({ issues }))
  const decoded = decode(value)
  if (Exit.isSuccess(decoded)) return Exit.succeed(decoded.value)
  const reason = decoded.cause.reasons[0]
  return reason?._tag === "Fail" ? Exit.fail(issuesOf(reason.error)) : Exit.die(decoded.cause)
}

/** What `bodyEvent` and `entryEvent` answer, by the long way alone. */
export const decodedBodyEvent = (bytes: Uint8Array, known?: Read): Exit.Exit<EventInput, BodyFailure> => {
  const read = readBody(bytes, known)
  return Result.isFailure(read) ? Exit.fail(read.failure) : decodedEvent(read.success?.value)
}

export const decodedEntryEvent = (value: unknown): Exit.Exit<EventInput, ValidationFailed> => {
  const safety = new SafetyCheck(value, { keys_max: undefined, length_max: limits.string_length_max })
  while (!safety.advance());
  const { issues } = safety
  return issues.length > 0 ? Exit.fail(new ValidationFailed({ issues })) : decodedEvent(value)
}

/** The event of an ordinary body, which is read here and nowhere else, and parsed once. */
export const bodyEvent = (bytes: Uint8Array): Exit.Exit<EventInput, BodyFailure> => {
  const known = smallBody(bytes)
  const plain = known && plainEvent(known.value)
  return plain === undefined ? decodedBodyEvent(bytes, known) : Exit.succeed(plain)
}

/** An entry of a batch, which nobody has looked at yet. */
export const entryEvent = (value: unknown): Exit.Exit<EventInput, ValidationFailed> => {
  const plain = plainEvent(value)
  return plain === undefined ? decodedEntryEvent(value) : Exit.succeed(plain)
}
