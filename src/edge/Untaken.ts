/**
 * Large answers that wait for their clients. Each stays in memory until it is taken, and windows count requests, not
 * bytes: whoever asks for many of them and reads none, or a few bytes now and then, would fill it. So a workspace has
 * so many bytes waiting and no more, and an answer is taken at a least rate or its connection closes.
 */
import { Clock, Effect } from "effect"
import type { ServerResponse } from "node:http"

export const untaken_limits = {
  /** smaller ones fit into what lies between a server and its client anyway */
  large: 65_536,
  of_tenant: 67_108_864,
  of_all: 536_870_912,
  patience_ms: 60_000,
  /** 128 kbit/s */
  least_bytes_per_second: 16_384
} as const

type Limits = { readonly [name in keyof typeof untaken_limits]: number }

export interface Untaken {
  /** Whose answers are in the way of one more of so many bytes. */
  inTheWay(tenant: string, bytes: number): "own" | "others" | undefined
  /** From now until it is taken, or its connection is closed. */
  hold(response: ServerResponse, tenant: string | undefined, bytes: number): Effect.Effect<void>
}

/**
 * Connections are of the world outside, whatever clock the service lives by: who lets it skip a day has not kept an
 * answer waiting for one.
 */
const real: Clock.Clock = Clock.Clock.defaultValue()

export const makeUntaken = (given: Limits = untaken_limits, clock: Clock.Clock = real): Untaken => {
  const { large, least_bytes_per_second, of_all, of_tenant, patience_ms } = given
  const waiting = new Map<string, number>()
  let all = 0

  const add = (tenant: string, bytes: number) => {
    all += bytes
    const sum = (waiting.get(tenant) ?? 0) + bytes
    if (sum === 0) waiting.delete(tenant)
    else waiting.set(tenant, sum)
  }

  const closeLate = (response: ServerResponse, bytes: number) =>
    Effect.andThen(
      Effect.sleep(patience_ms + (bytes / least_bytes_per_second) * 1_000),
      Effect.sync(() => response.socket?.destroy())
    ).pipe(Effect.provideService(Clock.Clock, clock))

  return {
    inTheWay: (tenant, bytes) => {
      if (bytes < large) return undefined
      const own = waiting.get(tenant) ?? 0
      // One alone may be larger than all that is allowed of several.
      if (own > 0 && own + bytes > of_tenant) return "own"
      return all > 0 && all + bytes > of_all ? "others" : undefined
    },
    hold: (response, tenant = "", bytes) =>
      Effect.gen(function* () {
        if (bytes < large || response.destroyed) return
        const late = yield* Effect.forkDetach(closeLate(response, bytes))
        add(tenant, bytes)
        response.once("close", () => {
          add(tenant, -bytes)
          late.interruptUnsafe()
        })
      })
  }
}
