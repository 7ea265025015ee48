/** Saved looks, the auditor's way. */
import type { Command } from "../../../src/engine/core/Command.ts"
import { AuditorBoxes } from "./Boxes.ts"

type Of<Tag extends Command["_tag"]> = Extract<Command, { _tag: Tag }>

const plain = (name: string) => name.toLocaleLowerCase("en")

export abstract class AuditorOutfits extends AuditorBoxes {
  readonly outfits: { id: string; name: string; pieces: string[] }[] = []

  protected saveOutfit({ item_ids, name, outfit_id }: Of<"SaveOutfit">): string {
    const pieces = [...new Set(item_ids)].toSorted()
    const refusal = this.whyNotTogether(pieces)
    if (refusal !== null) return refusal
    const before = this.outfits.find((one) => plain(one.name) === plain(name))
    if (before === undefined && this.outfits.length === 20) return "outfit_limit"
    if (before?.name === name && before.pieces.join() === pieces.join()) return "unchanged"
    if (before === undefined) this.outfits.push({ id: outfit_id, name, pieces })
    else Object.assign(before, { name, pieces })
    this.tell("outfit.saved")
    return "unchanged"
  }

  protected wearOutfit({ outfit_id }: Of<"WearOutfit">): string {
    const outfit = this.outfits.find(({ id }) => id === outfit_id)
    if (outfit === undefined) return "unknown_outfit"
    const refusal = this.whyNotTogether(outfit.pieces)
    if (refusal !== null) return refusal
    const worn = [...this.items].flatMap(([id, item]) => (item.worn ? [id] : [])).toSorted()
    if (worn.join() !== outfit.pieces.join()) this.tell("outfit.worn")
    this.wear(outfit.pieces)
    return "unchanged"
  }

  protected deleteOutfit({ outfit_id }: Of<"DeleteOutfit">): string {
    const place = this.outfits.findIndex(({ id }) => id === outfit_id)
    if (place < 0) return "unknown_outfit"
    this.outfits.splice(place, 1)
    this.tell("outfit.deleted")
    return "unchanged"
  }
}
