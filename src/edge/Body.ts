/**
 * From the bytes of a request to a JSON value that is safe to decode: one way for every route. Bytes that are no UTF-8,
 * a byte order mark, broken or too deep JSON are a 400; too many parts are a 413; what no field may hold is a 422.
 * Nothing is parsed before it is counted, and a large body is read in turns.
 */
import { Effect, Result } from "effect"
import { BadRequest, PayloadTooLarge, ValidationFailed } from "../wire/Failure.ts"
import { limits } from "../wire/Limits.ts"
import { breathe } from "../wire/Turns.ts"
import { JsonScan } from "./JsonScan.ts"
import { SafetyCheck } from "./SafeJson.ts"

export interface BodyRules {
  /** whole batches, imports and configurations */
  readonly isLarge: boolean
  /** carries a file as text: one string may be as long as all of it */
  readonly isFile: boolean
  /** the list whose entries are somebody else's to judge */
  readonly own: string | undefined
}

export type BodyFailure = BadRequest | PayloadTooLarge | ValidationFailed

const ordinary: BodyRules = { isLarge: false, isFile: false, own: undefined }

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
const byteOrderMark = "\ufeff"

/** Bytes that are no UTF-8 would all become the same character, and two names of a client one. */
export const textOf = (bytes: Uint8Array): Result.Result<string, BadRequest> => {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return Result.fail(new BadRequest({ message: "The body is not valid UTF-8." }))
  }
  return text.startsWith(byteOrderMark)
    ? Result.fail(new BadRequest({ message: "The body starts with a byte order mark: send it without." }))
    : Result.succeed(text)
}

/** `application/json; charset=utf-8`: no other charset is understood, with or without quotes. */
export const isUtf8 = (contentType: string | undefined): boolean => {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)"?/i.exec(contentType ?? "")?.[1]
  return charset === undefined || /^utf-?8$/i.test(charset)
}

const scanOf = (bytes: Uint8Array, { isLarge }: BodyRules) =>
  new JsonScan(bytes, {
    depth_max: limits.json_depth_max,
    parts_max: isLarge ? limits.large_json_parts_max : limits.json_parts_max
  })

const excessOf = ({ excess }: JsonScan, { isLarge }: BodyRules): BodyFailure | undefined => {
  if (excess === "depth")
    return new BadRequest({ message: `The body is nested deeper than ${limits.json_depth_max} levels.` })
  const parts_max = isLarge ? limits.large_json_parts_max : limits.json_parts_max
  return excess === "parts"
    ? new PayloadTooLarge({ message: `The body holds more than ${parts_max} elements and properties.` })
    : undefined
}

/** What JSON says; nobody has looked yet at how much it is, nor at what is in it. */
export const parsed = (text: string): Result.Result<unknown, BadRequest> => {
  try {
    return Result.succeed(JSON.parse(text) as unknown)
  } catch {
    return Result.fail(new BadRequest({ message: "The body is not valid JSON." }))
  }
}

const safetyOf = (value: unknown, { isFile, isLarge, own }: BodyRules) =>
  new SafetyCheck(value, {
    own,
    keys_max: isLarge ? undefined : limits.json_keys_max,
    length_max: isFile ? limits.large_body_bytes_max : limits.string_length_max
  })

export interface Read {
  readonly value: unknown
}
/** Nothing is undefined: no body. */
export type Reading = Result.Result<Read | undefined, BodyFailure>

/** Each `yield` ends a turn that is short enough for everybody else to wait for. `known`: it was parsed before. */
function* reading(bytes: Uint8Array, rules: BodyRules, known?: Read): Generator<void, Reading> {
  const scan = scanOf(bytes, rules)
  while (!scan.advance()) yield
  const excess = excessOf(scan, rules)
  if (excess !== undefined) return Result.fail(excess)
  yield
  const text = textOf(bytes)
  if (Result.isFailure(text)) return Result.fail(text.failure)
  if (text.success === "") return Result.succeed(undefined)
  yield
  const value = known === undefined ? parsed(text.success) : Result.succeed(known.value)
  if (Result.isFailure(value)) return Result.fail(value.failure)
  yield
  const safety = safetyOf(value.success, rules)
  while (!safety.advance()) yield
  const { issues } = safety
  return issues.length > 0 ? Result.fail(new ValidationFailed({ issues })) : Result.succeed({ value: value.success })
}

/** An ordinary body, which is a few turns at most, at once. `known`: what it holds, where somebody has parsed it. */
export const readBody = (bytes: Uint8Array, known?: Read): Reading => {
  const turns = reading(bytes, ordinary, known)
  for (;;) {
    const turn = turns.next()
    if (turn.done === true) return turn.value
  }
}

/** Any body; others have the event loop in between. */
export const readInTurns = (bytes: Uint8Array, rules: BodyRules): Effect.Effect<Read | undefined, BodyFailure> =>
  Effect.gen(function* () {
    const turns = reading(bytes, rules)
    for (;;) {
      const turn = turns.next()
      if (turn.done === true) return yield* Effect.fromResult(turn.value)
      yield* breathe
    }
  })
