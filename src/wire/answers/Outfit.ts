/** Looks a buddy keeps, in the same words for the tenant and for a widget. */
import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { displayName, Id, text, Timestamp } from "../Ids.ts"
import { limits } from "../Limits.ts"
import {
  changeRefusals,
  equipCategoryConflict,
  equipLimitExceeded,
  itemNotOwned,
  outfitLimit
} from "../refusals/Buddies.ts"
import { equipment } from "./Equipment.ts"

export const SaveOutfit = Schema.Struct({
  name: displayName({ max: 60 }).annotate({ description: "one that is taken, in whatever case, is replaced" }),
  item_ids: Schema.Array(text({ min: 1, max: 64 }))
    .check(Schema.isBetweenLength(1, limits.equipped_items_max))
    .annotate({ description: "items the buddy owns, or their keys" })
}).annotate({ identifier: "SaveOutfit" })

export const Outfit = Schema.Struct({
  outfit_id: Id,
  name: Schema.String,
  item_ids: Schema.Array(Id),
  is_worn: Schema.Boolean.annotate({ description: "the buddy wears these and nothing else" }),
  missing_item_ids: Schema.Array(Id).annotate({ description: "those the buddy does not own any more" }),
  created_at: Timestamp
}).annotate({ identifier: "Outfit" })
export type Outfit = typeof Outfit.Type

const misfits = [...changeRefusals, itemNotOwned, equipLimitExceeded, equipCategoryConflict] as const

export const savingOutfit = {
  payload: SaveOutfit,
  success: [Outfit, Outfit.pipe(HttpApiSchema.status(201))],
  error: [...misfits, outfitLimit]
} as const
export const wearingOutfit = { success: equipment.success, error: misfits } as const
export const deletingOutfit = { success: HttpApiSchema.NoContent, error: changeRefusals } as const
