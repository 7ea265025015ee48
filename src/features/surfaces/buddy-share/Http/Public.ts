import { Effect, Layer, Option } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { AppConfig } from "../../../../Config.ts"
import { publicJson } from "../../../../edge/pages/PublicJson.ts"
import { remembered } from "../../../../platform/cluster/Remembered.ts"
import { NotFound } from "../../../../wire/Failure.ts"
import { feature } from "../../../../wire/Group.ts"
import { slice } from "../../../../wire/Page.ts"
import { PublicBuddies } from "../../public-buddies/Service.ts"
import { Visits } from "../../visits/Service.ts"
import { type IndexEntry, PublicSharesApi, type SharedBuddy } from "../Api/Public.ts"
import { type OpenShare, OpenShares } from "../Service/OpenShares.ts"
import { ShareStore } from "../Store.ts"
import type { ListedLink } from "../Store/Listing.ts"

const missing = () => new NotFound({ resource: "page" })

const shown = ({ buddy, code, composed, created_at, settings, tenant_name }: OpenShare): SharedBuddy => {
  const { badges_total: _total, buddy_id: _id, tells_stage: _tells, ...face } = buddy
  return {
    code,
    buddy: face,
    tenant_name,
    cta: { label: settings.cta_label, url: settings.cta_url },
    og_image_url: composed ?? buddy.image_url,
    shared_at: created_at.toISOString()
  }
}

/** Links whose buddies are looked up together. */
const block_size = 50

interface Remembered<A> {
  /** everybody's: no change of one workspace takes it away */
  readonly customer_id: ""
  readonly data: ReadonlyArray<A>
}

/** The same for everybody: one look at all of it, and one at each page, serves whoever comes within a while. */
const makeIndex = Effect.gen(function* () {
  const store = yield* ShareStore
  const buddies = yield* PublicBuddies
  const { publicUrl } = yield* AppConfig
  const entriesOf = Effect.fnUntraced(function* (links: ReadonlyArray<ListedLink>) {
    const owners = new Map<string, Array<string>>()
    for (const { buddy_id, customer_id } of links)
      owners.set(customer_id, [...(owners.get(customer_id) ?? []), buddy_id])
    const found = yield* Effect.forEach(owners, ([customer_id, ids]) => buddies.find(customer_id, ids), {
      concurrency: 4
    })
    const seen = new Map(found.flatMap((some) => [...some]))
    return links.map(({ buddy_id, code, created_at, tenant_name }): IndexEntry | undefined => {
      const buddy = seen.get(buddy_id)
      if (buddy === undefined) return undefined
      const { name, thumb_url } = buddy
      return { url: `${publicUrl}/p/${code}`, name, thumb_url, tenant_name, shared_at: created_at.toISOString() }
    })
  })
  const everything = yield* remembered<Remembered<ListedLink>>({
    capacity: 1,
    ttl_ms: 20_000,
    load: () => Effect.map(store.listed, (data) => Option.some({ customer_id: "", data }))
  })
  // In blocks of one size, however long the pages are that somebody asks for: nobody has more of them looked up.
  const block = yield* remembered<Remembered<IndexEntry | undefined>>({
    capacity: 500,
    ttl_ms: 10_000,
    load: Effect.fnUntraced(function* (key) {
      const from = Number(key) * block_size
      const { data } = Option.getOrThrow(yield* everything(""))
      return Option.some({ customer_id: "", data: yield* entriesOf(data.slice(from, from + block_size)) })
    })
  })
  return Effect.fnUntraced(function* (limit: number, offset: number) {
    const { data } = Option.getOrThrow(yield* everything(""))
    const total = data.length
    if (offset >= total) return { total, data: [] }
    const [first, last] = [Math.floor(offset / block_size), Math.floor((offset + limit - 1) / block_size)]
    const blocks = yield* Effect.forEach(
      Array.from({ length: last - first + 1 }, (_, at) => String(first + at)),
      (number) => Effect.map(block(number), (found) => Option.getOrThrow(found).data)
    )
    const from = offset - first * block_size
    const entries = blocks.flat().slice(from, from + limit)
    return { total, data: entries.filter((entry) => entry !== undefined) }
  })
})

export const PublicSharesHttp = HttpApiBuilder.group(
  feature(PublicSharesApi),
  "public-shares",
  Effect.fn(function* (handlers) {
    const open = yield* OpenShares
    const visits = yield* Visits
    const index = yield* makeIndex
    const { publicUrl } = yield* AppConfig
    const find = (code: string) =>
      Effect.flatMap(open.find(code), (found) =>
        Option.isNone(found) ? Effect.fail(missing()) : Effect.succeed(found.value)
      )
    return handlers.handleAll({
      read: ({ params }) => Effect.flatMap(find(params.code), (share) => publicJson(shown(share))),
      record: Effect.fnUntraced(function* ({ params, payload }) {
        const { buddy_id, customer_id } = yield* find(params.code)
        const { headers } = yield* HttpServerRequest.HttpServerRequest
        const visitor = yield* visits.visitor(headers["user-agent"])
        const { channel = "other", event } = payload
        if (visitor !== undefined)
          yield* visits.record({ customer_id, kind: "share", subject_id: buddy_id, event, channel, ...visitor })
        return { recorded: true } as const
      }),
      open: Effect.fnUntraced(function* ({ params, query }) {
        const { code } = yield* find(params.code)
        const way = query.c === undefined ? "" : `?c=${query.c}`
        return HttpServerResponse.redirect(`${publicUrl}/p/${code}${way}`, { status: 302 })
      }),
      list: Effect.fnUntraced(function* ({ query }) {
        const { limit, offset, page } = slice(query)
        const { data, total } = yield* index(limit, offset)
        return yield* publicJson({ data, meta: { total, page, limit } })
      })
    })
  })
).pipe(Layer.provide([OpenShares.layer, ShareStore.layer, PublicBuddies.layer, Visits.layer]))
