/** Sales by which the buddy would pay less for something it sees, as of the moment it lives at. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { discounted, takenOf } from "../../../../../engine/items/sales.ts"
import { groupMet } from "../../../../../engine/rules/conditions.ts"
import { isWithin } from "../../../../economy/marketplaces/Rules.ts"
import { type RunningSale, runningSales } from "../../../../economy/flash-sales/Store/Running.ts"
import type { WidgetCampaignSale } from "../../Api/Campaigns.ts"
import { type Looking, where } from "../Looking.ts"

const hasLeft = ({ sale, sold }: RunningSale, { facts }: Looking): boolean =>
  (sale.stock_total === null || sold < sale.stock_total) &&
  (sale.per_buddy_limit === null || takenOf(facts, sale) < sale.per_buddy_limit)

const shown = (running: RunningSale, looking: Looking): ReadonlyArray<WidgetCampaignSale> => {
  const { items, sale } = running
  const cheaper = items.filter(
    ({ price_coins, visibility, ...dates }) =>
      discounted(price_coins, sale.discount) < price_coins &&
      isWithin(dates, looking.facts.now) &&
      (visibility === null || groupMet(visibility, looking.facts))
  )
  if (cheaper.length === 0 || !hasLeft(running, looking)) return []
  const { ends_at, flash_sale_id, name } = sale
  const item_ids = cheaper.map(({ item_id }) => item_id)
  return [{ flash_sale_id, name, ends_at: new Date(ends_at).toISOString(), item_ids }]
}

export const salesOf = Effect.map(SqlClient.SqlClient, (sql) => {
  const running = runningSales(sql)
  return (looking: Looking) => {
    const { audience, customer_id, facts, may } = looking
    return where(
      may("marketplace") && may("flash_sales"),
      Effect.map(running(customer_id, audience, facts.now), (all) => all.flatMap((one) => shown(one, looking)))
    )
  }
})
