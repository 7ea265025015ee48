/**
 * Halls of fame as anybody sees them: ranks as they were frozen, faces as they are. Kept in memory for a while, so that
 * a crowd in front of one asks the database once.
 */
import { Context, Effect, Layer, Option } from "effect"
import { Tenants } from "../../../platform/auth/Tenants.ts"
import { remembered } from "../../../platform/cluster/Remembered.ts"
import { mapPage, type OffsetPage, offsetArray } from "../../../platform/postgres/Paging.ts"
import { defaultSettings, defaultWidgetTheme, type WidgetTheme } from "../../../wire/answers/Customer.ts"
import { isUuid } from "../../../wire/Ids.ts"
import type { OffsetQuery } from "../../../wire/Page.ts"
import { slice } from "../../../wire/Page.ts"
import { isActive } from "../../../wire/Plans.ts"
import { makeFaces } from "../../campaigns/leaderboards/Store/Faces.ts"
import { type PublicBuddy, PublicBuddies } from "../public-buddies/Service.ts"
import { HallStore, type SeasonRow } from "./Store.ts"

export interface OpenHall {
  readonly customer_id: string
  readonly tenant_slug: string
  readonly tenant_name: string
  readonly language: string
  readonly look: WidgetTheme
  readonly top: number
}

/** undefined: it is not to be seen any more */
type Seen = PublicBuddy | undefined

export interface FrozenSeason extends Omit<SeasonRow, "is_won" | "champion_id"> {
  /** null: nobody played */
  readonly champion: { readonly buddy: Seen } | null
}

export interface FrozenTier {
  readonly tier_key: string
  readonly name: string
  readonly entries: ReadonlyArray<{ readonly rank: number; readonly score: number; readonly buddy: Seen }>
}

export interface SeasonBest {
  readonly season: FrozenSeason
  /** the highest first */
  readonly tiers: ReadonlyArray<FrozenTier>
}

export interface IndexedHall {
  readonly hall: OpenHall
  readonly seasons: number
  readonly latest: FrozenSeason
}

const stays_ms = 30_000
/** The order of all halls is the same for everybody, and asked for as often as this. */
const order_stays = "5 seconds"
const at_once = 8

export class Halls extends Context.Service<
  Halls,
  {
    /** those with a season that is over, the newest first */
    index(query: OffsetQuery): Effect.Effect<OffsetPage<IndexedHall>>
    find(slug: string): Effect.Effect<Option.Option<OpenHall>>
    seasons(hall: OpenHall, query: OffsetQuery): Effect.Effect<OffsetPage<FrozenSeason>>
    /** none: unknown, or not over */
    season(hall: OpenHall, season_id: string): Effect.Effect<Option.Option<SeasonBest>>
  }
>()("hatchery/features/hall-of-fame/Halls") {
  static readonly layer = Layer.effect(
    Halls,
    Effect.suspend(() => make)
  ).pipe(Layer.provide([HallStore.layer, PublicBuddies.layer]))
}

/** The halls that are open, by slug. */
const opened = Effect.gen(function* () {
  const store = yield* HallStore
  const tenants = yield* Tenants
  return yield* remembered({
    capacity: 2_000,
    ttl_ms: stays_ms,
    load: Effect.fnUntraced(function* (slug: string) {
      const found = yield* store.hall(slug)
      if (Option.isNone(found)) return Option.none<OpenHall>()
      const { customer_id, hall, language, tenant_slug, theme } = found.value
      const tenant = yield* Effect.orDie(tenants.get(customer_id))
      if (!isActive(tenant, "leagues")) return Option.none<OpenHall>()
      return Option.some({
        customer_id,
        tenant_slug,
        tenant_name: tenant.name,
        language: language ?? defaultSettings.locale,
        look: theme ?? defaultWidgetTheme,
        top: hall.top
      })
    })
  })
})

/** The best of single seasons. */
const seasonBests = Effect.gen(function* () {
  const store = yield* HallStore
  const faces = yield* facesFrom
  return yield* remembered({
    capacity: 500,
    ttl_ms: stays_ms,
    load: Effect.fnUntraced(function* (key: string) {
      const [customer_id = "", season_id = "", top] = key.split(" ")
      const found = yield* store.season(customer_id, season_id)
      if (Option.isNone(found)) return Option.none<SeasonBest & { readonly customer_id: string }>()
      const { entries, tiers } = yield* store.best(customer_id, season_id, Number(top))
      const seen = yield* faces(customer_id, [found.value], entries)
      const ofTier = (tier_key: string) =>
        entries
          .filter((entry) => entry.tier_key === tier_key)
          .map(({ buddy_id, rank, score }) => ({ rank, score, buddy: seen.of(buddy_id) }))
      return Option.some({
        customer_id,
        season: seen(found.value),
        tiers: tiers.map(({ name, tier_key }) => ({ tier_key, name, entries: ofTier(tier_key) }))
      })
    })
  })
})

const make = Effect.gen(function* () {
  const store = yield* HallStore
  const faces = yield* facesFrom
  const order = yield* Effect.cachedWithTTL(store.open, order_stays)
  const find = yield* opened
  const bests = yield* seasonBests
  const pages = yield* remembered({
    capacity: 2_000,
    ttl_ms: stays_ms,
    load: Effect.fnUntraced(function* (key: string) {
      const [customer_id = "", page, limit] = key.split(" ")
      const found = yield* store.seasons(customer_id, { page: Number(page), limit: Number(limit) })
      // Pages past the end would take the places of those that somebody looks at.
      if (found.data.length === 0 && page !== "1") return Option.none()
      const seen = yield* faces(customer_id, found.data)
      return Option.some({ customer_id, page: mapPage(found, seen) })
    })
  })

  const seasons = (hall: OpenHall, query: OffsetQuery) => {
    const { limit, page } = slice(query)
    const at = (number: number) => pages(`${hall.customer_id} ${number} ${limit}`)
    return Effect.gen(function* () {
      const found = yield* at(page)
      if (Option.isSome(found)) return found.value.page
      const first = Option.getOrThrow(yield* at(1)).page
      return { data: [], meta: { ...first.meta, page } }
    })
  }
  const hallOf = (slug: string) => (/^[a-z0-9-]{1,64}$/.test(slug) ? find(slug) : Effect.succeedNone)

  return Halls.of({
    find: hallOf,
    seasons,
    season: (hall, season_id) =>
      isUuid(season_id) ? bests(`${hall.customer_id} ${season_id.toLowerCase()} ${hall.top}`) : Effect.succeedNone,
    index: Effect.fn("Halls.index")(function* (query) {
      const { data, meta } = offsetArray(query, yield* order)
      const found = yield* Effect.forEach(
        data,
        Effect.fnUntraced(function* (slug) {
          const hall = yield* hallOf(slug)
          if (Option.isNone(hall)) return []
          const newest = yield* seasons(hall.value, { page: 1, limit: 1 })
          const [latest] = newest.data
          return latest === undefined ? [] : [{ hall: hall.value, seasons: newest.meta.total, latest }]
        }),
        { concurrency: at_once }
      )
      return { data: found.flat(), meta }
    })
  })
})

/**
 * Looks up everybody at once, then says of each season who won it. Whoever hides on leaderboards keeps its rank here,
 * too, and is not named: anybody on the web reads this.
 */
const facesFrom = Effect.gen(function* () {
  const buddies = yield* PublicBuddies
  const boards = yield* makeFaces
  return Effect.fnUntraced(function* (
    customer_id: string,
    seasons: ReadonlyArray<SeasonRow>,
    entries: ReadonlyArray<{ readonly buddy_id: string | null }> = []
  ) {
    const ids = [...seasons.map(({ champion_id }) => champion_id), ...entries.map(({ buddy_id }) => buddy_id)]
    const seen = yield* buddies.find(
      customer_id,
      ids.filter((id) => id !== null)
    )
    const onBoards = yield* boards(customer_id, [...seen.keys()])
    const of = (buddy_id: string | null): Seen =>
      buddy_id === null || onBoards(buddy_id).hidden ? undefined : seen.get(buddy_id)
    const frozen = ({ champion_id, is_won, ...season }: SeasonRow): FrozenSeason => ({
      ...season,
      champion: is_won ? { buddy: of(champion_id) } : null
    })
    return Object.assign(frozen, { of })
  })
})
