/** Saving looks and putting them on, for the routes of tenants and of widgets alike. */
import { Context, Effect, Layer } from "effect"
import { outfitsOf } from "../../../engine/community/outfits.ts"
import { uuid } from "../../../platform/postgres/Ids.ts"
import type { Outfit, SaveOutfit } from "../../../wire/answers/Outfit.ts"
import type { Equipped } from "../../../wire/answers/Equipment.ts"
import { NotFound, type ServiceUnavailable } from "../../../wire/Failure.ts"
import { isUuid } from "../../../wire/Ids.ts"
import type { Caller } from "../../../wire/Principal.ts"
import type {
  BuddyArchived,
  EquipCategoryConflict,
  EquipLimitExceeded,
  ItemNotOwned,
  OutfitLimit
} from "../../../wire/refusals/Buddies.ts"
import { Appearance } from "../../players/buddies/Service/Appearance.ts"
import { buddyCommands } from "../../players/buddies/Service/Commands.ts"
import { makeDressing } from "../../players/buddies/Service/Equip.ts"
import { Growth } from "../../players/buddies/Service/Growth.ts"
import { BuddyReads } from "../../players/buddies/Store.ts"

type Refused = NotFound | BuddyArchived | ServiceUnavailable
type Misfit = ItemNotOwned | EquipLimitExceeded | EquipCategoryConflict

export class Outfits extends Context.Service<
  Outfits,
  {
    list(customer_id: string, buddy_id: string): Effect.Effect<ReadonlyArray<Outfit>, NotFound>
    save(
      caller: Caller,
      buddy_id: string,
      outfit: typeof SaveOutfit.Type
    ): Effect.Effect<{ readonly outfit: Outfit; readonly is_new: boolean }, Refused | Misfit | OutfitLimit>
    wear(caller: Caller, buddy_id: string, outfit_id: string): Effect.Effect<typeof Equipped.Type, Refused | Misfit>
    remove(caller: Caller, buddy_id: string, outfit_id: string): Effect.Effect<void, Refused>
  }
>()("hatchery/features/outfits/Outfits") {
  static readonly layer = Layer.effect(
    Outfits,
    Effect.suspend(() => make)
  ).pipe(Layer.provide([BuddyReads.layer, Growth.layer, Appearance.layer]))
}

const shown = <A extends { readonly created_at: number }>(outfit: A) => ({
  ...outfit,
  created_at: new Date(outfit.created_at).toISOString()
})

const known = (outfit_id: string) =>
  isUuid(outfit_id) ? Effect.succeed(outfit_id.toLowerCase()) : Effect.fail(new NotFound({ resource: "outfit" }))

const make = Effect.gen(function* () {
  const reads = yield* BuddyReads
  const change = yield* buddyCommands
  const dressing = yield* makeDressing
  return Outfits.of({
    list: Effect.fn("Outfits.list")(function* (customer_id, buddy_id) {
      const { state } = yield* reads.standing(customer_id, buddy_id)
      return outfitsOf(state).map(shown)
    }),
    save: Effect.fn("Outfits.save")(function* (caller, buddy_id, { item_ids, name }) {
      const idOf = yield* dressing.naming(caller.customer_id, buddy_id, item_ids)
      const command = { _tag: "SaveOutfit", outfit_id: yield* uuid, name, item_ids: item_ids.map(idOf) } as const
      const { _tag, is_new, ...saved } = yield* change<"Outfit", Misfit | OutfitLimit>(
        caller,
        buddy_id,
        command,
        "Outfit"
      )
      return { outfit: { ...shown(saved), missing_item_ids: [] }, is_new }
    }),
    wear: Effect.fn("Outfits.wear")(function* (caller, buddy_id, id) {
      const command = { _tag: "WearOutfit", outfit_id: yield* known(id) } as const
      const { equipped, is_changed } = yield* change<"Equipment", Misfit>(caller, buddy_id, command, "Equipment")
      const { customer_id } = caller
      if (is_changed) return yield* dressing.dressed(customer_id, buddy_id, equipped)
      // Whoever put it on has started what draws it.
      const { appearance } = yield* reads.read(customer_id, buddy_id)
      const appearance_status = appearance.status === "ready" ? "ready" : "pending"
      const told = { accepted: true, operation_id: null, status: "completed", cached: true } as const
      return { ...told, appearance_status, equipped_items: equipped }
    }),
    remove: Effect.fn("Outfits.remove")(function* (caller, buddy_id, id) {
      const command = { _tag: "DeleteOutfit", outfit_id: yield* known(id) } as const
      yield* change<"Done", BuddyArchived>(caller, buddy_id, command, "Done")
    })
  })
})
