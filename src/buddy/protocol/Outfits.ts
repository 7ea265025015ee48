/** What may be said to a buddy about its outfits, and what it answers: a part of the protocol, by tag. */
import { Schema } from "effect"

const outfit = { name: Schema.String, item_ids: Schema.Array(Schema.String) }
const named = { outfit_id: Schema.String }

export const outfitCommands = {
  SaveOutfit: Schema.TaggedStruct("SaveOutfit", { ...named, ...outfit }),
  WearOutfit: Schema.TaggedStruct("WearOutfit", named),
  DeleteOutfit: Schema.TaggedStruct("DeleteOutfit", named)
}

export const outfitReplies = {
  Outfit: Schema.TaggedStruct("Outfit", {
    ...named,
    ...outfit,
    is_worn: Schema.Boolean,
    created_at: Schema.Number,
    is_new: Schema.Boolean
  })
}
