/** Words for gifts without a condition: their cards, what can be asked about one, and what comes of it. */

export interface FreeLunch {
  readonly coins: number
  readonly message: string | null
  readonly status: "granted" | "seen" | "dismissed"
  /** epoch ms */
  readonly granted_at: number
  /** epoch ms; null: it stays until it is dismissed */
  readonly expires_at: number | null
}

/** What a grant puts on the card that tells of it. */
export type FreeLunchCard = Pick<FreeLunch, "message" | "expires_at">

/** Both answer `FreeLunch`. */
export type FreeLunchCommand =
  | { readonly _tag: "SeeFreeLunch"; readonly grant_id: string }
  | { readonly _tag: "DismissFreeLunch"; readonly grant_id: string }

export interface FreeLunchReply extends Pick<FreeLunch, "coins" | "status" | "expires_at"> {
  readonly _tag: "FreeLunch"
  readonly grant_id: string
}

export interface FreeLunchError {
  readonly code: "unknown_free_lunch"
  readonly grant_id: string
}
