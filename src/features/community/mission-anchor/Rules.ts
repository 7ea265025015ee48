/** What the mission anchor says, and when. */
import type { MissionAnchor, MissionAnchorPatch } from "./Api.ts"

export const defaultAnchor: MissionAnchor = {
  enabled: false,
  title: null,
  statement: null,
  cause_key: null,
  cta_label: null,
  cta_url: null,
  placements: ["buddy"],
  updated_at: null
}

/** null takes a field back to its default, absent leaves it. */
export const changed = (anchor: MissionAnchor, patch: MissionAnchorPatch): MissionAnchor => ({
  ...anchor,
  ...Object.fromEntries(
    Object.entries(patch).map(([name, value]) => [name, value ?? defaultAnchor[name as keyof MissionAnchorPatch]])
  )
})

/** Words without an address lead nowhere, and an address without words cannot be pressed. */
export const lacking = ({ cta_label, cta_url }: MissionAnchor): "cta_label" | "cta_url" | null => {
  if ((cta_label === null) === (cta_url === null)) return null
  return cta_label === null ? "cta_label" : "cta_url"
}

export interface Cause {
  readonly cause_key: string
  readonly name: string
  readonly unit_label: string
  readonly total_units: number
  readonly is_active: boolean
}

/** As the widgets of a buddy show it. */
export interface ShownAnchor extends Pick<MissionAnchor, "title" | "cta_label" | "cta_url" | "placements"> {
  readonly statement: string
  readonly cause: Omit<Cause, "is_active"> | null
}

export const shownOf = (anchor: MissionAnchor, cause: Cause | null): ShownAnchor | null => {
  const { cta_label, cta_url, enabled, placements, statement, title } = anchor
  if (!enabled || statement === null) return null
  if (cause === null || !cause.is_active) return { title, statement, cta_label, cta_url, placements, cause: null }
  const { is_active: _, ...told } = cause
  return { title, statement, cta_label, cta_url, placements, cause: told }
}
