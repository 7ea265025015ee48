/** Which badges and items come to buddies most. */
import { Effect } from "effect"
import { rateOf } from "../Rules/Window.ts"
import type { NamedBadge, NamedItem } from "../Store/Definitions.ts"
import type { Figures } from "../Store/Figures.ts"
import { byFigure, countOf, type Look, shortened } from "./Look.ts"

type Read = Figures["Service"]

export const popular_default = 20

export const popularBadges = Effect.fnUntraced(function* (
  figures: Read,
  { of, window }: Look,
  {
    badges,
    limit = popular_default
  }: { readonly badges: ReadonlyArray<NamedBadge>; readonly limit?: number | undefined }
) {
  const sums = yield* figures.totals(of, ["badges", "badges_revoked"], window)
  const held = (yield* figures.standing(of, ["badge_holders"])).get("badge_holders")
  const ever = yield* figures.ever(of, ["eggs_hatched", "erased"])
  const buddies = countOf(ever.get("eggs_hatched")) - (ever.get("erased")?.get("buddy")?.count ?? 0)
  const named = new Map(badges.map((badge) => [badge.badge_key, badge]))
  const keys = [...named.keys(), ...(held?.keys() ?? []), ...[...sums.values()].flatMap((all) => [...all.keys()])]
  const all = [...new Set(keys)].map((badge_key) => {
    const badge = named.get(badge_key)
    const awarded = sums.get("badges")?.get(badge_key)
    const holders = held?.get(badge_key)?.count ?? 0
    return {
      badge_key,
      label: badge?.label ?? null,
      tier: badge?.tier ?? null,
      awarded: awarded?.count ?? 0,
      holders,
      rarity: rateOf(holders, buddies),
      coins: awarded?.amount ?? 0,
      revoked: sums.get("badges_revoked")?.get(badge_key)?.count ?? 0,
      ...(badge === undefined ? { deleted: true as const } : {})
    }
  })
  const sorted = all.sort(
    byFigure(
      ({ awarded }) => awarded,
      ({ badge_key }) => badge_key
    )
  )
  const { list, ...rest } = shortened(sorted, limit)
  return { badges: list, ...rest }
})

const waysOf: Readonly<Record<string, "purchases" | "gifts" | "unlocks" | "rewards">> = {
  purchase: "purchases",
  gift: "gifts",
  unlock: "unlocks"
}

const noWays = { acquired: 0, purchases: 0, gifts: 0, unlocks: 0, rewards: 0 }

export const popularItems = Effect.fnUntraced(function* (
  figures: Read,
  { of, window }: Look,
  {
    items,
    limit = popular_default
  }: {
    readonly items: (
      ids: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<NamedItem>, Effect.Error<ReturnType<Read["users"]>>>
    readonly limit?: number | undefined
  }
) {
  const sums = yield* figures.totals(of, ["items", "equips", "coins_in", "coins_out"], window)
  const [back, paid] = [sums.get("coins_in"), sums.get("coins_out")]
  const owners = (yield* figures.standing(of, ["item_owners"])).get("item_owners")
  const ways = new Map<string, typeof noWays>()
  for (const [key, { count }] of sums.get("items") ?? []) {
    const [item_id, source] = key.split(":") as [string, string]
    const own = { ...(ways.get(item_id) ?? noWays) }
    own.acquired += count
    own[waysOf[source] ?? "rewards"] += count
    ways.set(item_id, own)
  }
  const ids = [...new Set([...ways.keys(), ...(owners?.keys() ?? []), ...(sums.get("equips")?.keys() ?? [])])]
  const sorted = ids
    .map((item_id) => ({ item_id, ...(ways.get(item_id) ?? noWays) }))
    .sort(
      byFigure(
        ({ acquired }) => acquired,
        ({ item_id }) => item_id
      )
    )
  // Whoever gets a gift pays nothing for it: what it cost is counted where it was paid. What nobody could receive was
  // given back, perhaps on a day after the one it was paid on.
  const coinsFor = (item_id: string): number => {
    const [own, given, returned] = [
      paid?.get(`purchase:${item_id}`),
      paid?.get(`gift:${item_id}`),
      back?.get(`gift:${item_id}`)
    ].map((sum) => sum?.amount ?? 0)
    return own! + Math.max(0, given! - returned!)
  }
  const { list, ...rest } = shortened(sorted, limit)
  const named = new Map((yield* items(list.map(({ item_id }) => item_id))).map((item) => [item.item_id, item]))
  const told = list.map(({ item_id, ...counted }) => {
    const item = named.get(item_id)
    return {
      item_id,
      item_key: item?.item_key ?? null,
      name: item?.name ?? null,
      category: item?.category ?? null,
      status: item?.status ?? null,
      ...counted,
      coins: coinsFor(item_id),
      owners: owners?.get(item_id)?.count ?? 0,
      equips: sums.get("equips")?.get(item_id)?.count ?? 0,
      ...(item === undefined ? { deleted: true as const } : {})
    }
  })
  return { items: told, ...rest }
})
