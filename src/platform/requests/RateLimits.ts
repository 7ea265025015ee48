/**
 * Fixed windows aligned to the wall clock. Written here because the ingest path must count without waiting and the
 * contract's headers need aligned windows.
 *
 * One node counts in memory. Nodes that share a Redis draw small blocks of a window's tokens from it and count inside
 * them: together they never admit more than the limit, and what lies unused in the blocks of other nodes when a window
 * ends is at most a block per node (1.6 % of the limit). Without an answer from Redis a node takes blocks by itself, of
 * the limit at most, and tells Redis of them when it asks again: one that was late frees nobody of a whole window.
 */
import { Clock, Context, Effect, Layer } from "effect"
import { hash } from "node:crypto"
import { type Redis, SharedRedis } from "./Redis.ts"

export interface Window {
  readonly limit: number
  readonly seconds: 1 | 60 | 3600
}

export interface Taken {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** unix seconds at which the window ends */
  readonly reset_at: number
  /** whole seconds until then, at least 1 */
  readonly retry_after_seconds: number
}

/** Enough for every active tenant's buckets; beyond it the oldest windows (all of them over) are dropped. */
const entriesMax = 100_000
const blocksPerLimit = 64

/** What this node knows of one key's present window. */
interface Counter {
  period: number
  /** epoch ms */
  readonly ends_at: number
  used: number
  /** tokens this node may hand out; the limit itself where nothing is shared */
  granted: number
  /** tokens nobody has drawn yet, as of the last answer of Redis */
  undrawn: number
  /** there are no more for this window */
  isDry: boolean
  /** tokens this node took without Redis, which has to be told of them */
  untold: number
}

/**
 * Draws up to ARGV[2] of ARGV[1] tokens beside the ARGV[4] that were taken before, and forgets the window after ARGV[3]
 * ms. Answers what was drawn and what is left for others.
 */
const drawing = `
local taken = tonumber(ARGV[4])
local used = tonumber(redis.call('GET', KEYS[1]) or '0') + taken
local limit = tonumber(ARGV[1])
local drawn = math.max(0, math.min(tonumber(ARGV[2]), limit - used))
if drawn + taken > 0 then
  redis.call('INCRBY', KEYS[1], drawn + taken)
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
end
return { drawn, limit - used - drawn }`

/** Keys hold addresses and tenants: what lands in Redis names nobody. */
const nameOf = (key: string, seconds: number, period: number) =>
  `hatchery:rate:${hash("sha256", key).slice(0, 32)}:${seconds}:${period}`

export class RateLimits extends Context.Service<
  RateLimits,
  {
    /**
     * counts `cost` (default 1) against `key`; a refused request costs nothing. Undefined: only `ask` can tell, nothing
     * was counted
     */
    take(key: string, window: Window, cost?: number): Taken | undefined
    /** the same, asking the other nodes where that is needed; never waits longer than Redis is given */
    ask(key: string, window: Window, cost?: number): Effect.Effect<Taken>
    /** whether one more would be admitted, as far as this node knows; counts nothing */
    hasRoom(key: string, window: Window): boolean
    /** takes back one that was counted in the present window */
    giveBack(key: string, window: Window): void
  }
>()("hatchery/platform/RateLimits") {
  static readonly layer = Layer.effect(
    RateLimits,
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      const { redis } = yield* SharedRedis
      return RateLimits.of(counting(() => clock.currentTimeMillisUnsafe(), redis))
    })
  )
}

const answer = (counter: Counter, { limit, seconds }: Window, nowMs: number, allowed: boolean): Taken => {
  const reset_at = (counter.period + 1) * seconds
  const left = counter.granted - counter.used + counter.undrawn
  return {
    allowed,
    limit,
    remaining: Math.max(0, Math.min(limit, left)),
    reset_at,
    retry_after_seconds: Math.max(1, Math.ceil(reset_at - nowMs / 1000))
  }
}

/** Without an answer the node may hand out a block, as long as it stays within the limit by itself. */
const drawAlone = (counter: Counter, limit: number, block: number) => {
  const drawn = Math.min(block, Math.max(0, limit - counter.granted))
  counter.granted += drawn
  counter.untold += drawn
  counter.undrawn = Math.max(0, limit - counter.granted)
  counter.isDry = drawn < block
}

/** Where none of them is over, looking through all of them for each new key would keep everybody waiting. */
const swept_every_ms = 1_000

const counting = (now: () => number, redis: Redis | undefined): RateLimits["Service"] => {
  const counters = new Map<string, Counter>()
  let swept_at = -Infinity

  const counterOf = (key: string, { limit, seconds }: Window, nowMs: number): Counter => {
    const period = Math.floor(nowMs / 1000 / seconds)
    const known = counters.get(key)
    if (known?.period === period) return known
    if (known === undefined && counters.size >= entriesMax && Math.abs(nowMs - swept_at) >= swept_every_ms) {
      swept_at = nowMs
      for (const [old, entry] of counters) if (entry.ends_at <= nowMs) counters.delete(old)
    }
    const shared = redis !== undefined
    const ends_at = (period + 1) * seconds * 1_000
    const tokens = { granted: shared ? 0 : limit, undrawn: shared ? limit : 0, untold: 0 }
    const made = { period, ends_at, used: 0, isDry: !shared, ...tokens }
    counters.set(key, made)
    return made
  }

  const take = (key: string, window: Window, cost = 1): Taken | undefined => {
    const nowMs = now()
    const counter = counterOf(key, window, nowMs)
    const allowed = counter.used + cost <= counter.granted
    if (!allowed && !counter.isDry) return undefined
    if (allowed) counter.used += cost
    return answer(counter, window, nowMs, allowed)
  }

  /** One draw for this key. */
  const draw = (shared: Redis, key: string, window: Window, cost: number) =>
    Effect.gen(function* () {
      const nowMs = now()
      const { limit, seconds } = window
      const counter = counterOf(key, window, nowMs)
      const block = Math.max(cost, Math.floor(limit / blocksPerLimit))
      const name = nameOf(key, seconds, counter.period)
      const { untold } = counter
      counter.untold = 0
      const asked = [limit, block, seconds * 2_000, untold].map(String)
      const given = yield* shared.command(["EVAL", drawing, "1", name, ...asked])
      if (Array.isArray(given) && given.length === 2) {
        const [drawn, left] = given.map(Number) as [number, number]
        counter.granted += drawn
        counter.undrawn = Math.max(0, left)
        counter.isDry = drawn < block && left <= 0
      } else {
        counter.untold += untold
        drawAlone(counter, limit, block)
      }
    })

  const ask = (key: string, window: Window, cost = 1): Effect.Effect<Taken> =>
    Effect.gen(function* () {
      // Others of this node may be faster than the block they see drawn: then it takes another one.
      for (;;) {
        const taken = take(key, window, cost)
        if (taken !== undefined || redis === undefined) return taken!
        yield* draw(redis, key, window, cost)
      }
    })

  /** Remembers nothing of what was never counted: whoever asks may make up a new key each time. */
  const hasRoom = (key: string, { seconds }: Window) => {
    const counter = counters.get(key)
    if (counter?.period !== Math.floor(now() / 1000 / seconds)) return true
    return counter.used < counter.granted || !counter.isDry
  }

  const giveBack = (key: string, window: Window) => {
    const counter = counterOf(key, window, now())
    if (counter.used > 0) counter.used -= 1
  }

  return { take, ask, hasRoom, giveBack }
}
