/** Flash sales: items of a marketplace for less, for a while. Live, addressed by id. Contract part 4. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Access } from "../../../wire/Access.ts"
import { notFound, validationFailed } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { displayName, Id, Instant, parseInstant, text, Timestamp } from "../../../wire/Ids.ts"
import { limits } from "../../../wire/Limits.ts"
import { offsetPage, offsetQuery } from "../../../wire/Page.ts"
import { orNull, whole } from "../../../wire/content/Shared.ts"
import { campaignLimit } from "../../../wire/refusals/Campaigns.ts"
import { says } from "../../../wire/Words.ts"

/** scheduled or running at once */
export const liveSales_max = 50

const reference = text({ min: 1, max: 64 })

export const Discount = Schema.Union([
  Schema.Struct({ mode: Schema.Literal("percent"), value: whole(1, 100) }),
  Schema.Struct({ mode: Schema.Literal("fixed_price"), value: whole(0, limits.amount_max) })
]).annotate({
  identifier: "Discount",
  description: "percent: so much off, rounded down; fixed_price: never above the price of the item"
})

const saleDays_max = 31
const dayMs = 86_400_000

const windowIssue = Schema.makeFilter<{ readonly starts_at: string; readonly ends_at: string }>(
  ({ ends_at, starts_at }) => {
    const ms = parseInstant(ends_at) - parseInstant(starts_at)
    if (ms <= 0) return { path: ["ends_at"], issue: "ends_at is not after starts_at" }
    return ms > saleDays_max * dayMs
      ? { path: ["ends_at"], issue: `a sale lasts at most ${saleDays_max} days` }
      : undefined
  }
)

export const FlashSaleInput = Schema.Struct({
  name: displayName({ max: 200 }),
  marketplace_id: reference.annotate({ description: "id or key" }),
  item_ids: Schema.Array(reference)
    .check(Schema.isBetweenLength(1, 100))
    .annotate({ description: "ids or keys of items of that marketplace" }),
  discount: Discount,
  starts_at: Instant,
  ends_at: Instant.annotate({ description: "excluded" }),
  per_buddy_limit: orNull(whole(1, 100)).annotate({
    description: "at the price of the sale, over all its items; null: as many as it likes"
  }),
  stock_total: orNull(whole(1, 1_000_000_000)).annotate({
    description: "pieces for all buddies together; null: no end"
  })
})
  .check(windowIssue)
  .annotate({ identifier: "FlashSaleInput" })
export type FlashSaleInput = typeof FlashSaleInput.Type

const statuses = Schema.Literals(["scheduled", "running", "ended"])

export const FlashSale = Schema.Struct({
  flash_sale_id: Id,
  name: Schema.String,
  marketplace_id: Id,
  item_ids: Schema.Array(Id),
  discount: Discount,
  starts_at: Timestamp,
  ends_at: Timestamp,
  per_buddy_limit: Schema.NullOr(Schema.Int),
  stock_total: Schema.NullOr(Schema.Int),
  status: statuses,
  sold: Schema.Int.annotate({ description: "pieces sold at the price of the sale" }),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "FlashSale" })
export type FlashSale = typeof FlashSale.Type

export class FlashSalesApi extends tenantGroup(
  HttpApiGroup.make("flash-sales").add(
    HttpApiEndpoint.get("list", "/customers/me/flash-sales", {
      query: { ...offsetQuery, status: Schema.optionalKey(statuses) },
      success: offsetPage(FlashSale)
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(
        says("List flash sales", "Newest first, with how many pieces were sold. Narrow it down by status.")
      ),
    HttpApiEndpoint.post("create", "/customers/me/flash-sales", {
      payload: FlashSaleInput,
      success: FlashSale.pipe(HttpApiSchema.status(201)),
      error: [validationFailed, campaignLimit]
    }).annotateMerge(
      says(
        "Create a flash sale",
        "Items of one marketplace cost less from `starts_at` until before `ends_at`, while limit and stock last; " +
          "then the list price counts again. Of several sales of an item the lowest price wins. At most " +
          `${liveSales_max} may be scheduled or running.`
      )
    ),
    HttpApiEndpoint.delete("remove", "/customers/me/flash-sales/:id", {
      params: { id: Schema.String },
      success: HttpApiSchema.NoContent,
      error: notFound
    }).annotateMerge(
      says("Delete a flash sale", "A running one ends at once: the list price counts again. What was sold stays sold.")
    )
  ),
  { access: "config", capability: "flash_sales", description: "Items for less, for a while" }
) {}
