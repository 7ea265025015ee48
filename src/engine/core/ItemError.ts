import type { Requirement } from "./Facts.ts"

/** Expected refusals about what a buddy owns, wears or would like to; see `EngineError`. */
export type ItemError =
  | { readonly code: "unknown_item"; readonly item_id: string }
  | { readonly code: "item_already_owned"; readonly item_id: string }
  | { readonly code: "item_gift_only"; readonly item_id: string }
  | {
      readonly code: "requirements_not_met"
      readonly item_id: string
      readonly requirements: ReadonlyArray<Requirement>
    }
  | { readonly code: "out_of_stock"; readonly item_id: string }
  | { readonly code: "price_changed"; readonly item_id: string; readonly price_coins: number }
  | { readonly code: "item_not_owned"; readonly item_ids: ReadonlyArray<string> }
  | { readonly code: "equip_limit_exceeded"; readonly item_ids: ReadonlyArray<string>; readonly max: number }
  | { readonly code: "equip_category_conflict"; readonly category: string; readonly item_ids: ReadonlyArray<string> }
