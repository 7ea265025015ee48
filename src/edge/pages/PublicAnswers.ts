/**
 * What anybody may read, kept whole for a moment by its address: a crowd in front of one page gets the same bytes from
 * the door (see PublicFastPath), while pages and handlers are asked once a second. All of it is forgotten when anything
 * of any workspace changes: that is rare beside visits, and nobody is shown what was taken back.
 */
import { Clock, Context, Effect, Layer } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { CacheInvalidation } from "../../platform/cluster/CacheInvalidation.ts"
import { Shelf } from "../../platform/requests/Shelf.ts"
import { CurrentRequest, type RequestRecord } from "../../wire/CurrentRequest.ts"
import { isKnownTag } from "../EntityTags.ts"
import type { Parcel, Way } from "./Parcel.ts"

export const for_a_minute = "public, max-age=60"

/** Whoever comes is counted, also one who gets what was kept. */
export type Visit = (user_agent: string | undefined) => Effect.Effect<void>

type Headers = Readonly<Record<string, string>>

interface Offer {
  readonly parcel: Parcel
  readonly headers: Headers
}

export interface KeptAnswer extends Offer {
  readonly visit: Visit | undefined
  /** its template, for traces */
  readonly route: string
  /** epoch ms */
  readonly read_at: number
  readonly until: number
}

/** What a request was answered with, until its answer leaves. */
const offers = new WeakMap<RequestRecord, Offer>()
const visits = new WeakMap<RequestRecord, Visit>()

/** To be called before the answer is made. */
export const eachVisit = (visit: Visit) =>
  Effect.gen(function* () {
    const { headers, method } = yield* HttpServerRequest.HttpServerRequest
    visits.set(yield* CurrentRequest, visit)
    // Who asks for headers alone has seen nothing.
    if (method === "GET") yield* visit(headers["user-agent"])
  })

/** How long it has been kept here already: whoever keeps it next takes that off. */
const ageOf = (age_ms: number): { readonly age?: string } =>
  age_ms <= 0 ? {} : { age: String(Math.ceil(age_ms / 1_000)) }

export const answerHeaders = ({ headers, parcel }: Offer, way: Way, age_ms: number): Record<string, string> => ({
  ...headers,
  etag: parcel.etag(way),
  ...ageOf(age_ms)
})

export const bodyHeaders = ({ contentType }: Parcel, way: Way): Record<string, string> => ({
  "content-type": contentType,
  ...(way === "plain" ? {} : { "content-encoding": way })
})

/** `headers`: besides tag and age; they have to name what the answer depends on (Vary). */
export const publicAnswer = (parcel: Parcel, headers: Headers) =>
  Effect.gen(function* () {
    const { headers: asked } = yield* HttpServerRequest.HttpServerRequest
    const current = yield* CurrentRequest
    const offer = { parcel, headers }
    offers.set(current, offer)
    const way = parcel.wayFor(asked["accept-encoding"])
    const told = answerHeaders(offer, way, current.age_ms)
    if (isKnownTag(asked["if-none-match"], parcel.etag(way)))
      return HttpServerResponse.empty({ status: 304, headers: told })
    const bytes = way === "plain" ? parcel.plain : yield* Effect.promise(() => parcel.bytes(way))
    return HttpServerResponse.uint8Array(bytes, {
      contentType: parcel.contentType,
      headers: { ...told, ...bodyHeaders(parcel, way) }
    })
  })

export const kept_ms = 1_000
const kept_max = 1_000
/** Longer addresses say something that nobody reads. */
const address_length_max = 300

interface Asked {
  readonly method: string
  readonly url: string
  readonly routeOf: (url: string) => string | undefined
}

export class PublicAnswers extends Context.Service<
  PublicAnswers,
  {
    /** what may still be shown of this address, with its query */
    find(url: string): KeptAnswer | undefined
    /** grows with each change: what was read before one is not kept after it */
    changes(): number
    /** keeps what the request was answered with, where that is for everybody; `since`: the changes before it */
    keep(asked: Asked, current: RequestRecord, since: number): void
  }
>()("hatchery/edge/PublicAnswers") {
  static readonly layer = Layer.effect(
    PublicAnswers,
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      const known = new Shelf<KeptAnswer>(kept_max)
      let changed = 0
      const news = yield* CacheInvalidation
      news.subscribe(({ _tag }) => {
        if (_tag !== "Tenant" && _tag !== "Page" && _tag !== "Everything") return
        changed++
        known.clear()
      })
      const now = () => clock.currentTimeMillisUnsafe()
      return PublicAnswers.of({
        find: (url) => {
          const kept = known.get(url)
          return kept !== undefined && now() < kept.until ? kept : undefined
        },
        changes: () => changed,
        keep: ({ method, routeOf, url }, current, since) => {
          const offer = offers.get(current)
          if (offer === undefined || method !== "GET" || url.length > address_length_max || since !== changed) return
          const route = routeOf(url)
          if (route === undefined) return
          const at = now()
          known.set(url, {
            ...offer,
            visit: visits.get(current),
            route,
            read_at: at - current.age_ms,
            until: at + kept_ms
          })
        }
      })
    })
  )
}
