/** Pure rules of showrooms: what of a buddy is shown, and how a visitor came. */
import type { Showroom } from "./Api.ts"
import type { ShownBuddy } from "./Api/Public.ts"

type Staged = "evolution_stage" | "stage_name" | "prestige_level"

/** A buddy as its profile lets it be seen. */
interface Seen extends Omit<ShownBuddy, "badges" | Staged> {
  readonly evolution_stage: number
  readonly stage_name: string
  readonly prestige_level: number
  readonly tells_stage: boolean
  readonly badges: ReadonlyArray<ShownBuddy["badges"][number]> | null
}

/** What its profile allows, as far as the showroom shows it. */
export const shownIn =
  (show: Showroom["show"]) =>
  (buddy: Seen): ShownBuddy => ({
    name: buddy.name,
    image_url: buddy.image_url,
    thumb_url: buddy.thumb_url,
    evolution_stage: show.stage ? buddy.evolution_stage : null,
    stage_name: show.stage ? buddy.stage_name : null,
    prestige_level: show.stage ? buddy.prestige_level : null,
    tagline: show.stage || !buddy.tells_stage ? buddy.tagline : null,
    badges: show.badges ? (buddy.badges ?? []).map(({ label, tier }) => ({ label, tier })) : [],
    streak: show.streak ? buddy.streak : null,
    coins: show.coins ? buddy.coins : null
  })

/** Only who has what the present code says came by it. */
export const sourceOf = (qr_key: string, k: string | null | undefined): "link" | "qr" => (k === qr_key ? "qr" : "link")

export const visited = "visited"
