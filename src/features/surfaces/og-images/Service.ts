/**
 * Pictures of links, as networks and messengers show them beside what somebody posts: composed when a page is asked for
 * them first, beside the answer, and found again by everything that is on them.
 */
import { Clock, Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import { type CardRequest, drawCard, type Sitter } from "../../../artist/cards/card.ts"
import { rasterizeWhole } from "../../../artist/rasterize.ts"
import { AppConfig } from "../../../Config.ts"
import { ImageProvider } from "../../../platform/images/ImageProvider.ts"
import { labelled } from "../../../platform/images/uploads.ts"
import { Shelf } from "../../../platform/requests/Shelf.ts"
import { makeFairPlaces } from "../../../platform/requests/FairPlaces.ts"
import { AssetStore, assetUrl, nameOf } from "../../../platform/storage/Assets.ts"
import type { WidgetTheme } from "../../../wire/answers/Customer.ts"
import { Appearance } from "../../players/buddies/Service/Appearance.ts"
import type { PublicBuddy } from "../public-buddies/Service.ts"
import { type OgImage, OgImageStore } from "./Store.ts"

export interface OgLook {
  readonly customer_id: string
  readonly kind: CardRequest["kind"]
  /** the most important first; more than fit are left out */
  readonly buddies: ReadonlyArray<PublicBuddy>
  /** of the page, as its `mode` */
  readonly accent_color: string
  readonly mode: WidgetTheme["mode"]
}

export const ogLimits = {
  /** composed at the same time by a node, and for one tenant */
  at_once: 4,
  at_once_of_tenant: 2,
  /** composed or waiting to be */
  waiting_max: 400,
  waiting_of_tenant_max: 40,
  /** what could not be composed is left alone for so long */
  rest_ms: 600_000,
  resting_max: 1_000,
  /** known without a look for so long */
  known_ms: 60_000,
  known_max: 5_000
} as const

/** Another drawing for the same look makes another edition: what was composed before goes when nobody asks for it. */
const edition = 1
const shown_max = { buddy: 1, showroom: 6, hall_of_fame: 3 } as const

const assetOf = (url: string) => /\/assets\/([0-9a-f]{64})\.png$/.exec(url)?.[1]

const nameOfLook = ({ accent_color, buddies, kind, mode }: OgLook): string => {
  const on_it = buddies.map(({ evolution_stage, image_url, prestige_level }) => [
    assetOf(image_url) ?? image_url,
    evolution_stage,
    prestige_level
  ])
  const everything = [edition, kind, accent_color.toLowerCase(), mode === "dark", on_it]
  return createHash("sha256").update(JSON.stringify(everything)).digest("hex")
}

export class OgImages extends Context.Service<
  OgImages,
  {
    /** null while it is composed, and where it cannot be: then a page shows what it has */
    url(look: OgLook): Effect.Effect<string | null>
  }
>()("hatchery/features/og-images/OgImages") {
  static readonly layer = Layer.effect(
    OgImages,
    Effect.gen(function* () {
      const { publicUrl } = yield* AppConfig
      const sql = yield* SqlClient.SqlClient
      const store = yield* OgImageStore
      const assets = yield* AssetStore
      const scope = yield* Effect.scope
      const draw = yield* drawing
      const places = makeFairPlaces({ places: ogLimits.at_once, places_per_tenant: ogLimits.at_once_of_tenant })
      const busy = new Set<string>()
      const resting = new Shelf<number>(ogLimits.resting_max)
      const known = new Shelf<{ readonly url: string | null; readonly until: number }>(ogLimits.known_max)

      const compose = Effect.fn("OgImages.compose")(function* (look: OgLook, name: string) {
        const { customer_id } = look
        const drawn = yield* draw(look)
        if (drawn === undefined) return false
        const bytes = labelled(drawn, nameOf(Buffer.from(`${customer_id} ${name}`)))
        const buddy_ids = look.buddies.map(({ buddy_id }) => buddy_id)
        const image: OgImage = { customer_id, look: name, sha256: nameOf(bytes), buddy_ids }
        if (!(yield* store.claim(image))) return false
        yield* assets.put(bytes)
        yield* store.conclude(image)
        return true
      })
      const rest = (key: string) =>
        Effect.map(Clock.currentTimeMillis, (now) => resting.set(key, now + ogLimits.rest_ms))
      /** In the background, once at a time; whoever asks meanwhile gets null as well. */
      const begin = Effect.fnUntraced(function* (look: OgLook, name: string, key: string) {
        const { present } = places.of(look.customer_id)
        if (busy.has(key)) return
        if (busy.size >= ogLimits.waiting_max || present >= ogLimits.waiting_of_tenant_max) return
        resting.delete(key)
        busy.add(key)
        yield* Effect.scoped(Effect.andThen(places.enter(look.customer_id), compose(look, name))).pipe(
          Effect.flatMap((composed) => (composed ? Effect.void : rest(key))),
          Effect.catchCause((cause) =>
            Effect.andThen(rest(key), Effect.logWarning("a picture of a link was not composed", cause))
          ),
          Effect.ensuring(Effect.sync(() => busy.delete(key))),
          Effect.forkIn(scope)
        )
      })

      return OgImages.of({
        url: Effect.fn("OgImages.url")(function* (asked) {
          const look = { ...asked, buddies: asked.buddies.slice(0, shown_max[asked.kind]) }
          if (look.buddies.length === 0) return null
          const name = nameOfLook(look)
          const key = `${look.customer_id} ${name}`
          const now = yield* Clock.currentTimeMillis
          const before = known.get(key)
          if (before !== undefined && now < before.until) return before.url
          if (busy.has(key) || now < (resting.get(key) ?? 0)) return null
          const found = yield* store.find(look.customer_id, name)
          if (Option.isNone(found)) {
            // Not inside a transaction: what goes on beside it would be left with a connection that is gone.
            yield* sql.afterCommit(begin(look, name, key))
            return null
          }
          const url = assetUrl(publicUrl, found.value)
          known.set(key, { url, until: now + ogLimits.known_ms })
          return url
        })
      })
    })
  ).pipe(Layer.provide([OgImageStore.layer, AssetStore.layer, Appearance.layer]))
}

/**
 * What our artist has drawn it draws once more, standing on the ground of the picture; what another provider has
 * painted is shown as it is, in a ring.
 */
const drawing = Effect.gen(function* () {
  const assets = yield* AssetStore
  const appearance = yield* Appearance
  const { name: provider } = yield* ImageProvider

  const painted = Effect.fnUntraced(function* (buddy: PublicBuddy, isAlone: boolean) {
    const url = isAlone ? buddy.image_url : (buddy.thumb_url ?? buddy.image_url)
    const asset = yield* assets.get(assetOf(url) ?? "")
    if (Option.isNone(asset)) return undefined
    const { bytes, content_type } = asset.value
    return {
      painted: `data:${content_type};base64,${Buffer.from(bytes).toString("base64")}`,
      prestige: buddy.prestige_level
    } satisfies Sitter
  })

  return Effect.fnUntraced(function* ({ accent_color, buddies, customer_id, kind, mode }: OgLook) {
    const found = yield* Effect.forEach(buddies, (buddy) =>
      Effect.gen(function* () {
        const look = yield* appearance.look(customer_id, buddy.buddy_id)
        if (Option.isNone(look)) return undefined
        const { bare, items } = look.value
        const sitter: Sitter | undefined =
          provider === "builtin" ? { creature: { ...bare, items } } : yield* painted(buddy, kind === "buddy")
        return sitter === undefined ? undefined : { theme: bare.theme, sitter }
      })
    )
    const present = found.filter((one) => one !== undefined)
    const [first] = present
    if (first === undefined) return undefined
    const sitters = present.map(({ sitter }) => sitter)
    const card = { kind, theme: first.theme, accent_color, is_dark: mode === "dark", sitters }
    return yield* Effect.promise(() => rasterizeWhole(drawCard(card)))
  })
})
