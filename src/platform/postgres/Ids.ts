/**
 * Fresh identifiers: UUIDv7, so that primary keys grow to the right and newest-first needs no second column. A
 * Reference, because everything makes ids and only tests replace it (seeded bytes make whole runs repeatable).
 */
import { Clock, Context, Effect } from "effect"
import { createHash, randomFillSync } from "node:crypto"

export interface IdSource {
  /** fills the buffer with random bytes */
  readonly bytes: (buffer: Uint8Array) => void
}

export const RandomBytes = Context.Reference<IdSource>("hatchery/platform/RandomBytes", {
  // Filled in blocks: one call into the system's generator per id would dominate the cost of an id.
  defaultValue: () => {
    const block = new Uint8Array(8192)
    let used = block.length
    return {
      bytes: (buffer) => {
        if (buffer.length > block.length) return void randomFillSync(buffer)
        if (used + buffer.length > block.length) {
          randomFillSync(block)
          used = 0
        }
        buffer.set(block.subarray(used, used + buffer.length))
        used += buffer.length
      }
    }
  }
})

const hex = Array.from({ length: 256 }, (_, value) => value.toString(16).padStart(2, "0"))

/** What a source gave out last: the moment, and the 26 bits that follow it in the id. */
const lastOf = new WeakMap<IdSource, { moment: number; rank: number }>()

/** Ranks count up within a moment, from a random start in their lower half, so that there is always room above. */
const nextRank = (source: IdSource, moment: number, random: number) => {
  const last = lastOf.get(source)
  if (last === undefined) {
    lastOf.set(source, { moment, rank: random >>> 1 })
    return random >>> 1
  }
  last.rank = last.moment === moment ? (last.rank + 1) % 2 ** 26 : random >>> 1
  last.moment = moment
  return last.rank
}

/**
 * UUIDv7 for a moment (epoch ms): 48 bits of time, 26 that count, 48 random ones. What one source makes within one
 * moment grows (RFC 9562, 6.2), so newest-first tells the order also of what came in the same millisecond.
 */
export const uuidAt = (source: IdSource, nowMs: number): string => {
  const bytes = new Uint8Array(16)
  source.bytes(bytes)
  for (let index = 5, rest = nowMs; index >= 0; index--, rest = Math.floor(rest / 256)) bytes[index] = rest % 256
  const random = ((bytes[6]! & 0x0f) << 22) | (bytes[7]! << 14) | ((bytes[8]! & 0x3f) << 8) | bytes[9]!
  const rank = nextRank(source, nowMs, random)
  bytes[6] = (rank >>> 22) | 0x70
  bytes[7] = rank >>> 14
  bytes[8] = ((rank >>> 8) & 0x3f) | 0x80
  bytes[9] = rank
  let text = ""
  for (let index = 0; index < 16; index++) {
    text += hex[bytes[index]!]
    if (index === 3 || index === 5 || index === 7 || index === 9) text += "-"
  }
  return text
}

/**
 * The same moment, with `rank` (below 2^40) in place of the first random bits: where ranks grow, so do the ids of one
 * moment (RFC 9562, 6.2). 32 random bits are left, so ranks must not repeat where ids have to be unique.
 */
export const rankedId = (id: string, rank: number): string => {
  const digits = rank.toString(16).padStart(10, "0")
  return `${id.slice(0, 15)}${digits.slice(0, 3)}-8${digits.slice(3, 6)}-${digits.slice(6)}${id.slice(28)}`
}

/** The smallest UUIDv7 of a moment. */
export const firstIdOf = (moment: Date): string => {
  const digits = Math.max(0, moment.getTime()).toString(16).padStart(12, "0")
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`
}

export const uuid: Effect.Effect<string> = Effect.gen(function* () {
  return uuidAt(yield* RandomBytes, yield* Clock.currentTimeMillis)
})

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** `length` random base62 characters (43 carry 256 bits); bytes that would bias the result are thrown away. */
export const randomBase62 = (length: number): Effect.Effect<string> =>
  Effect.map(RandomBytes, (source) => {
    let text = ""
    const bytes = new Uint8Array(64)
    while (text.length < length) {
      source.bytes(bytes)
      for (const byte of bytes) if (byte < 248 && text.length < length) text += base62[byte % 62]
    }
    return text
  })

export const randomBytes = (length: number): Effect.Effect<Uint8Array> =>
  Effect.map(RandomBytes, (source) => {
    const buffer = new Uint8Array(length)
    source.bytes(buffer)
    return buffer
  })

/** The same id for the same words, wherever and whenever it is made (RFC 9562, version 8). */
export const namedUuid = (...words: ReadonlyArray<string>): string => {
  const bytes = createHash("sha256").update(JSON.stringify(words)).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const text = bytes.toString("hex")
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join("-")
}
