/** Words for saved looks: what is kept of one, what can be asked, and what comes of it. */

export interface Outfit {
  readonly name: string
  readonly item_ids: ReadonlyArray<string>
  /** epoch ms */
  readonly created_at: number
}

/** `outfit_id`: of a new one; one of the same name keeps its own. */
export interface SaveOutfitCommand {
  readonly _tag: "SaveOutfit"
  readonly outfit_id: string
  readonly name: string
  readonly item_ids: ReadonlyArray<string>
}

export type OutfitCommand =
  | SaveOutfitCommand
  /** answers `Equipment` */
  | { readonly _tag: "WearOutfit"; readonly outfit_id: string }
  /** answers `Done` */
  | { readonly _tag: "DeleteOutfit"; readonly outfit_id: string }

export interface OutfitReply {
  readonly _tag: "Outfit"
  readonly outfit_id: string
  readonly name: string
  readonly item_ids: ReadonlyArray<string>
  readonly is_worn: boolean
  readonly created_at: number
  readonly is_new: boolean
}

export type OutfitError =
  | { readonly code: "unknown_outfit"; readonly outfit_id: string }
  | { readonly code: "outfit_limit"; readonly max: number }
