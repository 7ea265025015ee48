/**
 * Reads what a tenant points at, and nothing else. Stricter than webhooks are: private and loopback addresses and those
 * of this machine are refused whatever webhooks may reach; only ONBOARDING_ALLOW_PRIVATE lifts that. The address that
 * was checked is the one that is connected to, and every redirect is checked anew.
 */
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { networkInterfaces } from "node:os"
import { Agent, fetch } from "undici"
import { AppConfig } from "../../Config.ts"
import { isPublicAddress, type Permit, permitPrivate } from "../webhooks/Addresses.ts"
import { guardedConnector, resolverFor, urlProblem } from "../webhooks/EgressGuard.ts"

export const extractReasons = ["unreachable", "too_large", "not_text", "empty", "limited"] as const
export class ExtractFailed extends Schema.TaggedError<ExtractFailed>()("ExtractFailed", {
  reason: Schema.Literals(extractReasons)
}) {}

/** What one reading may take, over all of its requests. */
export interface Budget {
  /** decompressed */
  bytes_left: number
  /** epoch ms */
  readonly until: number
}

export interface Page {
  readonly url: string
  readonly type: string
  readonly text: string
}

export interface FetchOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly types: RegExp
}

const redirects_max = 3

/** Addresses of this machine, which may be public ones. */
const ownAddresses = (): ReadonlySet<string> =>
  new Set(Object.values(networkInterfaces()).flatMap((found) => (found ?? []).map(({ address }) => address)))

const fail = (reason: ExtractFailed["reason"]) => new ExtractFailed({ reason })

/** Piece by piece, so that what has no end and what is packed small take no more than they may. */
const read = async (body: AsyncIterable<Uint8Array> | null, budget: Budget): Promise<string> => {
  const pieces: Array<Uint8Array> = []
  for await (const piece of body ?? []) {
    budget.bytes_left -= piece.length
    if (budget.bytes_left < 0) throw fail("too_large")
    pieces.push(piece)
  }
  return new TextDecoder().decode(Buffer.concat(pieces))
}

const refusal = (status: number) => (status === 403 || status === 429 ? fail("limited") : fail("unreachable"))

export class SiteFetcher extends Context.Service<
  SiteFetcher,
  {
    /** why this URL is not read, by its text alone */
    refuses(url: string): string | undefined
    get(url: string, budget: Budget, options: FetchOptions): Effect.Effect<Page, ExtractFailed>
  }
>()("hatchery/platform/SiteFetcher") {
  static readonly layer = Layer.effect(
    SiteFetcher,
    Effect.gen(function* () {
      const { onboardingAllowPrivate, publicUrl } = yield* AppConfig
      const own = ownAddresses()
      const permit: Permit = onboardingAllowPrivate
        ? permitPrivate
        : (address) => isPublicAddress(address) && !own.has(address)
      const connect = guardedConnector(yield* resolverFor(onboardingAllowPrivate), permit)
      const agent = yield* Effect.acquireRelease(
        Effect.sync(() => new Agent({ connect, connections: 4, headersTimeout: 10_000, bodyTimeout: 10_000 })),
        (agent) => Effect.promise(() => agent.destroy())
      )
      const self = new URL(publicUrl).host
      const refuses = (text: string) => {
        const problem = urlProblem(text, onboardingAllowPrivate)
        if (problem !== undefined || onboardingAllowPrivate) return problem
        return new URL(text).host === self ? "must not be this service" : undefined
      }

      const follow = async (start: string, budget: Budget, options: FetchOptions, signal: AbortSignal) => {
        let url = start
        const home = new URL(start).origin
        for (let hop = 0; hop <= redirects_max; hop++) {
          if (refuses(url) !== undefined) throw fail("unreachable")
          const response = await fetch(url, {
            dispatcher: agent,
            redirect: "manual",
            signal,
            // A token is for the place it was meant for, wherever that leads.
            headers: { "user-agent": "hatchery-onboarding", ...(new URL(url).origin === home ? options.headers : {}) }
          })
          const location = response.headers.get("location")
          if (response.status >= 300 && response.status < 400 && location !== null) {
            await response.body?.cancel()
            if (!URL.canParse(location, url)) throw fail("unreachable")
            const next = new URL(location, url)
            next.hash = ""
            url = next.href
            continue
          }
          const type = (response.headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase()
          const reason = response.ok
            ? options.types.test(type)
              ? undefined
              : fail("not_text")
            : refusal(response.status)
          if (reason !== undefined) {
            await response.body?.cancel()
            throw reason
          }
          return { url, type, text: await read(response.body, budget) }
        }
        throw fail("unreachable")
      }

      return SiteFetcher.of({
        refuses,
        get: Effect.fn("SiteFetcher.get")(function* (url, budget, options) {
          const left_ms = budget.until - (yield* Clock.currentTimeMillis)
          if (left_ms <= 0) return yield* fail("unreachable")
          return yield* Effect.tryPromise({
            try: (signal) => follow(url, budget, options, signal),
            catch: (error) => (error instanceof ExtractFailed ? error : fail("unreachable"))
          }).pipe(Effect.timeoutOrElse({ duration: left_ms, orElse: () => Effect.fail(fail("unreachable")) }))
        })
      })
    })
  )
}
