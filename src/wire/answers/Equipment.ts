/** What a buddy wears is changed in the same words by the tenant and by a widget. Contract part 4. */
import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { Id } from "../Ids.ts"
import { changeRefusals, equipCategoryConflict, equipLimitExceeded, itemNotOwned } from "../refusals/Buddies.ts"

const items = Schema.Array(Id.check(Schema.isMaxLength(64))).check(Schema.isMaxLength(20))

export const EquipItems = Schema.Struct({
  equip: Schema.optionalKey(items),
  unequip: Schema.optionalKey(items)
})

/** The set has changed; `operation_id` is the job that draws it, null when the picture was there already. */
export const Equipped = Schema.Struct({
  accepted: Schema.Literal(true),
  operation_id: Schema.NullOr(Id),
  status: Schema.Literals(["pending", "completed"]),
  appearance_status: Schema.Literals(["ready", "pending"]),
  cached: Schema.Boolean,
  equipped_items: Schema.Array(Id)
}).annotate({ identifier: "EquipmentChanged" })

export const equipment = {
  payload: EquipItems,
  success: [Equipped, Equipped.pipe(HttpApiSchema.status(202))],
  error: [...changeRefusals, itemNotOwned, equipLimitExceeded, equipCategoryConflict]
} as const
